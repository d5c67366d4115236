"""The sweep: finds every row that is due, whether or not a message announced it."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.pipeline.arrivals.process import process_next
from syncd.pipeline.delivering.deliver import deliver, due_at_peers
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.judging.hosts import tripped_portals
from syncd.pipeline.schedules import run_next
from syncd.pipeline.sending.submit import drain
from syncd.store import due, inbox, rechecks, schedules

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Mapping

    from syncd.pipeline.context import Context
    from syncd.store.breakers import Breaker
    from syncd.store.engine import Session

log = logging.getLogger(__name__)

_Row = tuple[str, int]
"""Kind and id of a row that is due."""

LIMIT: Final = 500
"""Rows of one kind per sweep; the next sweep takes the next ones."""
MOST_TIMES: Final = 50
"""A row takes part so often in one run; a tournament with ten portals needs some 20."""


@dataclass(frozen=True, slots=True)
class Due:
    """Ids of rows that wait for somebody to work on them."""

    arrivals: tuple[int, ...]
    tournaments: tuple[int, ...]
    submissions: tuple[int, ...]
    runs: tuple[int, ...] = ()
    deliveries: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        reports = self.tournaments or self.submissions
        return bool(self.arrivals or reports or self.runs or self.deliveries)


def load_due(context: Context, now: dt.datetime) -> Due:
    """Return what is due now, oldest first.

    Of submissions, each portal gets as many as it has connections free: whoever takes
    one goes on with the next (`drain`). A portal whose host is down gets none, so what
    waits for it costs nothing and delays no other.
    """
    tripped, deliveries = tripped_portals(context), due_at_peers(context, now)
    with context.store.read() as session:
        return Due(
            tuple(inbox.due_arrivals(session, now, LIMIT)),
            tuple(rechecks.due_tournaments(session, now, LIMIT)),
            tuple(_due_submissions(context, session, tripped, now)),
            tuple(schedules.due_runs(session, now, LIMIT)),
            tuple(deliveries),
        )


def _due_submissions(
    context: Context,
    session: Session,
    tripped: Mapping[str, Breaker],
    now: dt.datetime,
) -> list[int]:
    waiting = due.due_portals(session, now)
    found: list[int] = []
    connections = {item.name: item.connections for item in context.settings.portals}
    for portal in sorted(waiting):
        breaker = tripped.get(portal)
        if breaker is not None and breaker.is_shut(now):
            continue
        allowed = 1 if breaker is not None else connections.get(portal, 1)
        free = allowed - due.count_live(session, portal, now)
        if free > 0:
            found += due.due_submissions(session, now, min(free, LIMIT), portal)
    return found


def work_off(
    context: Context,
    clock: Callable[[], dt.datetime],
    keep: Callable[[], object] = lambda: None,
) -> int:
    """Do everything that is due, here and now, until nothing is due any more.

    What fails is due later; a row that is due again and again all the same is left to
    the next run, so this ends. A row that breaks the program stops no other one: the
    first such error is raised when all the rest is done. Used by `syncd once`.

    Args:
        context: the outside world.
        clock: tells the aware UTC time.
        keep: called before each row, to prolong what the pass holds; its errors end it.

    Returns:
        How many rows were worked on.
    """
    count, errors, times = 0, dict[_Row, Exception](), Counter[_Row]()
    while rows := [row for row in _rows(context, clock()) if times[row] < MOST_TIMES]:
        for row in rows:
            keep()
            extra = {"kind": row[0], "row": row[1]}
            try:
                _work_on(context, row, clock)
            except Exception as exc:
                log.exception("row failed", extra=extra)
                errors[row], times[row] = exc, MOST_TIMES
            times[row] += 1
            if times[row] == MOST_TIMES:
                log.error("row comes to no end, left to the next run", extra=extra)
        count += len(rows)
    for error in errors.values():
        raise error
    return count


def _rows(context: Context, now: dt.datetime) -> list[_Row]:
    found = load_due(context, now)
    return [
        *(("arrival", number) for number in found.arrivals),
        *(("tournament", number) for number in found.tournaments),
        *(("submission", number) for number in found.submissions),
        *(("delivery", number) for number in found.deliveries),
        *(("run", number) for number in found.runs),
    ]


def _work_on(context: Context, row: _Row, clock: Callable[[], dt.datetime]) -> None:
    kind, number = row
    if kind == "arrival":
        process_next(context, number, clock())
    elif kind == "tournament":
        assess(context, number, clock())
    elif kind == "delivery":
        deliver(context, number, clock)
    elif kind == "run":
        run_next(context, number, clock)
    else:
        drain(context, number, clock)
