"""The tournament section: records 012 to 132, 192 and 222.

All of it is free text in the wild, so nothing here fails: a date that is none is a
warning, and the text stays in the file.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, tournament section.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.dates import ANY_TIME, Span, parse_planned_date
from syncd.formats.trf.records import read_repeated
from syncd.formats.trf.tables.fide_records import ROUND_DATES
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.formats.trf.records import Records

_FIRST_DATE = ROUND_DATES.repeat[0].first
_START, _END, _ROUND_DATE = "042", "052", "132"
_TOKEN: Final = re.compile(r"\S+")
_WHOLE_YEAR: Final = re.compile(r"[0-9]{4}/[0-9]{2}/[0-9]{2}")
_SHORT_YEAR: Final = re.compile(r"[0-9]{2}/[0-9]{2}/[0-9]{2}")


class Dates(NamedTuple):
    """The days of a tournament.

    Attributes:
        start: record 042, None if unset.
        end: record 052, None if unset.
        rounds: record 132, None where unset; as many as the file has.
        findings: dates that cannot be.
    """

    start: dt.date | None
    end: dt.date | None
    rounds: tuple[dt.date | None, ...]
    findings: list[Finding]

    def per_round(self, rounds: int) -> tuple[dt.date | None, ...]:
        """Return one date per round of all loops; empty if the file has none."""
        dates = self.rounds[:rounds]
        return dates + (None,) * (rounds - len(dates)) if dates else ()


def read_dates(records: Records) -> Dates:
    """Return the days of a tournament."""
    findings = Findings()
    start = _first_date(records, _START, findings)
    end = _first_date(records, _END, findings)
    if start and end and end < start:
        findings.append(_end_before_start(records, start, end))
    slots = [slot for line in records[_ROUND_DATE] for slot in _slots(records, line)]
    rounds = [_date(slot, findings, Span(start, end)) for slot in slots]
    if len(records[_ROUND_DATE]) > 1 and len(slots) > 1:
        findings.append(_dates_by_lines(records[_ROUND_DATE]))
    odd = [
        slot for slot, date in zip(slots, rounds, strict=True) if date and slot.is_odd
    ]
    if odd:
        findings.append(_odd_date(odd[0], rounds[slots.index(odd[0])], len(odd)))
    return Dates(start, end, tuple(rounds), findings)


class _Slot(NamedTuple):
    """A text that should be a date, and where it stands."""

    text: str
    line: int
    column: int
    right: re.Pattern[str]

    @property
    def is_odd(self) -> bool:
        """Whether it has another form than FIDE's document gives."""
        return not self.right.fullmatch(self.text)


def _first_date(
    records: Records, record: str, findings: list[Finding]
) -> dt.date | None:
    line = records.first(record)
    if not line:
        return None
    text = records.text(line)
    value = text[4:].strip()
    slot = _Slot(value, line, text.find(value, 4) + 1, _WHOLE_YEAR)
    date = _date(slot, findings)
    if date and slot.is_odd:
        findings.append(_odd_date(slot, date, 1))
    return date


def _date(
    slot: _Slot, findings: list[Finding], span: Span = ANY_TIME
) -> dt.date | None:
    """Return a date, None if unset; a text that is no date adds a finding."""
    try:
        return parse_planned_date(slot.text, span)
    except ValueError:
        findings.append(_no_date(slot))
        return None


def _slots(records: Records, line: int) -> list[_Slot]:
    """Return the texts of the round dates of one line.

    CLM writes `//` without padding where rounds were never created, and some programs
    put one date per line further left: there the blanks separate, not the columns.
    """
    text = records.text(line).rstrip()
    tokens = list(_TOKEN.finditer(text, 3))
    if any(token[0] == "//" for token in tokens) or not text[_FIRST_DATE - 1 :]:
        return [
            _Slot(token[0], line, token.start() + 1, _SHORT_YEAR) for token in tokens
        ]
    return [
        _Slot(value, line, _FIRST_DATE + ROUND_DATES.stride * index, _SHORT_YEAR)
        for index, value in enumerate(read_repeated(text, ROUND_DATES))
    ]


def _no_date(slot: _Slot) -> Finding:
    text = slot.text[:20]
    return Finding(
        code="trf.date",
        severity=Severity.WARNING,
        text=Text(
            en=f"{text!r} is not a date of the calendar and was taken as unset.",
            de=f"„{text}“ ist kein Kalenderdatum und gilt als nicht gesetzt.",
        ),
        line=slot.line,
        column=slot.column,
        value=text,
    )


def _odd_date(slot: _Slot, date: dt.date | None, count: int) -> Finding:
    right = "2026/12/31" if slot.right is _WHOLE_YEAR else "26/12/31"
    more = Text("", "")
    if count > 1:
        more = Text(
            f" {count - 1} more dates look alike.",
            f" {count - 1} weitere Daten sehen so aus.",
        )
    return Finding(
        code="trf.date_form",
        severity=Severity.INFO,
        text=Text(
            en=f"The date {slot.text[:20]!r} was read as {date}; the right form would "
            f"be {right} (year/month/day).{more.en}",
            de=f"Das Datum „{slot.text[:20]}“ wurde als {date} gelesen; die richtige "
            f"Form wäre {right} (Jahr/Monat/Tag).{more.de}",
        ),
        line=slot.line,
        column=slot.column,
        value=slot.text[:20],
    )


def _dates_by_lines(lines: Sequence[int]) -> Finding:
    return Finding(
        code="trf.round_dates_lines",
        severity=Severity.INFO,
        text=Text(
            en=f"{len(lines)} lines 132 (first line {lines[0]}) were read as the dates "
            "of the rounds one after the other. Right would be one line with all.",
            de=f"{len(lines)} Zeilen 132 (zuerst Zeile {lines[0]}) wurden als die "
            "Daten der Runden nacheinander gelesen. Richtig wäre eine Zeile mit allen.",
        ),
        line=lines[0],
    )


def _end_before_start(records: Records, start: dt.date, end: dt.date) -> Finding:
    lines = records.first(_START), records.first(_END)
    return Finding(
        code="trf.date_order",
        severity=Severity.WARNING,
        text=Text(
            en=f"The tournament ends on {end} (line {lines[1]}), before it starts on "
            f"{start} (line {lines[0]}). Correct one of the two.",
            de=f"Das Turnier endet am {end} (Zeile {lines[1]}), vor seinem Beginn am "
            f"{start} (Zeile {lines[0]}). Bitte eines von beiden korrigieren.",
        ),
        line=lines[1],
        column=5,
        value=str(end),
    )
