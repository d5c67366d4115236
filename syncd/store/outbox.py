"""The outbox: reports on their way to portals, as one state machine in SQL.

A report's bytes, fileUUID and creation date are fixed by the row that holds them;
every send takes them from there. `become` is the only place that changes a state: it
refuses what the table of transitions does not say and writes the journal. What happens
while a report is sent is in `syncd.store.claims` and `syncd.store.sending`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError, StoreError
from syncd.model.submission_states import (
    ACCEPTED,
    APPROVED,
    AT_PORTAL,
    DEAD,
    DIFFERS,
    DRAFTED,
    GERMAN,
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
from syncd.store.events import save_event
from syncd.store.rows import row_id
from syncd.store.submission import Submission, submission_of
from syncd.store.tables import ReportRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

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
    "Submission",
    "approve_submission",
    "become",
    "hold_submission",
    "keep_approval",
    "load_portal",
    "load_submission",
    "load_submissions",
    "lock_row",
    "lock_rows",
    "move_submission",
    "release_submission",
    "replace_draft",
    "save_submission",
    "send_anew",
    "set_due",
    "submission_of",
]

FIRST: Final = "first"
CORRECTION: Final = "correction"
ADOPTED: Final = "adopted"


def save_submission(  # noqa: PLR0913 - the parts of the unique key, and the state
    session: Session,
    portal: str,
    new: NewReport,
    report_id: int,
    now: dt.datetime,
    *,
    kind: str,
    state: str,
    due_utc: dt.datetime | None = None,
    note: Text = Text("", ""),  # noqa: B008 - a value
) -> int:
    """Put a report into the outbox of a portal and return the row's id.

    Raises:
        DuplicateError: (at flush) this revision has its submission already.
    """
    row = SubmissionRow(
        portal=portal, tournament_id=new.tournament_id, revision=new.revision,
        kind=kind, report_id=report_id, state=state, created_utc=now,
        due_utc=due_utc or now, queued_utc=now if state == QUEUED else None,
        note_en=note.en, note_de=note.de,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id)


def load_submissions(
    session: Session,
    tournament_id: int,
    portal: str | None = None,
    *,
    is_locking: bool = False,
) -> list[Submission]:
    """Return the tournament's submissions in the order they were made.

    Args:
        session: an open transaction.
        tournament_id: row id.
        portal: only those to this portal.
        is_locking: whether nobody else may move them until the transaction ends.
    """
    query = (
        select(SubmissionRow, ReportRow, TournamentRow.uuid)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .where(SubmissionRow.tournament_id == tournament_id)
        .order_by(col(SubmissionRow.id))
    )
    if portal is not None:
        query = query.where(SubmissionRow.portal == portal)
    if is_locking:
        query = query.with_for_update(
            key_share=True, of=SubmissionRow
        ).execution_options(populate_existing=True)
    return [submission_of(*found) for found in session.exec(query).all()]


def load_submission(session: Session, submission_id: int) -> Submission:
    """Return one submission."""
    query = (
        select(SubmissionRow, ReportRow, TournamentRow.uuid)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .where(SubmissionRow.id == submission_id)
    )
    return submission_of(*session.exec(query).one())


def load_portal(session: Session, submission_id: int) -> str:
    """Return the name of the portal that a report goes to."""
    found = select(SubmissionRow.portal).where(SubmissionRow.id == submission_id)
    return session.exec(found).one()


def move_submission(
    session: Session, submission_id: int, state: str, note: Text, now: dt.datetime
) -> None:
    """Move a submission that nobody is sending to another state.

    Raises:
        StoreError: that state must not follow the present one.
    """
    row = lock_row(session, submission_id)
    become(session, row, state, now)
    row.note_en, row.note_de = note.en, note.de
    session.add(row)


def approve_submission(
    session: Session,
    submission_id: int,
    by: str,
    opens_utc: dt.datetime | None,
    now: dt.datetime,
) -> None:
    """Record who approved a report; it leaves now, or when its window opens.

    Args:
        session: an open write transaction.
        submission_id: row id.
        by: name of the person.
        opens_utc: when its window opens, None if that is open.
        now: aware UTC time.

    Raises:
        StoreError: it cannot be approved in its present state.
    """
    row = lock_row(session, submission_id)
    become(session, row, APPROVED, now)
    _approved(row, by, now)
    row.due_utc = opens_utc or now
    _note(row, Text("Approved.", "Freigegeben."))
    if opens_utc is None:
        become(session, row, QUEUED, now)
    session.add(row)


def hold_submission(
    session: Session, submission_id: int, why: Text, now: dt.datetime
) -> None:
    """Stop a report that has not left; `release_submission` brings it back.

    Raises:
        StoreError: it cannot be held in its present state.
    """
    row = lock_row(session, submission_id)
    become(session, row, HELD, now)
    _note(row, why)
    session.add(row)


def release_submission(session: Session, submission_id: int, now: dt.datetime) -> None:
    """Bring a held report back to the state in which it was held.

    Raises:
        StoreError: it is not held.
    """
    row = lock_row(session, submission_id)
    become(session, row, row.held_from or SUPERSEDED, now)
    _note(row, Text("", ""))
    session.add(row)


def send_anew(session: Session, submission_id: int, now: dt.datetime) -> None:
    """Have a report of unknown outcome sent at once, whatever was before.

    The portal's memory of its key counts from now on.
    """
    row = lock_row(session, submission_id)
    row.due_utc, row.first_sent_utc, row.held_from = now, None, ""
    row.failures, row.trouble_since_utc = 0, None
    _note(row, Text("", ""))
    session.add(row)


def set_due(session: Session, submission_id: int, due_utc: dt.datetime) -> None:
    """Have a submission that waits looked at at this time."""
    row = lock_row(session, submission_id)
    row.due_utc = due_utc
    session.add(row)


def keep_approval(
    session: Session, submission_id: int, by: str, now: dt.datetime
) -> None:
    """Record who approved a report that is on its way already."""
    row = lock_row(session, submission_id)
    _approved(row, by, now)
    session.add(row)


def replace_draft(session: Session, submission_id: int, report_id: int) -> None:
    """Give a draft that nobody approved yet a newly built report.

    Raises:
        StoreError: it is no longer a draft.
    """
    row = lock_row(session, submission_id)
    if row.state != DRAFTED:
        raise _not_allowed(row.state, DRAFTED)
    row.report_id = report_id
    session.add(row)


def become(session: Session, row: SubmissionRow, state: str, now: dt.datetime) -> None:
    """Change the state of a locked row, and keep that as an event.

    Raises:
        StoreError: that state must not follow the present one.
    """
    before = row.state
    if state not in TRANSITIONS[before]:
        raise _not_allowed(before, state)
    row.held_from = before if state == HELD else ""
    row.state = state
    if before == QUEUED:  # whoever searched the portal for it has nothing left to do
        row.lease_owner, row.lease_until_utc = "", None
    if state == QUEUED and before != SENDING:
        row.queued_utc, row.due_utc = now, now
        row.failures, row.crashes, row.trouble_since_utc = 0, 0, None
    if before in {DEAD, REJECTED}:
        row.first_sent_utc = None
    text = Text(
        f"The report for {row.portal} was {before} and is now {state}.",
        f"Der Bericht für {row.portal}: vorher {GERMAN[before]}, jetzt "
        f"{GERMAN[state]}.",
    )
    save_event(
        session, f"report.{state}", text, now,
        tournament_id=row.tournament_id, submission_id=row.id,
    )  # fmt: skip


def lock_rows(session: Session, ids: Sequence[int]) -> dict[int, SubmissionRow]:
    """Return the rows of submissions by id, locked in order for this transaction."""
    query = select(SubmissionRow).where(col(SubmissionRow.id).in_(ids))
    locked = query.order_by(col(SubmissionRow.id)).with_for_update(key_share=True)
    fresh = locked.execution_options(populate_existing=True)
    return {row_id(row.id): row for row in session.exec(fresh)}


def lock_row(session: Session, submission_id: int) -> SubmissionRow:
    """Return the row of a submission, locked for this transaction.

    Raises:
        NotFoundError: no such submission.
    """
    row = lock_rows(session, [submission_id]).get(submission_id)
    if row is None:
        raise NotFoundError(
            Text(
                f"There is no submission number {submission_id}.",
                f"Eine Einreichung mit der Nummer {submission_id} gibt es nicht.",
            )
        )
    return row


def _approved(row: SubmissionRow, by: str, now: dt.datetime) -> None:
    row.approved_utc, row.approved_by = now, by[:128]


def _note(row: SubmissionRow, note: Text) -> None:
    row.note_en, row.note_de = note.en, note.de


def _not_allowed(present: str, following: str) -> StoreError:
    return StoreError(
        Text(
            f"A report that is {present} cannot become {following}.",
            f"Ein Bericht im Zustand {present} kann nicht {following} werden.",
        )
    )
