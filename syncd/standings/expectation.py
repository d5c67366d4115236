"""Points against expected points (W - We), and what is expected of whom.

Only games over the board between two rated players say anything, whatever they gave in
the event. A stand-in rating for tie-breaks is no rating here.

Source: FIDE Rating Regulations B.02, 8.1.2 and 8.3.1: a difference above 400 counts as
400; from 1 October 2025 on not for players rated 2650 and more.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.standings.expected import expected_x100
from syncd.standings.field import DRAW, NOBODY, OVER_THE_BOARD, WIN
from syncd.standings.options import Ratings
from syncd.standings.ratings_used import ratings_used

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.field import Field
    from syncd.standings.standings import Standings

_X100: Final = {WIN: 100, DRAW: 50}
_MOST: Final = 400
_UNCUT_FROM: Final = 2650
_UNCUT_SINCE: Final = dt.date(2025, 10, 1)


class Expectation(NamedTuple):
    """What a player scored and what was expected of him, in hundredths of a point.

    Attributes:
        games: over the board against rated opponents.
        scored_x100: points in them, 1, 1/2 and 0.
        expected_x100: We.
    """

    games: int
    scored_x100: int
    expected_x100: int

    @property
    def difference_x100(self) -> int:
        """W - We."""
        return self.scored_x100 - self.expected_x100


def expected_of(
    tournament: Tournament, standings: Standings
) -> list[Expectation | None]:
    """Return what was expected of everybody by the ratings of the tournament.

    Args:
        tournament: of players.
        standings: of it, after the rounds that count.
    """
    ratings = ratings_used(tournament, Ratings())
    return expectations(standings.contest.primary, ratings, tournament.start)


def expectations(
    field: Field, ratings: Sequence[int | None], start: dt.date | None = None
) -> list[Expectation | None]:
    """Return what was expected of everybody, None for the unrated.

    Args:
        field: the event.
        ratings: per participant, None = unrated; no stand-ins.
        start: first day of the event; unknown counts as today's rules.
    """
    is_uncut = start is None or start >= _UNCUT_SINCE
    return [
        None
        if rating is None
        else _expectation(
            field,
            index,
            rating,
            ratings,
            is_cut=not (is_uncut and rating >= _UNCUT_FROM),
        )
        for index, rating in enumerate(ratings)
    ]


def _expectation(
    field: Field,
    index: int,
    rating: int,
    ratings: Sequence[int | None],
    *,
    is_cut: bool,
) -> Expectation:
    games, scored, expected = 0, 0, 0
    for kind, opponent in zip(field.kinds[index], field.opponents[index], strict=True):
        theirs = ratings[opponent] if opponent != NOBODY else None
        if theirs is None or kind not in OVER_THE_BOARD:
            continue
        games += 1
        scored += _X100.get(kind, 0)
        counted = min(max(theirs, rating - _MOST), rating + _MOST)
        expected += expected_x100(rating, [counted if is_cut else theirs])
    return Expectation(games, scored, expected)
