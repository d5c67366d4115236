"""The DSB's member list and club list (`spieler.csv`, `vereine.csv`) to records.

The list has one row per membership: a person with two clubs stands there twice. A row
that cannot be used is a finding and the others go on; a single wrong value is left out
of its row.

Source: README.txt of the DSB's download LV-0-csv.zip; the headers are those of the
lists before 2026 (with and without ID) and of 2026.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from syncd.bilingual import Text
from syncd.formats.lists.csv_rows import named_rows
from syncd.formats.lists.notes import Notes
from syncd.formats.lists.values import (
    to_name,
    to_number,
    to_sex,
    to_title,
    to_vkz,
    to_year,
)
from syncd.model.lists import Club, Member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from syncd.model.findings import Finding

Value = TypeVar("Value")

MEMBER_COLUMNS: Final = {
    "id": ("ID",),
    "vkz": ("ZPS", "VKZ"),
    "number": ("Mitgliedsnummer", "Mgl-Nr"),
    "status": ("Status",),
    "name": ("Name,Vorname", "Spielername"),
    "sex": ("Geschlecht",),
    "birth": ("Geburtsjahr",),
    "dwz": ("DWZ",),
    "index": ("Index",),
    "elo": ("FIDE-Elozahl", "FIDE-Elo"),
    "title": ("FIDE-Titel",),
    "women_title": ("FIDE-Frauentitel",),
    "fide_id": ("FIDE-ID",),
    "federation": ("FIDE-Land",),
}
"""Our name of a column -> its names in the lists, the newest first."""

CLUB_COLUMNS: Final = {
    "vkz": ("ZPS-Nummer", "ZPS", "VKZ"),
    "federation": ("Landesverband", "LV"),
    "parent": ("UebergeordneterVerband", "Verband"),
    "name": ("Vereinsname", "Vereinname"),
}
"""Likewise for the list of clubs."""

_MEMBER_NEEDS: Final = ("vkz", "number", "name", "birth")
_CLUB_NEEDS: Final = ("vkz", "name")


class MemberList(NamedTuple):
    """The memberships of a list.

    Attributes:
        members: in the order of the list, one per membership.
        findings: what is wrong with rows and values, with their lines.
        damaged_rows: rows that are left out.
    """

    members: tuple[Member, ...]
    findings: tuple[Finding, ...]
    damaged_rows: int = 0


class ClubList(NamedTuple):
    """The clubs of a list.

    Attributes:
        clubs: in the order of the list.
        findings: what is wrong with rows and values, with their lines.
        damaged_rows: rows that are left out.
    """

    clubs: tuple[Club, ...]
    findings: tuple[Finding, ...]
    damaged_rows: int = 0


def decode_members(data: bytes) -> MemberList:
    """Return the memberships of `spieler.csv`.

    Args:
        data: the file, in UTF-8, Windows-1252 or CP850.

    Raises:
        DecodeError: the first line is not the header of a member list.
    """
    notes = Notes()
    rows = named_rows(data, MEMBER_COLUMNS, _MEMBER_NEEDS, notes)
    members = tuple(_members(rows, notes))
    return MemberList(members, notes.findings(), notes.damaged_rows)


def decode_clubs(data: bytes) -> ClubList:
    """Return the clubs of `vereine.csv`.

    Args:
        data: the file, in UTF-8, Windows-1252 or CP850.

    Raises:
        DecodeError: the first line is not the header of a list of clubs.
    """
    notes = Notes()
    rows = named_rows(data, CLUB_COLUMNS, _CLUB_NEEDS, notes)
    clubs = tuple(_clubs(rows, notes))
    return ClubList(clubs, notes.findings(), notes.damaged_rows)


class _Row:
    """The cells of one row; a value that cannot be right is noted and left out."""

    def __init__(self, line: int, cells: Mapping[str, str], notes: Notes) -> None:
        self.line = line
        self.cells = cells
        self.notes = notes

    def text(self, name: str) -> str:
        return self.cells.get(name, "").strip()

    def value(self, name: str, convert: Callable[[str], Value], none: Value) -> Value:
        text = self.text(name)
        try:
            return convert(text)
        except ValueError:
            self.notes.note("lists.bad_value", self.line, text, _bad_value(name))
            return none

    def number(self, name: str) -> int | None:
        return self.value(name, to_number, None)


def _members(
    rows: Iterator[tuple[int, Mapping[str, str]]], notes: Notes
) -> Iterator[Member]:
    for line, cells in rows:
        row = _Row(line, cells, notes)
        surname, forename = to_name(row.text("name"))
        if surname:
            yield _member(row, surname, forename)
        else:
            notes.damaged(line, row.text("name"), _NO_NAME)


def _member(row: _Row, surname: str, forename: str) -> Member:
    return Member(
        dsb_id=row.text("id"),
        surname=surname,
        forename=forename,
        sex=to_sex(row.text("sex")),
        birth_year=row.value("birth", to_year, None),
        vkz=row.value("vkz", to_vkz, ""),
        member_number=row.number("number"),
        is_active=row.text("status").upper() != "P",
        dwz=row.number("dwz"),
        dwz_index=row.number("index"),
        fide_id=row.number("fide_id"),
        elo=row.number("elo"),
        fide_title=to_title(row.text("title")) or to_title(row.text("women_title")),
        federation=row.text("federation").upper(),
    )


def _clubs(
    rows: Iterator[tuple[int, Mapping[str, str]]], notes: Notes
) -> Iterator[Club]:
    for line, cells in rows:
        row = _Row(line, cells, notes)
        vkz, name = row.value("vkz", to_vkz, ""), " ".join(row.text("name").split())
        if vkz and name:
            yield Club(vkz, name, row.text("federation"), row.text("parent"))
        else:
            notes.damaged(line, row.text("name"), _NO_CLUB)


_NO_NAME: Final = Text(
    "This row names nobody; it is left out.",
    "Diese Zeile nennt niemanden; sie entfällt.",
)
_NO_CLUB: Final = Text(
    "This row has no club code or no name; it is left out.",
    "Diese Zeile hat keine Vereinskennziffer oder keinen Namen; sie entfällt.",
)


def _bad_value(name: str) -> Text:
    heads = {**CLUB_COLUMNS, **MEMBER_COLUMNS}[name][0]
    return Text(
        f"{heads}: this cannot be right and is left out.",
        f"{heads}: Das kann nicht stimmen und entfällt.",
    )
