"""TRF bytes to lines, nothing lost: the first of two steps.

Every byte string decodes. Whether it makes sense is a matter of its records, and those
are read in the second step (`mapping`), where faults become findings with their place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.text import split_lines
from syncd.formats.trf.dialects import dialects
from syncd.formats.trf.records import Decoded, Records
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.text import Lines


def decode(data: bytes) -> Decoded:
    """Return the lines of a TRF file; `encode` gives the same bytes back.

    Args:
        data: the whole file.
    """
    lines = split_lines(data)
    return Decoded(
        format="trf",
        encoding=lines.encoding,
        dialects=dialects(Records(lines.lines)),
        lines=lines.lines,
        findings=() if data.isascii() else (_assumed(lines),),
    )


def _assumed(lines: Lines) -> Finding:
    """Return the note that the file does not say how its letters are written."""
    number, column = _first_foreign_letter(lines)
    return Finding(
        code="trf.encoding",
        severity=Severity.INFO,
        text=Text(
            en="The file holds letters beyond A–Z and does not say how they are "
            f"written; they were read as {lines.encoding}.",
            de="Die Datei enthält Zeichen außerhalb von A–Z und sagt nicht, wie sie "
            f"geschrieben sind; gelesen wurde {lines.encoding}.",
        ),
        line=number,
        column=column,
    )


def _first_foreign_letter(lines: Lines) -> tuple[int, int]:
    """Return line and column from 1; 0, 0 if only the byte order mark is foreign."""
    for number, line in enumerate(lines.lines, start=1):
        if not line.text.isascii():
            foreign = (not letter.isascii() for letter in line.text)
            return number, next(i for i, is_it in enumerate(foreign, 1) if is_it)
    return 0, 0
