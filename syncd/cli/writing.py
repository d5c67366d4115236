"""Writing a file so that it is there whole or not at all, and nothing else is touched.

The bytes go into a fresh file beside the target, under a name that nobody can have put
a link under, which then takes the target's place. What is no regular file, such as a
pipe or /dev/stdout, cannot be replaced without breaking it, and is written into.
"""

from __future__ import annotations

import os
import secrets
import stat
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import SyncdError
from syncd.settings_file import reason

if TYPE_CHECKING:
    from pathlib import Path

_FRESH: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_MODE: Final = 0o666
"""Before the user's umask, as for any new file."""


def replace_file(out: Path, data: bytes) -> None:
    """Write a file beside the target and put it in its place.

    A file that was there hands on its permissions.

    Raises:
        SyncdError: it cannot be written; nothing is left behind.
    """
    try:
        if out.exists() and not out.is_file():
            _write_into(out, data)
        else:
            _replace(out, data)
    except OSError as exc:
        raise SyncdError(
            Text(
                f"{out} cannot be written: {reason(exc).en}",
                f"{out} kann nicht geschrieben werden: {reason(exc).de}",
            )
        ) from exc


def _write_into(out: Path, data: bytes) -> None:
    with out.open("wb") as file:
        file.write(data)


def _replace(out: Path, data: bytes) -> None:
    part = out.with_name(f".syncd-{secrets.token_hex(8)}.part")
    descriptor = os.open(part, _FRESH, _MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if out.exists():
                os.fchmod(file.fileno(), stat.S_IMODE(out.stat().st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(out)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
