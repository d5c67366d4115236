"""Keeps a watch on what a folder's path means *now*, or says why it polls.

A watch hangs on an inode, a path does not: a deploy script replaces the folder, a share
is unmounted and mounted again, and the watch stays on what is no longer there without
any error. So the path's identity is compared each time, and a watch that is not on it,
or whose threads ended, is replaced.
"""

from __future__ import annotations

import errno
import logging
import stat
import sys
from typing import TYPE_CHECKING, Final, Literal

from syncd.bilingual import Text
from syncd.intake.filename import display_name
from syncd.intake.mounts import is_remote, type_of

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.intake.hints import Hints
    from syncd.intake.notify import Notifier

log = logging.getLogger(__name__)

Mode = Literal["inotify", "polling"]

_EVENTS: Final = Text(
    "The kernel reports changes.",
    "Das Betriebssystem meldet Änderungen.",
)
_ASKED: Final = Text(
    "The configuration asks for polling.",
    "Die Konfiguration verlangt regelmäßiges Nachsehen.",
)
_NO_INOTIFY: Final = Text(
    "This system has no inotify, the folder is polled.",
    "Dieses System hat kein inotify, es wird regelmäßig nachgesehen.",
)


class FolderWatch:
    """The watch on one folder.

    Args:
        folder: absolute path.
        recursive: whether sub folders count.
        polling: True never arms a watch, False always does, None decides by the
            file system.
        hints: where changes are reported.

    Attributes:
        mode: how changes are noticed now.
        reason: why in this mode.
        limit: set while a limit of the system keeps us from watching.
    """

    def __init__(
        self, folder: Path, *, recursive: bool, polling: bool | None, hints: Hints
    ) -> None:
        self._folder = folder
        self._recursive = recursive
        self._polling = polling
        self._hints = hints
        self._identity: tuple[int, int] | None = None
        self._notifier: Notifier | None = None
        self._obstacle: Text | None = None
        self.reason = _EVENTS
        self.limit: Text | None = None

    @property
    def mode(self) -> Mode:
        """How changes are noticed now."""
        return "polling" if self._notifier is None else "inotify"

    def refresh(self, *, thorough: bool) -> bool:
        """Make sure that the watch is on what the path means now.

        Args:
            thorough: also try again where a limit stopped us, and check whether one
                is reached now; takes a few system calls and perhaps new threads.

        Returns:
            Whether changes may have gone unreported, so that all has to be looked at.

        Raises:
            OSError: the folder is not there or not accessible; nothing is watched.
        """
        try:
            identity = _identity_of(self._folder)
        except OSError:
            self.stop()
            raise
        is_new = identity != self._identity
        if is_new:
            self.stop()
            self._identity = identity
            self._obstacle = self._find_obstacle()
        if self._obstacle is not None:
            self.reason = self._obstacle
            return is_new
        return self._keep_notifier(thorough=thorough or is_new) or is_new

    def stop(self) -> None:
        """End the watch; the next refresh starts from nothing."""
        self._identity = None
        self._disarm()

    def _keep_notifier(self, *, thorough: bool) -> bool:
        """Return whether the notifier had to be made anew."""
        had_one = self._notifier is not None
        if self._notifier is not None and self._notifier.is_alive():
            if not (thorough and self._is_starved(self._notifier)):
                return False
        elif not (had_one or thorough):
            return False
        self._disarm()
        self._arm()
        return self._notifier is not None or had_one

    def _is_starved(self, notifier: Notifier) -> bool:
        try:
            notifier.check_room()
        except OSError as error:
            log.info("watch_starved", extra=self._ids() | {"errno": error.errno})
            return True
        return False

    def _arm(self) -> None:
        from syncd.intake.notify import Notifier  # noqa: PLC0415 - needs Linux

        self.reason = _EVENTS
        try:
            self._notifier = Notifier(
                self._folder, recursive=self._recursive, hints=self._hints
            )
        except OSError as error:
            if error.errno not in {errno.ENOSPC, errno.EMFILE, errno.ENFILE}:
                raise
            self.limit = self.reason = _limit_text(self._folder, error)
        else:
            log.info("watch_armed", extra=self._ids())

    def _disarm(self) -> None:
        self.limit = None
        if self._notifier is not None:
            self._notifier.stop()
            self._notifier = None

    def _find_obstacle(self) -> Text | None:
        """Return why events cannot be relied on here, None if they can."""
        if self._polling is not None:
            return _ASKED if self._polling else None
        if sys.platform != "linux":
            return _NO_INOTIFY
        kind = type_of(self._folder)
        return _remote_text(kind) if is_remote(kind) else None

    def _ids(self) -> dict[str, object]:
        return {"folder": display_name(self._folder)}


def _identity_of(folder: Path) -> tuple[int, int]:
    """Return device and inode of a folder.

    Raises:
        OSError: it is not there, or no folder.
    """
    status = folder.stat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, "not a folder", str(folder))
    return status.st_dev, status.st_ino


def _remote_text(kind: str) -> Text:
    return Text(
        f"The folder lies on {kind}, where other machines' changes are not reported; "
        "it is polled.",
        f"Der Ordner liegt auf {kind}, wo Änderungen anderer Rechner nicht gemeldet "
        "werden; es wird regelmäßig nachgesehen.",
    )


def _limit_text(folder: Path, error: OSError) -> Text:
    """Say which limit is reached and how to raise it.

    Source: inotify(7), "/proc interfaces".
    """
    setting = (
        "max_user_watches" if error.errno == errno.ENOSPC else "max_user_instances"
    )
    where = display_name(folder)
    return Text(
        f"The system's limit of watched folders is reached, so {where} is polled: "
        "files arrive later, none is lost. Ask the administrator to raise "
        f"fs.inotify.{setting} (sysctl) above the number of folders.",
        f"Die Grenze des Systems für beobachtete Ordner ist erreicht, deshalb wird in "
        f"{where} regelmäßig nachgesehen: Dateien kommen später an, keine geht "
        f"verloren. Bitte den Administrator, fs.inotify.{setting} (sysctl) über die "
        "Zahl der Ordner anzuheben.",
    )
