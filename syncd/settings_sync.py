"""Which sources hold the same tournaments, and who is right where they differ.

What several installations edit goes through a merge with a base per source; here the
administrator says which ones that are, and whose word counts for what.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from syncd import settings_problems as problems
from syncd.bilingual import Text
from syncd.settings_values import Name, Section
from syncd.sync.merge import MOST_LOST_PERCENT
from syncd.sync.policy import Choice, Group, Policy

FEWEST: Final = 2
"""A source alone shares nothing."""


def _not_by_time(value: object) -> object:
    """Return a choice for results that is possible."""
    if value == Choice.NEWEST:
        raise problems.SettingError(_NEVER_NEWEST)
    return value


_NEVER_NEWEST: Final = Text(
    '"newest" is never possible for results: the time of a file says when somebody '
    "exported, not who is right. Choose owner, ask or priority.",
    '"newest" geht bei Ergebnissen nie: Die Zeit einer Datei sagt, wann jemand '
    "exportiert hat, nicht, wer recht hat. Möglich sind owner, ask und priority.",
)
Decider = Literal["owner", "ask", "newest", "priority"]
ResultDecider = Annotated[
    Literal["owner", "ask", "priority"], BeforeValidator(_not_by_time)
]


class DecideSettings(Section):
    """Who is right where two sources have changed the same, per group of fields.

    Attributes:
        results: games, byes.
        dates: days and times of tournament, rounds and games.
        players: names, clubs, ids, ratings.
        teams: names, rosters, line-ups, matches.
        tournament: everything else that is said of the tournament.
    """

    results: ResultDecider = "owner"
    dates: Decider = "owner"
    players: Decider = "owner"
    teams: Decider = "owner"
    tournament: Decider = "owner"


class SyncGroup(Section):
    """Sources that hold the same tournaments.

    Attributes:
        sources: their names, two or more.
        owner: source in which the responsible person enters results; empty = none.
        priority: sources, the first counts most; for what is decided by `priority`.
        decide: who is right, per group of fields.
    """

    sources: tuple[Name, ...]
    owner: Name | Literal[""] = ""
    priority: tuple[Name, ...] = ()
    decide: DecideSettings = DecideSettings()

    @field_validator("sources")
    @classmethod
    def _are_several(cls, sources: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(sources)) < max(FEWEST, len(sources)):
            raise problems.SettingError(_SEVERAL)
        return sources

    @field_validator("owner")
    @classmethod
    def _owner_is_one(cls, owner: str, info: ValidationInfo) -> str:
        _refuse_strangers([owner] if owner else [], info)
        return owner

    @field_validator("priority")
    @classmethod
    def _are_of_the_group(
        cls, priority: tuple[str, ...], info: ValidationInfo
    ) -> tuple[str, ...]:
        _refuse_strangers(priority, info)
        return priority

    @field_validator("decide")
    @classmethod
    def _has_priority(
        cls, decide: DecideSettings, info: ValidationInfo
    ) -> DecideSettings:
        is_used = Choice.PRIORITY in decide.model_dump().values()
        if is_used and not info.data.get("priority", True):
            raise problems.SettingError(_NO_PRIORITY)
        return decide


def _refuse_strangers(names: tuple[str, ...] | list[str], info: ValidationInfo) -> None:
    """Refuse a name that is not one of the group's sources, if those are right."""
    known = info.data.get("sources")
    for name in names:
        if known is not None and name not in known:
            listed = ", ".join(known)
            raise problems.SettingError(
                Text(
                    f'"{name}" is none of the sources of this group: {listed}',
                    f'"{name}" ist keine der Quellen dieser Gruppe: {listed}',
                )
            )


_SEVERAL: Final = Text(
    'name two or more different sources, for instance ["verein", "bezirk"].',
    'bitte zwei oder mehr verschiedene Quellen nennen, etwa ["verein", "bezirk"].',
)
_NO_PRIORITY: Final = Text(
    'something is decided by "priority", but `priority` names no sources.',
    'etwas entscheidet "priority", aber `priority` nennt keine Quellen.',
)


class SyncSettings(Section):
    """Merging of what several sources say.

    Attributes:
        most_lost_percent: an export that lacks more than this share of players or
            played games stops until a person has agreed.
        groups: sources that hold the same tournaments; each stands in one at most.
    """

    most_lost_percent: Annotated[int, Field(ge=1, le=99)] = MOST_LOST_PERCENT
    groups: tuple[SyncGroup, ...] = ()

    def group_of(self, source: str) -> SyncGroup | None:
        """Return the group of a source, None if it shares nothing."""
        return next((item for item in self.groups if source in item.sources), None)

    def policy(self, source: str, owner: str = "") -> Policy:
        """Return how differences of a source's tournaments are decided.

        Args:
            source: its name.
            owner: owner of the very tournament, empty = that of the group.
        """
        group = self.group_of(source)
        if group is None:
            return Policy(owner, most_lost_percent=self.most_lost_percent)
        return Policy(
            owner or group.owner,
            {Group(name): Choice(how) for name, how in group.decide},
            group.priority,
            self.most_lost_percent,
        )
