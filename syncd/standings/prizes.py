"""Prizes for the first of all or of a category, and who is on a prize place.

Nothing is shared out here, and nobody is excluded for having another prize: that is
what the regulations of tournaments differ in. So a prize place is a mark, no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.standings.categories import Category, filtered, members

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.ties import Placed


@dataclass(frozen=True, slots=True)
class Prize:
    """Prizes for the first of all or of a category.

    Attributes:
        name: as shown.
        places: how many, from 1.
        category: None = all players.
    """

    name: str
    places: int
    category: Category | None = None


def prize_places(
    placed: Sequence[Placed], tournament: Tournament, prizes: Iterable[Prize]
) -> dict[int, tuple[str, ...]]:
    """Return who is on a prize place, for information: start number -> prizes.

    Who shares the last prize place is marked with all who share it; who does not count
    in the standings gets none.
    """
    marks: dict[int, tuple[str, ...]] = {}
    counting = [one for one in placed if one.is_counting]
    for prize in prizes:
        numbers = (
            members(tournament, prize.category)
            if prize.category
            else {one.number for one in counting}
        )
        for inside in filtered(counting, numbers):
            if inside.place <= prize.places:
                number = inside.placed.number
                marks[number] = (*marks.get(number, ()), prize.name)
    return marks
