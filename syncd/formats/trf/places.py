"""Where a round cell stands in its file, for findings about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.trf.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.bilingual import Text
    from syncd.formats.trf.rows import Row


class CellPlace(NamedTuple):
    """One round of one player.

    Attributes:
        row: the player's line.
        column: round, from 0.
    """

    row: Row
    column: int

    @property
    def round(self) -> int:
        """The round from 1, as people count."""
        return self.column + 1

    @property
    def line(self) -> int:
        """Line number from 1."""
        return self.row.line

    def finding(self, code: str, severity: Severity, field: str, text: Text) -> Finding:
        """Return a finding at `opponent`, `colour` or `result` of this cell."""
        start = PLAYER.field("opponent", self.column).first - 1
        end = PLAYER.field("result", self.column).last
        return Finding(
            code=code,
            severity=severity,
            text=text,
            line=self.row.line,
            column=PLAYER.field(field, self.column).first + self.row.shift,
            value=self.row.text[start:end].strip(),
        )
