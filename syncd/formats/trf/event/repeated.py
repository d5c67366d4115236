"""Records that may stand once and stand there again.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, tournament section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.trf.records import Records

_ONCE: Final = (
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122", "142",
    "152", "172", "192", "202", "212", "222", "352", "XXR",
)  # fmt: skip
_LONGEST_VALUE: Final = 40


def repeated_records(records: Records) -> Iterator[Finding]:
    """Yield one finding per record that stands there more than once and says more."""
    for record in _ONCE:
        texts = [(line, records.text(line)[4:].strip()) for line in records[record]]
        filled = [(line, text) for line, text in texts if text]
        others = [(line, text) for line, text in filled if text != filled[0][1]]
        if others:
            yield _differs(record, filled[0], others[0])
        elif len(filled) > 1:
            yield _again(record, filled[0][0], filled[1][0])


def _differs(record: str, first: tuple[int, str], other: tuple[int, str]) -> Finding:
    one, two = first[1][:_LONGEST_VALUE], other[1][:_LONGEST_VALUE]
    return Finding(
        code="trf.repeated_record",
        severity=Severity.WARNING,
        text=Text(
            en=f"Record {record} stands in line {first[0]} ({one!r}) and again in line "
            f"{other[0]} ({two!r}). The first was taken; remove the wrong one.",
            de=f"Satz {record} steht in Zeile {first[0]} („{one}“) und noch einmal in "
            f"Zeile {other[0]} („{two}“). Der erste gilt; bitte den falschen "
            "entfernen.",
        ),
        line=other[0],
        column=5,
        value=two,
    )


def _again(record: str, first: int, other: int) -> Finding:
    return Finding(
        code="trf.repeated_record",
        severity=Severity.INFO,
        text=Text(
            en=f"Record {record} stands in line {first} and again, with the same "
            f"text, in line {other}. Once would be right.",
            de=f"Satz {record} steht in Zeile {first} und noch einmal, mit demselben "
            f"Text, in Zeile {other}. Richtig wäre einmal.",
        ),
        line=other,
        column=1,
    )
