"""A clock that is set back: what was planned by the wrong time moves with it.

Due times, leases and waits are absolute times. If the clock was ahead and is put right,
all of them lie too far ahead by as much, and the work would rest that long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import SQLModel, col, func, select

from syncd.store.delivery_tables import DeliveryRow
from syncd.store.tables import (
    ArrivalRow,
    BreakerRow,
    EventRow,
    LeaseRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

_PLANNED: Final[dict[type[SQLModel], tuple[str, ...]]] = {
    ArrivalRow: ("due_utc", "lease_until_utc"),
    TournamentRow: ("recheck_utc", "changed_utc"),
    SubmissionRow: ("due_utc", "lease_until_utc", "first_sent_utc"),
    DeliveryRow: ("due_utc", "lease_until_utc"),
    LeaseRow: ("until_utc",),
    BreakerRow: ("open_until_utc",),
}
"""Times that decide when something happens next."""


def newest_event_utc(session: Session) -> dt.datetime | None:
    """Return the latest time at which anything is noted to have happened."""
    return session.exec(select(func.max(EventRow.at_utc))).one()


def move_back(session: Session, now: dt.datetime, by: dt.timedelta) -> int:
    """Move every planned time that lies ahead back; return how many rows moved.

    Args:
        session: an open write transaction.
        now: aware UTC time of the clock that is right.
        by: how far the clock was ahead.
    """
    moved = 0
    for table, names in _PLANNED.items():
        for name in names:
            ahead = col(getattr(table, name)) > now
            for row in session.exec(select(table).where(ahead)).all():
                setattr(row, name, getattr(row, name) - by)
                session.add(row)
                moved += 1
    return moved
