"""Noticing that the clock was set back, and moving with it what was planned."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.store import turned_clock

if TYPE_CHECKING:
    from syncd.store.engine import Store

log = logging.getLogger(__name__)

LEAST: Final = dt.timedelta(seconds=30)
"""Less costs less than it is worth; time services correct some seconds all the time."""


@dataclass(slots=True)
class Clockwork:
    """Compares the clock on the wall with one that never jumps.

    Attributes:
        wall: aware UTC time when it was looked at last.
        elapsed_s: the other clock at that moment.
    """

    wall: dt.datetime
    elapsed_s: float

    def set_back(self, wall: dt.datetime, elapsed_s: float) -> dt.timedelta:
        """Return how far the clock was set back since the last look, zero if not."""
        passed = dt.timedelta(seconds=elapsed_s - self.elapsed_s)
        by = self.wall + passed - wall
        self.wall, self.elapsed_s = wall, elapsed_s
        return by if by >= LEAST else dt.timedelta()


def follow_clock(
    store: Store, clockwork: Clockwork, now: dt.datetime, elapsed_s: float
) -> None:
    """Move with the clock what was planned by a wrong one, in mid-run.

    Args:
        store: the open store.
        clockwork: as it was at the last look; holds the new time afterwards.
        now: aware UTC time.
        elapsed_s: seconds of a clock that never jumps.

    Raises:
        StoreError: nothing was moved now; it is at the next start.
    """
    by = clockwork.set_back(now, elapsed_s)
    if by:
        _move_back(store, now, by)


def follow_clock_at_start(store: Store, now: dt.datetime) -> None:
    """Move with the clock what was planned by a wrong one, while nothing ran.

    What is noted to have happened in the future tells that the clock was ahead.
    """
    with store.read() as session:
        newest = turned_clock.newest_event_utc(session)
    if newest is not None and newest - now >= LEAST:
        _move_back(store, now, newest - now)


def _move_back(store: Store, now: dt.datetime, by: dt.timedelta) -> None:
    with store.write("clock.followed") as session:
        moved = turned_clock.move_back(session, now, by)
    log.warning(
        "clock was set back",
        extra={"seconds": round(by.total_seconds()), "rows": moved},
    )
