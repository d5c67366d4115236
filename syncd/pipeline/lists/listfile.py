"""What is in a file that is to be imported: one list, or an archive with several."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import InconsistentError, UnknownFormatError
from syncd.formats.lists.archive import opened_list, packed_lists
from syncd.formats.lists.fide_text import LINE_BYTES, month_of_text
from syncd.formats.lists.kinds import HEAD_BYTES, Content, content_of
from syncd.store import lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.lists.bytestream import ByteStream

Seekable = BufferedReader | BytesIO
"""A file that is open for reading."""

_KINDS: Final = {
    Content.MEMBERS: lists.MEMBERS,
    Content.CLUBS: lists.CLUBS,
    Content.FIDE_XML: lists.FIDE,
    Content.FIDE_TEXT: lists.FIDE,
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks for.

    Attributes:
        kind: import only lists of this kind, empty for all.
        month: `YYYY-MM` of a FIDE list, empty if the list names it.
        accept_smaller: whether a list may have lost a tenth of its rows.
    """

    kind: str = ""
    month: str = ""
    accept_smaller: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file came from.

    Attributes:
        name: file name or address.
        etag: of the download, or empty.
        last_modified: likewise.
        month: month to assume for a FIDE list that names none, or empty.
    """

    name: str
    etag: str = ""
    last_modified: str = ""
    month: str = ""


@dataclass(frozen=True, slots=True)
class ListFile:
    """One list: the stream itself, or a file of the archive in the stream."""

    stream: Seekable
    content: Content
    packed_as: str | None = None

    @property
    def kind(self) -> str:
        """Which of the lists it is."""
        return _KINDS[self.content]

    @contextmanager
    def opened(self) -> Iterator[ByteStream]:
        """Give the bytes of the list from their beginning."""
        self.stream.seek(0)
        if self.packed_as is None:
            yield self.stream
        else:
            with opened_list(self.stream, self.packed_as) as entry:
                yield entry


def files_to_import(stream: Seekable, wish: Wish) -> list[ListFile]:
    """Return the lists in a file that are asked for.

    Raises:
        FormatError: there are none; it is a web page, or an archive that is refused.
    """
    found = [item for item in _files(stream) if wish.kind in {"", item.kind}]
    if not found:
        raise UnknownFormatError(_NO_LIST)
    return found


def _files(stream: Seekable) -> list[ListFile]:
    stream.seek(0)
    content = content_of(stream.read(HEAD_BYTES))
    if content is Content.HTML:
        raise UnknownFormatError(_WEB_PAGE)
    if content is not Content.ZIP:
        return [ListFile(stream, content)] if content in _KINDS else []
    return [
        ListFile(stream, item.content, item.name)
        for item in packed_lists(stream)
        if item.content in _KINDS
    ]


def month_of(file: ListFile, origin: Origin, wish: Wish) -> str:
    """Return the month of a FIDE list: as it names it, as a person does, as assumed.

    Raises:
        FormatError: nobody says which month it is, or two say different things.
    """
    if file.kind != lists.FIDE:
        return ""
    named = ""
    if file.content is Content.FIDE_TEXT:
        with file.opened() as source:
            named = month_of_text(source.readline(LINE_BYTES).decode("latin-1"))
    if named and wish.month and named != wish.month:
        raise InconsistentError(_other_month(named, wish.month))
    month = named or wish.month or origin.month
    if not month:
        raise InconsistentError(_WHICH_MONTH)
    return month


def _other_month(named: str, wanted: str) -> Text:
    return Text(
        f"The list says that it is that of {named}, not of {wanted}.",
        f"Die Liste ist nach eigener Angabe die von {named}, nicht die von {wanted}.",
    )


_NO_LIST: Final = Text(
    "This file holds no list that syncd knows (or none of the kind asked for): wanted "
    "are the DSB's spieler.csv and vereine.csv and FIDE's list as XML or text, alone "
    "or in a zip archive.",
    "Diese Datei enthält keine Liste, die syncd kennt (oder keine der verlangten Art): "
    "gesucht sind spieler.csv und vereine.csv des DSB und die Liste der FIDE als XML "
    "oder Text, einzeln oder in einem ZIP-Archiv.",
)

_WEB_PAGE: Final = Text(
    "This is a web page and no list, perhaps one that asks for a login or says that "
    "the address has changed.",
    "Das ist eine Webseite und keine Liste, vielleicht eine, die eine Anmeldung "
    "verlangt oder sagt, dass die Adresse sich geändert hat.",
)

_WHICH_MONTH: Final = Text(
    "A FIDE list counts for one month, and this one does not say which. Please name "
    "it, for instance: --month 2026-11",
    "Eine FIDE-Liste gilt für einen Monat, und diese sagt nicht, für welchen. Bitte "
    "angeben, zum Beispiel: --month 2026-11",
)
