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
from syncd.formats.trf.event.rounds import MOST_ROUNDS
from syncd.formats.trf.lines.planned_dates import (
    UNSET,
    Dated,
    Meanings,
    meanings,
    orders,
)
from syncd.formats.trf.records import read_repeated
from syncd.formats.trf.tables.fide_records import ROUND_DATES
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from syncd.formats.trf.records import Records

_FIRST_DATE = ROUND_DATES.repeat[0].first
_START, _END, _ROUND_DATE = "042", "052", "132"
_TOKEN: Final = re.compile(r"\S+")


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
    days = [_first_slot(records, _START), _first_slot(records, _END)]
    every = [slot for line in records[_ROUND_DATE] for slot in _slots(records, line)]
    slots = every[: MOST_ROUNDS + 1]  # one too many is told where rounds are counted
    if len(records[_ROUND_DATE]) > 1 and len(slots) > 1:
        findings.append(_dates_by_lines(records[_ROUND_DATE]))
    start, end, *rounds = _decided([*days, *slots], findings)
    if start and end and end < start:
        findings.append(_end_before_start(records, start, end))
    return Dates(start, end, tuple(rounds), findings)


class _Slot(NamedTuple):
    """A text that should be a date, and where it stands."""

    text: str
    line: int
    column: int
    has_short_year: bool = False

    def right(self, date: dt.date) -> str:
        """Return how FIDE's document wants a date here."""
        whole = date.isoformat().replace("-", "/")
        return whole[2:] if self.has_short_year else whole


def _first_slot(records: Records, record: str) -> _Slot:
    line = records.first(record)
    text = records.text(line) if line else ""
    value = text[4:].strip()
    return _Slot(value, line, text.find(value, 4) + 1)


def _decided(slots: Sequence[_Slot], findings: list[Finding]) -> list[dt.date | None]:
    """Return the dates, first those of 042 and 052; None if unset or open."""
    found = [_meanings(slot, findings) for slot in slots]
    order = orders(Dated(found[0], found[1], found[2:]))
    dates: list[dt.date | None] = []
    odd: list[tuple[_Slot, dt.date]] = []
    for slot, each in zip(slots, found, strict=True):
        date = each.day(order.get(each.shape, "")) if each else None
        dates.append(None if date == UNSET else date)
        if each and date is None:
            findings.append(_open(slot, each))
        elif date and date != UNSET and slot.text != slot.right(date):
            odd.append((slot, date))
    findings += _odd_dates(odd)
    return dates


def _meanings(slot: _Slot, findings: list[Finding]) -> Meanings | None:
    """Return what a text can mean; one that is no date adds a finding."""
    try:
        return meanings(slot.text)
    except ValueError:
        findings.append(_no_date(slot))
        return None


def _odd_dates(odd: Sequence[tuple[_Slot, dt.date]]) -> Iterator[Finding]:
    """Yield a note for 042, for 052 and for all of 132 together."""
    whole = [each for each in odd if not each[0].has_short_year]
    yield from (_odd_date(*each, 1) for each in whole)
    short = [each for each in odd if each[0].has_short_year]
    if short:
        yield _odd_date(*short[0], len(short))


def _slots(records: Records, line: int) -> list[_Slot]:
    """Return the texts of the round dates of one line.

    CLM writes `//` without padding where rounds were never created, and some programs
    put one date per line further left: there the blanks separate, not the columns.
    """
    text = records.text(line).rstrip()
    tokens = list(_TOKEN.finditer(text, 3))
    if any(token[0] == "//" for token in tokens) or not text[_FIRST_DATE - 1 :]:
        return [
            _Slot(token[0], line, token.start() + 1, has_short_year=True)
            for token in tokens
        ]
    return [
        _Slot(
            value, line, _FIRST_DATE + ROUND_DATES.stride * index, has_short_year=True
        )
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


def _open(slot: _Slot, each: Meanings) -> Finding:
    days = list(map(slot.right, each.likely))
    text = slot.text[:20]
    return Finding(
        code="trf.date_open",
        severity=Severity.WARNING,
        text=Text(
            en=f"The date {text!r} may be {' or '.join(days)}; no "
            "other date of the file tells which. It was taken as unset; write it as "
            "year/month/day.",
            de=f"Das Datum „{text}“ kann {' oder '.join(days)} sein; "
            "kein anderes Datum der Datei klärt das. Es gilt als nicht gesetzt; bitte "
            "als Jahr/Monat/Tag schreiben.",
        ),
        line=slot.line,
        column=slot.column,
        value=text,
    )


def _odd_date(slot: _Slot, date: dt.date, count: int) -> Finding:
    right = slot.right(date)
    more = Text("", "")
    if count > 1:
        more = Text(
            f" The same holds for {count - 1} more of the round dates.",
            f" Das gilt auch für {count - 1} weitere Rundendaten.",
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
