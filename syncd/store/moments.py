"""Stored moments and the clocks that wrote them: one rule for all leases and due times.

Hosts' clocks differ, and one that was years ahead must not stop everybody else for
years. No wait and no lease of ours is as long as `FARTHEST`; a later moment is that of
a wrong clock and binds nobody. Each rule is here twice: for a value and for a column.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final

from sqlmodel import or_

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Mapped

FARTHEST: Final = dt.timedelta(days=2)
LONGEST: Final = dt.timedelta(days=1)
"""Of all leases: far enough from `FARTHEST` for clocks that differ by hours."""


def lease_end(now: dt.datetime, lease_s: float) -> dt.datetime:
    """Return until when a lease runs that is taken now, `LONGEST` at most."""
    return now + min(dt.timedelta(seconds=lease_s), LONGEST)


def is_running(until: dt.datetime | None, now: dt.datetime) -> bool:
    """Return whether a lease that ends at this moment still binds others."""
    return until is not None and now <= until <= now + FARTHEST


def is_over(until: Mapped[Any], now: dt.datetime) -> ColumnElement[bool]:
    """Return the condition that a lease binds nobody: the opposite of `is_running`."""
    return or_(until.is_(None), until < now, until > now + FARTHEST)


def is_due(when: dt.datetime, now: dt.datetime) -> bool:
    """Return whether something that is due at this moment is due now."""
    return when <= now or when > now + FARTHEST


def has_come(when: Mapped[Any], now: dt.datetime) -> ColumnElement[bool]:
    """Return `is_due` as a condition."""
    return or_(when <= now, when > now + FARTHEST)
