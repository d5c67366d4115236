"""Leases: a right that runs out, so that a dead process never blocks a living one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, delete, update

from syncd.store.delivery_claims import free_deliveries
from syncd.store.inbox import RECEIVED
from syncd.store.locking import locked_submissions, locked_tournaments
from syncd.store.moments import is_over, is_running, lease_end
from syncd.store.rows import insert_missing
from syncd.store.schedules import free_runs
from syncd.store.tables import ArrivalRow, LeaseRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


CRASHED: Final = "crashed"
"""Code of a tournament's wait after it has killed too many workers."""


def claim_lease(
    session: Session, name: str, owner: str, now: dt.datetime, lease_s: float
) -> bool:
    """Take or prolong a named lease; False while another owner's one is running."""
    until = lease_end(now, lease_s)
    if insert_missing(session, LeaseRow, name=name, owner=owner, until_utc=until):
        return True
    taken = session.exec(
        update(LeaseRow)
        .where(
            col(LeaseRow.name) == name,
            (col(LeaseRow.owner) == owner) | is_over(col(LeaseRow.until_utc), now),
        )
        .values(owner=owner, until_utc=until)
    ).rowcount
    return taken == 1


def holder_of(session: Session, name: str, now: dt.datetime) -> str:
    """Return who holds a named lease now, empty if nobody does."""
    row = session.get(LeaseRow, name)
    return row.owner if row is not None and is_running(row.until_utc, now) else ""


def release_lease(session: Session, name: str, owner: str) -> None:
    """Give a named lease back if it is ours."""
    session.exec(
        delete(LeaseRow).where(col(LeaseRow.name) == name, col(LeaseRow.owner) == owner)
    )


def release_leases(session: Session, process_id: str) -> None:
    """Give back every named lease of a process and its workers."""
    of_process = col(LeaseRow.owner).startswith(f"{process_id}/", autoescape=True)
    session.exec(delete(LeaseRow).where(of_process))


def free_after_crash(session: Session, dead_id: str) -> int:
    """Free every row leased by the workers of a process that is known to be dead.

    The tries of a daemon's arrivals, tournaments and scheduled runs are given back: its
    workers are processes of their own, so its death says nothing about what they were
    at. A run of `once` (`o-…`) does everything itself: there the try counts, or what
    kills it would be tried for ever. Nobody holds a lease on a tournament, so the tries
    of all are given back: at worst one that kills workers is tried a few times more.

    Args:
        session: an open write transaction.
        dead_id: name of the process in the lock file.

    Returns:
        How many rows were freed.
    """
    prefix, refund = f"{dead_id}/", 0 if dead_id.startswith("o-") else 1
    if refund:
        _refund_tournaments(session)
    arrivals = session.exec(
        update(ArrivalRow)
        .where(
            col(ArrivalRow.lease_owner).startswith(prefix, autoescape=True),
            col(ArrivalRow.state) == RECEIVED,
        )
        .values(lease_owner="", lease_until_utc=None, tries=ArrivalRow.tries - refund)
    ).rowcount
    held = col(SubmissionRow.lease_owner).startswith(prefix, autoescape=True)
    submissions = session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id).in_(locked_submissions(held)))
        .values(
            lease_owner="",
            lease_until_utc=None,
            crashes=SubmissionRow.crashes + 1 - refund,
        )
    ).rowcount
    runs = free_runs(session, prefix, refund=bool(refund))
    files = free_deliveries(session, prefix, refund=bool(refund))
    release_leases(session, dead_id)
    return arrivals + submissions + runs + files


def _refund_tournaments(session: Session) -> None:
    """Forget the looks that have begun; before reports, as everybody locks."""
    counted = locked_tournaments(
        col(TournamentRow.tries) > 0, col(TournamentRow.wait_code) != CRASHED
    )
    session.exec(
        update(TournamentRow).where(col(TournamentRow.id).in_(counted)).values(tries=0),
        execution_options={"synchronize_session": False},
    )
