"""Values as people and programs write them: read where the meaning is certain.

Each function gives the value and, where the text is not as the format has it, notes
what was found and what it was taken for. A value that means nothing is None.

Source: DSB_DWZ_TournamentReport 2.5.1, schema; exports of CLM and other programs.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import describe
from syncd.model.days import is_possible
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.dwzxml.document import Section
    from syncd.formats.few_findings import Findings

_NUMBER: Final = re.compile(r"0*([0-9]{1,12})(?:[.,]0+)?")
_PLAIN: Final = re.compile(r"[0-9]+")
_ISO_DAY: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAY: Final = re.compile(
    r"(?:([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})"
    r"|([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}))"
    r"(?:T[0-9:.]+)?(?:Z|[+\-][0-9]{2}:[0-9]{2})?"
)
_MOMENT: Final = re.compile(
    r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)"
)
_UNSET: Final = frozenset({"0000-00-00", "1970-01-01", "00.00.0000", "01.01.1970"})
POINTS: Final = {"1": "1", "0.5": "=", "0": "0", "+": "+", "-": "-"}
"""Points as the format has them -> result code."""

_OTHER_POINTS: Final = {
    **dict.fromkeys(("1.0", "1,0", "1.", "1,"), "1"),
    **dict.fromkeys(("½", "0,5", ".5", ",5", "1/2", "=", "r", "R", "0.50"), "="),
    **dict.fromkeys(("0.0", "0,0", "0.", "00"), "0"),
    **dict.fromkeys(("–", "−", "--"), "-"),
    "++": "+",
}
_MOST_SHOWN: Final = 60


def note(
    notes: Findings,
    code: str,
    severity: Severity,
    section: Section,
    field: str,
    words: Text,
) -> None:
    """Add a finding on one value, with its place and what is there."""
    if notes.has_enough(code, severity):
        return
    where = describe(section, field)
    value = section.text(field)[:_MOST_SHOWN]
    text = Text(f"{where.en}: {words.en}", f"{where.de}: {words.de}")
    notes.append(
        Finding(
            code, severity, text, section.place_line(field),
            value=value, path=section.place(field),
        )
    )  # fmt: skip


def read_number(section: Section, field: str, most: int, notes: Findings) -> int | None:
    """Return a whole number from 1 to `most`, None for anything else."""
    text = section.text(field)
    if not text or not text.strip("0"):
        return None
    match = _NUMBER.fullmatch(text)
    number = int(match[1]) if match else 0
    if not 1 <= number <= most:
        _ignored(section, field, notes)
        return None
    if not _PLAIN.fullmatch(text):
        _taken(section, field, str(number), notes)
    return number


def read_day(section: Section, field: str, notes: Findings) -> dt.date | None:
    """Return a day, also as DD.MM.YYYY; None where there is none."""
    text = section.text(field)
    if not text or text in _UNSET:
        return None
    match = _DAY.fullmatch(text)
    day = _day(match) if match else None
    if day is None:
        _ignored(section, field, notes)
    elif not _ISO_DAY.fullmatch(text):
        _taken(section, field, day.isoformat(), notes)
    return day


def _day(match: re.Match[str]) -> dt.date | None:
    parts = match.group(1, 2, 3) if match[1] else match.group(6, 5, 4)
    try:
        day = dt.date(*map(int, parts))
    except ValueError:  # no such day
        return None
    return day if is_possible(day) else None


def read_moment(section: Section, field: str, notes: Findings) -> dt.datetime | None:
    """Return date and time, UTC where no zone is named; None where there is none."""
    text = section.text(field)
    if not text:
        return None
    match = _MOMENT.fullmatch(text)
    written = text
    if match:
        day, month, year, time = match.groups()
        written = f"{year}-{month:0>2}-{day:0>2}T{time:0>5}"
    try:
        moment = dt.datetime.fromisoformat(written)
    except ValueError:
        _ignored(section, field, notes)
        return None
    if match:
        _taken(section, field, written, notes)
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


def read_points(section: Section, field: str, notes: Findings) -> str | None:
    """Return the result code of one side, None where there are no points."""
    text = section.text(field)
    if text in POINTS:
        return POINTS[text]
    code = _OTHER_POINTS.get(text)
    if code is not None:
        right = next(point for point, known in POINTS.items() if known == code)
        _taken(section, field, right, notes)
    elif text:
        _ignored(section, field, notes)
    return code


def _taken(section: Section, field: str, value: str, notes: Findings) -> None:
    found = section.text(field)[:_MOST_SHOWN]
    words = Text(
        f"“{found}” is not as the format has it; it was read as {value}.",
        f"„{found}“ entspricht nicht dem Format; es wurde als {value} gelesen.",
    )
    note(notes, "xml.value", Severity.INFO, section, field, words)


def _ignored(section: Section, field: str, notes: Findings) -> None:
    found = section.text(field)[:_MOST_SHOWN]
    words = Text(
        f"“{found}” cannot be read; it counts as not given.",
        f"„{found}“ ist nicht lesbar; es gilt als nicht angegeben.",
    )
    note(notes, "xml.unreadable_value", Severity.WARNING, section, field, words)
