"""Reading files from a folder that other people and programs use.

What lies there under the right name may be a pipe that nobody writes to, a link to
some other file of this machine, or a folder. None of these is opened for its content:
reading them would wait for ever, or tell what is nobody's business.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_ODD: Final = frozenset({errno.ELOOP, errno.ENXIO, errno.EACCES, errno.EPERM})
"""A link, a socket or a pipe, and what we may not read."""


class OddFileError(OSError):
    """What lies there is no plain file, or may not be read."""


def read_plain(path: Path, most_bytes: int, *, follows_links: bool = False) -> bytes:
    """Return the start of a plain file.

    Args:
        path: of the file.
        most_bytes: so much of it is read at most.
        follows_links: whether a link to a plain file counts as one.

    Raises:
        FileNotFoundError: nothing is there.
        OddFileError: it is no plain file, or may not be read.
        OSError: the folder or the disk does not work.
    """
    link = 0 if follows_links else os.O_NOFOLLOW
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | link)
    except OSError as error:
        if error.errno in _ODD:
            raise _odd(path) from error
        raise
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _odd(path)
        with open(handle, "rb", closefd=False) as file:
            return file.read(most_bytes)
    finally:
        os.close(handle)


def _odd(path: Path) -> OddFileError:
    return OddFileError(errno.EINVAL, "no plain file", str(path))
