"""Records that a program wrote in its own way and that were read nevertheless.

One note per form and file: the first line of it, what was assumed, what is right.

Source: TRF26, records 152, 162, 172, 240, 250, 260 and 362, for what is right; the
habits are those of bbpPairings up to 6.0 and of files in circulation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.trf.records import Records

_LONGEST_VALUE: Final = 40
_LOOKED_AT: Final = 1_000  # characters of a line


class _Habit(NamedTuple):
    """One form: where it shows, what was assumed and what would be right."""

    record: str
    sign: re.Pattern[str]
    text: Text


_HABITS: Final = (
    _Habit(
        "152", re.compile(r"152 +([wb])\s*$"),
        Text(
            "The small letter was read as a capital; right would be W or B.",
            "Der Kleinbuchstabe wurde als großer gelesen; richtig wäre W oder B.",
        ),
    ),
    _Habit(
        "162", re.compile(r"162.* (Z) *[0-9.,]"),
        Text(
            "Z was read as A, the points of an absence; right would be A.",
            "Z wurde als A gelesen, die Punkte einer Abwesenheit; richtig wäre A.",
        ),
    ),
    _Habit(
        "172", re.compile(r"172 +((?i:FIDE|NRO|FIDON|NIDOF|HBFN|LBFN|OTHER))\s*$"),
        Text(
            "The method was read, without a federation; right would be the federation "
            "in front of it, such as GER FIDON.",
            "Gelesen wurde das Verfahren, ohne Föderation; richtig wäre die Föderation "
            "davor, wie GER FIDON.",
        ),
    ),
    _Habit(
        "240", re.compile(r"240[^\t]*(\t)\s*$"),
        Text(
            "The tab at the end was passed over; right would be nothing or blanks.",
            "Der Tabulator am Ende wurde übergangen; richtig wäre dort nichts oder "
            "Leerzeichen.",
        ),
    ),
    _Habit(
        "250", re.compile(r"250 [0-9., ]{4} (?! *[0-9]*[.,]) {0,3}([0-9]{1,4}) "),
        Text(
            "A number without a point was read as whole points; right would be one "
            "decimal, such as 1.0.",
            "Eine Zahl ohne Punkt wurde als ganze Punkte gelesen; richtig wäre eine "
            "Nachkommastelle, wie 1.0.",
        ),
    ),
    _Habit(
        "260", re.compile(r"260 [0-9 ]{3} ( {3}) "),
        Text(
            "The blank last round was read as the last of the tournament; right would "
            "be its number in columns 9 to 11.",
            "Die leere letzte Runde wurde als die letzte des Turniers gelesen; richtig "
            "wäre ihre Nummer in den Spalten 9 bis 11.",
        ),
    ),
    _Habit(
        "362", re.compile(r"362 +T[WDL]( {2}[0-9][.,][0-9]) "),
        Text(
            "The points stand one column late and were read so; right would be columns "
            "7 to 10.",
            "Die Punkte stehen eine Spalte zu weit rechts und wurden so gelesen; "
            "richtig wären die Spalten 7 bis 10.",
        ),
    ),
)  # fmt: skip


def odd_records(records: Records) -> Iterator[Finding]:
    """Yield one note per form that was read but is not the right one."""
    for habit in _HABITS:
        lines = records[habit.record]
        found = [
            (line, match)
            for line in lines
            if (match := habit.sign.match(records.text(line)[:_LOOKED_AT]))
        ]
        if found:
            line, match = found[0]
            yield _noted(habit, line, match, len(found))


def _noted(habit: _Habit, line: int, match: re.Match[str], count: int) -> Finding:
    lines = ("line", "Zeile") if count == 1 else ("lines", "Zeilen")
    return Finding(
        code="trf.record_form",
        severity=Severity.INFO,
        text=Text(
            f"Record {habit.record}: {habit.text.en} ({count} {lines[0]}, this is the "
            "first.)",
            f"Satz {habit.record}: {habit.text.de} ({count} {lines[1]}, dies ist die "
            "erste.)",
        ),
        line=line,
        column=match.start(1) + 1,
        value=match[0].strip()[:_LONGEST_VALUE],
    )
