"""Zip archives as downloads have them, opened without trusting them.

An archive is refused before anything of it is unpacked: too many entries, more bytes
than a list can have, bytes that shrink too well (a bomb), encrypted entries, names with
folders, methods other than deflate. An archive inside an archive is refused when its
first bytes are seen. Nothing is ever written under a name that an archive chose.
"""

from __future__ import annotations

import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError
from syncd.formats.lists.kinds import HEAD_BYTES, Content, content_of
from syncd.formats.zipped import ArchiveLimits, is_bomb, is_locked, translated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from syncd.formats.lists.bytestream import ByteStream

DEFAULT_LIMITS: Final = ArchiveLimits()


@dataclass(frozen=True, slots=True)
class Packed:
    """One list in an archive.

    Attributes:
        name: as the archive has it; for people, never for a path.
        content: what its first bytes say.
        size_bytes: unpacked.
    """

    name: str
    content: Content
    size_bytes: int


def packed_lists(
    stream: IO[bytes], limits: ArchiveLimits = DEFAULT_LIMITS
) -> list[Packed]:
    """Return what is in an archive.

    Args:
        stream: the archive, seekable.
        limits: what is refused.

    Raises:
        DecodeError: it is broken, larger than allowed, or holds another archive.
    """
    with _opened(stream, limits) as archive:
        return [_packed(archive, entry) for entry in archive.infolist()]


@contextmanager
def opened_list(
    stream: IO[bytes], name: str, limits: ArchiveLimits = DEFAULT_LIMITS
) -> Iterator[ByteStream]:
    """Open one file of an archive for reading.

    Raises:
        DecodeError: the archive is broken or refused, now or while it is read.
    """
    with _opened(stream, limits) as archive:
        with _translated():
            entry = archive.open(name)
        with entry:
            yield _Entry(entry)


@contextmanager
def _opened(stream: IO[bytes], limits: ArchiveLimits) -> Iterator[zipfile.ZipFile]:
    with _translated():
        archive = zipfile.ZipFile(stream)
    with archive:
        _check(archive.infolist(), limits)
        yield archive


class _Entry:
    """One file of an archive; a fault of the archive is a DecodeError."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        with _translated():
            return self._stream.read(size)

    def readline(self, size: int, /) -> bytes:
        with _translated():
            return self._stream.readline(size)


def _translated() -> AbstractContextManager[None]:
    """Turn every fault of an archive into ours."""
    return translated(_BROKEN)


def _check(entries: list[zipfile.ZipInfo], limits: ArchiveLimits) -> None:
    if len(entries) > limits.entries:
        raise DecodeError(_TOO_MANY)
    if is_bomb(entries, limits):
        raise DecodeError(_BOMB)
    for entry in entries:
        if is_locked(entry):
            raise DecodeError(_LOCKED)
        if {*"/\\:"} & {*entry.filename}:
            raise DecodeError(_FOLDERS)


def _packed(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Packed:
    with _translated(), archive.open(entry) as stream:
        content = content_of(stream.read(HEAD_BYTES))
    if content is Content.ZIP:
        raise DecodeError(_NESTED)
    return Packed(entry.filename, content, entry.file_size)


_BROKEN: Final = Text(
    "The zip archive is broken or incomplete. Please download it again.",
    "Das ZIP-Archiv ist beschädigt oder unvollständig. Bitte neu herunterladen.",
)
_TOO_MANY: Final = Text(
    "The zip archive holds more files than a download of lists; it is not opened.",
    "Das ZIP-Archiv enthält mehr Dateien als ein Download von Listen; es wird nicht "
    "geöffnet.",
)
_BOMB: Final = Text(
    "Unpacked, the zip archive would be far larger than any list; it is not opened.",
    "Ausgepackt wäre das ZIP-Archiv viel größer als jede Liste; es wird nicht "
    "geöffnet.",
)
_LOCKED: Final = Text(
    "The zip archive is encrypted or packed in an unusual way. Please unpack it and "
    "import the file in it.",
    "Das ZIP-Archiv ist verschlüsselt oder ungewöhnlich gepackt. Bitte auspacken und "
    "die Datei darin importieren.",
)
_FOLDERS: Final = Text(
    "The zip archive holds folders or names with paths; a download of lists has none. "
    "Please unpack it and import the file in it.",
    "Das ZIP-Archiv enthält Ordner oder Namen mit Pfaden; ein Download von Listen hat "
    "keine. Bitte auspacken und die Datei darin importieren.",
)
_NESTED: Final = Text(
    "The zip archive holds another archive; it is not opened. Please unpack it and "
    "import the file in it.",
    "Das ZIP-Archiv enthält ein weiteres Archiv; es wird nicht geöffnet. Bitte "
    "auspacken und die Datei darin importieren.",
)
