"""Which rating of each player counts: the first, that of a round, a stand-in.

Source: C.07 (1 March 2026), article 10: the regulations say how unrated players count,
else the tie-break is not used; where ratings change during the event, the first counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.standings.options import RatingUse, Unrated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Tournament
    from syncd.standings.options import Ratings


def ratings_used(tournament: Tournament, ratings: Ratings) -> list[int | None]:
    """Return the first rating of each entrant, in the order of the pairings.

    Returns:
        None only for somebody unrated whom no rule gives a rating.
    """
    first = _stated(tournament)
    stand_in = _stand_in(first, ratings)
    return [rating or stand_in for rating in first]


def ratings_by_round(
    tournament: Tournament, ratings: Ratings, rounds: int
) -> list[list[int | None]]:
    """Return everybody's rating in each round; empty if the first one counts."""
    if ratings.use is RatingUse.FIRST or not ratings.changes:
        return []
    first = ratings_used(tournament, ratings)
    return [
        [_valid(rating, ratings, number, at) for at in range(1, rounds + 1)]
        for number, rating in zip(tournament.pairings.rows, first, strict=True)
    ]


def _stated(tournament: Tournament) -> list[int | None]:
    by_number = {entrant.id: entrant.rating for entrant in tournament.entrants}
    return [by_number[number] or None for number in tournament.pairings.rows]


def _stand_in(first: Iterable[int | None], ratings: Ratings) -> int | None:
    """Return the rating that unrated players get."""
    if ratings.unrated is Unrated.FIXED:
        return ratings.fixed
    rated = [rating for rating in first if rating]
    if ratings.unrated is Unrated.DROP or not rated:
        return None
    if ratings.unrated is Unrated.LOWEST:
        return min(rated)
    return half_up(sum(rated), len(rated))


def _valid(first: int | None, ratings: Ratings, number: int, at: int) -> int | None:
    """Return the rating of somebody that counts in a round (from 1)."""
    wanted = at if ratings.use is RatingUse.PER_ROUND else ratings.round
    valid = first
    for since, rating in ratings.changes.get(number, ()):
        if since <= wanted:
            valid = rating
    return valid


def half_up(total: int, count: int) -> int:
    """Return a mean to the nearest whole number, one half upwards."""
    return (2 * total + count) // (2 * count)
