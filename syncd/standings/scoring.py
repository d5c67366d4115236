"""What each round gave: points under any scoring, in tenths.

A file says what a result is worth (162, XXS, BB), or shows it by the points it states,
and it says what differs from that: for a kind of result as a whole, for one round, or
for some participants (299). Bonus and penalty points are no result of a round; they are
kept apart, because the score counts them from their round on, but neither a progressive
score nor an opponent's Buchholz.

Source: TRF26, records 162, 299 and 362; the TieBreakServer's reading of 299, whose
round 999 means the standings only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results
from syncd.model.stated_points import scoring_that_fits
from syncd.standings.field import (
    ABSENT,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    LOSS,
    NOTHING,
    PAIRING_BYE,
    WIN,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from syncd.model.pairing_rules import Adjustment
    from syncd.model.tournament import Tournament

_KINDS: Final = (
    WIN, DRAW, LOSS, FORFEIT_WIN, FORFEIT_LOSS, PAIRING_BYE, FULL_BYE, HALF_BYE, ABSENT,
)  # fmt: skip
_OF_LETTER: Final = {"W": WIN, "D": DRAW, "L": LOSS, "Z": ABSENT}
"""Letters of 299 that are written otherwise in a cell."""
STANDINGS_ONLY: Final = 999
"""The round of 299 for points that count in the standings, but in no tie-break."""


class Scoring(NamedTuple):
    """What the kinds of rounds are worth, in tenths.

    Attributes:
        worth: kind -> points; NOTHING is worth nothing.
        of_round: (kind, index of the round) -> points where a round has its own.
        of_one: (start number, index of the round) -> points of that cell.
        extra: start number -> (index of the round, points) of bonus and penalty.
        top: start number -> points that count in the standings only.
    """

    worth: dict[str, int]
    of_round: dict[tuple[str, int], int]
    of_one: dict[tuple[int, int], int]
    extra: dict[int, list[tuple[int, int]]]
    top: dict[int, int]


def scoring_of_players(tournament: Tournament) -> Scoring:
    """Return what results are worth in an individual event."""
    points = ((each, each.points_x10) for each in tournament.rules.adjustments)
    return adjusted_scoring(worth_of_results(tournament), points)


def worth_of_results(tournament: Tournament) -> dict[str, int]:
    """Return what each kind of round is worth to a player, in tenths.

    As the event states it; if it states nothing, by the scoring that its stated points
    follow: CLM writes none, and gives nothing for a bye.
    """
    stated = dict(tournament.rules.scoring) or scoring_that_fits(tournament).points
    return {
        kind: stated.get(kind, results.STANDARD_POINTS_X10[kind]) for kind in _KINDS
    }


def adjusted_scoring(
    worth: Mapping[str, int], adjustments: Iterable[tuple[Adjustment, int | None]]
) -> Scoring:
    """Return a scoring with the records 299.

    Args:
        worth: kind -> points in tenths.
        adjustments: each record with its points on the basis that counts; None where
            it does not state any.
    """
    scoring = Scoring({**worth, NOTHING: 0}, {}, {}, {}, {})
    for adjustment, points in adjustments:
        if points is not None:
            _add(scoring, adjustment, points)
    return scoring


def _add(scoring: Scoring, adjustment: Adjustment, points: int) -> None:
    """Add one record 299 to a scoring under construction."""
    kind = _OF_LETTER.get(adjustment.kind, adjustment.kind)
    if not kind:
        _add_extra(scoring, adjustment, points)
    elif not adjustment.round:
        if not adjustment.ids:
            scoring.worth[kind] = points
    elif adjustment.ids:
        at = adjustment.round - 1
        scoring.of_one.update({(number, at): points for number in adjustment.ids})
    else:
        scoring.of_round[kind, adjustment.round - 1] = points


def _add_extra(scoring: Scoring, adjustment: Adjustment, points: int) -> None:
    """Add bonus or penalty points; without a round they count from the first."""
    for number in adjustment.ids:
        if adjustment.round == STANDINGS_ONLY:
            scoring.top[number] = scoring.top.get(number, 0) + points
        else:
            at = (adjustment.round or 1) - 1
            scoring.extra.setdefault(number, []).append((at, points))


def round_points(
    scoring: Scoring, numbers: Sequence[int], kinds: Sequence[str]
) -> list[list[int]]:
    """Return the points of every round of everybody, in tenths.

    Args:
        scoring: what kinds are worth.
        numbers: start or team numbers.
        kinds: per participant, one letter per round.
    """
    worth_of = scoring.worth.__getitem__
    points = [list(map(worth_of, row)) for row in kinds]
    for (kind, at), given in scoring.of_round.items():
        for row, own in zip(kinds, points, strict=True):
            if row[at : at + 1] == kind:
                own[at] = given
    if scoring.of_one:
        _set_single(scoring, numbers, points)
    return points


def _set_single(
    scoring: Scoring, numbers: Sequence[int], points: Sequence[list[int]]
) -> None:
    index = {number: place for place, number in enumerate(numbers)}
    for (number, at), given in scoring.of_one.items():
        if number in index and at < len(points[index[number]]):
            points[index[number]][at] = given


def extra_points(
    scoring: Scoring, numbers: Sequence[int], rounds: int
) -> dict[int, list[int]]:
    """Return bonus and penalty points per round of those who have any.

    Returns:
        place in `numbers` -> points of each round, in tenths.
    """
    rows: dict[int, list[int]] = {}
    for place, number in _places(scoring.extra, numbers):
        for at, points in scoring.extra[number]:
            if at < rounds:
                rows.setdefault(place, [0] * rounds)[at] += points
    return rows


def top_points(scoring: Scoring, numbers: Sequence[int]) -> dict[int, int]:
    """Return the points that count in the standings only, by place in `numbers`."""
    return {
        place: scoring.top[number] for place, number in _places(scoring.top, numbers)
    }


def _places(
    some: Container[int] | None, numbers: Sequence[int]
) -> Iterable[tuple[int, int]]:
    """Return place and number of those who are in a mapping, mostly empty."""
    if not some:
        return ()
    return (each for each in enumerate(numbers) if each[1] in some)
