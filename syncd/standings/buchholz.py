"""Tie-breaks from the opponents' scores: articles 8 and 9.

What each round is worth comes from `unplayed`; Fore and /P are other fields. So all
that is said here is what is added up.

Source: C.07 (1 March 2026), articles 8.1 to 8.3, 9.1, 9.2 and 14.
"""

from __future__ import annotations

from operator import mul
from typing import TYPE_CHECKING, Final

from syncd.standings.field import NOBODY, OVER_THE_BOARD
from syncd.standings.rows import POINT, Rows
from syncd.standings.unplayed import round_worths

if TYPE_CHECKING:
    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field

_PERCENT: Final = 100
_HALF_POINT: Final = POINT // 2


def buchholz(field: Field) -> Rows:
    """Return the opponents' adjusted scores, or the dummy's (8.1)."""
    worths = field.keep(round_worths)
    return Rows(
        POINT, worths.rounds, worths.opponents, worths.values, worths.values,
        worths.voluntary,
    )  # fmt: skip


def sonneborn_berger(field: Field) -> Rows:
    """Return the same times the points of the round (9.1), in hundredths of a point."""
    return products(field, field)


def products(opponents: Field, own: Field) -> Rows:
    """Return what opponents are worth times what was scored against them (9.1, 13.2).

    Args:
        opponents: the field whose scores count for the opponents.
        own: the field whose points count against them, of the same participants.

    Returns:
        Values in hundredths of a point; the least significant is that of the lowest
        first factor.
    """
    worths = opponents.keep(round_worths)
    values = [
        list(map(mul, row, map(points.__getitem__, rounds)))
        for row, points, rounds in zip(
            worths.values, own.points, worths.rounds, strict=True
        )
    ]
    return Rows(
        POINT * POINT, worths.rounds, worths.opponents, values, worths.values,
        worths.voluntary,
    )  # fmt: skip


def average_of_buchholz(contest: Contest, code: Code) -> Rows:
    """Return the Buchholz of the opponents met over the board (8.2).

    With Fore it is their Fore Buchholz; a forfeit of the last round still is no game
    over the board.
    """
    totals = [sum(row) for row in contest.seen(code).keep(round_worths).values]
    return opponents_met(contest.of(code.basis), totals, POINT)


def opponents_met(field: Field, of_each: list[int], scale: int = 1) -> Rows:
    """Return a number of each opponent met over the board.

    Args:
        field: the event.
        of_each: the number, per participant.
        scale: how many units of it make one point.
    """
    rounds = [
        [
            at
            for at, (kind, opponent) in enumerate(zip(kinds, row, strict=True))
            if kind in OVER_THE_BOARD and opponent != NOBODY
        ]
        for kinds, row in zip(field.kinds, field.opponents, strict=True)
    ]
    met = [
        [row[at] for at in some]
        for some, row in zip(rounds, field.opponents, strict=True)
    ]
    values = [[of_each[opponent] for opponent in row] for row in met]
    return Rows(scale, rounds, met, values, values, [()] * len(values))


def koya(contest: Contest, code: Code) -> Rows:
    """Return the points against opponents with half of the possible points (9.2).

    The scheduled opponents count, as in the tournaments the article is made for; the
    limit moves by half points, or is another share.
    """
    field = contest.seen(code)
    limit = code.limit_percent * field.win * games_one_can_play(field)
    limit += _PERCENT * _HALF_POINT * code.limit_half_points
    is_strong = [_PERCENT * score >= limit for score in field.scores]
    rounds = [
        [at for at, opponent in enumerate(row) if opponent != NOBODY]
        for row in field.opponents
    ]
    met = [
        [row[at] for at in some]
        for some, row in zip(rounds, field.opponents, strict=True)
    ]
    values = [
        [points[at] * is_strong[row[at]] for at in some]
        for some, row, points in zip(rounds, field.opponents, field.points, strict=True)
    ]
    return Rows(POINT, rounds, met, values, values, [()] * len(values))


def games_one_can_play(field: Field) -> int:
    """Return how many rounds the strongest score can come from (9.2).

    In a round robin of an odd number each sits out once per loop; somebody who was
    never paired was not there.
    """
    if not field.is_predetermined:
        return field.rounds
    paired = sum(any(o != NOBODY for o in row) for row in field.opponents)
    sits_out = field.rounds // paired if paired % 2 else 0
    return field.rounds - sits_out
