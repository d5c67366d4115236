"""Do the stated points (columns 81 to 84) follow from the results?

Without a scoring of its own a file uses 1-½-0, or 3-1-0 if that fits better and all but
a quarter of the players. What differs is a warning: a bonus, a decision, a lost loop.

Source: TRF26 record 162, defaults; CLM sheet, section 8 (B6: a second loop is in the
points, but not in the cells).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.fide_records import PLAYER
from syncd.model import results
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf.rows import Row
    from syncd.model.pairings import Cells
    from syncd.model.tournament import Entrant

_USUAL: Final = results.STANDARD_POINTS_X10
_THREE_ONE: Final = {
    letter: {10: 30, 5: 10}.get(points, 0) for letter, points in _USUAL.items()
}
_FIELD: Final = PLAYER.field("points")


class Scores(NamedTuple):
    """Stated points beside what the cells give.

    Attributes:
        stated: start number -> points in tenths, for players that have points.
        counted: the same from the cells under the scoring that fits best.
        is_three_one: whether that is 3-1-0.
    """

    stated: dict[int, int]
    counted: dict[int, int]
    is_three_one: bool = False

    @property
    def excess_x10(self) -> int:
        """How many tenths of points the cells do not explain."""
        return sum(self.stated.values()) - sum(self.counted.values())

    @property
    def differing(self) -> list[int]:
        """Start numbers whose points are not those of their cells."""
        return [
            number
            for number, points in self.stated.items()
            if points != self.counted[number]
        ]


def score(
    entrants: Sequence[Entrant],
    cells: Mapping[int, Cells],
    scoring: Mapping[str, int] | None = None,
) -> Scores:
    """Return stated and counted points of all players that state any.

    Args:
        entrants: with their stated points.
        cells: their results.
        scoring: result letter -> tenths of a point, None if the file states nothing.
    """
    stated = {
        entrant.id: entrant.points_x10
        for entrant in entrants
        if entrant.points_x10 is not None
    }
    usual = Scores(stated, _count(stated, cells, scoring or _USUAL))
    if scoring or not usual.differing:
        return usual
    three_one = Scores(stated, _count(stated, cells, _THREE_ONE), is_three_one=True)
    odd = len(three_one.differing)
    is_consistent = odd < len(usual.differing) and odd * 4 <= len(stated)
    return three_one if is_consistent else usual


def check_points(rows: Mapping[int, Row], scores: Scores) -> list[Finding]:
    """Return a warning per player whose points differ, and a note on 3-1-0."""
    findings = [_three_one()] if scores.is_three_one else []
    findings += [
        _differs(rows[number], scores.stated[number], scores.counted[number])
        for number in scores.differing
    ]
    return findings


def _count(
    numbers: Mapping[int, int],
    cells: Mapping[int, Cells],
    points: Mapping[str, int],
) -> dict[int, int]:
    value = points.__getitem__
    return {number: sum(map(value, cells[number].results)) for number in numbers}


def _differs(row: Row, stated: int, counted: int) -> Finding:
    return Finding(
        code="trf.points",
        severity=Severity.WARNING,
        text=Text(
            en=f"The line states {_points(stated)} points, the results give "
            f"{_points(counted)}.",
            de=f"Die Zeile nennt {_points(stated)} Punkte, aus den Ergebnissen folgen "
            f"{_points(counted)}.",
        ),
        line=row.line,
        column=_FIELD.first + row.shift,
        value=row.text[_FIELD.slice].strip(),
    )


def _points(tenths: int) -> str:
    """Return tenths as people write points: `2.5`."""
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{rest}"


def _three_one() -> Finding:
    return Finding(
        code="trf.scoring_3_1_0",
        severity=Severity.INFO,
        text=Text(
            en="The points follow 3-1-0 scoring.",
            de="Die Punkte folgen der Zählung 3-1-0.",
        ),
    )
