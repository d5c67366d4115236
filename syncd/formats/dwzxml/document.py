"""A report as it stands in the file: texts with their places, right or wrong.

Rules look at this view, not at `Report`, because they also have to look at files that
no `Report` can be made of. A value that cannot be read is None here and nobody's
business but the schema's.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, cast

from lxml import etree

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import NAMESPACE

ROOT: Final = "DSB_DWZ_TournamentReport"
_SCHEMA_LOCATION: Final = "{http://www.w3.org/2001/XMLSchema-instance}schemaLocation"
_PREFIX: Final = f"{{{NAMESPACE}}}"
_NUMBER_CHARS: Final = 20
_NO_NAMES: Final[Mapping[int | None, str]] = {}
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Section(NamedTuple):
    """One element and the texts of its children.

    Attributes:
        kind: its name: `header`, `tournament`, `player`, `game`, or that of the root.
        path: its place (`players/player[3]`), empty for the root.
        line: its line in the file.
        position: which one of its kind, from 1.
        values: text of each child as written; of the first, if there are several.
        lines: line of each child.
        refused: children that the schema refused; no number or day is read there.
    """

    kind: str
    path: str
    line: int
    position: int
    values: Mapping[str, str]
    lines: Mapping[str, int]
    refused: frozenset[str] = frozenset()

    def has(self, field: str) -> bool:
        """Return whether the child is there, empty or not."""
        return field in self.values

    def text(self, field: str) -> str:
        """Return the text of the child without blanks around it, or nothing."""
        return self.values.get(field, "").strip()

    def number(self, field: str) -> int | None:
        """Return the child as a whole number, None if it is none."""
        written = self.values.get(field)
        if written is None or field in self.refused:
            return None
        text = written.strip()
        is_number = text.isdigit() and text.isascii() and len(text) <= _NUMBER_CHARS
        return int(text) if is_number else None

    def date(self, field: str) -> dt.date | None:
        """Return the child as a day, None if it is none."""
        written = self.values.get(field)
        if written is None or field in self.refused:
            return None
        return _day(written.strip())

    def place(self, field: str = "") -> str:
        """Return the path of the child, or of the section itself."""
        return "/".join(part for part in (self.path, field) if part)

    def place_line(self, field: str = "") -> int:
        """Return the line of the child, or of the section if there is no such child."""
        return self.lines.get(field, self.line) if field else self.line


class _ChildLines(Mapping[str, int]):
    """The lines of an element's children, looked up when somebody asks.

    A report has tens of thousands of children, and messages about few of them.
    """

    __slots__ = ("_element",)

    def __init__(self, element: etree._Element) -> None:
        self._element = element

    def __getitem__(self, field: str) -> int:
        child = self._element.find(qualified(field))
        if child is None:
            raise KeyError(field)
        return line_of(child)

    def __iter__(self) -> Iterator[str]:
        return filter(None, dict.fromkeys(own_name(c.tag) for c in self._element))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file.

    Attributes:
        root: the document element; it has no texts of its own.
        version: attribute `version`, None if absent.
        schema_location: attribute `xsi:schemaLocation`, None if absent.
        header: None if absent.
        tournament: without values if absent.
        players: in the order of the file.
        games: in the order of the file.
    """

    root: Section
    version: str | None
    schema_location: str | None
    header: Section | None
    tournament: Section
    players: tuple[Section, ...]
    games: tuple[Section, ...]


def read_document(
    root: etree._Element, refused: frozenset[str] = frozenset()
) -> Document:
    """Return the view of a parsed file; sections that are missing are empty.

    Args:
        root: the document element.
        refused: paths whose values the schema refused.
    """
    top = section_of(root, "", 1)
    missing = Section("tournament", "tournament", top.line, 1, {}, {})
    return Document(
        root=top,
        version=root.get("version"),
        schema_location=root.get(_SCHEMA_LOCATION),
        header=_single(root, "header", refused),
        tournament=_single(root, "tournament", refused) or missing,
        players=_listed(root, "players", "player", refused),
        games=_listed(root, "games", "game", refused),
    )


