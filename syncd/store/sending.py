"""Sending reports under a lease: who has it, and how an attempt ended.

The attempt is committed before the request leaves, so a crash at any line leaves
either no trace or an attempt without an end. That one counts as `unknown` and is
repeated with the same bytes; a question that was never answered is simply asked again.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.model.submission_states import (
    ACCEPTED,
    AT_PORTAL,
    DEAD,
    QUEUED,
    REJECTED,
    SENDING,
    UNKNOWN,
)
from syncd.store.due import is_sendable
from syncd.store.outbox import Submission, become, lock_row, submission_of
from syncd.store.rows import row_id
from syncd.store.tables import (
    AttemptRow,
    ReceiptRow,
    ReportRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    from sqlmodel import Session

SEND: Final = "send"
ASK: Final = "ask"
PARKED: Final = dt.timedelta(days=1)
STOPPED: Final = "the sender stopped"
LATE: Final = "the sender was late"
"""Texts of an attempt whose worker was taken for dead, and has come back."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for the sends of one portal.

    Attributes:
        max_crashes: so many workers may die of one report.
        can_ask: whether the portal can be asked what became of a report.
        key_ttl_s: seconds for which the portal knows a fileUUID again, None = always.
    """

    max_crashes: int = 3
    can_ask: bool = False
    key_ttl_s: float | None = None


@dataclass(frozen=True, slots=True)
class Sending:
    """A submission that this worker holds under a lease, with what to send.

    Attributes:
        kind: `send`, or `ask`: the portal is to be asked first.
    """

    submission: Submission
    attempt: int
    data: bytes
    kind: Literal["send", "ask"] = "send"


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
        has_left: whether a report left at all.
    """

    state: str
    outcome: str
    text: Text
    status: int | None = None
    due_utc: dt.datetime | None = None
    may_have_arrived: bool = False
    has_left: bool = True

    @property
    def has_failed(self) -> bool:
        """Whether the attempt brought nothing: neither yes nor no nor "in work"."""
        return self.outcome in {"later", "unknown"}


def claim_submission(
    session: Session,
    submission_id: int,
    owner: str,
    now: dt.datetime,
    lease_s: float,
    terms: Terms = Terms(),
) -> Sending | None:
    """Take the lease and write the attempt before it happens.

    A report that has killed too many workers is given up; one that the portal may have
    but would no longer know again is left to a person. The tournament is told then; the
    caller has locked it before (`locking`).

    Returns:
        What to send or to ask, or None if it is not due or another worker has it.
    """
    row = lock_row(session, submission_id)
    if not is_sendable(row, now):
        return None
    may_ask = terms.can_ask and row.state in {SENDING, UNKNOWN}
    close_abandoned(session, row, now)
    if row.crashes >= terms.max_crashes:
        settle(session, row, DEAD, crashed(row.crashes), now)
        look_again(session, row, now)
        return None
    if _is_forgotten(row, terms, now):
        _park(session, row, now)
        look_again(session, row, now)
        return None
    become(session, row, SENDING, now)
    row.lease_owner = owner
    row.lease_until_utc = now + dt.timedelta(seconds=lease_s)
    kind: Literal["send", "ask"] = "ask" if may_ask else "send"
    return _begin(session, row, kind, now)


def begin_send(
    session: Session, asked: Sending, now: dt.datetime, lease_s: float
) -> Sending | None:
    """Send what the portal has said not to have, under the same lease.

    Returns:
        What to send, or None if another worker has taken over meanwhile.
    """
    row = lock_row(session, asked.submission.id)
    if row.state != SENDING or row.sends != asked.attempt:
        return None
    attempt = _attempt(session, row, asked.attempt)
    attempt.finished_utc, attempt.outcome = now, "absent"
    session.add(attempt)
    become(session, row, SENDING, now)
    row.lease_until_utc = now + dt.timedelta(seconds=lease_s)
    return _begin(session, row, "send", now)


def finish_attempt(
    session: Session, sending: Sending, ending: Ending, now: dt.datetime
) -> str:
    """Record how an attempt ended and return the submission's state.

    An acceptance counts even if the lease was lost meanwhile: the portal has it. A
    failure counts only while the attempt is the newest one, and nothing else changes
    what an attempt was closed with by whoever took over. A sender that was only late
    has not died: it is taken off the report's crashes.
    """
    row = lock_row(session, sending.submission.id)
    attempt = _attempt(session, row, sending.attempt)
    is_open = attempt.finished_utc is None
    if attempt.text == STOPPED and row.crashes:
        row.crashes, attempt.text = row.crashes - 1, LATE
        session.add(attempt)
    if is_open or ending.state == ACCEPTED:
        attempt.finished_utc, attempt.outcome = now, ending.outcome
        attempt.status, attempt.text = ending.status, ending.text.en
        session.add(attempt)
    if ending.may_have_arrived:
        _arrived(row, attempt)
    if ending.state == REJECTED and sending.kind == ASK:
        row.may_have_arrived = False  # whoever was asked knows: it is not there
    if is_open and sending.kind == SEND:
        row.requests += ending.has_left
    is_newest = row.sends == sending.attempt and row.state == SENDING
    if row.state not in AT_PORTAL and (is_newest or ending.state == ACCEPTED):
        _apply(session, row, ending, now)
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
    """Keep the first receipt of a submission; later ones say the same.

    The submission's row is locked, so nobody else can be storing one.
    """
    if session.get(ReceiptRow, submission_id) is not None:
        return
    session.add(
        ReceiptRow(
            submission_id=submission_id, received_utc=now,
            already_there=already_there, number=number, status=status, answer=answer,
        )
    )  # fmt: skip


