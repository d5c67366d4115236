"""Under which names this installation has counted what it said, since when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.store.delivery_tables import CountingRow
from syncd.sync.counting import Counting, Named

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


def load_counting(session: Session, own: str) -> Counting:
    """Return under which names this installation has counted.

    Args:
        session: an open session.
        own: its name in the settings.
    """
    rows = session.exec(select(CountingRow).order_by(col(CountingRow.id))).all()
    return Counting(own, tuple(Named(row.since_utc, row.name) for row in rows))


def save_name(session: Session, name: str, now: dt.datetime) -> None:
    """Count under a name from now on."""
    session.add(CountingRow(name=name, since_utc=now))
    session.flush()
