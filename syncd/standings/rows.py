"""Values that are made of rounds: what each round adds, and what is left out.

Nearly every tie-break is a sum over rounds, or its mean. Each of them is written as a
function from a field to `Rows`: per participant, parallel lists of rounds, of what they
add, and of how significant they are. Cutting, summing and explaining are here, once:
the parts that are shown are the very numbers that were added up.

Source: C.07 (1 March 2026), articles 14 (cut and median modifiers) and 16.5 (rounds
that were voluntarily unplayed are cut first).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from fractions import Fraction

    from syncd.bilingual import Text
    from syncd.standings.codes import Code

POINT: Final = 10
"""Units of a point where values are sums of points."""


class Rows(NamedTuple):
    """What a tie-break of each participant is made of.

    Attributes:
        scale: how many units of `values` make one point.
        rounds: per participant, the rounds (from 0) that add something.
        opponents: who was met in each of them, NOBODY = unplayed.
        values: what each adds, in units.
        keys: the lowest is the least significant; of equal ones that with the lowest
            value. May be the same object as `values`.
        voluntary: positions that are VURs.
    """

    scale: int
    rounds: Sequence[Sequence[int]]
    opponents: Sequence[Sequence[int]]
    values: Sequence[Sequence[int]]
    keys: Sequence[Sequence[int]]
    voluntary: Sequence[Sequence[int]]


class Column(NamedTuple):
    """One tie-break of everybody.

    Attributes:
        code: which one.
        values: per participant in units, None = undefined for him.
        scale: how many units make one point.
        reason: why nobody has a value, None if anybody has.
        tied: of type A, the groups that it was applied to; else empty.
    """

    code: Code
    values: Sequence[int | Fraction | None]
    scale: int = 1
    reason: Text | None = None
    tied: tuple[tuple[int, ...], ...] = ()


class Part(NamedTuple):
    """What one round adds to a value.

    Attributes:
        round: from 1; 0 if it is not about a round.
        opponent: index of who was met, NOBODY = unplayed.
        value: in units.
        key: by which the least significant is told.
        is_voluntary: whether the round is a VUR.
        cut: `low` or `high` if it was left out, else empty.
    """

    round: int
    opponent: int
    value: int | Fraction
    key: int
    is_voluntary: bool = False
    cut: str = ""


class Working(NamedTuple):
    """How one value comes about.

    The parts that are not cut add up to `total`; `value` is total ÷ divisor, rounded
    where the article says so, + offset.

    Attributes:
        parts: one for each round that has to do with it.
        scale: how many units make one point.
        total: sum of the parts that are not cut.
        divisor: number of parts of a mean, else 1.
        offset: what a table adds (TPR), in units.
        value: the result in units; None = undefined.
        is_rounded: whether the mean is rounded to a whole number, one half upwards.
    """

    parts: tuple[Part, ...]
    scale: int
    total: int | Fraction
    value: int | Fraction | None
    divisor: int = 1
    offset: int = 0
    is_rounded: bool = False


def cut_positions(
    values: Sequence[int], keys: Sequence[int], voluntary: Collection[int], code: Code
) -> tuple[list[int], list[int]]:
    """Return the positions that the code leaves out, low ones and high ones.

    Low cuts go one by one: V is the VUR that adds least, L the least significant value;
    V goes if it adds at least as much as L, else L (16.5). High cuts know no VURs.
    Where nothing is left, nothing more is cut.
    """
    left = sorted(range(len(values)), key=lambda at: (keys[at], values[at]))
    low = []
    for _ in range(min(code.cut_low, len(left))):
        chosen = left[0]
        unplayed = [at for at in left if at in voluntary]
        if unplayed:
            least = min(unplayed, key=lambda at: (values[at], keys[at]))
            chosen = least if values[least] >= values[chosen] else chosen
        left.remove(chosen)
        low.append(chosen)
    return low, left[max(0, len(left) - code.cut_high) :] if code.cut_high else []


def totals(rows: Rows, code: Code) -> list[int]:
    """Return the sum of what is not cut, per participant."""
    if not code.cut_low:
        return [sum(values) for values in rows.values]
    if rows.keys is rows.values and code.cut_low == 1 and not code.cut_high:
        return _without_one(rows)
    sums = []
    for values, keys, voluntary in zip(
        rows.values, rows.keys, rows.voluntary, strict=True
    ):
        low, high = cut_positions(values, keys, voluntary, code)
        sums.append(sum(values) - sum(values[at] for at in low + high))
    return sums


def _without_one(rows: Rows) -> list[int]:
    """Return the sums for one low cut where values are as significant as they are high.

    No VUR adds less than the lowest value, so the lowest VUR goes if there is one.
    """
    return [
        sum(values) - min([values[at] for at in voluntary] or values or (0,))
        for values, voluntary in zip(rows.values, rows.voluntary, strict=True)
    ]


def parts_of(rows: Rows, index: int, code: Code) -> tuple[Part, ...]:
    """Return the rounds that a participant's value is made of, cut ones marked."""
    values, keys = rows.values[index], rows.keys[index]
    low, high = cut_positions(values, keys, rows.voluntary[index], code)
    cut = dict.fromkeys(low, "low") | dict.fromkeys(high, "high")
    return tuple(
        Part(
            round=rows.rounds[index][at] + 1,
            opponent=rows.opponents[index][at],
            value=value,
            key=keys[at],
            is_voluntary=at in rows.voluntary[index],
            cut=cut.get(at, ""),
        )
        for at, value in enumerate(values)
    )
