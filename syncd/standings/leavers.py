"""Who left a round robin before half of his games: his results do not count.

His games stay in the file and count for ratings; only the standings are made as if they
had not been played. He stands below the others. The tie-breaks see an event in which
his opponents had a free round.

Source: FIDE General Regulations for Competitions (C.05), 6.6: fewer than half of the
games completed. Completed are games over the board; exactly half is enough.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.standings.field import (
    ABSENT,
    FORFEIT_LOSS,
    NOBODY,
    NOTHING,
    OVER_THE_BOARD,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from syncd.standings.field import Field

_AWAY: Final = FORFEIT_LOSS + ABSENT


def early_leavers(field: Field) -> tuple[int, ...]:
    """Return who left a round robin with fewer than half of his games played.

    Nobody has left as long as games of his can still be played, so this is asked of
    rounds that are over.

    Args:
        field: a round robin; of any other event nobody is returned.
    """
    paired = [index for index in range(len(field.numbers)) if _is_paired(field, index)]
    if not field.is_predetermined or not paired:
        return ()
    free = field.planned // len(paired) if len(paired) % 2 else 0
    return tuple(
        index
        for index in paired
        if _has_left(field.kinds[index], len(paired) % 2)
        and 2 * _played(field.kinds[index]) < field.planned - free
    )


def without(field: Field, leavers: Collection[int]) -> Field:
    """Return the event as if the games of some had not been played."""
    if not leavers:
        return field
    leavers = set(leavers)
    keeps = [
        [
            index not in leavers and opponent not in leavers
            for opponent in field.opponents[index]
        ]
        for index in range(len(field.numbers))
    ]
    return replace(
        field,
        opponents=[
            [
                opponent if kept else NOBODY
                for opponent, kept in zip(row, keep, strict=True)
            ]
            for row, keep in zip(field.opponents, keeps, strict=True)
        ],
        kinds=[
            "".join(
                kind if kept else NOTHING for kind, kept in zip(row, keep, strict=True)
            )
            for row, keep in zip(field.kinds, keeps, strict=True)
        ],
        points=[
            [points * kept for points, kept in zip(row, keep, strict=True)]
            for row, keep in zip(field.points, keeps, strict=True)
        ],
    )


def _is_paired(field: Field, index: int) -> bool:
    return any(opponent != NOBODY for opponent in field.opponents[index])


def _played(kinds: str) -> int:
    return sum(map(kinds.count, OVER_THE_BOARD))


def _has_left(kinds: str, free_at_most: int) -> bool:
    """Return whether somebody is away to the end, not only in his free round."""
    away = kinds[len(kinds.rstrip(_AWAY)) :]
    return FORFEIT_LOSS in away or len(away) > free_at_most
