"""The outbox: reports on their way to portals, as one state machine in SQL.

A report's bytes, fileUUID and creation date are fixed by the row that holds them;
every send takes them from there. The attempt is committed before the request leaves,
so a crash at any line leaves either no trace or an attempt without an end, which
counts as `unknown` and is repeated with the same bytes.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, or_, select, update

from syncd.bilingual import Text
from syncd.errors import NotFoundError, StoreError
from syncd.model.submission_states import (
    ACCEPTED,
    APPROVED,
    AT_PORTAL,
    DEAD,
    DIFFERS,
    DRAFTED,
    HELD,
    QUEUED,
    RATED,
    REJECTED,
    SENDABLE,
    SENDING,
    STAGED,
    SUPERSEDED,
    TRANSITIONS,
    UNKNOWN,
    WAITING,
)
from syncd.store.rows import insert_missing, row_id
from syncd.store.tables import (
    AttemptRow,
    ReceiptRow,
    ReportRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.store.reports import NewReport

__all__ = [
    "ACCEPTED",
    "ADOPTED",
    "APPROVED",
    "AT_PORTAL",
    "CORRECTION",
    "DEAD",
    "DIFFERS",
    "DRAFTED",
    "FIRST",
    "HELD",
    "QUEUED",
    "RATED",
    "REJECTED",
    "SENDABLE",
    "SENDING",
    "STAGED",
    "SUPERSEDED",
    "TRANSITIONS",
    "UNKNOWN",
    "WAITING",
    "Ending",
    "Sending",
    "Submission",
    "claim_submission",
    "due_submissions",
    "finish_attempt",
    "hasten",
    "load_portal",
    "load_submissions",
    "move_submission",
    "postpone_submission",
    "replace_draft",
    "save_receipt",
    "save_submission",
]

FIRST: Final = "first"
CORRECTION: Final = "correction"
ADOPTED: Final = "adopted"


@dataclass(frozen=True, slots=True)
class Submission:
    """The state of one report on its way to one portal."""

    id: int
    portal: str
    tournament_id: int
    revision: int
    kind: str
    report_id: int
    state: str
    sends: int
    failures: int
    may_have_arrived: bool
    file_uuid: str
    tournament_uuid: str
    payload_sha256: str
    file_sha256: str
    games: int
    note: Text


@dataclass(frozen=True, slots=True)
class Sending:
    """A submission that this worker holds under a lease, with what to send."""

    submission: Submission
    attempt: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Ending:
    """How one attempt ended.

    Attributes:
        state: the state that follows.
        outcome: short word for the attempt (`accepted`, `later`, `unknown` …).
        text: what the portal or the network said.
        status: HTTP status or None.
        due_utc: when to try again, where that is to be.
        may_have_arrived: whether the portal can have stored the bytes.
        has_left: whether a request left at all.
    """

    state: str
    outcome: str
    text: Text
    status: int | None = None
    due_utc: dt.datetime | None = None
    may_have_arrived: bool = False
    has_left: bool = True


def save_submission(  # noqa: PLR0913 - the parts of the unique key, and the state
    session: Session,
    portal: str,
    new: NewReport,
    report_id: int,
    now: dt.datetime,
    *,
    kind: str,
    state: str,
) -> int:
    """Put a report into the outbox of a portal and return the row's id.

    Raises:
        DuplicateError: (at flush) this revision has its submission already.
    """
    row = SubmissionRow(
        portal=portal, tournament_id=new.tournament_id, revision=new.revision,
        kind=kind, report_id=report_id, state=state, created_utc=now, due_utc=now,
        queued_utc=now if state == QUEUED else None,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id)


def load_submissions(
    session: Session, tournament_id: int, portal: str | None = None
) -> list[Submission]:
    """Return the tournament's submissions in the order they were made."""
    query = (
        select(SubmissionRow, ReportRow, TournamentRow.uuid)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .where(SubmissionRow.tournament_id == tournament_id)
        .order_by(col(SubmissionRow.id))
    )
    if portal is not None:
        query = query.where(SubmissionRow.portal == portal)
    return [_submission(*found) for found in session.exec(query).all()]


