"""The Keizer table: whoever beats a strong player gets more, and it says who is strong.

Each place has a value. A win gives the opponent's value, a draw half of it, an absence
a share of one's own. The points give a new order, the order new values, and all rounds
are counted again with them, until the order stands still. It can also run in circles;
then the first order of the circle gives the values, so the same games give the same
table.

Clubs differ in the details; here the values fall by one from place to place, the first
is worth about three times the last, and nobody starts with the value of his place.

Source: rules of clubs that play it (bornsedamvereniging.nl and others); there is no
regulation of FIDE. Equal points are ordered by rating, then by start number.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.standings.field import (
    ABSENT,
    DRAW,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    NOBODY,
    PAIRING_BYE,
    WIN,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.standings.field import Field

_OF_OPPONENT: Final = {
    WIN: Fraction(1), FORFEIT_WIN: Fraction(1), DRAW: Fraction(1, 2),
}  # fmt: skip
_OF_OWN: Final = {
    PAIRING_BYE: Fraction(2, 3), FULL_BYE: Fraction(1),
    HALF_BYE: Fraction(1, 3), ABSENT: Fraction(1, 3),
}  # fmt: skip
"""Share of the own value: the odd one out, playing for the club elsewhere, absent."""
_UNIT: Final = lcm(2, *(share.denominator for share in _OF_OWN.values()))
_NONE: Final = Fraction(0)
_RATIO: Final = 3
"""The first place is worth about as many times what the last is."""
_MOST_TURNS: Final = 50
"""More than any club needs; a table that has not settled by then never may."""


class KeizerLine(NamedTuple):
    """One line of the table.

    Attributes:
        who: index of the participant.
        value: of his place.
        points: Keizer points.
        parts: what each round gave.
    """

    who: int
    value: int
    points: Fraction
    parts: tuple[Fraction, ...]


class _Round(NamedTuple):
    """Whose value a round gives, and what share of it, in units."""

    whose: int
    share: int


def keizer_table(event: Field) -> list[KeizerLine]:
    """Return the table after the rounds of an event, first place first."""
    rows = [_shares(event, index) for index in range(len(event.numbers))]
    values = place_values(len(rows))
    start = sorted(range(len(rows)), key=lambda at: _by_rating(event, at))
    order = start
    for rounds in range(1, event.rounds + 1):
        cut = [row[:rounds] for row in rows]
        order = _settled(cut, order, start, values)
    worth = dict(zip(order, values, strict=True))
    lines = [_line(index, rows[index], worth) for index in start]
    return sorted(lines, key=lambda line: -line.points)


def place_values(players: int) -> list[int]:
    """Return the value of each place, the first one first."""
    fall = max(0, players - 1)
    top = -(-_RATIO * fall // (_RATIO - 1)) or 1
    return [top - place for place in range(players)]


def _shares(event: Field, index: int) -> list[_Round]:
    """Return whose value each round gives to a participant."""
    row = []
    for kind, opponent in zip(event.kinds[index], event.opponents[index], strict=True):
        whose, shares = (
            (index, _OF_OWN) if opponent == NOBODY else (opponent, _OF_OPPONENT)
        )
        row.append(_Round(whose, int(_UNIT * shares.get(kind, _NONE))))
    return row


def _by_rating(event: Field, index: int) -> tuple[int, int]:
    rating = event.ratings[index] if event.ratings else None
    return -(rating or 0), event.numbers[index]


def _settled(
    rows: Sequence[Sequence[_Round]],
    order: list[int],
    start: Sequence[int],
    values: Sequence[int],
) -> list[int]:
    """Return the order that gives itself again, or the first one of a circle.

    Args:
        rows: the rounds of each participant.
        order: the order before.
        start: who is first of those with equal points.
        values: of the places.
    """
    rank = {index: place for place, index in enumerate(start)}
    seen: set[tuple[int, ...]] = set()
    while tuple(order) not in seen and len(seen) < _MOST_TURNS:
        seen.add(tuple(order))
        worth = dict(zip(order, values, strict=True))
        points = [sum(worth[whose] * share for whose, share in row) for row in rows]
        order = sorted(rank, key=lambda index: (-points[index], rank[index]))
    return order


def _line(index: int, row: Sequence[_Round], worth: Mapping[int, int]) -> KeizerLine:
    parts = tuple(Fraction(worth[whose] * share, _UNIT) for whose, share in row)
    return KeizerLine(index, worth[index], sum(parts, _NONE), parts)
