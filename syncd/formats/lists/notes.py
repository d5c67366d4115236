"""Findings of a list, as many as a person can read.

A list has up to two million rows. Whatever is wrong with all of them must neither fill
the memory nor the screen: the first findings are kept, the others are counted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

KEPT: Final = 100
"""So many findings are kept word by word."""
_VALUE_LENGTH: Final = 80


@dataclass
class Notes:
    """What was noticed while a list was read.

    Attributes:
        kept: the first findings.
        count: how many there were altogether.
        damaged_rows: rows that could not be used at all.
    """

    kept: list[Finding] = field(default_factory=list)
    count: int = 0
    damaged_rows: int = 0

    def damaged(self, line: int, value: str, why: Text) -> None:
        """Note a row that is left out."""
        self.damaged_rows += 1
        self.note("lists.damaged_row", line, value, why)

    def note(self, code: str, line: int, value: str, text: Text) -> None:
        """Note something about a row.

        Args:
            code: dotted name.
            line: from 1.
            value: the text found there; it is shortened.
            text: what was found and what was assumed.
        """
        self.count += 1
        if len(self.kept) < KEPT:
            short = value[:_VALUE_LENGTH]
            self.kept.append(Finding(code, Severity.WARNING, text, line, value=short))

    def findings(self) -> tuple[Finding, ...]:
        """Return the findings kept, and one that counts the others."""
        more = self.count - len(self.kept)
        if not more:
            return tuple(self.kept)
        text = Text(
            f"{more} more rows or values of this list have faults.",
            f"{more} weitere Zeilen oder Werte dieser Liste sind fehlerhaft.",
        )
        return (*self.kept, Finding("lists.more", Severity.WARNING, text))
