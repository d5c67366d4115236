"""FIDE's list as XML, read as a stream: it has 835 MB and two million players.

Expat calls back for every tag, so no tree is ever built and memory stays the same for
a list of any length. A document type definition, which the list never has, is refused:
that is where attacks on XML readers live. Fields and nesting have limits.

Source: FIDE, download "players_list_xml": `<playerslist><player>` with fideid, name,
country, sex, title, w_title, rating, birthday (year) and flag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.parsers import expat

from syncd.bilingual import Text
from syncd.errors import DecodeError
from syncd.formats.lists.fide_player import to_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.lists.bytestream import ByteStream
    from syncd.formats.lists.notes import Notes
    from syncd.model.lists import FidePlayer

_CHUNK_BYTES: Final = 1 << 16
_DEPTH: Final = 8
_FIELD_LENGTH: Final = 500
_ROOT: Final = "playerslist"
_IN_FIELD: Final = 3
"""Depth of a field: list, player, field."""
_FIELDS: Final = frozenset(
    {"fideid", "name", "country", "sex", "title", "w_title", "rating", "birthday",
     "flag"}
)  # fmt: skip


def players_of_xml(stream: ByteStream, notes: Notes) -> Iterator[FidePlayer]:
    """Yield the players of an XML list.

    Args:
        stream: the bytes from their beginning.
        notes: takes what is wrong with single players.

    Raises:
        DecodeError: the bytes are no XML, or no list of players, from some place on.
    """
    reader = _Reader(notes)
    while chunk := stream.read(_CHUNK_BYTES):
        yield from reader.feed(chunk)
    yield from reader.feed(b"", is_last=True)


class _Reader:
    """The state between two callbacks: how deep, and the fields of one player."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.depth = 0
        self.field = ""
        self.fields: dict[str, str] = {}
        self.text: list[str] = []
        self.length = 0
        self.players: list[FidePlayer] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunk: bytes, *, is_last: bool = False) -> list[FidePlayer]:
        """Return the players that the chunk completes."""
        self.players = []
        try:
            self.parser.Parse(chunk, is_last)
        except expat.ExpatError as exc:
            raise self._broken(expat.ErrorString(exc.code) or "") from exc
        except (LookupError, ValueError) as exc:  # an encoding that nobody knows
            raise self._broken(type(exc).__name__) from exc
        return self.players

    def _start(self, name: str, attributes: object) -> None:
        del attributes
        self.depth += 1
        if self.depth == 1 and name != _ROOT:
            raise self._refused(_NO_LIST)
        if self.depth > _DEPTH:
            raise self._refused(_TOO_DEEP)
        if self.depth == _IN_FIELD and name in _FIELDS:
            self.field, self.text, self.length = name, [], 0
            # Only here is text listened to: half of the time is saved.
            self.parser.CharacterDataHandler = self._characters

    def _characters(self, text: str) -> None:
        self.length += len(text)
        if self.length > _FIELD_LENGTH:
            raise self._refused(_TOO_LONG)
        self.text.append(text)

    def _end(self, name: str) -> None:
        self.depth -= 1
        if self.field and self.depth == _IN_FIELD - 1:
            self.parser.CharacterDataHandler = None
            self.fields[self.field] = "".join(self.text)
            self.field = ""
        elif self.depth == 1 and name == "player":
            self._finish()

    def _finish(self) -> None:
        line = self.parser.CurrentLineNumber
        player = to_player(self.fields, line, self.notes)
        self.fields = {}
        if player is not None:
            self.players.append(player)

    def _doctype(self, *arguments: object) -> None:
        del arguments
        raise self._refused(_DOCTYPE)

    def _refused(self, text: Text) -> DecodeError:
        place = self.parser
        return DecodeError(
            text, line=place.CurrentLineNumber, column=place.CurrentColumnNumber + 1
        )

    def _broken(self, why: str) -> DecodeError:
        line = self.parser.CurrentLineNumber
        return self._refused(
            Text(
                f"The list breaks off or is no XML from line {line} on ({why}). Please "
                "download it again.",
                f"Die Liste bricht ab oder ist ab Zeile {line} kein XML ({why}). Bitte "
                "neu herunterladen.",
            )
        )


_NO_LIST: Final = Text(
    "This XML is no list of players: it does not begin with <playerslist>.",
    "Dieses XML ist keine Spielerliste: Es beginnt nicht mit <playerslist>.",
)
_TOO_DEEP: Final = Text(
    "This XML is nested deeper than a list of players; it is not read any further.",
    "Dieses XML ist tiefer verschachtelt als eine Spielerliste; es wird nicht weiter "
    "gelesen.",
)
_TOO_LONG: Final = Text(
    "A player of this list has more text than any real one; the list is not read any "
    "further.",
    "Ein Spieler dieser Liste hat mehr Text als jeder wirkliche; die Liste wird nicht "
    "weiter gelesen.",
)
_DOCTYPE: Final = Text(
    "The list holds a document type definition (<!DOCTYPE ...>). FIDE's list has none, "
    "and it can be used for attacks.",
    "Die Liste enthält eine Dokumenttyp-Definition (<!DOCTYPE ...>). Die Liste der "
    "FIDE hat keine, und sie kann für Angriffe benutzt werden.",
)
