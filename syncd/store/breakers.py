"""Breakers: what all workers know of a host that is in trouble.

One row per host counts the failures in a row, and another one per portal those of its
login and address, which say nothing of other portals at this host. From `OPENS_AFTER`
on, or as soon as the host asks for time, the breaker is open: nobody sends there. When
its time is over, exactly one send goes as a probe, since whoever takes it moves the
time on. Any answer that proves the host works closes the breaker. The row is locked
while a send is claimed, so that limits per portal hold between workers too.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.store.moments import FARTHEST
from syncd.store.rows import insert_missing
from syncd.store.tables import BreakerRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlmodel import Session

OPENS_AFTER: Final = 3
"""Failures in a row: one may be chance, two as well."""


@dataclass(frozen=True, slots=True)
class Breaker:
    """What is known of one host.

    Attributes:
        host: key of the breaker.
        failures: failures in a row.
        since_utc: when the first of them was.
        open_until_utc: when the next probe may go.
        note: what the last failure said.
    """

    host: str
    failures: int
    since_utc: dt.datetime
    open_until_utc: dt.datetime
    note: Text

    @property
    def is_tripped(self) -> bool:
        """Whether only probes go there."""
        return self.failures >= OPENS_AFTER

    def is_shut(self, now: dt.datetime) -> bool:
        """Return whether not even a probe may go there now."""
        return self.is_tripped and now < self.open_until_utc <= now + FARTHEST


def key_of_portal(host: str, portal: str) -> str:
    """Return the key for what is wrong with just one portal of a host."""
    return f"{host} ({portal})"[:255]


def key_of_source(host: str, source: str) -> str:
    """Return the key for what is wrong with just one source of a host."""
    return f"{host} [{source}]"[:255]


def key_of_peer(host: str, peer: str) -> str:
    """Return the key for what is wrong with just one peer of a host."""
    return f"{host} <{peer}>"[:255]


def load_tripped(session: Session) -> dict[str, Breaker]:
    """Return the breakers that are not closed, by host."""
    found = select(BreakerRow).where(BreakerRow.failures >= OPENS_AFTER)
    return {row.host: _breaker(row) for row in session.exec(found).all()}


def load_shut(session: Session, now: dt.datetime) -> list[Breaker]:
    """Return the hosts that are spared now, the longest troubled first."""
    shut = [one for one in load_tripped(session).values() if one.is_shut(now)]
    return sorted(shut, key=lambda one: (one.since_utc, one.host))


def lock_breaker(session: Session, host: str, now: dt.datetime) -> Breaker:
    """Return the breaker of a host, locked for this transaction."""
    query = select(BreakerRow).where(BreakerRow.host == host)
    fresh = query.with_for_update().execution_options(populate_existing=True)
    row = session.exec(fresh).one_or_none()
    if row is None:
        insert_missing(
            session, BreakerRow, host=host, failures=0, since_utc=now,
            open_until_utc=now, note_en="", note_de="",
        )  # fmt: skip
        row = session.exec(fresh).one()
    return _breaker(row)


def lock_open(
    session: Session, keys: Iterable[str], now: dt.datetime
) -> list[Breaker] | None:
    """Lock the breakers on a way; None if one of them is shut."""
    found = [lock_breaker(session, key, now) for key in keys]
    return None if any(one.is_shut(now) for one in found) else found


def take_probes(
    session: Session, found: Iterable[Breaker], until_utc: dt.datetime
) -> None:
    """Note that what now goes to a host in trouble is its probe."""
    for one in found:
        if one.is_tripped:
            take_probe(session, one, until_utc)


def take_probe(session: Session, breaker: Breaker, until_utc: dt.datetime) -> None:
    """Let nobody else probe the host before this time."""
    session.exec(
        update(BreakerRow)
        .where(col(BreakerRow.host) == breaker.host)
        .values(open_until_utc=until_utc)
    )


def allow_probe(session: Session, host: str, now: dt.datetime) -> None:
    """Let the next send to a host in trouble go as a probe at once."""
    session.exec(
        update(BreakerRow)
        .where(col(BreakerRow.host) == host, col(BreakerRow.open_until_utc) > now)
        .values(open_until_utc=now),
        execution_options={"synchronize_session": False},
    )


def note_success(session: Session, host: str) -> None:
    """Close the breaker: the host has answered."""
    closed = update(BreakerRow).where(
        col(BreakerRow.host) == host, col(BreakerRow.failures) > 0
    )
    # Rows are read anew under the lock, so none in memory has to be kept up.
    session.exec(
        closed.values(failures=0, note_en="", note_de=""),
        execution_options={"synchronize_session": False},
    )


def note_failure(
    session: Session,
    host: str,
    now: dt.datetime,
    note: Text,
    wait_s: Callable[[int], float],
    *,
    at_once: bool = False,
) -> None:
    """Count a failure of the host; the breaker may open by it.

    Args:
        session: an open write transaction.
        host: key of the breaker.
        now: aware UTC time.
        note: what happened.
        wait_s: how long a breaker that has failed so often stays open, in seconds.
        at_once: whether one failure is enough.
    """
    before = lock_breaker(session, host, now)
    failures = before.failures + 1
    if at_once:
        failures = max(failures, OPENS_AFTER)
    opened = failures - OPENS_AFTER + 1
    until = now + dt.timedelta(seconds=wait_s(opened)) if opened > 0 else now
    session.exec(
        update(BreakerRow)
        .where(col(BreakerRow.host) == host)
        .values(
            failures=failures,
            since_utc=before.since_utc if before.failures else now,
            open_until_utc=until, note_en=note.en, note_de=note.de,
        )
    )  # fmt: skip


def _breaker(row: BreakerRow) -> Breaker:
    return Breaker(
        row.host, row.failures, row.since_utc, row.open_until_utc,
        Text(row.note_en, row.note_de),
    )  # fmt: skip
