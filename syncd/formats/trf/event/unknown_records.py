"""Records that no document names: kept as they are, and told once each.

What stands in them is not repeated: some programs put addresses there.

Source: the record tables of this package; files of Swiss-Manager and Tornelo; CLM wiki,
XC records; TRF26, 801 and 802.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.records import layout_of
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from syncd.formats.trf.records import Records

_REFUSED: Final = "XXW"
"""Told by `unsupported`."""


def unknown_records(records: Records, told: Collection[str] = ()) -> list[Finding]:
    """Return one note per unknown record, in the order of the file.

    Args:
        records: the file.
        told: records of which another note tells.
    """
    return Findings(
        _unknown(code, records[code])
        for code in records.unlisted()
        if code != _REFUSED
        and code not in told
        and layout_of(records.text(records[code][0])) is None
    )


def _unknown(code: str, lines: Sequence[int]) -> Finding:
    shown = code if code.isprintable() else ascii(code)[1:-1]
    many = len(lines) > 1
    return Finding(
        code="trf.unknown_record",
        severity=Severity.INFO,
        text=Text(
            en=f"Record {shown!r} is unknown ({len(lines)} "
            f"{'lines' if many else 'line'}, first line {lines[0]}). It was kept as it "
            "is and not used.",
            de=f"Satz „{shown}“ ist unbekannt ({len(lines)} "
            f"{'Zeilen' if many else 'Zeile'}, zuerst Zeile {lines[0]}). Er bleibt, "
            "wie er ist, und wird nicht ausgewertet.",
        ),
        line=lines[0],
        column=1,
        value=shown,
    )
