"""When a file is finished: its state has not changed for a while.

No event says that a writer is done: a rename or a hard link never closes anything, and
a close may be followed by the next append. So an event or a scan only puts a path on
the list, and looking at its size, modification time and inode decides. A first look is
never enough, even with `stable_s` 0: two equal looks are the least that shows quiet.
A path leaves the list only when it was taken or has vanished, never by giving up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

EMPTY_S: Final = 300.0
FIRST_RETRY_S: Final = 1.0
LONGEST_RETRY_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class FileState:
    """What two looks at a file are compared by.

    Attributes:
        size_bytes: length.
        mtime_ns: modification time in nanoseconds since 1970.
        inode: number in its file system; changes when the file is replaced.
    """

    size_bytes: int
    mtime_ns: int
    inode: int


@dataclass(slots=True)
class _Waiting:
    """One path that is not taken yet; all times in seconds of the caller's clock."""

    first_seen_s: float
    look_at_s: float
    state: FileState | None = None
    since_s: float = 0.0
    retry_s: float = FIRST_RETRY_S


class StabilityTracker:
    """The paths that wait to be taken.

    Args:
        stable_s: seconds a state must last, 0 or more; 0 means two equal looks.
        empty_s: seconds that an empty file may stay empty, 0 or more; after that it
            counts as finished, so that it is reported and does not wait unseen.
    """

    def __init__(self, stable_s: float, *, empty_s: float = EMPTY_S) -> None:
        self._stable_s = stable_s
        self._empty_s = max(stable_s, empty_s)
        self._waiting: dict[Path, _Waiting] = {}

    def mark_dirty(self, path: Path, now_s: float) -> None:
        """Put a path on the list because something happened to it.

        Its quiet period starts anew: a rewrite may keep size and time stamp.
        """
        entry = self._waiting.setdefault(path, _Waiting(now_s, now_s))
        entry.state = None
        entry.look_at_s = now_s

    def mark_found(self, path: Path, now_s: float) -> None:
        """Put a path on the list because a scan met it; one on the list stays as is."""
        self._waiting.setdefault(path, _Waiting(now_s, now_s))

    def observe(self, path: Path, state: FileState | None, now_s: float) -> bool:
        """Compare a look at a listed file with the one before.

        Args:
            path: the file; one that is not listed is put on the list.
            state: what was seen, None if the file has vanished (it is forgotten).
            now_s: seconds of the caller's clock.

        Returns:
            True once the state has lasted; the path stays listed until `forget`.
        """
        if state is None:
            self.forget(path)
            return False
        entry = self._waiting.setdefault(path, _Waiting(now_s, now_s))
        if state != entry.state:
            entry.state, entry.since_s = state, now_s
            entry.look_at_s = now_s + self._stable_s
            return False
        quiet_s = self._stable_s if state.size_bytes else self._empty_s
        entry.look_at_s = now_s + self._stable_s
        return now_s - entry.since_s >= quiet_s

    def refuse(self, path: Path, now_s: float) -> None:
        """Note that a stable file could not be taken: later again, less often."""
        entry = self._waiting[path]
        entry.look_at_s = now_s + entry.retry_s
        entry.retry_s = min(2 * entry.retry_s, LONGEST_RETRY_S)

    def forget(self, path: Path) -> None:
        """Take a path off the list: it was taken, or it is gone."""
        self._waiting.pop(path, None)

    def due(self, now_s: float) -> list[Path]:
        """Return the paths that are worth a look now."""
        waiting = self._waiting.items()
        return [path for path, entry in waiting if entry.look_at_s <= now_s]

    def next_look_s(self) -> float | None:
        """Return when the next path is worth a look, None if none waits."""
        return min((entry.look_at_s for entry in self._waiting.values()), default=None)

    def pending(self) -> list[tuple[Path, float]]:
        """Return every listed path with the time it was first seen, oldest first."""
        ages = [(path, entry.first_seen_s) for path, entry in self._waiting.items()]
        return sorted(ages, key=lambda item: item[1])
