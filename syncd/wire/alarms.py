"""Alarms: one thread of each process that calls back when a time is up.

A thread per request, as `threading.Timer` has, costs as much as the request itself.
An alarm that is taken back stays in the list until its time comes and rings nobody, so
that setting one seldom has to wake the thread.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from heapq import heapify, heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable


log = logging.getLogger(__name__)

LEAST_LISTED: Final = 1000
"""Below this nothing is tidied up."""


class Alarm:
    """Calls back once, unless it is taken back before.

    Args:
        seconds: from now until it rings, above 0.
        ring: called from another thread; must not take long.
    """

    __slots__ = ("_ring",)

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self._ring: Callable[[], None] | None = ring
        _clock().add(time.monotonic() + seconds, self)

    def take_back(self) -> None:
        """Ring nobody; whoever is being rung at this moment still is."""
        self._ring = None

    @property
    def is_taken_back(self) -> bool:
        """Whether it will ring nobody."""
        return self._ring is None

    def ring(self) -> None:
        """Call back, if it was not taken back."""
        if (ring := self._ring) is not None:
            ring()


def count_listed() -> int:
    """Return how many alarms of this process are listed, taken back or not."""
    return _clock().count()


class _Clock:
    """The thread and its alarms, the next one first."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._numbers = count()  # of two at the same moment the older one rings first
        self._limit = LEAST_LISTED
        self._alarms: list[tuple[float, int, Alarm]] = []
        threading.Thread(target=self._run, name="alarms", daemon=True).start()

    def add(self, when_s: float, alarm: Alarm) -> None:
        with self._change:
            if len(self._alarms) >= self._limit:
                self._tidy()
            heappush(self._alarms, (when_s, next(self._numbers), alarm))
            if self._alarms[0][2] is alarm:
                self._change.notify()

    def count(self) -> int:
        with self._change:
            return len(self._alarms)

    def _tidy(self) -> None:
        """Forget what was taken back, as soon as that can be most of the list."""
        self._alarms = [item for item in self._alarms if not item[2].is_taken_back]
        heapify(self._alarms)
        self._limit = max(LEAST_LISTED, 2 * len(self._alarms))

    def _run(self) -> None:
        while True:
            try:
                self._next().ring()
            except Exception:
                # One of them must not silence all others of the process.
                log.exception("alarm failed")

    def _next(self) -> Alarm:
        """Wait for the next alarm whose time has come."""
        with self._change:
            while True:
                now_s = time.monotonic()
                if self._alarms and self._alarms[0][0] <= now_s:
                    return heappop(self._alarms)[2]
                wait_s = self._alarms[0][0] - now_s if self._alarms else None
                self._change.wait(wait_s)


_making = threading.Lock()
_clocks: Final[list[_Clock]] = []


def _clock() -> _Clock:
    """Return the clock of this process."""
    with _making:
        if not _clocks:
            _clocks.append(_Clock())
        return _clocks[0]


def _forget_parent() -> None:
    """Let a forked process make its own clock: a parent's threads are not in it."""
    global _making  # noqa: PLW0603 - the one lock of the process
    _making = threading.Lock()
    _clocks.clear()


os.register_at_fork(after_in_child=_forget_parent)
