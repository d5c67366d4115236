"""Fields of players that a program wrote in its own way, and how they were read.

What could be read is one note per field and file: thousands of players of one program
have the same habit. What could not be read is a warning at its line. Values are looked
at once each, not once per player.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, player section, for what is right;
TRF06 for titles of one letter; files of CLM, Papi, Tornelo and ICU for the others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.dates import parse_birth
from syncd.formats.trf.lines.numbers import points_x10, to_int
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from syncd.formats.trf.players.rows import Row

_NAME: Final = PLAYER.field("name")
_BIRTH: Final = PLAYER.slice("birth").start
_ALL_RIGHT: Final = {"//"}
_MOST_EXAMPLES: Final = 5


def _anything(_: str) -> bool:
    return True


def _shape(pattern: str) -> Callable[[str], object]:
    return re.compile(pattern).fullmatch


def _has_slashes(birth: str) -> bool:
    """Return whether a birth date has the right form; what is in it is checked."""
    return birth[4:8:3] == "//" or birth.isspace() or not birth


def _right_birth(text: str) -> str:
    """Return a birth date that was read in the form of FIDE's document."""
    year, date, _ = parse_birth(text)
    whole = f"{year or 0:04}/00/00"
    return date.isoformat().replace("-", "/") if date else whole


class Habit(NamedTuple):
    """How a field should look and what is made of it where it looks otherwise.

    Attributes:
        is_right: whether a value needs no word.
        read_as: what was assumed.
        rule: what would be right.
        is_read: whether something was made of a value; else it is `unreadable`.
        rewritten: how a value that was read looks in the right form; without it, only
            the rule is told.
        glance: part of the line that shows for most files that all is right.
    """

    is_right: Callable[[str], object]
    read_as: Text
    rule: Text
    is_read: Callable[[str], bool] = _anything
    rewritten: Callable[[str], str] | None = None
    glance: slice | None = None


_HABITS: Final = {
    "sex": Habit(
        _shape(r"[mw ]?"),
        Text(
            "M and W were read as m and w, f as w, anything else as unknown",
            "M und W wurden als m und w gelesen, f als w, alles andere als unbekannt",
        ),
        Text("m or w", "m oder w"),
    ),
    "title": Habit(
        _shape(r"[ W][GIFC]M|\s*"),
        Text(
            "titles of FIDE were read in any spelling (g, gm, GM), others such as "
            "national classes were left out",
            "FIDE-Titel wurden in jeder Schreibweise gelesen (g, gm, GM), andere wie "
            "nationale Klassen weggelassen",
        ),
        Text(
            "GM, IM, FM, CM, WGM, WIM, WFM or WCM, on the right of the columns",
            "GM, IM, FM, CM, WGM, WIM, WFM oder WCM, rechts in den Spalten",
        ),
    ),
    "rating": Habit(
        _shape(r" *(?:[1-9][0-9]*|0)?"),
        Text(
            "zeros in front were read past, zeros alone as no rating",
            "Nullen davor wurden übergangen, Nullen allein als keine Wertungszahl "
            "gelesen",
        ),
        Text(
            "a number, or blanks for no rating",
            "eine Zahl, oder Leerzeichen für keine Wertungszahl",
        ),
        lambda value: to_int(value) is not None,
    ),
    "federation": Habit(
        _shape(r"[A-Z]{3}|\s*"),
        Text("it was kept as it is", "es wurde so übernommen"),
        Text(
            "the three capital letters of a federation",
            "die drei Großbuchstaben einer Föderation",
        ),
    ),
    "birth": Habit(
        _has_slashes,
        Text(
            "the date or year meant by it was taken",
            "genommen wurde das gemeinte Datum oder Jahr",
        ),
        Text("year/month/day", "Jahr/Monat/Tag"),
        lambda value: not parse_birth(value).is_odd,
        _right_birth,
        glance=slice(_BIRTH + 4, _BIRTH + 8, 3),
    ),
    "points": Habit(
        _shape(r" *-?[0-9]+\.[0-9]|\s*"),
        Text(
            "a comma was read as the point, a number without one as whole points",
            "ein Komma wurde als Punkt gelesen, eine Zahl ohne Punkt als ganze Punkte",
        ),
        Text("one decimal behind a point", "eine Nachkommastelle hinter einem Punkt"),
        lambda value: points_x10(value) is not None,
        lambda value: f"{(points_x10(value) or 0) / 10:.1f}",
    ),
}

