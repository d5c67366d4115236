"""The exports in a zip archive, one by one, without trusting it.

What the archive as a whole may cost is decided before anything is unpacked, and each
entry is read only as far as it may be long. An entry that is refused is refused alone,
with its reason. Nothing is ever written under a name that an archive chose.
"""

from __future__ import annotations

import datetime as dt
import zipfile
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

from syncd.errors import DecodeError
from syncd.formats import zipped
from syncd.intake.pull import reasons
from syncd.intake.pull.kinds import is_archive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.bilingual import Text
    from syncd.formats.zipped import ArchiveLimits

_ENDINGS: Final = (".trf", ".trfx", ".txt", ".xml")
_SYSTEM: Final = "__MACOSX/"
_PACKED: Final = (".zip", ".gz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".tgz")


@dataclass(frozen=True, slots=True)
class Entry:
    """One export of an archive.

    Attributes:
        path: as the archive has it; for people and for telling entries apart.
        data: its bytes, empty if it is refused.
        refused: why it is not taken, None if it is.
        changed: local time that the archive states, None if that is no time.
    """

    path: str
    data: bytes = b""
    refused: Text | None = None
    changed: dt.datetime | None = None


def unpacked(
    stream: IO[bytes], limits: ArchiveLimits, most_bytes: int
) -> Iterator[Entry]:
    """Yield the exports of an archive; other files in it are passed over.

    Args:
        stream: the archive, seekable.
        limits: what the archive may hold.
        most_bytes: of one export.

    Raises:
        DecodeError: the archive is broken, or larger than allowed.
    """
    if zipped.is_crowded(stream, limits.entries):
        raise DecodeError(reasons.MANY_ENTRIES)
    with zipped.translated(reasons.BROKEN):
        archive = zipfile.ZipFile(stream)
    with archive:
        entries = [
            item for item in archive.infolist() if not item.filename.endswith("/")
        ]
        if len(entries) > limits.entries:
            raise DecodeError(reasons.MANY_ENTRIES)
        if zipped.is_bomb(entries, limits):
            raise DecodeError(reasons.BOMB)
        for item in entries:
            if _may_be_export(item.filename):
                yield _entry(archive, item, limits, most_bytes)


def _may_be_export(path: str) -> bool:
    """Return whether an entry is one that people would miss."""
    is_known = path.lower().endswith((*_ENDINGS, *_PACKED))
    return is_known and not path.startswith(_SYSTEM)


def _entry(
    archive: zipfile.ZipFile,
    item: zipfile.ZipInfo,
    limits: ArchiveLimits,
    most_bytes: int,
) -> Entry:
    refused = _flaw(item, limits, most_bytes)
    if refused is not None:
        return Entry(item.filename, refused=refused)
    try:
        with zipped.translated(reasons.BROKEN), archive.open(item) as file:
            data = file.read(most_bytes + 1)
    except DecodeError as error:
        return Entry(item.filename, refused=error.text)
    refused = _flaw_in(data, most_bytes)
    if refused is not None:
        return Entry(item.filename, refused=refused)
    return Entry(item.filename, data, changed=_changed(item))


def _flaw(item: zipfile.ZipInfo, limits: ArchiveLimits, most_bytes: int) -> Text | None:
    """Return why an entry is not even read."""
    if zipped.leads_out(item.filename):
        return reasons.OUTSIDE
    if zipped.is_link(item):
        return reasons.NO_FILE
    if zipped.is_locked(item):
        return reasons.LOCKED
    if item.filename.lower().endswith(_PACKED):
        return reasons.NESTED
    if zipped.is_bomb([item], limits):
        return reasons.BOMB
    return reasons.too_large(most_bytes) if item.file_size > most_bytes else None


def _flaw_in(data: bytes, most_bytes: int) -> Text | None:
    if is_archive(data):
        return reasons.NESTED
    if len(data) > most_bytes:
        return reasons.too_large(most_bytes)
    return None if data else reasons.EMPTY_ENTRY


def _changed(item: zipfile.ZipInfo) -> dt.datetime | None:
    try:  # naive on purpose: an archive does not say where its clock hung
        return dt.datetime(*item.date_time)  # noqa: DTZ001
    except ValueError:
        return None
