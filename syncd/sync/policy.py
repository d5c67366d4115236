"""Who decides where two sources say different things: values, per group of fields.

The owner is the installation in which the responsible person enters results; he is
named by the configuration. `newest` is never possible for results: the time of a file
says when somebody exported, not who is right.

Source: docs/architecture.md, "Merging".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.sync.counting import installation_of
from syncd.sync.merge import MOST_LOST_PERCENT
from syncd.sync.places import Part

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping

    from syncd.sync.former import Former
    from syncd.sync.past import Past
    from syncd.sync.places import Place
    from syncd.sync.sayings import Told


ALL_PERCENT: Final = 100


class Choice(StrEnum):
    """How a difference is decided.

    Attributes:
        OWNER: the owner counts where he is one of the two; else a person is asked.
        ASK: a person is always asked.
        NEWEST: what was said last counts.
        PRIORITY: the source that stands first in the list counts.
    """

    OWNER = "owner"
    ASK = "ask"
    NEWEST = "newest"
    PRIORITY = "priority"


class Group(StrEnum):
    """Fields that are decided alike.

    Attributes:
        RESULTS: games, byes, real 0-0.
        DATES: days and times of tournament, rounds and games.
        PLAYERS: who somebody is.
        TEAMS: names, rosters, line-ups, matches.
        TOURNAMENT: everything else that is said of the tournament.
        STATED: points and ranks that a program has computed; the last ones count.
        SHAPE: orders and lengths of lists; nobody is ever asked about them.
    """

    RESULTS = "results"
    DATES = "dates"
    PLAYERS = "players"
    TEAMS = "teams"
    TOURNAMENT = "tournament"
    STATED = "stated"
    SHAPE = "shape"


_OF_PART: Final = {
    Part.GAME: Group.RESULTS,
    Part.CELL: Group.RESULTS,
    Part.PLAYED_ZERO: Group.RESULTS,
    Part.ROUND: Group.DATES,
    Part.GAME_DATE: Group.DATES,
    Part.PLAYER: Group.PLAYERS,
    Part.TEAM: Group.TEAMS,
    Part.MATCH: Group.TEAMS,
    Part.LINE_UP: Group.TEAMS,
    Part.ORDER: Group.SHAPE,
    Part.LENGTH: Group.SHAPE,
}
_OF_FIELD: Final = {
    "points_x10": Group.STATED,
    "rank": Group.STATED,
    "match_points_x10": Group.STATED,
    "game_points_x10": Group.STATED,
    "missing_results": Group.STATED,
    "start": Group.DATES,
    "end": Group.DATES,
    "team_byes": Group.TEAMS,
}


def group_of(place: Place) -> Group:
    """Return the group of a place."""
    if place.part is not Part.PARAMETER and place.field in _OF_FIELD:
        return _OF_FIELD[place.field]
    return _OF_PART.get(place.part, Group.TOURNAMENT)


class Origin(NamedTuple):
    """Who said a value, and when.

    Attributes:
        source: name of the source, empty if unknown.
        said_utc: when it said so, None if unknown.
    """

    source: str = ""
    said_utc: dt.datetime | None = None


_THEIRS: Final = Origin("theirs")
_OURS: Final = Origin("ours")


class Resolution(NamedTuple):
    """What a person has decided at a place.

    Attributes:
        chosen: the value that counts.
        refused: values that were refused; repeated, they change nothing.
    """

    chosen: object
    refused: frozenset[object]


@dataclass(frozen=True, slots=True)
class Voices:
    """Who speaks on both sides of a merge, and what persons have said before.

    Attributes:
        theirs: the source that sends.
        ours: who has said what the tournament says, where `of` does not know better.
        of: place -> who has said what stands there.
        resolved: place -> what a person has decided there.
        former: start number -> names that a player had before (`Merged.former`).
        past: which state of the tournament theirs knew, if that is known.
        told: who has said what on both sides, if theirs is another syncd that tells.
    """

    theirs: Origin = _THEIRS
    ours: Origin = _OURS
    of: Mapping[Place, Origin] = field(default_factory=dict)
    resolved: Mapping[Place, Resolution] = field(default_factory=dict)
    former: Former = field(default_factory=dict)
    past: Past | None = None
    told: Told | None = None

    def at(self, place: Place) -> Origin:
        """Return who has said what the tournament says at a place."""
        if self.told is not None:
            return Origin(installation_of(self.told.ours.at(place)[0]))
        return self.of.get(place, self.ours)

    def speaker(self, place: Place) -> Origin:
        """Return who has said what theirs says at a place."""
        if self.told is not None:
            return Origin(installation_of(self.told.theirs.at(place)[0]))
        return self.theirs

    def knows(self, base: object, decided: Resolution) -> bool:
        """Return whether theirs says that it knew what a person has decided.

        Only another syncd can say so. An export that repeats a refused value is most
        often an old one.

        Args:
            base: what both sides had in common.
            decided: the decision at that place.
        """
        past = self.past
        return past is not None and past.is_certain and base == decided.chosen


@dataclass(frozen=True, slots=True)
class Policy:
    """How differences are decided.

    Attributes:
        owner: name of the owner's source, empty if there is none.
        choices: group -> choice; what is not named is decided by the owner.
        priority: sources, the first counts most; for `Choice.PRIORITY`.
        most_lost_percent: an export that lacks more than this share of players or
            played games stops, 0 to 100; at 100 nothing stops, strangers neither.
    """

    owner: str = ""
    choices: Mapping[Group, Choice] = field(default_factory=dict)
    priority: tuple[str, ...] = ()
    most_lost_percent: int = MOST_LOST_PERCENT

    def __post_init__(self) -> None:
        if self.choices.get(Group.RESULTS) is Choice.NEWEST:
            message = "results are never decided by the time of a file"
            raise ValueError(message)

    def prefers_theirs(
        self, place: Place, voices: Voices, here: Place | None = None
    ) -> bool | None:
        """Return whose value counts at a place, None if a person has to say.

        Args:
            place: where theirs has it.
            voices: who speaks.
            here: where ours has it, None for the same place.
        """
        choice = self.choices.get(group_of(place), Choice.OWNER)
        theirs, ours = voices.speaker(place), voices.at(here or place)
        if choice is Choice.OWNER:
            return _one_of(ours.source, theirs.source, (self.owner,))
        if choice is Choice.PRIORITY:
            return _one_of(ours.source, theirs.source, self.priority)
        if choice is Choice.NEWEST:
            return is_newer(theirs, ours)
        return None


def is_newer(theirs: Origin, ours: Origin) -> bool | None:
    """Return whether theirs was said later, None if that cannot be told."""
    if theirs.said_utc is None or ours.said_utc is None:
        return None
    if theirs.said_utc == ours.said_utc:
        return None
    return theirs.said_utc > ours.said_utc


def _one_of(ours: str, theirs: str, sources: tuple[str, ...]) -> bool | None:
    """Return whether theirs stands first among some sources, None if neither does."""
    for source in sources:
        if source and ours != theirs and source in {ours, theirs}:
            return source == theirs
    return None
