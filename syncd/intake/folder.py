"""The folder monitor: finds finished files and offers each until it is taken.

Events are hints, the folder is the fact. A hint or a rescan puts a path on the list of
the `StabilityTracker`; a file whose state has lasted is offered; a file that nobody
could take is offered again. Because the rescan finds what no event told, a lost event
costs one rescan interval and nothing else. A file that is missing means nothing: data
that came from it stays.

Everything happens in `tick`, called from one thread. The monitor reads no clock.
"""

from __future__ import annotations

import logging
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.errors import StoreError
from syncd.intake.filename import display_name
from syncd.intake.hints import Hints
from syncd.intake.ignore import IgnoreList
from syncd.intake.notes import emptied_text, unavailable_text, unreadable_text
from syncd.intake.once import scan_once
from syncd.intake.reading import TooLarge, read_stable
from syncd.intake.scan import is_folder, look_at, scan_tree
from syncd.intake.stability import FileState, StabilityTracker
from syncd.intake.watch import FolderWatch, Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from threading import Event

    from syncd.bilingual import Text
    from syncd.intake.scan import Look, Scan

__all__ = [
    "FileState",
    "FolderHealth",
    "FolderMonitor",
    "TooLarge",
    "read_stable",
    "scan_once",
]

log = logging.getLogger(__name__)

CHECK_S: Final = 5.0
SHORTEST_WAIT_S: Final = 0.05
LONG_PENDING_S: Final = 600.0


@dataclass(frozen=True, slots=True)
class FolderHealth:
    """How a folder is doing, as of the last tick.

    Attributes:
        folder: the watched folder.
        mode: how changes are noticed.
        reason: why in this mode.
        degraded: what is wrong and what to do, None if nothing is.
        pending: files that wait to be finished or taken.
        oldest_pending_s: seconds the oldest of them has waited, 0 if there is none.
        ignored: files and folders skipped by the ignore list.
        overflows: how often the kernel dropped events since the start.
    """

    folder: Path
    mode: Mode
    reason: Text
    degraded: Text | None
    pending: int
    oldest_pending_s: float
    ignored: int
    overflows: int


