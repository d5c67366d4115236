"""Direct encounter: the standings of the tied from the games between them.

Everybody's games are read once per subgroup, so the cost grows with the number of tied
participants and not with its square.

Source: C.07 (1 March 2026), article 6: 6.1.2 (several meetings count as their average),
6.2 (all have met), 6.3 (a Swiss in which not all have met).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.field import Field

_MOST_IN_A_ROUND_ROBIN: Final = 300
"""More than can ever meet each other, whatever a file says of itself."""


class Encounter(NamedTuple):
    """What one of the tied scored against the others.

    Attributes:
        who: index of the participant.
        score: sum over the opponents met, the average where they met more than once,
            in tenths.
        missing: how many of the tied he has not met.
    """

    who: int
    score: int | Fraction
    missing: int


def split_by_encounter(field: Field, tied: Sequence[int]) -> list[list[int]]:
    """Return the tied in order, in groups that stay tied.

    Args:
        field: the event; with forfeits as games or not, as the code says.
        tied: indexes of the participants, at least one.
    """
    done: list[list[int]] = []
    waiting = [list(tied)]
    while waiting:
        group = waiting.pop()
        parts = _split_once(field, group) if len(group) > 1 else [group]
        if len(parts) == 1:
            done += parts
        else:
            waiting += reversed(parts)
    return done


def _split_once(field: Field, tied: Sequence[int]) -> list[list[int]]:
    table = sorted(encounters(field, tied), key=lambda each: -each.score)
    if _all_meet(field, tied) or not any(each.missing for each in table):
        return [
            [each.who for each in same]
            for _, same in groupby(table, key=lambda each: each.score)
        ]
    return _certain_first(table, field.win)


def _all_meet(field: Field, tied: Sequence[int]) -> bool:
    """Return whether it is a round robin, and none that cannot be one."""
    return field.is_predetermined and len(tied) <= _MOST_IN_A_ROUND_ROBIN


def _certain_first(table: list[Encounter], win: int) -> list[list[int]]:
    """Return those who are first whatever the missing games give, then the rest (6.3).

    Args:
        table: by score, highest first.
        win: what a missing game can give at most, in tenths.
    """
    best = [each.score + win * each.missing for each in table]
    for at in range(len(best) - 2, -1, -1):
        best[at] = max(best[at], best[at + 1])
    certain = 0
    while certain < len(table) - 1 and table[certain].score > best[certain + 1]:
        certain += 1
    alone = [[each.who] for each in table[:certain]]
    return [*alone, [each.who for each in table[certain:]]]


def encounters(field: Field, tied: Sequence[int]) -> list[Encounter]:
    """Return what each of the tied scored against the others."""
    group = set(tied)
    return [_encounter(field, index, group) for index in tied]


def _encounter(field: Field, index: int, group: set[int]) -> Encounter:
    met: dict[int, list[int]] = {}
    kinds, points = field.kinds[index], field.points[index]
    for at, opponent in enumerate(field.opponents[index]):
        if opponent in group and kinds[at] in field.met:
            met.setdefault(opponent, []).append(points[at])
    score = sum(
        given[0] if len(given) == 1 else Fraction(sum(given), len(given))
        for given in met.values()
    )
    return Encounter(index, score, len(group) - 1 - len(met))
