"""One row of the rule book: what a rule asks, how bad it is, and who looks after it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.findings import Severity


class Where(StrEnum):
    """What decides whether a rule is kept."""

    FILE = "file"
    SCHEMA = "schema"
    REPORT = "report"
    MEMBERS = "members"
    CLUBS = "clubs"
    FIDE = "fide"
    LOG = "log"
    WRITER = "writer"
    NOBODY = "nobody"

    @property
    def words(self) -> Text:
        """The place in words."""
        return _WHERE[self]


_WHERE: Final = {
    Where.FILE: Text("the bytes of the file", "die Bytes der Datei"),
    Where.SCHEMA: Text("our schema", "unser Schema"),
    Where.REPORT: Text("the contents of the file", "der Inhalt der Datei"),
    Where.MEMBERS: Text("the list of members", "die Mitgliederliste"),
    Where.CLUBS: Text("the list of clubs", "die Vereinsliste"),
    Where.FIDE: Text("FIDE's list", "die FIDE-Liste"),
    Where.LOG: Text("the files sent before", "die früher gesendeten Dateien"),
    Where.WRITER: Text("the way syncd writes", "die Art, wie syncd schreibt"),
    Where.NOBODY: Text("nothing in a file", "nichts in einer Datei"),
}


_NONE: Final = Text("", "")
_SILENT: Final = frozenset({Where.LOG, Where.WRITER, Where.NOBODY})


class Entry(NamedTuple):
    """One rule.

    Attributes:
        code: its id (`P06`).
        level: how binding the documentation is (`MUST`, `SHOULD` …); `I` marks rules
            that are written nowhere.
        severities: what its findings can be, worst first; none if there is nothing to
            find.
        where: what decides it.
        text: what it asks.
        remark: under which other rule it is told, or why nothing can be told.
    """

    code: str
    level: str
    severities: tuple[Severity, ...]
    where: tuple[Where, ...]
    text: Text
    remark: Text = _NONE

    @property
    def is_adjustable(self) -> bool:
        """Whether it has findings that the settings may weigh anew."""
        is_told = not _SILENT.issuperset(self.where)
        return is_told and any(item is not Severity.ERROR for item in self.severities)


_SEVERITIES: Final = {
    "E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO,
}  # fmt: skip


class Chapter:
    """The rules of one letter, written down row by row."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def rule(self, head: str, en: str, de: str, remark: Text = _NONE) -> None:
        """Write a rule down.

        Args:
            head: id, level, severities and places, separated by `|`
                (`P12|MUST NOT|E W I|report members`).
            en: what it asks, in English.
            de: likewise in German.
            remark: see `Entry`.
        """
        code, level, severities, where = head.split("|")
        self.entries.append(
            Entry(
                code,
                level,
                tuple(_SEVERITIES[letter] for letter in severities.split()),
                tuple(map(Where, where.split())),
                Text(en, de),
                remark,
            )
        )


def told_by(codes: str) -> Text:
    """Return the remark that other rules tell it."""
    return Text(f"told as {codes}", f"gemeldet als {codes}")