@dataclass(eq=False)
class FolderMonitor:
    """Watches one folder.

    Args:
        folder: what to watch; need not exist yet.
        stable_s: seconds a file must be unchanged, 0 or more.
        rescan_s: seconds between two looks at the whole folder, above 0.
        on_stable: takes a file; False if that was not possible now (it is offered
            again, less and less often). An OSError or StoreError counts as False and
            is shown.
        wakeup: set when there is something to do; the loop that calls `tick` waits
            for it and clears it before the call.
        recursive: whether sub folders count.
        ignore: names that are skipped.
        polling: True polls, False relies on events, None decides by the file system.
        poll_s: seconds between two looks where the folder is polled, above 0.
    """

    folder: Path
    _: KW_ONLY
    stable_s: float
    rescan_s: float
    on_stable: Callable[[Path, FileState], bool]
    wakeup: Event
    recursive: bool = True
    ignore: IgnoreList = field(default_factory=IgnoreList)
    polling: bool | None = None
    poll_s: float = 5.0

    def __post_init__(self) -> None:
        self.folder = self.folder.absolute()
        self._hints = Hints(self.wakeup)
        self._watch = FolderWatch(
            self.folder,
            recursive=self.recursive,
            polling=self.polling,
            hints=self._hints,
        )
        self._tracker = StabilityTracker(self.stable_s)
        self._taken: dict[Path, Look] = {}
        self._ignored: Mapping[Path, Text] = {}
        self._now_s = 0.0
        self._next_scan_s = float("-inf")
        self._next_arming_s = float("-inf")
        self._overflows = 0
        self._warned: set[Path] = set()
        self._blocked: Text | None = None
        self._emptied: Text | None = None
        self._unreadable: dict[Path, Text] = {}
        self._refused: dict[Path, Text] = {}
        self._shown: Text | None = None

    def start(self) -> None:
        """Arm the watch; the first tick scans, so that no file falls in between."""
        try:
            self._watch.refresh(thorough=True)
        except OSError as error:
            log.info("folder_not_there_yet", extra=self._ids() | {"why": str(error)})
        self.wakeup.set()

    def stop(self) -> None:
        """End the watch and its threads."""
        self._watch.stop()

    def tick(self, now_s: float) -> float:
        """Look at what is due and offer the files that are finished.

        Args:
            now_s: seconds of a clock that never goes back.

        Returns:
            Seconds until the next call is wanted, above 0; earlier on `wakeup`.
        """
        self._now_s = now_s
        hints = self._hints.take()
        self._overflows += hints.is_incomplete
        if self.folder in hints.paths:  # it was deleted: a new one may reuse its inode
            self._watch.stop()
        if self._rescan_if_due(is_forced=hints.is_incomplete):
            for path in hints.paths:
                self._follow(path)
            self._offer_stable()
        self._report()
        return self._wait_s()

    def health(self) -> FolderHealth:
        """Return how the folder was doing at the last tick."""
        pending = self._tracker.pending()
        return FolderHealth(
            folder=self.folder,
            mode=self._watch.mode,
            reason=self._watch.reason,
            degraded=self._degraded(),
            pending=len(pending),
            oldest_pending_s=self._now_s - pending[0][1] if pending else 0.0,
            ignored=len(self._ignored),
            overflows=self._overflows,
        )

    def ignored(self) -> Mapping[Path, Text]:
        """Return what the last rescan skipped, with the reason."""
        return self._ignored

    def _rescan_if_due(self, *, is_forced: bool) -> bool:
        """Return whether the folder is there; look at all of it if it is time to."""
        is_due = is_forced or self._now_s >= self._next_scan_s
        try:
            is_blind = self._refresh_watch(is_forced=is_forced)
            if is_due or is_blind:
                scan = scan_tree(self.folder, self.ignore, recursive=self.recursive)
                self._apply(scan, is_blind=is_blind)
        except OSError as error:
            self._watch.stop()
            self._blocked = unavailable_text(self.folder, error)
            return False
        self._blocked = None
        return True

    def _refresh_watch(self, *, is_forced: bool) -> bool:
        """Return whether changes may have gone unreported.

        A watch that a limit forbade is tried again once per `rescan_s`, not at every
        poll: arming walks the whole tree.
        """
        is_thorough = is_forced or self._now_s >= self._next_arming_s
        if is_thorough:
            self._next_arming_s = self._now_s + self.rescan_s
        return self._watch.refresh(thorough=is_thorough)

    def _apply(self, scan: Scan, *, is_blind: bool) -> None:
        """List every file of a scan that is not as it was taken.

        Args:
            scan: the whole folder.
            is_blind: whether the folder may be another one than at the last scan.
        """
        self._next_scan_s = self._now_s + self._scan_interval_s()
        self._ignored = scan.ignored
        self._unreadable = {
            path: unreadable_text(path, error)
            for path, error in scan.unreadable.items()
        }
        self._mark(scan)
        self._forget_gone(scan, is_blind=is_blind)
        self._warn_of_slow_files()

    def _mark(self, scan: Scan) -> None:
        for path, look in scan.files.items():
            if self._taken.get(path) != look:
                self._tracker.mark_found(path, self._now_s)

    def _forget_gone(self, scan: Scan, *, is_blind: bool) -> None:
        """Forget what we took from files that are gone, unless all are.

        A share that is not mounted shows as an empty folder. What was taken from it
        is remembered, so that nothing is read again when it comes back.
        """
        is_empty = bool(self._taken) and not scan.files
        if is_empty and (is_blind or self._emptied is not None):
            self._emptied = emptied_text(self.folder, len(self._taken))
            return
        self._emptied = None
        self._taken = {
            path: look for path, look in self._taken.items() if path in scan.files
        }

    def _warn_of_slow_files(self) -> None:
        """Log once for each file that has been unfinished for very long."""
        slow = {
            path
            for path, first_s in self._tracker.pending()
            if self._now_s - first_s >= LONG_PENDING_S
        }
        for path in slow - self._warned:
            log.warning("file_pending_long", extra=self._ids(path))
        self._warned = slow

    def _follow(self, path: Path) -> None:
        """List what a hint points to; a folder stands for all it holds."""
        if path == self.folder:
            return
        relative = path.relative_to(self.folder)
        if not is_folder(path):
            if self.ignore.file_reason(relative) is None:
                self._tracker.mark_dirty(path, self._now_s)
        elif self.recursive and self.ignore.tree_reason(relative) is None:
            self._scan_below(path)

    def _scan_below(self, top: Path) -> None:
        try:
            self._mark(scan_tree(self.folder, self.ignore, recursive=True, top=top))
        except OSError as error:
            self._unreadable[top] = unreadable_text(top, error)

    def _offer_stable(self) -> None:
        for path in self._tracker.due(self._now_s):
            try:
                self._examine(path)
            except OSError as error:
                self._refused[path] = unreadable_text(path, error)
                self._tracker.refuse(path, self._now_s)
            except StoreError as error:  # the store is full, locked or read-only
                self._refused[path] = error.text
                self._tracker.refuse(path, self._now_s)
            else:
                self._refused.pop(path, None)

    def _examine(self, path: Path) -> None:
        """Look at one listed file and offer it if it is stable."""
        look = look_at(path)
        state = None if look is None else look.state
        is_stable = self._tracker.observe(path, state, self._now_s)
        if look is None or not is_stable:
            return
        if self.on_stable(path, look.state):
            self._tracker.forget(path)
            if look_at(path) is not None:  # else it was moved away or deleted
                self._taken[path] = look
        else:
            log.info("file_not_taken", extra=self._ids(path))
            self._tracker.refuse(path, self._now_s)

    def _scan_interval_s(self) -> float:
        if self._watch.mode == "polling":
            return min(self.poll_s, self.rescan_s)
        return self.rescan_s

    def _wait_s(self) -> float:
        """Return how long nothing needs to be done."""
        check_s = self._now_s + CHECK_S
        next_look_s = self._tracker.next_look_s()
        if self._blocked is not None:
            return CHECK_S
        next_s = min(
            check_s, self._next_scan_s, check_s if next_look_s is None else next_look_s
        )
        return max(SHORTEST_WAIT_S, next_s - self._now_s)

    def _degraded(self) -> Text | None:
        """Return what is wrong, the gravest first."""
        single = [*self._unreadable.values(), *self._refused.values()]
        notes = (self._blocked, self._emptied, self._watch.limit, *single)
        return next((note for note in notes if note is not None), None)

    def _report(self) -> None:
        """Log when the folder gets worse or well again."""
        note = self._degraded()
        if note == self._shown:
            return
        self._shown = note
        if note is None:
            log.info("folder_recovered", extra=self._ids())
        else:
            log.warning("folder_degraded", extra=self._ids() | {"why": note.en})

    def _ids(self, path: Path | None = None) -> dict[str, object]:
        ids: dict[str, object] = {"folder": display_name(self.folder)}
        return ids if path is None else ids | {"file": display_name(path)}
