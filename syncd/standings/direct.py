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
    from collections.abc import Iterator, Sequence

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


class Meeting(NamedTuple):
    """One game between two of the tied.

    Attributes:
        round: from 1.
        opponent: index of who was met.
        gained: what it adds to the score, in tenths; of several meetings each adds its
            share of their average.
        meetings: how often the two have met.
    """

    round: int
    opponent: int
    gained: int | Fraction
    meetings: int


class Stage(NamedTuple):
    """One application of the article to a group that was still tied.

    Attributes:
        tied: indexes of the group.
        scores: what each of them scored in it, in tenths, in the same order.
        own: what the participant scored in it.
        meetings: the games it comes from; their shares add up to the score.
        ahead: how many of the group it puts in front of him.
        left: how many stay tied with him, himself included.
        is_complete: whether all of the group have met, or a round robin (6.2).
    """

    tied: tuple[int, ...]
    scores: tuple[int | Fraction, ...]
    own: Encounter
    meetings: tuple[Meeting, ...]
    ahead: int
    left: int
    is_complete: bool


class _Turn(NamedTuple):
    """One application of the article, the same for all of the group."""

    tied: tuple[int, ...]
    group: set[int]
    scores: tuple[int | Fraction, ...]
    table: dict[int, Encounter]
    part_of: dict[int, list[int]]
    ahead: dict[int, int]
    is_complete: bool


def stages(field: Field, tied: Sequence[int], index: int) -> Iterator[Stage]:
    """Yield what `split_by_encounter` does for one of the tied, step by step.

    The place inside the group is one more than the sum of all that were put ahead. Each
    turn is computed once, however many of the group are asked about.
    """
    while len(tied) > 1:
        turn = _turn(field, tuple(tied))
        yield Stage(
            turn.tied,
            turn.scores,
            turn.table[index],
            tuple(_meetings(field, index, turn.group)),
            turn.ahead[index],
            len(turn.part_of[index]),
            turn.is_complete,
        )
        if len(turn.part_of[index]) == len(tied):
            return
        tied = turn.part_of[index]


def _turn(field: Field, tied: tuple[int, ...]) -> _Turn:
    turns = field.keep(_no_turns)
    if tied not in turns:
        table = {each.who: each for each in encounters(field, tied)}
        turn = _Turn(
            tied,
            {*tied},
            tuple(each.score for each in table.values()),
            table,
            {},
            {},
            field.is_predetermined or not any(each.missing for each in table.values()),
        )
        ahead = 0
        for part in _split_once(field, tied):
            turn.part_of.update(dict.fromkeys(part, part))
            turn.ahead.update(dict.fromkeys(part, ahead))
            ahead += len(part)
        turns[tied] = turn
    return turns[tied]


def _no_turns(field: Field) -> dict[tuple[int, ...], _Turn]:  # noqa: ARG001 # kept per field
    return {}


def _meetings(field: Field, index: int, group: set[int]) -> Iterator[Meeting]:
    for opponent, met in _met(field, index, group).items():
        for at in met:
            gained = Fraction(field.points[index][at], len(met))
            yield Meeting(at + 1, opponent, gained, len(met))


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
    met = _met(field, index, group)
    points = field.points[index]
    score = sum(
        points[at[0]]
        if len(at) == 1
        else Fraction(sum(points[one] for one in at), len(at))
        for at in met.values()
    )
    return Encounter(index, score, len(group) - 1 - len(met))


def _met(field: Field, index: int, group: set[int]) -> dict[int, list[int]]:
    """Return the rounds (from 0) in which each of a group was met."""
    met: dict[int, list[int]] = {}
    kinds = field.kinds[index]
    for at, opponent in enumerate(field.opponents[index]):
        if opponent in group and kinds[at] in field.met:
            met.setdefault(opponent, []).append(at)
    return met