def section_of(
    element: etree._Element,
    path: str,
    position: int,
    refused: frozenset[str] = frozenset(),
) -> Section:
    """Return the view of one element."""
    # From the last child to the first: of several namesakes the first is kept.
    children = element.iterchildren(reversed=True)
    values = {own_name(child.tag): child.text or "" for child in children}
    values.pop("", None)
    doubted = refused and frozenset(n for n in values if f"{path}/{n}" in refused)
    kind = own_name(element.tag) or local_name(element)
    lines = _ChildLines(element)
    return Section(kind, path, line_of(element), position, values, lines, doubted)


@lru_cache(maxsize=256)
def own_name(tag: str) -> str:
    """Return the name of a tag of the format, nothing for any other."""
    return tag.removeprefix(_PREFIX) if tag.startswith(_PREFIX) else ""


def qualified(name: str) -> str:
    """Return the name as lxml writes it, with the namespace of the format."""
    return _PREFIX + name


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    return etree.QName(element).localname


def line_of(element: etree._Element) -> int:
    """Return the line on which an element begins."""
    line = cast("int | None", element.sourceline)
    return line or 0


def describe(
    section: Section, field: str = "", names: Mapping[int | None, str] = _NO_NAMES
) -> Text:
    """Return in words where a section is, and the name of the child meant.

    Args:
        section: the section.
        field: the child, empty for the section itself.
        names: of the players by their numbers, if known.
    """
    place = _describe_section(section, names)
    if not field:
        return place
    return Text(f"{place.en}, {field}", f"{place.de}, {field}")


def _describe_section(section: Section, names: Mapping[int | None, str]) -> Text:
    if section.kind == "player":
        number = section.text("tournamentPlayerNumber") or "?"
        who = f"{number} ({section.text('surname')}, {section.text('forename')})"
        return Text(f"Player {who}", f"Teilnehmernummer {who}")
    if section.kind == "game":
        white, black = (_side(section, side, names) for side in ("White", "Black"))
        turn, dash = section.text("round") or "?", " – " if names else "–"
        return Text(
            f"Game {section.position} (round {turn}, {white}{dash}{black})",
            f"Partie {section.position} (Runde {turn}, {white}{dash}{black})",
        )
    return _SECTION_WORDS.get(section.kind, Text(section.kind, section.kind))


def _side(game: Section, colour: str, names: Mapping[int | None, str]) -> str:
    """Return the number of a player, with the name if it is known."""
    field = f"tournamentPlayerNumber{colour}"
    number, name = game.text(field) or "?", names.get(game.number(field))
    return f"{number} {name}" if name else number


_SECTION_WORDS: Final = {
    ROOT: Text("File", "Datei"),
    "header": Text("File header", "Dateikopf"),
    "tournament": Text("Tournament", "Turnier"),
    "players": Text("List of players", "Teilnehmerliste"),
    "games": Text("List of games", "Partienliste"),
}


@lru_cache(maxsize=1024)
def _day(text: str) -> dt.date | None:
    """Return a day; a tournament has few of them, each in many games."""
    if not _DATE.fullmatch(text):
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:  # 30 February; the schema says so
        return None


def _single(root: etree._Element, kind: str, refused: frozenset[str]) -> Section | None:
    found = root.find(qualified(kind))
    return None if found is None else section_of(found, kind, 1, refused)


def _listed(
    root: etree._Element, group: str, kind: str, refused: frozenset[str]
) -> tuple[Section, ...]:
    found = root.findall(f"{qualified(group)}/{qualified(kind)}")
    return tuple(
        section_of(element, f"{group}/{kind}[{position}]", position, refused)
        for position, element in enumerate(found, start=1)
    )