_UNREADABLE: Final = {
    "birth": (
        "trf.birth_date",
        Text(
            en="The birth date cannot be read; it must look like 1999/12/31. What "
            "could be understood of it was kept.",
            de="Das Geburtsdatum ist nicht lesbar; richtig wäre zum Beispiel "
            "1999/12/31. Übernommen wurde, was zu verstehen war.",
        ),
    ),
    "points": (
        "trf.points_field",
        Text(
            en="The points cannot be read; they must look like 3.5. They were left "
            "out.",
            de="Die Punkte sind nicht lesbar; richtig wäre zum Beispiel 3.5. Sie "
            "wurden weggelassen.",
        ),
    ),
    "rating": (
        "trf.rating_field",
        Text(
            en="The rating is not a number and was left out; it must be a number in "
            "columns 49 to 52.",
            de="Die Wertungszahl ist keine Zahl und wurde weggelassen; richtig wäre "
            "eine Zahl in den Spalten 49 bis 52.",
        ),
    ),
    "fide_id": (
        "trf.fide_id_field",
        Text(
            en="The FIDE id is not a number and was left out; it must be a number in "
            "columns 58 to 68.",
            de="Die FIDE-ID ist keine Zahl und wurde weggelassen; richtig wäre eine "
            "Zahl in den Spalten 58 bis 68.",
        ),
    ),
    "rank": (
        "trf.rank_field",
        Text(
            en="The rank is not a number and was left out; it must be a number in "
            "columns 86 to 89.",
            de="Der Rang ist keine Zahl und wurde weggelassen; richtig wäre eine Zahl "
            "in den Spalten 86 bis 89.",
        ),
    ),
}
"""Field -> code and text where nothing could be made of it."""


def unreadable(row: Row, field: str) -> Finding:
    """Return the warning about a field in which nothing could be read."""
    code, text = _UNREADABLE[field]
    value = row.text[PLAYER.slice(field)].strip()
    return Finding(code, Severity.WARNING, text, row.line, _column(row, field), value)


def habits(rows: Collection[Row]) -> Iterator[Finding]:
    """Yield one note per field that is not written as it should be."""
    for field, habit in _HABITS.items():
        place = PLAYER.slice(field)
        if habit.glance and {row.text[habit.glance] for row in rows} <= _ALL_RIGHT:
            continue
        odd = {
            value
            for value in {row.text[place] for row in rows}
            if not habit.is_right(value) and habit.is_read(value)
        }
        if odd:
            where = [row for row in rows if row.text[place] in odd]
            values = dict.fromkeys(row.text[place].strip() for row in where)
            yield _noted(where[0], field, len(where), list(values))


def _noted(row: Row, field: str, count: int, values: list[str]) -> Finding:
    place, habit = PLAYER.field(field), _HABITS[field]
    shown = ", ".join([f"“{value}”" for value in values[:_MOST_EXAMPLES]])
    gezeigt = ", ".join([f"„{value}“" for value in values[:_MOST_EXAMPLES]])
    span = f"{place.first}–{place.last}"
    right = habit.rule
    if habit.rewritten:
        example = habit.rewritten(values[0])
        right = Text(f"{example} ({right.en})", f"{example} ({right.de})")
    where = _counted(count, row.line)
    return Finding(
        code=f"trf.{field}_form",
        severity=Severity.INFO,
        text=Text(
            en=f"{where.en} {shown} in columns {span}: {habit.read_as.en}. Right would "
            f"be {right.en}.",
            de=f"{where.de} mit {gezeigt} in den Spalten {span}: {habit.read_as.de}. "
            f"Richtig wäre {right.de}.",
        ),
        line=row.line,
        column=_column(row, field),
        value=values[0],
    )


def _column(row: Row, field: str) -> int:
    """Return where a field really stands: what is behind the name may have moved."""
    first = PLAYER.field(field).first
    return first + row.shift if first > _NAME.last else first


def _counted(count: int, first: int) -> Text:
    if count == 1:
        return Text(f"Line {first} has", f"Zeile {first}")
    return Text(
        f"{count} lines (first line {first}) have",
        f"{count} Zeilen (zuerst Zeile {first})",
    )
