"""The 001 lines: which of them are players, and with which start number.

A row is a line that is aligned but not yet taken apart. Start number 0 is no player:
CLM writes it for a second entry of somebody who is in two rosters.

Source: FIDE Handbook C.04 Annex 2 (TRF16), player section; CLM's source,
site/clm/api/db_trf_export.php (start number 0 for a player in two teams).
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.lines.numbers import to_ints
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.formats.trf.records import Records

_NUMBER: Final = PLAYER.field("number")
_NUMBER_AT: Final = _NUMBER.slice
_NAME: Final = PLAYER.field("name")
_LONGEST_VALUE: Final = 40


class Row(NamedTuple):
    """One player's line.

    Attributes:
        number: start number, above 0.
        line: line number from 1.
        text: the line with every column in its place.
        shift: how far the columns behind the name had moved.
        name: the whole name, also where it is wider than its columns.
    """

    number: int
    line: int
    text: str
    shift: int
    name: str


class Rows(NamedTuple):
    """All players of a file.

    Attributes:
        by_id: start number -> row, in the order of the file.
        findings: lines that are no players, and columns that had moved.
    """

    by_id: dict[int, Row]
    findings: list[Finding]


def read_rows(records: Records) -> Rows:
    """Return the players' lines by start number."""
    rows: dict[int, Row] = {}
    findings = Findings()
    lines = records["001"]
    texts = [records.text(line) for line in lines]
    numbers = to_ints([text[_NUMBER_AT] for text in texts])
    for number, line, aligned in zip(numbers, lines, _aligned(texts), strict=True):
        text, shift, name = aligned
        if shift:
            findings.append(_shifted(line, shift, name))
        if number and number not in rows:
            rows[number] = Row(number, line, text, shift, name)
        else:
            findings.append(_no_player(line, text, number, rows))
    if not lines:
        findings.append(_no_players())
    return Rows(rows, findings)


def _aligned(texts: list[str]) -> Iterable[tuple[str, int, str]]:
    """Return the lines with every column in its place, their shifts and names.

    A file in which nothing has moved, as most are, is told at once: 4 ms less on 5,000
    players than line by line.
    """
    stands = PLAYER.tail.match if PLAYER.tail else None
    if stands and all(map(stands, texts, repeat(_NAME.last))):
        name = _NAME.slice
        return zip(texts, repeat(0), [text[name].strip() for text in texts])
    return (align(text, PLAYER)[:3] for text in texts)


def _shifted(line: int, shift: int, name: str) -> Finding:
    columns, side = abs(shift), "left" if shift < 0 else "right"
    seite = "links" if shift < 0 else "rechts"
    return Finding(
        code="trf.column_shift",
        severity=Severity.INFO,
        text=Text(
            en=f"After the name {name!r} the columns stand {columns} too far "
            f"to the {side}; they were read as moved back.",
            de=f"Hinter dem Namen „{name}“ stehen die Spalten {columns} zu "
            f"weit {seite}; sie wurden zurückgeschoben gelesen.",
        ),
        line=line,
        column=_NAME.last + 1 + shift,
        value=name[:_LONGEST_VALUE],
    )


def _no_player(
    line: int, text: str, number: int | None, rows: dict[int, Row]
) -> Finding:
    """Return why a 001 line is not a player of its own."""
    value = text[_NUMBER.slice].strip()
    if number == 0:
        code, severity, reason = "trf.start_number_zero", Severity.WARNING, _ZERO
    elif number is None:
        code, severity = "trf.start_number", Severity.ERROR
        reason = _not_a_number(value)
    else:
        code, severity = "trf.duplicate_start_number", Severity.ERROR
        reason = _twice(number, rows[number].line, line)
    return Finding(code, severity, reason, line, _NUMBER.first, value)


_ZERO: Final = Text(
    en="This line has start number 0 and was left out. Chess League Manager writes it "
    "when a player is listed in two teams.",
    de="Diese Zeile hat die Startnummer 0 und wurde ausgelassen. Der Chess League "
    "Manager schreibt sie, wenn ein Spieler in zwei Mannschaften gemeldet ist.",
)


def _not_a_number(value: str) -> Text:
    return Text(
        en=f"Columns 5 to 8 must hold a start number, but hold {value!r}. The line "
        "was left out; correct the number and read the file again.",
        de=f"In den Spalten 5 bis 8 muss eine Startnummer stehen, dort steht "
        f"„{value}“. Die Zeile wurde ausgelassen; bitte korrigieren und neu einlesen.",
    )


def _twice(number: int, first: int, line: int) -> Text:
    return Text(
        en=f"Start number {number} stands in line {first} and again in line {line}. "
        "The first was kept; correct the other and export again.",
        de=f"Die Startnummer {number} steht in Zeile {first} und noch einmal in Zeile "
        f"{line}. Die erste gilt; bitte die andere korrigieren und neu exportieren.",
    )


def _no_players() -> Finding:
    return Finding(
        code="trf.no_players",
        severity=Severity.ERROR,
        text=Text(
            en="The file has no player: no line begins with 001. It may be cut off, or "
            "its line ends may have been lost. Export it again.",
            de="Die Datei enthält keinen Spieler: keine Zeile beginnt mit 001. "
            "Vielleicht ist sie abgeschnitten oder ihre Zeilenenden sind verloren. "
            "Bitte neu exportieren.",
        ),
    )
