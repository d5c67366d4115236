"""By which scoring do stated points follow from the results?

Without a scoring of its own a file uses 1-½-0, unless another usual one fits better and
all but a quarter of the players. Whoever checks points and whoever makes standings asks
here, so that both count alike.

Source: FIDE TRF26, record 162, defaults, and 299; CLM's source,
site/clm/api/db_trf_export.php: a second loop is in the points, but not in the cells.
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.model.pairing_rules import Adjustment
    from syncd.model.pairings import Cells
    from syncd.model.tournament import Entrant, Tournament

_OPEN: Final = results.BLANK + results.NOT_YET
_CONSISTENT: Final = 4
"""A scoring that fits must leave at most every fourth player unexplained."""


class Scoring(NamedTuple):
    """What each result letter is worth.

    Attributes:
        points: result letter -> tenths of a point.
        code: of the note that this scoring was recognised, empty if none is due.
        note: its text.
    """

    points: Mapping[str, int]
    code: str = ""
    note: Text = Text("", "")


USUAL: Final = Scoring(results.STANDARD_POINTS_X10)
THREE_ONE: Final = Scoring(
    {letter: {10: 30, 5: 10}.get(tenths, 0) for letter, tenths in USUAL.points.items()},
    "trf.scoring_3_1_0",
    Text(
        en="The points follow 3-1-0 scoring.",
        de="Die Punkte folgen der Zählung 3-1-0.",
    ),
)
BYE_WITHOUT_POINT: Final = Scoring(
    {**USUAL.points, results.PAIRING_BYE: 0},
    "trf.scoring_bye_0",
    Text(
        en="The points count nothing for a bye (U), as CLM does for “spielfrei”.",
        de="Die Punkte zählen ein Freilos (U) nicht, wie der CLM bei „spielfrei“.",
    ),
)


class Scores(NamedTuple):
    """Stated points beside what the cells give.

    Attributes:
        stated: start number -> points in tenths, for players that have points.
        counted: the same from the cells.
        scoring: what the cells were counted with.
        announced: of players whose points differ, what is counted of byes in rounds
            that are still to be played; points may or may not hold them.
    """

    stated: dict[int, int]
    counted: dict[int, int]
    scoring: Scoring
    announced: Mapping[int, int] = MappingProxyType({})

    @property
    def excess_x10(self) -> int:
        """How many tenths of points the cells do not explain."""
        return sum(self.stated.values()) - sum(self.counted.values())

    @property
    def differing(self) -> list[int]:
        """Start numbers whose points are not those of their cells."""
        before = self.announced.get
        return [
            number
            for number, points in self.stated.items()
            if points != (counted := self.counted[number])
            and points != counted - before(number, 0)
        ]


def score(
    entrants: Sequence[Entrant],
    cells: Mapping[int, Cells],
    scoring: Mapping[str, int] | None = None,
    extra: Mapping[int, int] = MappingProxyType({}),
) -> Scores:
    """Return stated and counted points of all players that state any.

    Args:
        entrants: with their stated points.
        cells: their results.
        scoring: result letter -> tenths of a point, None if the file states nothing.
        extra: start number -> tenths of bonus and penalty points.
    """
    stated = {
        entrant.id: entrant.points_x10
        for entrant in entrants
        if entrant.points_x10 is not None
    }
    if scoring is not None:
        return _scores(stated, cells, Scoring(scoring), extra)
    usual = _scores(stated, cells, USUAL, extra)
    if not usual.differing:
        return usual
    others = (BYE_WITHOUT_POINT, THREE_ONE)
    best = min(
        [_scores(stated, cells, other, extra) for other in others],
        key=lambda scores: len(scores.differing),
    )
    odd = len(best.differing)
    fits = odd < len(usual.differing) and odd * _CONSISTENT <= len(stated)
    return best if fits else usual


def scoring_that_fits(tournament: Tournament) -> Scoring:
    """Return the scoring by which the stated points of players follow.

    It is the usual one for team events, whose players' points follow other rules, and
    where a tournament states a scoring of its own (see its rules).
    """
    if tournament.is_team or tournament.rules.scoring:
        return USUAL
    extra = bonus_points(tournament.rules.adjustments)
    rows = tournament.pairings.rows
    return score(tournament.entrants, rows, None, extra).scoring


def bonus_points(adjustments: Iterable[Adjustment]) -> dict[int, int]:
    """Return the bonus and penalty points of records 299 by start number, in tenths."""
    extra: Counter[int] = Counter()
    for adjustment in adjustments:
        if not adjustment.kind and adjustment.points_x10 is not None:
            extra.update(dict.fromkeys(adjustment.ids, adjustment.points_x10))
    return dict(extra)


def _scores(
    stated: dict[int, int],
    cells: Mapping[int, Cells],
    scoring: Scoring,
    extra: Mapping[int, int],
) -> Scores:
    value = scoring.points.__getitem__
    counted = {
        number: sum(map(value, cells[number].results)) + extra.get(number, 0)
        for number in stated
    }
    scores = Scores(stated, counted, scoring)
    odd = scores.differing
    if not odd:
        return scores
    played = _played_rounds(cells)
    announced = {
        number: sum(map(value, cells[number].results[played:])) for number in odd
    }
    return scores._replace(announced=announced)


def _played_rounds(cells: Mapping[int, Cells]) -> int:
    """Return the last round that has a result of two players.

    Byes alone are announcements.
    Source: JaVaFo Advanced User Manual, byes of the round that is to be paired.
    """
    last = 0
    for row in cells.values():
        if any(row.opponents[last:]):
            last = _last_played(row, last)
    return last


def _last_played(cells: Cells, known: int) -> int:
    """Return the last round with a result against somebody, at least the known one."""
    for number in range(len(cells.opponents), known, -1):
        if cells.opponents[number - 1] and cells.results[number - 1] not in _OPEN:
            return number
    return known
