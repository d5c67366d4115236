"""Tie-breaks from a participant's own record: article 7, and the points themselves.

Source: C.07 (1 March 2026), articles 7.1 to 7.8 and 15.2 (b).
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from syncd.standings.field import (
    FULL_BYE,
    NOBODY,
    OVER_THE_BOARD,
    PAIRED,
    PAIRING_BYE,
    WIN,
)
from syncd.standings.rows import POINT, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.field import Field

_ELECTED: Final = OVER_THE_BOARD + "+" + PAIRING_BYE + FULL_BYE
_BLACK: Final = "b"


def own_rows(field: Field, values: Sequence[Sequence[int]], scale: int = 1) -> Rows:
    """Return rows that have something in every round, nothing of which is a VUR."""
    everything = [range(field.rounds)] * len(values)
    nothing: list[Sequence[int]] = [()] * len(values)
    return Rows(scale, everything, field.opponents, values, values, nothing)


def points(field: Field) -> Rows:
    """Return what each round gave, bonus and penalty points included (record 212)."""
    return own_rows(field, _with_extra(field), POINT)


def _with_extra(field: Field) -> list[Sequence[int]]:
    rows: list[Sequence[int]] = list(field.points)
    for index, extra in field.extra.items():
        rows[index] = [sum(both) for both in zip(rows[index], extra, strict=True)]
    return rows


def wins(field: Field) -> Rows:
    """Return the rounds worth a win, played or not (7.1)."""
    win = field.win
    return own_rows(
        field, [[1 if p == win else 0 for p in row] for row in field.points]
    )


def wins_over_the_board(field: Field) -> Rows:
    """Return the games won over the board (7.2)."""
    return own_rows(field, [[1 if k == WIN else 0 for k in row] for row in field.kinds])


def blacks(field: Field) -> Rows:
    """Return the games played over the board with Black (7.3)."""
    return _with_black(field, OVER_THE_BOARD)


def black_wins(field: Field) -> Rows:
    """Return the games won over the board with Black (7.4)."""
    return _with_black(field, WIN)


def _with_black(field: Field, kinds: str) -> Rows:
    values = [
        [
            int(kind in kinds and colour == _BLACK)
            for kind, colour in zip(row, colours, strict=True)
        ]
        for row, colours in zip(field.kinds, field.colours, strict=True)
    ]
    return own_rows(field, values)


def progressive(field: Field) -> Rows:
    """Return the running score after each round; early rounds weigh least (7.5).

    It is the score of the rounds: bonus and penalty points belong to none of them.
    """
    values = [list(accumulate(row)) for row in field.points]
    keys = [range(field.rounds)] * len(values)
    return own_rows(field, values, POINT)._replace(keys=keys)


def elected(field: Field) -> Rows:
    """Return the rounds that a participant elected to play (7.6).

    All rounds but requested byes and forfeit losses; a free round of a round robin is
    none.
    """
    values = [
        [
            int(kind in _ELECTED and not (field.is_predetermined and met == NOBODY))
            for kind, met in zip(row, opponents, strict=True)
        ]
        for row, opponents in zip(field.kinds, field.opponents, strict=True)
    ]
    return own_rows(field, values)


def standard(field: Field) -> Rows:
    """Return 1 for more points than the opponent, 1/2 for as many (7.7).

    Unplayed, a draw takes the opponent's place. Units of half a point: 2, 1 or 0.
    """
    values = [
        [
            _standard(field, at, own, opponent, kind)
            for at, (own, opponent, kind) in enumerate(
                zip(row, opponents, kinds, strict=True)
            )
        ]
        for row, opponents, kinds in zip(
            field.points, field.opponents, field.kinds, strict=True
        )
    ]
    return own_rows(field, values, 2)


def _standard(field: Field, at: int, own: int, opponent: int, kind: str) -> int:
    theirs = field.draw
    if opponent != NOBODY and kind in PAIRED:
        theirs = field.points[opponent][at]
        if own == theirs and kind not in OVER_THE_BOARD:
            return 0
    return 2 * (own > theirs) + (own == theirs)
