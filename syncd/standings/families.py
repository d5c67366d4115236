"""How a tie-break is offered to the ranking and to whoever explains it.

A family is a pair of functions: a whole column, for ranking, and the working of one
value, for explaining. Most tie-breaks only say what their rounds are; `summed` and
`averaged` make the pair from that, so that value and parts cannot disagree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from syncd.standings.ratings_used import half_up
from syncd.standings.rows import Column, Working, parts_of, totals

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.bilingual import Text
    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field
    from syncd.standings.rows import Rows


class Family(NamedTuple):
    """A tie-break whose values do not depend on who is tied.

    Attributes:
        column: everybody's values.
        working: how one participant's value comes about.
    """

    column: Callable[[Contest, Code], Column]
    working: Callable[[Contest, Code, int], Working]


def summed(rows_of: Callable[[Contest, Code], Rows]) -> Family:
    """Return the tie-break that is the sum of what its rounds add."""

    def column(contest: Contest, code: Code) -> Column:
        rows = rows_of(contest, code)
        return Column(code, totals(rows, code), rows.scale)

    def working(contest: Contest, code: Code, index: int) -> Working:
        rows = _kept_rows(rows_of, contest, code)
        parts = parts_of(rows, index, code)
        total = sum(part.value for part in parts if not part.cut)
        return Working(parts, rows.scale, total, total)

    return Family(column, working)


def from_field(rows_of: Callable[[Field], Rows]) -> Callable[[Contest, Code], Rows]:
    """Return rows that need nothing but the field which the code means, made once."""
    return lambda contest, code: contest.seen(code).keep(rows_of)


def averaged(
    rows_of: Callable[[Contest, Code], Rows],
    *,
    is_rounded: bool,
    why_not: Callable[[Contest], Text | None] = lambda contest: None,  # noqa: ARG005
) -> Family:
    """Return the tie-break that is the mean of what its rounds add.

    Args:
        rows_of: the rounds; a participant without any has no mean.
        is_rounded: to a whole number, one half upwards; else the exact mean.
        why_not: says why nobody can have a value.
    """

    def column(contest: Contest, code: Code) -> Column:
        reason = why_not(contest)
        if reason:
            return undefined(contest, code, reason)
        rows = rows_of(contest, code)
        cut = code.cut_low + code.cut_high
        values = [
            mean(total, len(row) - cut, is_rounded=is_rounded)
            for total, row in zip(totals(rows, code), rows.values, strict=True)
        ]
        return Column(code, values, rows.scale)

    def working(contest: Contest, code: Code, index: int) -> Working:
        if why_not(contest):
            return Working((), 1, 0, None)
        rows = _kept_rows(rows_of, contest, code)
        parts = parts_of(rows, index, code)
        left = [part.value for part in parts if not part.cut]
        total = sum(left)
        value = mean(total, len(left), is_rounded=is_rounded)
        return Working(
            parts, rows.scale, total, value, len(left) or 1, is_rounded=is_rounded
        )

    return Family(column, working)


def _kept_rows(
    rows_of: Callable[[Contest, Code], Rows], contest: Contest, code: Code
) -> Rows:
    """Return the rows, made once: who explains asks for one after another."""
    kept: dict[object, Rows] = contest.__dict__.setdefault("_rows", {})
    if (rows_of, code) not in kept:
        kept[rows_of, code] = rows_of(contest, code)
    return kept[rows_of, code]


def mean(
    total: int | Fraction, count: int, *, is_rounded: bool
) -> int | Fraction | None:
    """Return total ÷ count; None without anything to count."""
    if count <= 0:
        return None
    return half_up(int(total), count) if is_rounded else Fraction(total, count)


def undefined(contest: Contest, code: Code, reason: Text) -> Column:
    """Return a column without values, and why."""
    return Column(code, [None] * len(contest.primary.numbers), 1, reason)
