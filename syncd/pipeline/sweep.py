"""The sweep: finds every row that is due, whether or not a message announced it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.pipeline.assess import assess
from syncd.pipeline.process import process_next
from syncd.pipeline.schedules import run_next
from syncd.pipeline.submit import submit_next
from syncd.store import inbox, outbox, revisions, schedules

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.pipeline.context import Context

log = logging.getLogger(__name__)

_Row = tuple[str, int]
"""Kind and id of a row that is due."""

LIMIT: Final = 500
"""Rows of one kind per sweep; the next sweep takes the next ones."""


@dataclass(frozen=True, slots=True)
class Due:
    """Ids of rows that wait for somebody to work on them."""

    arrivals: tuple[int, ...]
    tournaments: tuple[int, ...]
    submissions: tuple[int, ...]
    runs: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.arrivals or self.tournaments or self.submissions or self.runs)


def load_due(context: Context, now: dt.datetime) -> Due:
    """Return what is due now, oldest first."""
    with context.store.read() as session:
        return Due(
            tuple(inbox.due_arrivals(session, now, LIMIT)),
            tuple(revisions.due_tournaments(session, now, LIMIT)),
            tuple(outbox.due_submissions(session, now, LIMIT)),
            tuple(schedules.due_runs(session, now, LIMIT)),
        )


def work_off(context: Context, clock: Callable[[], dt.datetime]) -> int:
    """Do everything that is due, here and now, until nothing is due any more.

    What fails is due later, so this ends. A row that breaks the program stops no other
    one: the first such error is raised when all the rest is done. Used by `syncd once`.

    Returns:
        How many rows were worked on.
    """
    count, errors = 0, dict[_Row, Exception]()
    while rows := [row for row in _rows(context, clock()) if row not in errors]:
        for row in rows:
            try:
                _work_on(context, row, clock)
            except Exception as exc:
                log.exception("row failed", extra={"kind": row[0], "row": row[1]})
                errors[row] = exc
        count += len(rows)
    for error in errors.values():
        raise error
    return count


def _rows(context: Context, now: dt.datetime) -> list[_Row]:
    due = load_due(context, now)
    return [
        *(("arrival", number) for number in due.arrivals),
        *(("tournament", number) for number in due.tournaments),
        *(("submission", number) for number in due.submissions),
        *(("run", number) for number in due.runs),
    ]


def _work_on(context: Context, row: _Row, clock: Callable[[], dt.datetime]) -> None:
    kind, number = row
    if kind == "arrival":
        process_next(context, number, clock())
    elif kind == "tournament":
        assess(context, number, clock())
    elif kind == "run":
        run_next(context, number, clock)
    else:
        submit_next(context, number, clock)
