"""Putting a file into a folder in one step, so that nobody can pick up half of it."""

from __future__ import annotations

import errno
import os
import secrets
from typing import TYPE_CHECKING

from syncd import failpoints

if TYPE_CHECKING:
    from pathlib import Path


def put_file(target: Path, data: bytes) -> None:
    """Write beside the target and rename, sweeping what a crash left behind.

    Each try has its own temporary name: a second sender can at worst sweep ours away,
    which fails our rename, but can never give us half of its bytes.

    Raises:
        OSError: the file cannot be written.
    """
    for leftover in target.parent.glob(f".{target.stem}.*.part"):
        leftover.unlink(missing_ok=True)
    part = target.parent / f".{target.stem}.{secrets.token_hex(4)}.part"
    try:
        write_flushed(part, data)
        failpoints.reach("directory.written")
        part.replace(target)
        failpoints.reach("directory.renamed")
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_flushed(part: Path, data: bytes) -> None:
    """Write a new file and make it last through a power cut.

    Raises:
        OSError: it exists already, or cannot be written.
    """
    with part.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut.

    Raises:
        OSError: the folder cannot be opened or flushed.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some network shares cannot flush a folder
            raise
    finally:
        os.close(handle)
