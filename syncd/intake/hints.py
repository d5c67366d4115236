"""Paths that something happened to, on their way from watchdog's thread to the loop."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path
    from threading import Event


class Batch(NamedTuple):
    """What came in since the last time.

    Attributes:
        paths: files and folders to look at.
        is_incomplete: whether the kernel dropped events: look at everything.
    """

    paths: frozenset[Path]
    is_incomplete: bool


class Hints:
    """A set of paths under a lock; every addition wakes the loop.

    Args:
        wakeup: set on every addition; whoever waits for it clears it.
    """

    def __init__(self, wakeup: Event) -> None:
        self._wakeup = wakeup
        self._lock = Lock()
        self._paths: set[Path] = set()
        self._is_incomplete = False

    def add(self, path: Path) -> None:
        """Add a path to look at."""
        with self._lock:
            self._paths.add(path)
        self._wakeup.set()

    def add_overflow(self) -> None:
        """Note that an unknown number of hints was lost."""
        with self._lock:
            self._is_incomplete = True
        self._wakeup.set()

    def take(self) -> Batch:
        """Return everything added so far and start afresh."""
        with self._lock:
            batch = Batch(frozenset(self._paths), self._is_incomplete)
            self._paths = set()
            self._is_incomplete = False
        return batch
