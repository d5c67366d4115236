"""The Keizer table as people read it: place, name, value of the place, points.

It is a ranking of its own, beside that of C.07. Each place is of one player: rating and
start number decide where points are equal.

Source: rules of clubs that play it; see `keizer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.standings.keizer import keizer_table

if TYPE_CHECKING:
    from fractions import Fraction

    from syncd.standings.standings import Standings


class KeizerRow(NamedTuple):
    """One player of the table.

    Attributes:
        place: from 1.
        number: start number.
        value: of the place.
        points: Keizer points.
        parts: what each round gave.
    """

    place: int
    number: int
    value: int
    points: Fraction
    parts: tuple[Fraction, ...]


def keizer_rows(standings: Standings) -> tuple[KeizerRow, ...]:
    """Return the Keizer table after the same round; empty for teams."""
    if standings.contest.is_team:
        return ()
    event = standings.contest.primary
    return tuple(
        KeizerRow(place, event.numbers[line.who], line.value, line.points, line.parts)
        for place, line in enumerate(keizer_table(event), 1)
    )
