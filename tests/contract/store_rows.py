"""Rows that most tests of the store need first."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.store import bases, claims, due, inbox, outbox, reports, revisions, sending
from syncd.store.bases import TRF, NewBase
from syncd.store.reports import NewReport
from syncd.store.revisions import NewRevision, TournamentKey

if TYPE_CHECKING:
    from sqlmodel import Session

    from syncd.store.engine import Store
    from syncd.store.revisions import Head

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
LEASE_S = 60.0
FINDING = Finding(
    "trf.column_shift", Severity.WARNING, Text("Shifted.", "Verschoben."),
    line=7, column=3, value="x", path="",
)  # fmt: skip


def later(seconds: float) -> dt.datetime:
    """Return a time so many seconds after `NOW`."""
    return NOW + dt.timedelta(seconds=seconds)


def arrival(
    session: Session,
    data: bytes = b"012 Open",
    *,
    source: str = "north",
    name: str = "open.trf",
    mtime_ns: int = 1,
    stamp_utc: dt.datetime = NOW,
) -> int:
    """Return the id of a new arrival."""
    source_id = inbox.save_source(session, source, NOW)
    arrival_id, _ = inbox.save_arrival(
        session, source_id, name, data,
        mtime_ns=mtime_ns, stamp_utc=stamp_utc, now=NOW,
    )  # fmt: skip
    return arrival_id


def key(
    session: Session, name: str = "open", start: str = "2026-10-03"
) -> TournamentKey:
    """Return the key of a tournament of the source `north`."""
    source_id = inbox.save_source(session, "north", NOW)
    return TournamentKey(source_id, name, start, is_team=False)


def tournament(store: Store, name: str = "open") -> int:
    """Return the id of a new tournament without revisions."""
    with store.write() as session:
        return revisions.save_tournament(
            session, key(session, name), name.title(), str(uuid.uuid4()), NOW
        )


def head(store: Store, tournament_id: int) -> Head:
    """Return the tournament as it stands."""
    with store.read() as session:
        return revisions.load_head(session, tournament_id)


def revised(store: Store, tournament_id: int, snapshot: bytes = b"{}") -> Head:
    """Append a revision caused by a new arrival; return the tournament afterwards."""
    before = head(store, tournament_id)
    with store.write() as session:
        arrival_id = arrival(session, snapshot, mtime_ns=before.number + 1)
        new = NewRevision(snapshot, [], (FINDING,), arrival_id)
        revisions.save_revision(session, before, new, before.name, NOW)
        base = NewBase(TRF, arrival_id, NOW, snapshot)
        bases.save_base(session, before, base)
    return head(store, tournament_id)


def report(tournament_id: int, revision: int = 1, data: bytes = b"<x/>") -> NewReport:
    """Return a report to be stored."""
    return NewReport(
        tournament_id, revision, str(uuid.uuid4()), "a" * 64, data, (FINDING,)
    )


def submission(
    store: Store,
    new: NewReport,
    *,
    portal: str = "dwz",
    kind: str = outbox.FIRST,
    state: str = outbox.QUEUED,
    now: dt.datetime = NOW,
) -> int:
    """Put a report into the outbox; return the id of the row."""
    with store.write() as session:
        report_id = reports.save_report(session, new, now)
        return outbox.save_submission(
            session, portal, new, report_id, now, kind=kind, state=state
        )


def submissions(store: Store, tournament_id: int) -> list[outbox.Submission]:
    """Return the tournament's submissions."""
    with store.read() as session:
        return outbox.load_submissions(session, tournament_id)


def only(store: Store, tournament_id: int) -> outbox.Submission:
    """Return the tournament's only submission."""
    (found,) = submissions(store, tournament_id)
    return found


def claim_in(
    session: Session,
    submission_id: int,
    owner: str,
    now: dt.datetime,
    lease_s: float = LEASE_S,
    max_crashes: int = 3,
) -> sending.Sending | None:
    """Take the lease of a submission within a transaction."""
    found = claims.lock_candidates(session, [submission_id])
    terms = claims.Terms(owner, lease_s, max_crashes)
    return next(iter(claims.claim(session, found, now, terms)), None)


def finish_in(
    session: Session, held: sending.Sending, ending: sending.Ending, now: dt.datetime
) -> str:
    """Record how an attempt ended within a transaction."""
    (state,) = sending.finish_attempts(session, [(held, ending, now)])
    return state


def claim(
    store: Store, submission_id: int, owner: str = "w1", now: dt.datetime = NOW
) -> sending.Sending | None:
    """Take the lease of a submission if it is free."""
    with store.write() as session:
        return claim_in(session, submission_id, owner, now)


def claimed(
    store: Store, submission_id: int, owner: str = "w1", now: dt.datetime = NOW
) -> sending.Sending:
    """Take the lease of a submission that is free."""
    taken = claim(store, submission_id, owner, now)
    assert taken is not None
    return taken


def due_submissions(store: Store, now: dt.datetime = NOW, limit: int = 10) -> list[int]:
    """Return what is to be sent."""
    with store.read() as session:
        return due.due_submissions(session, now, limit)
