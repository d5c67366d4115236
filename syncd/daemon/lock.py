"""One daemon per state directory: a file lock that says who holds it."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.settings_file import reason

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "daemon.lock"
TRIES: Final = 5
PAUSE_S: Final = 0.02
"""A look at the lock (`is_held`) holds it for a moment; a daemon that starts just then
must not give up."""


@dataclass(frozen=True, slots=True)
class DaemonLock:
    """The lock of this daemon.

    Attributes:
        file: open file that holds the lock; it ends with the process.
        daemon_id: names this daemon in leases.
        previous_id: name of the daemon that held the lock before, empty if none.
    """

    file: TextIO
    daemon_id: str
    previous_id: str

    def release(self) -> None:
        """Give the lock back."""
        self.file.close()


def take_lock(state_directory: Path, daemon_id: str) -> DaemonLock:
    """Take the lock of a state directory and leave our name in it.

    Raises:
        ConfigError: another daemon holds it, or the directory cannot be used.
    """
    try:
        state_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (state_directory / FILE).open("a+", encoding="utf-8")
    except OSError as exc:
        why = reason(exc)
        raise ConfigError(
            Text(
                f"The state directory {state_directory} cannot be used: {why.en}",
                f"Das Verzeichnis {state_directory} ist nicht nutzbar: {why.de}",
            )
        ) from exc
    if not _locks(file):
        holder = _read(file)
        file.close()
        raise ConfigError(_taken(state_directory, holder))
    holder = _read(file)
    file.truncate(0)
    entry = {"daemon": daemon_id, "pid": os.getpid(), "host": socket.gethostname()}
    file.write(json.dumps(entry))
    file.flush()
    return DaemonLock(file, daemon_id, str(holder.get("daemon", "")))


def is_held(state_directory: Path) -> bool:
    """Return whether a live process holds the lock; it is not disturbed.

    A file that a killed daemon left behind is not held.
    """
    try:
        with (state_directory / FILE).open(encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def _locks(file: TextIO) -> bool:
    """Return whether the lock could be taken, which a mere look must not prevent."""
    for _ in range(TRIES):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(PAUSE_S)
        else:
            return True
    return False


def _read(file: TextIO) -> dict[str, object]:
    """Return what the lock file says; a half-written one says nothing."""
    file.seek(0)
    try:
        entry = json.loads(file.read() or "{}")
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) else {}


def _taken(state_directory: Path, holder: dict[str, object]) -> Text:
    pid, host = holder.get("pid", "?"), holder.get("host", "?")
    return Text(
        f"A syncd daemon is running already on {state_directory}: process {pid} on "
        f"{host}. Stop it first, or give this one its own state_directory.",
        f"Auf {state_directory} läuft schon ein syncd-Daemon: Prozess {pid} auf "
        f"{host}. Bitte zuerst beenden oder ein eigenes state_directory angeben.",
    )
