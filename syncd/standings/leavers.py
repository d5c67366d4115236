"""Who left a round robin before half of his games: his results do not count.

His games stay in the file and count for ratings; only the standings are made as if they
had not been played. He stands below the others. The tie-breaks see an event in which
his opponents had a free round.

Source: FIDE General Regulations for Competitions (C.05), 6.6: who withdraws or is
expelled with fewer than half of the games completed. Completed are games over the
board; exactly half is enough.
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

    from syncd.model.tournament import Tournament
    from syncd.standings.field import Field

AWAY: Final = FORFEIT_LOSS + ABSENT
"""Kinds of a round in which somebody was not there."""


def early_leavers(tournament: Tournament, field: Field) -> tuple[int, ...]:
    """Return who left a round robin with fewer than half of his games played.

    Nobody has left as long as rounds are to come of which nothing says that he will be
    away: whoever only forfeits a game may come again.

    Args:
        tournament: what the field was made of; it knows the rounds to come.
        field: a round robin; of any other event nobody is returned.
    """
    paired = [index for index in range(len(field.numbers)) if _is_paired(field, index)]
    if not field.is_predetermined or not paired:
        return ()
    free = field.planned // len(paired) if len(paired) % 2 else 0
    coming = rounds_to_come(tournament, field)
    return tuple(
        index
        for index in paired
        if _has_left(field.kinds[index] + coming[index], len(paired) % 2)
        and 2 * _played(field.kinds[index]) < field.planned - free
    )


def rounds_to_come(tournament: Tournament, field: Field) -> list[str]:
    """Return the planned rounds that do not count yet as kinds, per participant.

    One is an absence if the file has nobody there, also by forfeit, or if it was
    announced (240), else nothing yet.
    """
    announced = {
        (number, bye.round)
        for bye in tournament.rules.byes
        if bye.kind == ABSENT
        for number in bye.ids
    }
    rows = {} if tournament.is_team else tournament.pairings.rows
    return [
        "".join(
            ABSENT
            if (number, at + 1) in announced
            or (number in rows and rows[number].results[at] in AWAY)
            else NOTHING
            for at in range(field.rounds, field.planned)
        )
        for number in field.numbers
    ]


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
    away = kinds[len(kinds.rstrip(AWAY)) :]
    return FORFEIT_LOSS in away or len(away) > free_at_most
