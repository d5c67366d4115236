"""A folder for us alone, where the path of a unix socket is short enough."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from syncd.bilingual import Text
from syncd.errors import ConfigError

PREFIX: Final = "syncd-"
SOCKET_NAME: Final = "broker.sock"
LONGEST_SOCKET_BYTES: Final = 103
"""Source: unix(7), sun_path: 108 bytes with its final zero on Linux, 104 on macOS."""


def new_folder(runtime_directory: Path | None) -> Path:
    """Make a folder for us alone, where a socket's path is short enough.

    Raises:
        ConfigError: none can be made.
    """
    bases = (runtime_directory, Path(tempfile.gettempdir()), Path("/tmp"))  # noqa: S108 - mkdtemp makes it private
    for base in bases:
        if base is None or not _fits(base):
            continue
        with suppress(OSError):  # read-only, full or missing: the next one
            return Path(tempfile.mkdtemp(prefix=PREFIX, dir=base.absolute()))
    raise ConfigError(
        Text(
            "No private folder for the message broker can be made, neither in the "
            "runtime folder nor in /tmp. Check free space and permissions there.",
            "Für den Nachrichtendienst lässt sich kein privater Ordner anlegen, weder "
            "im Laufzeitordner noch in /tmp. Bitte dort Platz und Rechte prüfen.",
        )
    )


def _fits(base: Path) -> bool:
    longest = base.absolute() / f"{PREFIX}12345678" / SOCKET_NAME
    return len(os.fsencode(longest)) <= LONGEST_SOCKET_BYTES


def remove_abandoned(base: Path) -> None:
    """Remove what killed daemons left: our folders whose socket nobody listens to.

    A server that is only just starting could be hit; its daemon starts it again.

    Args:
        base: where private folders are made.
    """
    for socket_path in base.glob(f"{PREFIX}*/{SOCKET_NAME}"):
        with suppress(OSError):  # others are cleaning up too
            is_ours = socket_path.lstat().st_uid == os.geteuid()
            if is_ours and _is_deserted(socket_path):
                shutil.rmtree(socket_path.parent, ignore_errors=True)


def _is_deserted(socket_path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(0)
        try:
            connection.connect(str(socket_path))
        except ConnectionRefusedError:
            return True
        return False


def claim_folder(folder: Path) -> None:
    """Make sure that the folder is there and nobody else's.

    A clean-up of old temporary files may have removed it, and then anybody could have
    made one of that name.

    Raises:
        ConfigError: it belongs to others, or cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError as error:
        raise ConfigError(_foreign_text(folder)) from error
    is_folder = stat.S_ISDIR(status.st_mode)
    if not is_folder or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise ConfigError(_foreign_text(folder))


def _foreign_text(folder: Path) -> Text:
    return Text(
        f"The folder {folder} of the message broker is gone or not ours any more. "
        "Restart the daemon; it then takes a new one.",
        f"Der Ordner {folder} des Nachrichtendienstes ist weg oder gehört nicht mehr "
        "uns. Bitte den Dienst neu starten; er nimmt dann einen neuen.",
    )