def due_submissions(session: Session, now: dt.datetime, limit: int) -> list[int]:
    """Return ids of submissions to send, longest due first."""
    ids = session.exec(
        select(SubmissionRow.id)
        .where(_sendable(now))
        .order_by(col(SubmissionRow.due_utc), col(SubmissionRow.id))
        .limit(limit)
    ).all()
    return [row_id(item) for item in ids]


def load_portal(session: Session, submission_id: int) -> str:
    """Return the name of the portal that a report goes to."""
    found = select(SubmissionRow.portal).where(SubmissionRow.id == submission_id)
    return session.exec(found).one()


def postpone_submission(
    session: Session,
    submission_id: int,
    now: dt.datetime,
    due_utc: dt.datetime,
    note: Text,
) -> None:
    """Put off a submission that is due and free; no send is counted."""
    session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id) == submission_id, _sendable(now))
        .values(due_utc=due_utc, note_en=note.en, note_de=note.de)
    )


def claim_submission(
    session: Session,
    submission_id: int,
    owner: str,
    now: dt.datetime,
    lease_s: float,
) -> Sending | None:
    """Take the lease, count the send and write the attempt before it happens.

    Returns:
        What to send, or None if it is not due or another worker has it.
    """
    taken = session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id) == submission_id, _sendable(now))
        .values(
            state=SENDING, sends=SubmissionRow.sends + 1, lease_owner=owner,
            lease_until_utc=now + dt.timedelta(seconds=lease_s),
        )
    ).rowcount  # fmt: skip
    if taken != 1:
        return None
    row, report = _load(session, submission_id)
    _close_abandoned(session, row, now)
    session.add(
        AttemptRow(
            submission_id=submission_id, number=row.sends,
            sha256=report.sha256, started_utc=now,
        )
    )  # fmt: skip
    uuid = session.exec(
        select(TournamentRow.uuid).where(TournamentRow.id == row.tournament_id)
    ).one()
    return Sending(_submission(row, report, uuid), row.sends, report.data)


def finish_attempt(
    session: Session, sending: Sending, ending: Ending, now: dt.datetime
) -> str:
    """Record how an attempt ended and return the submission's state.

    An acceptance counts even if the lease was lost meanwhile: the portal has it. A
    failure counts only while the attempt is the newest one.
    """
    row, _ = _load(session, sending.submission.id, lock=True)
    attempt = session.exec(
        select(AttemptRow).where(
            AttemptRow.submission_id == row_id(row.id),
            AttemptRow.number == sending.attempt,
        )
    ).one()
    attempt.finished_utc, attempt.outcome = now, ending.outcome
    attempt.status, attempt.text = ending.status, ending.text.en
    session.add(attempt)
    row.may_have_arrived = row.may_have_arrived or ending.may_have_arrived
    row.requests += ending.has_left
    newest = row.sends == sending.attempt
    if row.state != ACCEPTED and (newest or ending.state == ACCEPTED):
        _apply(row, ending, now)
    session.add(row)
    return row.state


def save_receipt(  # noqa: PLR0913 - what a receipt consists of
    session: Session,
    submission_id: int,
    now: dt.datetime,
    *,
    already_there: bool,
    number: str,
    status: int,
    answer: bytes,
) -> None:
    """Keep the first receipt of a submission; later ones say the same."""
    insert_missing(
        session, ReceiptRow, submission_id=submission_id, received_utc=now,
        already_there=already_there, number=number, status=status, answer=answer,
    )  # fmt: skip


