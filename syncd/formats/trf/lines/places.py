"""Where a round cell stands in its file, for findings about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.bilingual import Text
    from syncd.formats.trf.players.rows import Row

_FIRST: Final = {field.name: field.first for field in PLAYER.repeat}
_CELL: Final = slice(PLAYER.repeat[0].first - 1, PLAYER.repeat[-1].last)


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
        moved = PLAYER.stride * self.column
        start, end = _CELL.start + moved, _CELL.stop + moved
        return Finding(
            code=code,
            severity=severity,
            text=text,
            line=self.row.line,
            column=_FIRST[field] + moved + self.row.shift,
            value=self.row.text[start:end].strip(),
        )
