"""Do the stated points (columns 81 to 84) follow from the results?

What differs is a warning: a decision, a bonus that no record 299 states.

Source: FIDE TRF26, record 001.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, decimal
from syncd.formats.few_findings import Findings
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.formats.trf.players.rows import Row
    from syncd.model.stated_points import Scores

_FIELD: Final = PLAYER.field("points")
_OF_ONE_GAME: Final = 2
_FEW: Final = 4
"""A quarter of the players are few."""
_WIN_X10: Final = 10


def check_points(rows: Mapping[int, Row], scores: Scores) -> list[Finding]:
    """Return a warning per player whose points differ, and a note on the scoring."""
    _, code, note = scores.scoring
    findings = Findings([Finding(code, Severity.INFO, note)] if code else [])
    findings += [
        _differs(rows[number], scores.stated[number], scores.counted[number])
        for number in scores.differing
    ]
    return findings


def differ_little(scores: Scores) -> bool:
    """Return whether so few points differ, and by so little, as one game explains.

    A lost loop leaves points of most players without games; one that has just begun
    looks the same as a result that was changed.
    """
    gaps = [abs(scores.stated[n] - scores.counted[n]) for n in scores.differing]
    few = max(_OF_ONE_GAME, len(scores.counted) // _FEW)
    return len(gaps) <= few and all(gap <= _WIN_X10 for gap in gaps)


def _differs(row: Row, stated: int, counted: int) -> Finding:
    said, found = decimal(stated), decimal(counted)
    return Finding(
        code="trf.points",
        severity=Severity.WARNING,
        text=Text(
            en=f"The line states {said.en} points, the results give {found.en}.",
            de=f"Die Zeile nennt {said.de} Punkte, aus den Ergebnissen folgen "
            f"{found.de}.",
        ),
        line=row.line,
        column=_FIELD.first + row.shift,
        value=row.text[_FIELD.slice].strip(),
    )
