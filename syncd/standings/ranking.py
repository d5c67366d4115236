"""The order: each tie-break of the list is applied to every group that is still tied.

Source: C.07 (1 March 2026), articles 4.1 and 4.2; TRF26, record 001, for equal ranks of
those whom the list leaves tied.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.standings.rows import Column
from syncd.standings.tiebreaks import SPLITTERS, column_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest

    Groups = list[list[int]]
    Value = int | Fraction | None
    Key = int | Fraction | float

_LAST: Final = float("inf")
"""Behind every value, for who has none."""
_FEWEST_TIED: Final = 2


class Ranking(NamedTuple):
    """Everybody's place.

    Attributes:
        groups: indexes of the participants in order; a group shares a place.
        ranks: per participant, from 1; after a shared place the next ones are skipped.
            Who is outside the contest shares the last place.
        columns: one per tie-break of the list. Those of type A hold the place inside
            the group that was tied, from 1; who was not tied has None.
    """

    groups: Groups
    ranks: list[int]
    columns: list[Column]


def rank(contest: Contest, codes: Sequence[Code]) -> Ranking:
    """Return the order that a list of tie-breaks makes, the points in front.

    Args:
        contest: the event.
        codes: the list; the first one usually is the score.
    """
    inside = set(range(len(contest.primary.numbers))).difference(contest.outside)
    groups: Groups = [sorted(inside)]
    columns = []
    for code in codes:
        if code.name in SPLITTERS:
            groups, column = _split(contest, code, groups)
        else:
            column = column_of(contest, code)
            groups = _sorted_within(groups, column)
        columns.append(column)
    groups = [group for group in (*groups, list(contest.outside)) if group]
    return Ranking(groups, _ranks(groups), columns)


def _sorted_within(groups: Groups, column: Column) -> Groups:
    """Return each group sorted by a column; who has no value comes last."""
    values = column.values
    sign = 1 if column.code.is_lower_first else -1
    key = [_LAST if value is None else sign * value for value in values].__getitem__
    parts: Groups = []
    for group in groups:
        if len(group) < _FEWEST_TIED:
            parts.append(group)
        else:
            parts += _parts(group, key)
    return parts


def _parts(group: list[int], key: Callable[[int], Key]) -> Groups:
    ordered = sorted(group, key=key)
    return [list(same) for _, same in groupby(ordered, key=key)]


def _split(contest: Contest, code: Code, groups: Groups) -> tuple[Groups, Column]:
    """Apply a tie-break of type A; its values are places inside each tied group."""
    splitter = SPLITTERS[code.name]
    values: list[Value] = [None] * len(contest.primary.numbers)
    new: Groups = []
    for group in groups:
        if len(group) < _FEWEST_TIED:
            new.append(group)
            continue
        parts = splitter(contest, code, group)
        for index, place in _places(parts):
            values[index] = place
        new += parts
    tied = tuple(tuple(group) for group in groups if len(group) > 1)
    return new, Column(code, values, tied=tied)


def _places(groups: Groups) -> list[tuple[int, int]]:
    """Return (index, place from 1) of everybody in ordered groups."""
    places, place = [], 1
    for group in groups:
        places += [(index, place) for index in group]
        place += len(group)
    return places


def _ranks(groups: Groups) -> list[int]:
    ranks = dict(_places(groups))
    return [ranks[index] for index in range(len(ranks))]
