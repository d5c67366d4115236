"""Tie-breaks from ratings: article 10.

Only games over the board count, and they count 1, 1/2 and 0 whatever they gave in the
event. Each whole column is made once per field.

Source: C.07 (1 March 2026), articles 10.1 to 10.6 and 15.2 (a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings.amounts import half_up
from syncd.standings.buchholz import opponents_met
from syncd.standings.expected import (
    DIFFERENCE_OF_SHARE,
    WITHOUT_POINTS,
    expected_x100,
)
from syncd.standings.families import Family, averaged, from_field, undefined
from syncd.standings.field import DRAW, NOBODY, WIN
from syncd.standings.rows import Column, Part, Rows, Working, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field

_HALF_POINTS: Final = {WIN: 2, DRAW: 1}
_HUNDREDTHS_OF_HALF: Final = 50
_PERCENT: Final = 100


def ratings_of_opponents(field: Field) -> Rows:
    """Return the ratings of the opponents met over the board (10.1)."""
    first = [rating or 0 for rating in field.ratings]
    rows = opponents_met(field, first)
    if not field.ratings_by_round:
        return rows
    values = [
        [
            field.ratings_by_round[who][at] or 0
            for who, at in zip(met, some, strict=True)
        ]
        for met, some in zip(rows.opponents, rows.rounds, strict=True)
    ]
    return rows._replace(values=values, keys=values)


def half_points(field: Field) -> list[int]:
    """Return the points from games over the board, in half points."""
    return [sum(_HALF_POINTS.get(kind, 0) for kind in row) for row in field.kinds]


def performances(field: Field) -> list[int | None]:
    """Return everybody's tournament performance (10.2), None without a game."""
    rows = field.keep(ratings_of_opponents)
    return [
        _performance(ratings, halves)
        for ratings, halves in zip(rows.values, field.keep(half_points), strict=True)
    ]


def _performance(ratings: Sequence[int], halves: int) -> int | None:
    if not ratings:
        return None
    return half_up(sum(ratings), len(ratings)) + difference(halves, len(ratings))


def difference(halves: int, games: int) -> int:
    """Return the rating difference that a share of points stands for (8.1.1 of B.02).

    The share is taken in hundredths, one half upwards.
    """
    share = half_up(_HUNDREDTHS_OF_HALF * halves, games)
    return DIFFERENCE_OF_SHARE[share]


def perfect_performances(field: Field) -> list[int | None]:
    """Return everybody's perfect performance (10.3), None without a game."""
    rows = field.keep(ratings_of_opponents)
    return [
        perfect_performance(ratings, halves)
        for ratings, halves in zip(rows.values, field.keep(half_points), strict=True)
    ]


def perfect_performance(ratings: Sequence[int], halves: int) -> int | None:
    """Return the lowest rating that was to expect at least these points (10.3).

    Args:
        ratings: of the opponents met over the board.
        halves: what was scored against them, in half points.
    """
    if not ratings:
        return None
    if not halves:
        return min(ratings) - WITHOUT_POINTS
    low, high = min(ratings) - WITHOUT_POINTS, max(ratings) + WITHOUT_POINTS
    while high - low > 1:
        middle = (low + high) // 2
        is_enough = expected_x100(middle, ratings) >= _HUNDREDTHS_OF_HALF * halves
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def _of_opponents(
    of_each: Callable[[Field], list[int | None]],
) -> Callable[[Field], Rows]:
    """Return the rows of a mean of something that each opponent has."""

    def rows(field: Field) -> Rows:
        return opponents_met(field, [value or 0 for value in field.keep(of_each)])

    return rows


def unrated_reason(contest: Contest) -> Text | None:
    """Return why article 10 cannot be used, None if all who came have a rating."""
    field = contest.primary
    missing = field.keep(_without_rating)
    if contest.is_team or not missing:
        return _NO_PLAYERS if contest.is_team else None
    return Text(
        en=f"{missing} of {len(field.numbers)} players have no rating, and nothing "
        "says how they count. State before round 1: a fixed rating, the lowest or the "
        "average.",
        de=f"{missing} von {len(field.numbers)} Spielern haben keine Wertungszahl, und "
        "nichts sagt, wie sie zählen. Vor Runde 1 festlegen: eine feste Zahl, die "
        "niedrigste oder der Durchschnitt.",
    )


def _without_rating(field: Field) -> int:
    """Return how many have no rating of those who came."""
    return sum(
        rating is None and place not in field.no_shows
        for place, rating in enumerate(field.ratings)
    )


_NO_PLAYERS: Final = Text(
    en="Teams have no rating; this tie-break is one of players.",
    de="Mannschaften haben keine Wertungszahl; das ist eine Feinwertung für Spieler.",
)


def _single(
    of_each: Callable[[Field], list[int | None]],
    working: Callable[[Contest, Code, int], Working],
) -> Family:
    """Return the tie-break that is one number per participant, if all are rated."""

    def column(contest: Contest, code: Code) -> Column:
        reason = unrated_reason(contest)
        if reason:
            return undefined(contest, code, reason)
        return Column(code, contest.primary.keep(of_each))

    def explained(contest: Contest, code: Code, index: int) -> Working:
        if unrated_reason(contest):
            return Working((), 1, 0, None)
        return working(contest, code, index)

    return Family(column, explained)


def _tpr_working(contest: Contest, code: Code, index: int) -> Working:
    field = contest.primary
    rows = field.keep(ratings_of_opponents)
    parts = parts_of(rows, index, code)
    total, count = sum(rows.values[index]), len(parts)
    value = field.keep(performances)[index]
    offset = difference(field.keep(half_points)[index], count) if count else 0
    return Working(parts, 1, total, value, count or 1, offset, is_rounded=True)


def _ptp_working(contest: Contest, code: Code, index: int) -> Working:
    """Return the expected scores, in hundredths, which the value just reaches."""
    field = contest.primary
    value = field.keep(perfect_performances)[index]
    parts = parts_of(field.keep(ratings_of_opponents), index, code)
    expected = tuple(
        part._replace(value=expected_x100(value or 0, [part.key])) for part in parts
    )
    total = sum(part.value for part in expected)
    return Working(expected, _PERCENT, total, value)


def _rating_working(contest: Contest, code: Code, index: int) -> Working:  # noqa: ARG001 # one shape for all
    rating = contest.primary.ratings[index]
    if rating is None:
        return Working((), 1, 0, None)
    return Working((Part(0, NOBODY, rating, rating),), 1, rating, rating)


def _first_ratings(field: Field) -> list[int | None]:
    return list(field.ratings)


def _mean_of_opponents(of_each: Callable[[Field], list[int | None]]) -> Family:
    rows = from_field(_of_opponents(of_each))
    return averaged(rows, is_rounded=True, why_not=unrated_reason)


FAMILIES: Final = {
    "ARO": averaged(
        from_field(ratings_of_opponents), is_rounded=True, why_not=unrated_reason
    ),
    "TPR": _single(performances, _tpr_working),
    "PTP": _single(perfect_performances, _ptp_working),
    "APRO": _mean_of_opponents(performances),
    "APPO": _mean_of_opponents(perfect_performances),
    "RTNG": _single(_first_ratings, _rating_working),
}
