"""What in a zip archive is not to be trusted, whatever the archive is for. Pure.

Python's reader believes what the archive's directory says, so sizes are checked before
anything is unpacked and again while it is.
"""

from __future__ import annotations

import os
import re
import stat
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Final

from syncd.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.bilingual import Text

SIGNATURE: Final = b"PK\x03\x04"
EMPTY: Final = b"PK\x05\x06"
"""How archives begin: with an entry, or with the directory where there is none."""

_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 0x1
_LEAST_PACKED: Final = 4096
"""Smaller entries may shrink as well as they like."""
_UNIX_MODE: Final = 16
_ZIP64: Final = b"PK\x06\x07"
_TAIL_BYTES: Final = 65_535 + 22
"""The longest remark, and the record that stands before it."""
_LONGEST_ENTRY: Final = 2048
"""Bytes in the directory: 46, a path, and a little more."""
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_FAULTS: Final = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError,
    OSError, ValueError, KeyError,
)  # fmt: skip
"""What Python's zip reader raises for broken archives; a DecodeError is none of them.

The stream is a file that is open already: an OSError is a seek to a place that the
archive's directory invented.
"""


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """How large an archive may be.

    Attributes:
        entries: files in it; the DSB's download has four.
        size_bytes: all files unpacked; FIDE's list has 835 MB.
        ratio: unpacked size by packed size; FIDE's list has 17.
    """

    entries: int = 32
    size_bytes: int = 4 * 1024**3
    ratio: int = 200


def is_crowded(stream: IO[bytes], entries: int) -> bool:
    """Return whether an archive's directory is longer than so many entries need.

    Python's reader makes an object of each entry before anybody can count them, so a
    directory of millions is refused before. What could be the record that tells its
    length is looked at wherever it stands, for the reader may choose another one.

    Source: PKWARE APPNOTE 6.3.10, 4.3.14 to 4.3.16.
    """
    end = stream.seek(0, os.SEEK_END)
    stream.seek(max(0, end - _TAIL_BYTES))
    tail = stream.read()
    stream.seek(0)
    if _ZIP64 in tail:  # for archives beyond 4 GB or 65,535 files
        return True
    sizes = [
        int.from_bytes(tail[found.start() + 12 : found.start() + 16], "little")
        for found in re.finditer(re.escape(EMPTY), tail)
    ]
    return any(size > entries * _LONGEST_ENTRY for size in sizes)


def is_bomb(entries: Sequence[zipfile.ZipInfo], limits: ArchiveLimits) -> bool:
    """Return whether entries are far larger than what they are packed in."""
    size = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    return size > limits.size_bytes or size > most_bytes(packed, limits)


def most_bytes(packed: int, limits: ArchiveLimits) -> int:
    """Return how many bytes may come out of so many packed ones."""
    return max(packed, _LEAST_PACKED) * limits.ratio


def is_locked(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry is encrypted or packed in an unusual way."""
    is_encrypted = bool(entry.flag_bits & _ENCRYPTED)
    return is_encrypted or entry.compress_type not in _METHODS


def is_link(entry: zipfile.ZipInfo) -> bool:
    """Return whether an entry is a link or a device and no file."""
    kind = stat.S_IFMT(entry.external_attr >> _UNIX_MODE)
    return kind not in {0, stat.S_IFREG, stat.S_IFDIR}


def leads_out(name: str) -> bool:
    """Return whether a path names a place outside the folder it is unpacked into."""
    parts = name.replace("\\", "/").split("/")
    return parts[0] == "" or ".." in parts or bool(_DRIVE.match(name))


@contextmanager
def translated(broken: Text) -> Iterator[None]:
    """Turn every fault of Python's reader into a DecodeError that says this."""
    try:
        yield
    except _FAULTS as exc:
        raise DecodeError(broken) from exc
