"""A decoded file: its lines, and how to find and read records in them.

Lines stay whole. A record is read by slicing its line with the columns of its layout,
when it is needed; what nobody asks for is never taken apart and never lost.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.tables.clm_records import CLM_RECORDS, ENGINE_RECORDS
from syncd.formats.trf.tables.fide_records import FIDE_RECORDS, NATIONAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.text import Line
    from syncd.formats.trf.tables.columns import Field, Layout
    from syncd.model.findings import Finding

LAYOUTS: Final = {
    layout.record: layout for layout in (*FIDE_RECORDS, *CLM_RECORDS, *ENGINE_RECORDS)
}
"""Record -> its columns. 310 is missing: its form depends on the line."""

MOST_REPEATED: Final = 9_999
"""As many start numbers there are; no record repeats anything more often."""
LEGENDS: Final = frozenset({"BBB", "DAT", "DDD", "FFF"})
"""Legends and records of programs that look like national ratings.

Source: files of Swiss-Manager and Tornelo."""
_NATIONAL_LINE: Final = re.compile(r"[A-Z]{3} [0-9 ]{3}[0-9] ")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A TRF file without a byte lost.

    Attributes:
        format: always `trf`.
        encoding: a key of `syncd.formats.text.ENCODINGS`.
        dialects: the TRF version, then the programs and extensions recognised:
            `trf06` `trf16` `trf25` `trf26`, `trfx`, `trfbx`, `lichess`, `clm` and its
            exporter's generation `clm-a` `clm-b` `clm-c`.
        lines: in the order of the file.
        findings: what had to be assumed to read the characters.
    """

    format: str
    encoding: str
    dialects: tuple[str, ...]
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...] = ()


class Records:
    """The lines of a file by record: `records["001"]` are its line numbers."""

    __slots__ = ("_numbers", "lines")

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        numbers: dict[str, list[int]] = {}
        for number, line in enumerate(lines, start=1):
            numbers.setdefault(line.text[:3], []).append(number)
        # four bytes per line instead of forty
        self._numbers = {record: array("i", each) for record, each in numbers.items()}

    def __getitem__(self, record: str) -> Sequence[int]:
        return self._numbers.get(record, ())

    def __contains__(self, record: str) -> bool:
        return record in self._numbers

    def unlisted(self) -> list[str]:
        """Return what lines begin with that stand in no table, blanks apart."""
        return [
            record
            for record in self._numbers
            if record not in LAYOUTS and record != "310" and record.strip()
        ]

    def first(self, record: str) -> int:
        """Return the line number of the first such record, 0 if there is none."""
        return next(iter(self[record]), 0)

    def text(self, number: int) -> str:
        """Return the characters of a line, numbered from 1."""
        return self.lines[number - 1].text

    def value(self, record: str) -> str:
        """Return the text of the first such record that is not blank, else empty."""
        return next(iter(self.values(record)), "")

    def values(self, record: str) -> list[str]:
        """Return the texts of all such records that are not blank."""
        texts = [self.text(number)[4:].strip() for number in self[record]]
        return [text for text in texts if text]


def read_repeated(text: str, layout: Layout) -> list[str]:
    """Return the repetitions of a record's first repeated field, stripped.

    Args:
        text: the line, realigned where it had moved.
        layout: its columns.
    """
    start, width = layout.repeat[0].first - 1, layout.repeat[0].width
    end = min(len(text), start + layout.stride * MOST_REPEATED)
    stops = range(start, end, layout.stride)
    return [text[stop : stop + width].strip() for stop in stops]


def gaps_are_blank(text: str, fields: Sequence[Field]) -> bool:
    """Return whether the columns between fields are blank: then the columns are meant.

    Hand-made lines often have single blanks instead (CLM wiki, examples).
    """
    gaps = [text[one.last : two.first - 1] for one, two in pairwise(fields)]
    return not "".join(gaps).strip()


def layout_of(text: str) -> Layout | None:
    """Return the columns of a line, None where they are unknown or depend on more."""
    known = LAYOUTS.get(text[:3])
    is_national = known is None and text[:3] not in LEGENDS
    if is_national and _NATIONAL_LINE.match(text):
        return NATIONAL
    return known
