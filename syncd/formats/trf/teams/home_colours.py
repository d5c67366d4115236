"""Which team was at home, told by the colours of its boards.

A league fixes once which boards the home team plays with White. The file lists a board
only if both seats were taken, so the colours of a match are that pattern with holes.

Source: CLM's source, db_report_save.php, parameter color_order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.teams.home_solver import EITHER, FIRST, SECOND
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE

if TYPE_CHECKING:
    from collections.abc import Sequence

ORDERS: Final = {
    1: "bwbw", 2: "wbwb", 3: "bwwb", 4: "wbbw", 5: "bbbb", 6: "wwww",
}  # fmt: skip
"""color_order -> colours of the home team on boards 1 to 4, repeated beyond."""

_OTHER: Final = str.maketrans(WHITE + BLACK, BLACK + WHITE)


class Colours(NamedTuple):
    """What the colours of all matches say.

    Attributes:
        homes: per match which teams may have been at home, as bits.
        contradicting: matches whose colours are against what is settled, although the
            order is stated; then colours tell nothing.
    """

    homes: list[int]
    contradicting: list[int]


def read_colours(
    matches: Sequence[str], boards: int, settled: Sequence[int], stated: int | None
) -> Colours:
    """Return which teams may have been at home as far as colours tell.

    Args:
        matches: per match the colours of the first team's listed boards.
        boards: boards of a match.
        settled: per match what is known already, as bits.
        stated: color_order, None if the file does not say.

    Returns:
        Without a stated order, what all orders say that fit the settled matches.
    """
    orders = [stated] if stated in ORDERS else list(ORDERS)
    told = {order: [_homes(one, order, boards) for one in matches] for order in orders}
    if stated in ORDERS:
        homes = told[orders[0]]
        odd = [
            match
            for match, home in enumerate(homes)
            if home and not home & settled[match]
        ]
        if odd:
            return Colours([EITHER] * len(matches), odd)
        return Colours([home or EITHER for home in homes], [])
    fitting = [
        homes
        for homes in told.values()
        if all(home & known for home, known in zip(homes, settled, strict=True))
    ]
    if not fitting:
        return Colours([EITHER] * len(matches), [])
    return Colours([_any_of(column) for column in zip(*fitting, strict=True)], [])


def _any_of(homes: Sequence[int]) -> int:
    found = 0
    for home in homes:
        found |= home
    return found


def _homes(colours: str, order: int, boards: int) -> int:
    """Return which teams may have been at home in one match; 0 if neither fits."""
    pattern = (ORDERS[order] * (boards // 4 + 1))[:boards]
    first = FIRST if _fits(colours, pattern) else 0
    second = SECOND if _fits(colours.translate(_OTHER), pattern) else 0
    return first | second


def _fits(colours: str, pattern: str) -> bool:
    """Return whether colours are a pattern with holes; an unknown one fits always."""
    places = iter(pattern)
    return all(
        any(colour in (place, NO_COLOUR) for place in places) for colour in colours
    )
