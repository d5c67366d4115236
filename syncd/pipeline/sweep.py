"""The sweep: finds every row that is due, whether or not a message announced it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.pipeline.assess import assess
from syncd.pipeline.process import process_next
from syncd.pipeline.submit import submit_next
from syncd.store import inbox, outbox, revisions

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.pipeline.context import Context

LIMIT: Final = 500
"""Rows of one kind per sweep; the next sweep takes the next ones."""


@dataclass(frozen=True, slots=True)
class Due:
    """Ids of rows that wait for somebody to work on them."""

    arrivals: tuple[int, ...]
    tournaments: tuple[int, ...]
    submissions: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.arrivals or self.tournaments or self.submissions)


def load_due(context: Context, now: dt.datetime) -> Due:
    """Return what is due now, oldest first."""
    with context.store.read() as session:
        return Due(
            tuple(inbox.due_arrivals(session, now, LIMIT)),
            tuple(revisions.due_tournaments(session, now, LIMIT)),
            tuple(outbox.due_submissions(session, now, LIMIT)),
        )


def work_off(context: Context, clock: Callable[[], dt.datetime]) -> int:
    """Do everything that is due, here and now, until nothing is due any more.

    What fails is due later, so this ends. Used by `syncd once`.

    Returns:
        How many rows were worked on.
    """
    count = 0
    while due := load_due(context, clock()):
        for arrival_id in due.arrivals:
            process_next(context, arrival_id, clock())
        for tournament_id in due.tournaments:
            assess(context, tournament_id, clock())
        for submission_id in due.submissions:
            submit_next(context, submission_id, clock)
        count += len(due.arrivals) + len(due.tournaments) + len(due.submissions)
    return count
