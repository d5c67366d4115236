"""Notices a worker that is alive but gets no work: it calls itself through the broker.

A message to a queue of the worker's own takes the same way as every other: through the
broker, the connection and the pool. If several calls reached the broker and none was
answered while the pool had room, the worker is deaf: it ends, and whoever started it
starts it anew. A broker that cannot be reached is no fault of the worker.
"""

from __future__ import annotations

import logging
import mmap
import os
import signal
import threading
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from celery import signals

from syncd.daemon.worker_files import touch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

log = logging.getLogger(__name__)

CALLS: Final = 4
"""Calls within the time that a worker may be silent."""

GRACE_S: Final = 15.0
START_S: Final = 60.0
"""How long a worker may take to be ready; one that is not by then is called as well."""

# Anonymous memory: the processes of the pool share it with us across the fork.
_answer: Final = mmap.mmap(-1, 1)


def answer() -> None:
    """Answer a call; runs in the pool, as any task does."""
    _answer[0] = 1


def take_answer() -> bool:
    """Return whether a call was answered since the last look."""
    answered = _answer[0] == 1
    _answer[0] = 0
    return answered


@dataclass(slots=True)
class Pulse:
    """Counts calls without answer.

    Attributes:
        unanswered: calls that reached the broker since the last sign of life.
    """

    unanswered: int = 0

    def beat(self, *, is_well: bool, called: bool) -> None:
        """Count one round.

        Args:
            is_well: whether there was an answer, or the pool is full of work.
            called: whether the next call reached the broker.
        """
        self.unanswered = 0 if is_well or not called else self.unanswered + 1

    @property
    def is_fresh(self) -> bool:
        """Whether no answer is overdue."""
        return self.unanswered <= 1

    @property
    def is_deaf(self) -> bool:
        """Whether so many calls were lost that only a new start helps."""
        return self.unanswered > CALLS


def watch_over(
    file: Path,
    silent_s: float,
    call: Callable[[], bool],
    is_full: Callable[[], bool],
) -> None:
    """Call this worker again and again, from a thread of its own; end it if deaf.

    Args:
        file: touched as long as the worker is well.
        silent_s: seconds without answer after which it is deaf, above 0.
        call: sends a call; False if the broker could not be reached.
        is_full: whether every place of the pool is at work.
    """
    ready = threading.Event()
    signals.worker_ready.connect(lambda **_: ready.set(), weak=False)
    every_s = silent_s / CALLS

    def run() -> None:
        for _ in range(ceil(START_S / every_s)):
            if ready.wait(every_s):
                break
            touch(file)
        pulse, pause = Pulse(), threading.Event()
        while not pulse.is_deaf:
            pause.wait(every_s)
            pulse.beat(is_well=take_answer() or is_full(), called=call())
            if pulse.is_fresh:
                touch(file)
        log.error("worker is deaf", extra={"unanswered": pulse.unanswered})
        os.kill(os.getpid(), signal.SIGTERM)
        pause.wait(GRACE_S)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=run, name="pulse", daemon=True).start()
