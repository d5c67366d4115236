"""The points of a player follow from his games, also where two sources have met.

Each file states the points that its program has counted. If a player's games come from
both sides, neither number is right: then they are counted, the way both files count,
and left open where that is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.model import results
from syncd.sync.places import Change, Part, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.model.tournament import Entrant, Tournament

_USUAL: Final = results.STANDARD_POINTS_X10
_WITHOUT_FORFEITS: Final = {
    code: worth if code in results.PLAYED else 0 for code, worth in _USUAL.items()
}
_WAYS: Final[tuple[Mapping[str, int], ...]] = (_USUAL, _WITHOUT_FORFEITS)
"""How points are counted; CLM counts no forfeits for players of a league."""


def points_of_rows(
    made: Tournament, head: Tournament, theirs: Tournament
) -> Iterator[Change]:
    """Yield the changes that give everybody in `made` the points of his games.

    Args:
        made: head with what theirs has changed.
        head: the tournament before.
        theirs: the export, under the same numbers.
    """
    ours, yours = _by_id(head), _by_id(theirs)
    for one in made.entrants:
        mine, other = ours.get(one.id), yours.get(one.id)
        if mine is None or other is None:
            continue
        points = _points(one, (made, head, theirs), (mine, other))
        if points != one.points_x10:
            place = Place(Part.PLAYER, (one.id,), "points_x10")
            yield Change(place, one.points_x10, points)


def _by_id(t: Tournament) -> dict[int, Entrant]:
    return {one.id: one for one in t.entrants}


def _points(
    one: Entrant,
    tournaments: tuple[Tournament, Tournament, Tournament],
    stated: tuple[Entrant, Entrant],
) -> int | None:
    row, ours, theirs = (_codes(t, one.id) for t in tournaments)
    if row == ours == theirs:
        return one.points_x10
    if row == theirs:
        return stated[1].points_x10
    if row == ours:
        return stated[0].points_x10
    for way in _WAYS:
        if stated[0].points_x10 == _count(ours, way) and stated[1].points_x10 == _count(
            theirs, way
        ):
            return _count(row, way)
    return None


def _codes(t: Tournament, number: int) -> str:
    return t.pairings.rows[number].results.rstrip()


def _count(codes: str, way: Mapping[str, int]) -> int:
    return sum(way.get(code, 0) for code in codes)
