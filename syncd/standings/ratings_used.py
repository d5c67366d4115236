"""Which rating of each player counts: the first, that of a round, a stand-in.

Who is entered and never came (absences and forfeit losses alone) is nobody's opponent
over the board, so his rating, or that he has none, changes nothing for the others.

Source: C.07 (1 March 2026), article 10: the regulations say how unrated players count,
else the tie-break is not used; where ratings change during the event, the first counts.
15.2 (a): forfeits are no games for these tie-breaks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.standings.amounts import half_up
from syncd.standings.field import ABSENT, FORFEIT_LOSS, NOBODY, NOTHING
from syncd.standings.options import RatingUse, Unrated

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.options import Ratings


def ratings_used(
    tournament: Tournament, ratings: Ratings, no_shows: Collection[int] = ()
) -> list[int | None]:
    """Return the first rating of each entrant, in the order of the pairings.

    Args:
        tournament: with the stated ratings.
        ratings: how they are taken.
        no_shows: places of those whose ratings say nothing of the field.

    Returns:
        None only for somebody unrated whom no rule gives a rating.
    """
    first = _stated(tournament)
    field = (rating for at, rating in enumerate(first) if at not in no_shows)
    stand_in = _stand_in(field, ratings)
    return [rating or stand_in for rating in first]


def never_came(
    opponents: Sequence[Sequence[int]], kinds: Sequence[str]
) -> frozenset[int]:
    """Return the places of those who were never there; nobody before anybody was.

    Args:
        opponents: per participant and round, place or NOBODY.
        kinds: per participant, one letter per round.
    """
    away = frozenset(
        place
        for place, row in enumerate(kinds)
        if not row.strip(_AWAY) and not _has_open_game(opponents[place], row)
    )
    return away if len(away) < len(kinds) else frozenset()


def _has_open_game(opponents: Sequence[int], kinds: str) -> bool:
    pairs = zip(opponents, kinds, strict=True)
    return any(opponent != NOBODY and kind == NOTHING for opponent, kind in pairs)


def unrated(tournament: Tournament) -> frozenset[int]:
    """Return who has no rating, as places in the order of the pairings."""
    stated = enumerate(_stated(tournament))
    return frozenset(place for place, rating in stated if rating is None)


def ratings_by_round(
    tournament: Tournament, ratings: Ratings, first: Sequence[int | None], rounds: int
) -> list[list[int | None]]:
    """Return everybody's rating in each round; empty if the first one counts.

    Args:
        tournament: with the stated ratings.
        ratings: how they are taken.
        first: everybody's first rating, as `ratings_used` has it.
        rounds: how many rounds count.
    """
    if ratings.use is RatingUse.FIRST or not ratings.changes:
        return []
    return [
        [_valid(rating, ratings, number, at) for at in range(1, rounds + 1)]
        for number, rating in zip(tournament.pairings.rows, first, strict=True)
    ]


_AWAY: Final = ABSENT + FORFEIT_LOSS + NOTHING


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