def _begin(
    session: Session, row: SubmissionRow, kind: Literal["send", "ask"], now: dt.datetime
) -> Sending:
    """Write the attempt that is about to be made."""
    with session.no_autoflush:
        report, uuid = session.exec(
            select(ReportRow, TournamentRow.uuid)
            .join(TournamentRow, col(TournamentRow.id) == row.tournament_id)
            .where(ReportRow.id == row.report_id)
        ).one()
    row.sends += 1
    session.add(row)
    session.add(
        AttemptRow(
            submission_id=row_id(row.id), number=row.sends, kind=kind,
            sha256=report.sha256, started_utc=now,
        )
    )  # fmt: skip
    return Sending(submission_of(row, report, uuid), row.sends, report.data, kind)


def _apply(
    session: Session, row: SubmissionRow, ending: Ending, now: dt.datetime
) -> None:
    settle(session, row, ending.state, ending.text, now)
    row.due_utc = ending.due_utc or now
    row.crashes = 0
    row.failures = row.failures + 1 if ending.has_failed else 0
    if ending.has_failed:
        row.trouble_since_utc = row.trouble_since_utc or now
    else:
        row.trouble_since_utc = None


def settle(
    session: Session, row: SubmissionRow, state: str, note: Text, now: dt.datetime
) -> None:
    """Give a lease back, with the state that follows and why."""
    become(session, row, state, now)
    row.note_en, row.note_de = note.en, note.de
    row.lease_owner, row.lease_until_utc = "", None
    session.add(row)


def _park(session: Session, row: SubmissionRow, now: dt.datetime) -> None:
    """Leave a report to a person that must not be sent again by itself."""
    if row.state == QUEUED:
        become(session, row, SENDING, now)
    if row.state == SENDING:
        become(session, row, UNKNOWN, now)
    row.held_from = UNKNOWN
    row.note_en, row.note_de = FORGOTTEN.en, FORGOTTEN.de
    row.lease_owner, row.lease_until_utc = "", None
    row.due_utc = now + PARKED
    session.add(row)


def look_again(session: Session, row: SubmissionRow, now: dt.datetime) -> None:
    """Have the tournament looked at again: it now waits for a person."""
    session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == row.tournament_id)
        .values(recheck_utc=now)
    )


def _is_forgotten(row: SubmissionRow, terms: Terms, now: dt.datetime) -> bool:
    """Return whether the portal may have it and would not know it again."""
    if terms.key_ttl_s is None or terms.can_ask or row.first_sent_utc is None:
        return False
    return now >= row.first_sent_utc + dt.timedelta(seconds=terms.key_ttl_s)


def close_abandoned(session: Session, row: SubmissionRow, now: dt.datetime) -> None:
    """Mark an attempt that never ended as unknown: its worker died.

    A lease that ran out counts against the report, one that was freed does not.
    """
    if row.state != SENDING:
        return
    row.crashes += row.lease_until_utc is not None
    open_ones = session.exec(
        select(AttemptRow).where(
            AttemptRow.submission_id == row_id(row.id),
            col(AttemptRow.finished_utc).is_(None),
        )
    ).all()
    for attempt in open_ones:
        attempt.finished_utc, attempt.outcome = now, UNKNOWN
        attempt.text = STOPPED
        session.add(attempt)
        if attempt.kind == SEND:
            row.requests += 1
            _arrived(row, attempt)
    session.add(row)


def _arrived(row: SubmissionRow, attempt: AttemptRow) -> None:
    """Note that the portal may have the bytes since this attempt."""
    row.may_have_arrived = True
    if row.first_sent_utc is None:
        row.first_sent_utc = attempt.started_utc


def _attempt(session: Session, row: SubmissionRow, number: int) -> AttemptRow:
    return session.exec(
        select(AttemptRow).where(
            AttemptRow.submission_id == row_id(row.id), AttemptRow.number == number
        )
    ).one()


def crashed(crashes: int) -> Text:
    """Return why a report was given up that has killed so many workers."""
    return Text(
        f"Sending it crashed worker {crashes} times.",
        f"Das Senden hat {crashes}-mal den Arbeitsprozess zum Absturz gebracht.",
    )


FORGOTTEN: Final = Text(
    "The portal may have it, cannot be asked, and would by now not know it again.",
    "Das Portal hat ihn vielleicht, lässt sich nicht fragen und würde ihn inzwischen "
    "nicht mehr wiedererkennen.",
)
