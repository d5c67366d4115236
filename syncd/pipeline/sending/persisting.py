"""Keeping what a portal has said until the store takes it.

Only the worker that has the answer knows it. If it gave up at the first locked
database, the report would have to go again, and its worker would count as dead.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import TYPE_CHECKING, Final, TypeVar

from syncd.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.context import Context

T = TypeVar("T")

log = logging.getLogger(__name__)

PAUSE_S: Final = 1.0
LEAST_S: Final = 300.0
"""So long at least; what comes after the end of the lease still counts."""


def persisting(
    context: Context,
    clock: Callable[[], dt.datetime],
    lease_s: float,
    commit: Callable[[], T],
) -> T:
    """Commit something, again and again while the store fails.

    Args:
        context: the outside world.
        clock: tells the aware UTC time.
        lease_s: seconds of the lease under which this is done.
        commit: one whole transaction.

    Raises:
        StoreError: the store failed all the time.
    """
    start = clock()
    until = start + dt.timedelta(seconds=max(lease_s, LEAST_S))
    while True:
        try:
            return commit()
        except StoreError:
            if not start <= clock() < until:
                raise
        log.warning("store failed after an answer, tried again")
        context.sleep(PAUSE_S)
