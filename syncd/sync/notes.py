"""What is worth telling about an export though nothing has to be decided.

Source: practice of rating officers ("green table": a match is decided by the
organisers, but what was played stays rated).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.sync.places import LISTED, Change, Part, Place, Score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.model.tournament import Team, Tournament

GREEN_TABLE: Final = "green_table"
TEAM_GONE: Final = "team_gone"
_POINTS: Final = "game_points_x10"


class Note(NamedTuple):
    """Something that people should know.

    Attributes:
        code: `green_table` or `team_gone`.
        place: of what.
        text: what was found and what was done.
    """

    code: str
    place: Place
    text: Text


def notes(
    changes: Iterable[Change], kept: Iterable[Place], head: Tournament
) -> Iterator[Note]:
    """Yield what is worth telling.

    Args:
        changes: what theirs has changed since base.
        kept: places at which head stays as it is.
        head: the tournament before.
    """
    yield from _green_table(list(changes), head)
    for place in kept:
        if place.part is Part.TEAM and place.field == LISTED:
            names = [one.name for one in head.teams if one.number == place.key[0]]
            yield Note(TEAM_GONE, place, _gone(", ".join(names)))


def _green_table(changes: list[Change], head: Tournament) -> Iterator[Note]:
    """Yield a note if a team has lost board points without a change of its boards.

    Points that only grow may be wins against empty seats, which no file lists.
    """
    stated = {
        place.key[0]: (old, new)
        for place, old, new in changes
        if place.part is Part.TEAM and place.field == _POINTS
    }
    still = stated.keys() - _with_changed_boards(changes, head.teams)
    lost = [number for number in still if _is_less(*stated[number])]
    if lost:
        names = [one.name for one in head.teams if one.number in still]
        place = Place(Part.TEAM, (min(lost), 0), _POINTS)
        yield Note(GREEN_TABLE, place, _decided(", ".join(names)))


def _is_less(old: object, new: object) -> bool:
    return isinstance(old, int) and isinstance(new, int) and new < old


def _with_changed_boards(changes: Iterable[Change], teams: Iterable[Team]) -> set[int]:
    """Return the teams one of whose players has another result or opponent."""
    players: set[int] = set()
    for place, old, new in changes:
        if place.part is Part.CELL:
            players.add(place.key[0])
        elif place.part is Part.GAME and _codes(old) != _codes(new):
            players.update(place.key[1:3])
    return {team.number for team in teams if not players.isdisjoint(team.roster)}


def _codes(value: object) -> dict[int, str]:
    if not isinstance(value, Score):
        return {}
    return {value.white: value.white_result, value.black: value.black_result}


def _decided(teams: str) -> Text:
    return Text(
        f"The board points of these teams have changed, but not their boards: {teams}. "
        "A match was decided at the green table. Played games stay rated as they were "
        "played; no report changes.",
        f"Die Brettpunkte dieser Mannschaften haben sich geändert, ihre Bretter nicht: "
        f"{teams}. Ein Wettkampf wurde am grünen Tisch entschieden. Gespielte Partien "
        "werden gewertet, wie sie gespielt wurden; kein Bericht ändert sich.",
    )


def _gone(team: str) -> Text:
    return Text(
        f"{team} is gone in this export, but has played: the team and its games stay. "
        "If it has withdrawn, its played games are rated nevertheless.",
        f"{team} fehlt in diesem Export, hat aber gespielt: Mannschaft und Partien "
        "bleiben. Auch wenn sie zurückgezogen hat, werden gespielte Partien gewertet.",
    )
