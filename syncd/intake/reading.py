"""The bytes of a file exactly as they were when it was found stable.

A hash is only worth something if it is that of the bytes that are kept: the file is
read once, through one descriptor, and that descriptor must show the expected state
before and after.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.intake.scan import state_of

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.intake.stability import FileState

# NOFOLLOW: a link put in the file's place must not lead out of the folder.
# NONBLOCK: a pipe put in its place must not make us wait for a writer.
_FLAGS: Final = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


@dataclass(frozen=True, slots=True)
class TooLarge:
    """The answer instead of bytes: the file is beyond the limit and was not read.

    Attributes:
        size_bytes: length of the file.
        limit_bytes: most that would have been read.
    """

    size_bytes: int
    limit_bytes: int

    @property
    def text(self) -> Text:
        """Why the file is not taken, and what to do."""
        # Rounded up, and whole: a decimal point would be a comma in German.
        size = f"{ceil(self.size_bytes / 1e6)} MB"
        limit = f"{ceil(self.limit_bytes / 1e6)} MB"
        return Text(
            f"The file has {size}, the limit is {limit}. A tournament export is much "
            "smaller: check what was put here, or raise the limit of this source.",
            f"Die Datei hat {size}, die Grenze ist {limit}. Ein Turnierexport ist viel "
            "kleiner: bitte prüfen, was hier abgelegt wurde, oder die Grenze dieser "
            "Quelle anheben.",
        )


def read_stable(
    path: Path, state: FileState, *, limit_bytes: int
) -> bytes | TooLarge | None:
    """Read a file that was found stable.

    Args:
        path: the file.
        state: what it was found stable in.
        limit_bytes: most that is read, 0 or more.

    Returns:
        Its bytes; TooLarge if it is beyond the limit (nothing was read); None if it
        changed, was replaced or has vanished: it has to become stable again.

    Raises:
        OSError: it cannot be read (permission, disk fault); worth another try.
    """
    try:
        handle = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in {errno.ELOOP, errno.ENXIO}:  # a link, a socket
            return None
        raise
    with open(handle, "rb") as file:  # noqa: PTH123 - a descriptor
        if not _is_in(handle, state):
            return None
        if state.size_bytes > limit_bytes:
            return TooLarge(state.size_bytes, limit_bytes)
        data = file.read(state.size_bytes + 1)
        return data if len(data) == state.size_bytes and _is_in(handle, state) else None


def _is_in(handle: int, state: FileState) -> bool:
    """Return whether the open file is a regular one in this state."""
    status = os.fstat(handle)
    return stat.S_ISREG(status.st_mode) and state_of(status) == state