def move_submission(
    session: Session, submission_id: int, state: str, note: Text, now: dt.datetime
) -> None:
    """Move a submission that nobody is sending to another state.

    Raises:
        StoreError: that state must not follow the present one.
    """
    row, _ = _load(session, submission_id, lock=True)
    _check(row.state, state)
    row.state, row.note_en, row.note_de = state, note.en, note.de
    if state == QUEUED:
        row.queued_utc, row.due_utc, row.failures = now, now, 0
    session.add(row)


def hasten(session: Session, submission_id: int, now: dt.datetime) -> None:
    """Have a queued submission tried at once."""
    row, _ = _load(session, submission_id, lock=True)
    row.due_utc = now
    session.add(row)


def replace_draft(session: Session, submission_id: int, report_id: int) -> None:
    """Give a draft that nobody approved yet a newly built report.

    Raises:
        StoreError: it is no longer a draft.
    """
    row, _ = _load(session, submission_id, lock=True)
    if row.state != DRAFTED:
        raise _not_allowed(row.state, DRAFTED)
    row.report_id = report_id
    session.add(row)


def _apply(row: SubmissionRow, ending: Ending, now: dt.datetime) -> None:
    _check(row.state, ending.state)
    row.state = ending.state
    row.note_en, row.note_de = ending.text.en, ending.text.de
    row.lease_owner, row.lease_until_utc = "", None
    row.due_utc = ending.due_utc or now
    failed = ending.state in {QUEUED, UNKNOWN}
    row.failures = row.failures + 1 if failed else 0


def _check(present: str, following: str) -> None:
    if following not in TRANSITIONS[present]:
        raise _not_allowed(present, following)


def _not_allowed(present: str, following: str) -> StoreError:
    return StoreError(
        Text(
            f"A report that is {present} cannot become {following}.",
            f"Ein Bericht im Zustand {present} kann nicht {following} werden.",
        )
    )


def _close_abandoned(session: Session, row: SubmissionRow, now: dt.datetime) -> None:
    """Mark an attempt that never ended as unknown: its worker died."""
    closed = session.exec(
        update(AttemptRow)
        .where(
            col(AttemptRow.submission_id) == row.id,
            col(AttemptRow.finished_utc).is_(None),
        )
        .values(finished_utc=now, outcome=UNKNOWN, text="the sender stopped")
    ).rowcount
    if closed:
        row.may_have_arrived = True
        row.requests += closed
        session.add(row)


def _load(
    session: Session, submission_id: int, *, lock: bool = False
) -> tuple[SubmissionRow, ReportRow]:
    query = select(SubmissionRow).where(SubmissionRow.id == submission_id)
    if lock:
        query = query.with_for_update()
    row = session.exec(query.execution_options(populate_existing=True)).one_or_none()
    if row is None:
        raise NotFoundError(
            Text(
                f"There is no submission number {submission_id}.",
                f"Eine Einreichung mit der Nummer {submission_id} gibt es nicht.",
            )
        )
    report = session.exec(select(ReportRow).where(ReportRow.id == row.report_id)).one()
    return row, report


def _submission(row: SubmissionRow, report: ReportRow, uuid: str) -> Submission:
    return Submission(
        id=row_id(row.id), portal=row.portal, tournament_id=row.tournament_id,
        revision=row.revision, kind=row.kind, report_id=row.report_id,
        state=row.state, sends=row.sends, failures=row.failures,
        may_have_arrived=row.may_have_arrived, file_uuid=report.file_uuid,
        tournament_uuid=uuid,
        payload_sha256=report.payload_sha256,
        file_sha256=report.sha256,
        games=report.games, note=Text(row.note_en, row.note_de),
    )  # fmt: skip


def _sendable(now: dt.datetime) -> ColumnElement[bool]:
    return and_(
        col(SubmissionRow.state).in_(SENDABLE),
        col(SubmissionRow.due_utc) <= now,
        or_(
            col(SubmissionRow.lease_until_utc).is_(None),
            col(SubmissionRow.lease_until_utc) < now,
        ),
    )
