"""The kernel's change events as hints: paths to look at, nothing more.

The handler puts a path into a set and does no work that could fail, because an
exception there would end watchdog's thread while everything else goes on. watchdog is
put together from its public parts instead of its ready-made observer, which tells only
its log that the event queue overflowed, and not at all that a sub folder got no watch.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers.api import BaseObserver
from watchdog.observers.inotify import InotifyEmitter
from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    WatchDescriptor,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.intake.hints import Hints

# Opened and closed-without-writing are left out: our own reading would wake us again.
_EVENTS: Final[tuple[type[FileSystemEvent], ...]] = (
    FileCreatedEvent, FileModifiedEvent, FileMovedEvent, FileClosedEvent,
    FileAttribEvent, DirCreatedEvent, DirMovedEvent, DirDeletedEvent,
)  # fmt: skip


class Notifier:
    """Watches one folder through inotify until it is stopped.

    Args:
        folder: an existing folder; may be a symbolic link to one.
        recursive: whether sub folders are watched, also those made later.
        hints: where paths and overflows go; called from other threads.

    Raises:
        OSError: the folder cannot be watched; ENOSPC or EMFILE if a limit of the
            system is reached, also if only some sub folders got no watch.
    """

    def __init__(self, folder: Path, *, recursive: bool, hints: Hints) -> None:
        self._queue = _Queue(hints.add_overflow)
        self._queue.start()
        self._observer = BaseObserver(InotifyEmitter, inotify_fd=self._queue)
        # The slash makes the kernel follow a link that is itself the watched folder.
        path = os.path.join(folder, "")  # noqa: PTH118 - pathlib drops the slash
        self._observer.schedule(
            _Handler(hints), path, recursive=recursive, event_filter=list(_EVENTS)
        )
        try:
            self._observer.start()
            self.check_room()
        except BaseException:
            self.stop()
            raise

    def check_room(self) -> None:
        """Prove that the kernel would grant one more watch.

        watchdog leaves a sub folder unwatched without a word if it would not.

        Raises:
            OSError: with ENOSPC; changes in some sub folder may go unreported.
        """
        self._queue.check_room()

    def is_alive(self) -> bool:
        """Return whether every thread that an event passes through still runs.

        The emitter ends when the watched folder is removed, while the observer goes
        on as if nothing had happened.
        """
        emitters = self._observer.emitters
        threads = (self._queue, self._observer, *emitters)
        return bool(emitters) and all(thread.is_alive() for thread in threads)

    def stop(self) -> None:
        """End all threads; may be called more than once."""
        self._observer.stop()
        if self._observer.is_alive():
            self._observer.join()
        self._queue.stop()
        self._queue.join()


class _Handler(FileSystemEventHandler):
    """Passes the path that an event leaves behind."""

    def __init__(self, hints: Hints) -> None:
        self._hints = hints

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._hints.add(Path(os.fsdecode(event.dest_path or event.src_path)))


class _Queue(InotifyFD):
    """watchdog's reader of the kernel's queue, with two things made visible."""

    def __init__(self, on_overflow: Callable[[], None]) -> None:
        super().__init__()
        self._on_overflow = on_overflow

    def handle_event(self, event: InotifyEvent) -> None:
        super().handle_event(event)
        # Only now: watchdog has just removed all watches and set them anew, and what
        # happened in between nobody was told.
        if event.is_queue_overflow:
            self._on_overflow()

    def check_room(self) -> None:
        """Ask for a watch that never reports anything, and give it back."""
        number = CallbackId(id(self))
        mask = InotifyConstants.IN_DELETE_SELF
        watch = self.add_callback(b"/", mask, self, number)
        self.remove_callbacks([(watch, number)])

    def on_event(self, event: InotifyEvent) -> None:
        """Ignore: the root folder is never deleted."""

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:
        """Ignore: it is the watch that was given back."""

    def on_queue_overflow(self) -> None:
        """Ignore: `handle_event` has told already."""
