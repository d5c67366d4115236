"""What every round of a participant stands for: article 15 and 16 of C.07.

A round is worth, to Buchholz and its relatives, the adjusted score of the opponent met,
or that of a dummy if nobody was met. In pre-determined pairings a round without an
opponent is no round at all, and a forfeit is a game.

Source: C.07 (1 March 2026), articles 15 and 16.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from syncd.standings.field import (
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    NOBODY,
    NOTHING,
    PAIRING_BYE,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.field import Field


class Category(StrEnum):
    """What a round is to the tie-breaks; the value is the article of C.07."""

    GAME = ""
    NO_ROUND = "15.2"
    BYE = "16.2.1"
    FORFEIT_WIN = "16.2.2"
    REQUESTED_BYE = "16.2.3"
    FORFEIT_LOSS = "16.2.4"
    TRAILING_BYE = "16.2.5"


class Worths(NamedTuple):
    """What each round is worth, per participant.

    Attributes:
        rounds: the rounds (from 0) that there are to each participant.
        opponents: the opponent of each of them, NOBODY = unplayed.
        values: adjusted score of the opponent or the dummy, in tenths.
        voluntary: positions in `values` that are VURs, mostly none.
    """

    rounds: list[Sequence[int]]
    opponents: list[Sequence[int]]
    values: list[list[int]]
    voluntary: list[Sequence[int]]


def category(field: Field, index: int, at: int) -> Category:
    """Return what a round of a participant is.

    Args:
        field: the event.
        index: the participant.
        at: the round, from 0.
    """
    kind = field.kinds[index][at]
    has_opponent = field.opponents[index][at] != NOBODY
    if kind in field.met and has_opponent:
        return Category.GAME
    if kind == NOTHING or field.is_predetermined:
        return Category.NO_ROUND
    if kind in PAIRING_BYE + FULL_BYE:
        return Category.BYE
    if kind == FORFEIT_WIN:
        return Category.FORFEIT_WIN
    if kind == FORFEIT_LOSS:
        return Category.FORFEIT_LOSS
    is_trailing = at in field.trailing_byes(index)
    return Category.TRAILING_BYE if is_trailing else Category.REQUESTED_BYE


def round_worths(field: Field) -> Worths:
    """Return what each round of each participant is worth."""
    adjusted = field.adjusted.__getitem__
    everything = range(field.rounds)
    worths = Worths([], [], [], [])
    for index, (row, is_regular) in enumerate(
        zip(field.opponents, field.is_regular, strict=True)
    ):
        if is_regular:
            worths.rounds.append(everything)
            worths.opponents.append(row)
            worths.values.append(list(map(adjusted, row)))
            worths.voluntary.append(())
        else:
            _add_irregular(field, index, everything, worths)
    return worths


def _add_irregular(
    field: Field, index: int, rounds: Sequence[int], worths: Worths
) -> None:
    """Add the worths of somebody who did not meet an opponent in every round."""
    kinds, met = field.kinds[index], field.met
    unplayed = [at for at, kind in enumerate(kinds) if kind not in met]
    opponents = list(field.opponents[index])
    values = list(map(field.adjusted.__getitem__, opponents))
    for at in unplayed:
        opponents[at] = NOBODY
        values[at] = field.dummy(index, at)
    voluntary = [at for at in unplayed if kinds[at] in field.voluntary]
    if field.is_predetermined or NOTHING in kinds:
        rounds = [
            at
            for at in rounds
            if opponents[at] != NOBODY
            or not (field.is_predetermined or kinds[at] == NOTHING)
        ]
        opponents = [opponents[at] for at in rounds]
        values = [values[at] for at in rounds]
        voluntary = [place for place, at in enumerate(rounds) if at in voluntary]
    worths.rounds.append(rounds)
    worths.opponents.append(opponents)
    worths.values.append(values)
    worths.voluntary.append(voluntary)
