"""The tournament section: records 012 to 132, 192 and 222.

All of it is free text in the wild, so nothing here fails: a date that is none is a
warning, and the text stays in the file.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, tournament section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.dates import parse_planned_date
from syncd.formats.trf.fide_records import ROUND_DATES
from syncd.formats.trf.numbers import first_int
from syncd.formats.trf.records import read_repeated
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.trf.records import Records

_FIRST_DATE = ROUND_DATES.repeat[0].first
_START, _END, _ROUND_DATE = "042", "052", "132"


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
    findings: list[Finding] = []
    start = _first_date(records, _START, findings)
    end = _first_date(records, _END, findings)
    if start and end and end < start:
        findings.append(_end_before_start(records.first(_END), start, end))
    rounds = [
        _date(text, line, findings)
        for line in records[_ROUND_DATE]
        for text in _slots(records.text(line))
    ]
    return Dates(start, end, tuple(rounds), findings)


def check_player_count(records: Records) -> list[Finding]:
    """Return a finding if 062 names another number than there are 001 lines.

    Fewer than stated is an error: nothing else shows that a file was cut off, and a
    report of the rest would look complete. CLM counts second entries too.
    """
    stated, players = first_int(records.value("062")), len(records["001"])
    if stated is None or stated == players:
        return []
    return [
        Finding(
            code="trf.player_count",
            severity=Severity.ERROR if players < stated else Severity.WARNING,
            text=Text(
                en=f"Record 062 says {stated} players, but the file has {players} "
                "player lines (001). It may be cut off; export it again.",
                de=f"Satz 062 nennt {stated} Spieler, die Datei hat aber {players} "
                "Spielerzeilen (001). Vielleicht ist sie abgeschnitten; bitte neu "
                "exportieren.",
            ),
            line=records.first("062"),
            value=str(stated),
        )
    ]


def _first_date(
    records: Records, record: str, findings: list[Finding]
) -> dt.date | None:
    line = records.first(record)
    return _date(records.text(line)[4:], line, findings) if line else None


def _date(text: str, line: int, findings: list[Finding]) -> dt.date | None:
    """Return a date, None if unset; a text that is no date adds a finding."""
    try:
        return parse_planned_date(text)
    except ValueError:
        findings.append(_no_date(text.strip(), line))
        return None


def _slots(text: str) -> list[str]:
    """Return the texts of the round dates of one line.

    CLM writes `//` without padding where rounds were never created, and some programs
    put one date per line further left: there the blanks separate, not the columns.
    """
    tokens = text[4:].split()
    if "//" in tokens or not text[_FIRST_DATE - 1 :].strip():
        return tokens
    return read_repeated(text.rstrip(), ROUND_DATES)


def _no_date(text: str, line: int) -> Finding:
    return Finding(
        code="trf.date",
        severity=Severity.WARNING,
        text=Text(
            en=f"{text[:20]!r} is not a date of the calendar and was taken as unset.",
            de=f"„{text[:20]}“ ist kein Kalenderdatum und gilt als nicht gesetzt.",
        ),
        line=line,
        value=text[:20],
    )


def _end_before_start(line: int, start: dt.date, end: dt.date) -> Finding:
    return Finding(
        code="trf.date_order",
        severity=Severity.WARNING,
        text=Text(
            en=f"The tournament ends on {end}, before it starts on {start}.",
            de=f"Das Turnier endet am {end}, vor seinem Beginn am {start}.",
        ),
        line=line,
        value=str(end),
    )
