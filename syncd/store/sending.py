"""Reports that a worker holds under a lease, and how attempts ended (see `claims`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Literal

from sqlmodel import col, insert, select

from syncd.bilingual import Text
from syncd.model.submission_states import (
    ACCEPTED,
    AT_PORTAL,
    QUEUED,
    REJECTED,
    SENDING,
    UNKNOWN,
)
from syncd.store.outbox import Submission, become, lock_rows
from syncd.store.rechecks import save_recheck
from syncd.store.tables import (
    AttemptRow,
    ReceiptRow,
    SubmissionRow,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from sqlmodel import Session

UNSENT: Final = "unsent"
"""Outcome of an attempt that was given back before anything left."""
SEND: Final = "send"
ASK: Final = "ask"
STOPPED: Final = "the sender stopped"
LATE: Final = "the sender was late"
"""Texts of an attempt whose worker was taken for dead, and has come back."""


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


@dataclass(frozen=True, slots=True)
class PortalReceipt:
    """What a portal has confirmed.

    Attributes:
        received_utc: when.
        already_there: it had the report from an earlier send.
        number: the portal's receipt number, may be empty.
        status: HTTP status, 0 where the way is not HTTP.
        answer: what the portal said, at most 64 KiB.
    """

    received_utc: dt.datetime
    already_there: bool
    number: str = ""
    status: int = 0
    answer: bytes = b""


def finish_attempts(
    session: Session, ended: Sequence[tuple[Sending, Ending, dt.datetime]]
) -> list[str]:
    """Record how attempts ended and return the states of their submissions.

    An acceptance counts even if the lease was lost meanwhile: the portal has it. A
    failure counts only while the attempt is the newest one, and nothing else changes
    what an attempt was closed with by whoever took over. A sender that was only late
    has not died: it is taken off the report's crashes.

    Args:
        session: an open write transaction.
        ended: what was held, how that ended, and when.
    """
    rows = lock_rows(session, [held.submission.id for held, *_ in ended])
    attempts = load_attempts(session, [held for held, *_ in ended])
    for held, ending, at in ended:
        number = held.submission.id
        _finish(session, rows[number], attempts[number], held, ending, at)
    return [rows[held.submission.id].state for held, *_ in ended]


def give_back(session: Session, held: Sequence[Sending], now: dt.datetime) -> None:
    """Undo claims under which nothing has left; all else is as it was before.

    Where another worker has taken over meanwhile, the attempt that it took for a send
    is counted as none; that it may have arrived stays, which is always safe.
    """
    rows = lock_rows(session, [one.submission.id for one in held])
    attempts = load_attempts(session, held)
    for one in held:
        row, attempt = rows[one.submission.id], attempts[one.submission.id]
        if attempt.text == STOPPED and row.crashes:
            row.crashes -= 1
        row.requests -= attempt.text == STOPPED and attempt.outcome == UNKNOWN
        attempt.finished_utc, attempt.outcome, attempt.text = now, UNSENT, ""
        if row.state == SENDING and row.sends == one.attempt:
            become(session, row, QUEUED, now)
            row.lease_owner, row.lease_until_utc = "", None


def _finish(
    session: Session,
    row: SubmissionRow,
    attempt: AttemptRow,
    held: Sending,
    ending: Ending,
    now: dt.datetime,
) -> None:
    is_open = attempt.finished_utc is None
    if attempt.text == STOPPED and row.crashes:
        row.crashes, attempt.text = row.crashes - 1, LATE
    if is_open or ending.state == ACCEPTED:
        attempt.finished_utc, attempt.outcome = now, ending.outcome
        attempt.status, attempt.text = ending.status, ending.text.en
    if ending.may_have_arrived:
        arrived(row, attempt)
    if ending.state == REJECTED and held.kind == ASK:
        row.may_have_arrived = False  # whoever was asked knows: it is not there
    if is_open and held.kind == SEND:
        row.requests += ending.has_left
    is_newest = row.sends == held.attempt and row.state == SENDING
    if row.state not in AT_PORTAL and (is_newest or ending.state == ACCEPTED):
        _apply(session, row, ending, now)


def save_receipts(session: Session, receipts: Mapping[int, PortalReceipt]) -> None:
    """Keep the first receipt of each submission; later ones say the same.

    The rows of the submissions are locked, so nobody else can be storing one.

    Args:
        session: an open write transaction.
        receipts: by the row id of the submission.
    """
    ids = col(ReceiptRow.submission_id)
    known = set(session.exec(select(ids).where(ids.in_(receipts))).all())
    rows = [
        {"submission_id": number, **asdict(one)}
        for number, one in receipts.items()
        if number not in known
    ]
    if rows:
        session.execute(insert(ReceiptRow), rows)


def load_attempts(session: Session, held: Sequence[Sending]) -> dict[int, AttemptRow]:
    """Return the row of each attempt, by the row id of its submission."""
    numbers = {one.submission.id: one.attempt for one in held}
    rows = session.exec(
        select(AttemptRow).where(
            col(AttemptRow.submission_id).in_(numbers),
            col(AttemptRow.number).in_(set(numbers.values())),
        )
    ).all()
    return {
        row.submission_id: row
        for row in rows
        if row.number == numbers[row.submission_id]
    }


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


def look_again(session: Session, row: SubmissionRow, now: dt.datetime) -> None:
    """Have the tournament looked at again: it now waits for a person."""
    save_recheck(session, row.tournament_id, now)


def arrived(row: SubmissionRow, attempt: AttemptRow) -> None:
    """Note that the portal may have the bytes since this attempt."""
    row.may_have_arrived = True
    if row.first_sent_utc is None:
        row.first_sent_utc = attempt.started_utc


def crashed(crashes: int) -> Text:
    """Return why a report was given up that has killed so many workers."""
    return Text(
        f"Sending it crashed worker {crashes} times.",
        f"Das Senden hat {crashes}-mal den Arbeitsprozess zum Absturz gebracht.",
    )
