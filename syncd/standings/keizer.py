"""The Keizer table: whoever beats a strong player gets more, and it says who is strong.

Each place has a value. A win gives the opponent's value, a draw half of it, an absence
a share of one's own. The points give a new order, the order new values, and all rounds
are counted again with them, until the order stands still. It can also run in circles;
then the first order of the circle gives the values, so the same games give the same
table.

Source: rules of clubs that play it (bornsedamvereniging.nl and others); there is no
regulation of FIDE. Equal points are ordered by rating, then by start number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
_NONE: Final = Fraction(0)
_USUAL_RATIO: Final = 3
"""The first place usually is worth about three times as much as the last."""
_MOST_TURNS: Final = 50
"""More than any club needs; a table that has not settled by then never may."""


def _usual_shares() -> dict[str, Fraction]:
    return {
        PAIRING_BYE: Fraction(2, 3), FULL_BYE: Fraction(1),
        HALF_BYE: Fraction(1, 3), ABSENT: Fraction(1, 3),
    }  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeizerRules:
    """How a club plays it.

    Attributes:
        top: value of the first place; None = so that it is three times the last one.
        step: how much less each next place is worth, at least 1.
        shares: kind of a round without an opponent -> share of the own value: the odd
            one out (U), playing for the club elsewhere (F), absent with notice (H, Z).
        most_absences: how many absences (H, Z) count at most; None = all.
        counts_own_value: whether everybody starts with the value of his place.
    """

    top: int | None = None
    step: int = 1
    shares: Mapping[str, Fraction] = field(default_factory=_usual_shares)
    most_absences: int | None = None
    counts_own_value: bool = False


class KeizerLine(NamedTuple):
    """One line of the table.

    Attributes:
        who: index of the participant.
        value: of his place.
        points: Keizer points.
        parts: what each round gave; the own value is not among them.
    """

    who: int
    value: int
    points: Fraction
    parts: tuple[Fraction, ...]


class _Round(NamedTuple):
    """Whose value a round gives, and what share of it, in units."""

    whose: int
    share: int


def keizer_table(event: Field, rules: KeizerRules | None = None) -> list[KeizerLine]:
    """Return the table after the rounds of an event, first place first."""
    rules = rules or KeizerRules()
    unit = lcm(2, *(share.denominator for share in rules.shares.values()))
    rows = [_shares(event, index, rules, unit) for index in range(len(event.numbers))]
    values = place_values(len(rows), rules)
    own = unit if rules.counts_own_value else 0
    start = sorted(range(len(rows)), key=lambda at: _by_rating(event, at))
    order = start
    for rounds in range(1, event.rounds + 1):
        cut = [row[:rounds] for row in rows]
        order = _settled(cut, order, start, values, own)
    worth = dict(zip(order, values, strict=True))
    lines = [_line(index, rows[index], worth, unit, own) for index in start]
    return sorted(lines, key=lambda line: -line.points)


def place_values(players: int, rules: KeizerRules) -> list[int]:
    """Return the value of each place, the first one first."""
    fall = rules.step * max(0, players - 1)
    top = rules.top
    if top is None:
        top = -(-_USUAL_RATIO * fall // (_USUAL_RATIO - 1)) or 1
    return [max(0, top - rules.step * place) for place in range(players)]


def _shares(event: Field, index: int, rules: KeizerRules, unit: int) -> list[_Round]:
    """Return whose value each round gives to a participant."""
    absences = 0
    row = []
    for kind, opponent in zip(event.kinds[index], event.opponents[index], strict=True):
        if opponent != NOBODY:
            row.append(_Round(opponent, int(unit * _OF_OPPONENT.get(kind, _NONE))))
            continue
        share = rules.shares.get(kind, _NONE)
        if kind in HALF_BYE + ABSENT:
            absences += 1
            if rules.most_absences is not None and absences > rules.most_absences:
                share = _NONE
        row.append(_Round(index, int(unit * share)))
    return row


def _by_rating(event: Field, index: int) -> tuple[int, int]:
    rating = event.ratings[index] if event.ratings else None
    return -(rating or 0), event.numbers[index]


def _settled(
    rows: Sequence[Sequence[_Round]],
    order: list[int],
    start: Sequence[int],
    values: Sequence[int],
    own: int,
) -> list[int]:
    """Return the order that gives itself again, or the first one of a circle.

    Args:
        rows: the rounds of each participant.
        order: the order before.
        start: who is first of those with equal points.
        values: of the places.
        own: how much of the own value counts, in units.
    """
    rank = {index: place for place, index in enumerate(start)}
    seen: set[tuple[int, ...]] = set()
    while tuple(order) not in seen and len(seen) < _MOST_TURNS:
        seen.add(tuple(order))
        worth = dict(zip(order, values, strict=True))
        points = [
            own * worth[index] + sum(worth[whose] * share for whose, share in row)
            for index, row in enumerate(rows)
        ]
        order = sorted(rank, key=lambda index: (-points[index], rank[index]))
    return order


def _line(
    index: int, row: Sequence[_Round], worth: Mapping[int, int], unit: int, own: int
) -> KeizerLine:
    parts = tuple(Fraction(worth[whose] * share, unit) for whose, share in row)
    start = Fraction(own * worth[index], unit)
    return KeizerLine(index, worth[index], start + sum(parts), parts)
