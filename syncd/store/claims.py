"""Claiming reports: who may send what, written down before anything leaves.

The attempt is committed before the request leaves, so a crash at any line leaves
either no trace or an attempt without an end. That one counts as `unknown` and is
repeated with the same bytes; a question that was never answered is simply asked again.

Several reports of a portal can be claimed in one transaction. That is for those which
never had trouble: whatever a portal may have already, or a worker has died of, goes
alone, so that nothing innocent is given up along with it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy.orm import load_only
from sqlmodel import col, insert, select

from syncd.bilingual import Text
from syncd.model.submission_states import DEAD, QUEUED, SENDING, UNKNOWN
from syncd.store.due import is_sendable
from syncd.store.outbox import become, lock_row, submission_of
from syncd.store.rows import row_id
from syncd.store.sending import (
    ASK,
    SEND,
    STOPPED,
    Sending,
    arrived,
    crashed,
    load_attempts,
    look_again,
    settle,
)
from syncd.store.tables import (
    AttemptRow,
    ReportRow,
    SourceRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel import Session
    from sqlmodel.sql.expression import Select

    from syncd.store.outbox import Submission

    _Kind = Literal["send", "ask"]
    _Candidates = Select[SubmissionRow, ReportRow, TournamentRow, str]

PARKED: Final = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms reports of one portal are claimed.

    Attributes:
        owner: who claims.
        lease_s: seconds until others take the owner for dead.
        max_crashes: so many workers may die of one report.
        can_ask: whether the portal can be asked what became of a report.
        key_ttl_s: seconds for which the portal knows a fileUUID again, None = always.
    """

    owner: str
    lease_s: float
    max_crashes: int = 3
    can_ask: bool = False
    key_ttl_s: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A report that may be claimed, with what the rules have to know of it.

    Attributes:
        row: the row of the outbox; only the store uses it.
        report: the report itself; only the store uses it.
        whose: its tournament; only the store uses it.
        source: name of its source.
    """

    row: SubmissionRow
    report: ReportRow
    whose: TournamentRow
    source: str

    @property
    def submission(self) -> Submission:
        """The report on its way to the portal, as it is now."""
        return submission_of(self.row, self.report, self.whose.uuid)

    @property
    def number(self) -> int:
        """Row id in the outbox."""
        return row_id(self.row.id)

    @property
    def tournament_id(self) -> int:
        """Row id of its tournament."""
        return self.row.tournament_id

    @property
    def tournament(self) -> str:
        """Name of the tournament in its newest export."""
        return self.whose.name

    @property
    def may_have_left(self) -> bool:
        """Whether the portal may have this very report."""
        return self.row.may_have_arrived or self.row.state in {SENDING, UNKNOWN}

    def is_due(self, now: dt.datetime) -> bool:
        """Return whether it is due, free, and not about to be overtaken.

        Where a newer state of its tournament waits to be assessed, that comes first: it
        may withdraw the report.
        """
        whose, row = self.whose, self.row
        again = whose.recheck_utc
        is_overtaken = (
            not self.may_have_left
            and whose.head > row.revision
            and again is not None
            and again <= now
        )
        return is_sendable(row, now) and not is_overtaken

    @property
    def is_untroubled(self) -> bool:
        """Whether it may go along with others: no try has failed or cost a worker.

        One that always fails would end each batch that it is in.
        """
        row = self.row
        has_had_trouble = row.may_have_arrived or row.crashes or row.failures
        return row.state == QUEUED and not has_had_trouble


def load_candidates(session: Session, ids: Sequence[int]) -> list[Candidate]:
    """Return reports in the order of their row ids."""
    return [Candidate(*found) for found in session.exec(_candidates(ids)).all()]


def lock_candidates(session: Session, ids: Sequence[int]) -> list[Candidate]:
    """Return reports in the order of their row ids, locked for this transaction.

    Their tournaments and their host are locked already (`locking`).
    """
    query = _candidates(ids).with_for_update(key_share=True, of=SubmissionRow)
    fresh = query.execution_options(populate_existing=True)
    return [Candidate(*found) for found in session.exec(fresh).all()]


def claim(
    session: Session, candidates: Sequence[Candidate], now: dt.datetime, terms: Terms
) -> list[Sending]:
    """Take the leases of locked reports and write the attempts before they happen.

    A report that has killed too many workers is given up; one that the portal may have
    but would no longer know again is left to a person. The tournament is told then.

    Returns:
        What to send or to ask; nothing of what is not due or another worker has.
    """
    kinds = [(one, _take(session, one, now, terms)) for one in candidates]
    return _begin(session, [(one, kind) for one, kind in kinds if kind], now)


def _take(
    session: Session, candidate: Candidate, now: dt.datetime, terms: Terms
) -> _Kind | None:
    """Take the lease; return what is to be done under it, None for nothing."""
    row = candidate.row
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
    row.lease_owner = terms.owner
    row.lease_until_utc = now + dt.timedelta(seconds=terms.lease_s)
    return ASK if may_ask else SEND


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
    attempt = load_attempts(session, [asked])[asked.submission.id]
    attempt.finished_utc, attempt.outcome = now, "absent"
    session.add(attempt)
    become(session, row, SENDING, now)
    row.lease_until_utc = now + dt.timedelta(seconds=lease_s)
    (candidate,) = load_candidates(session, [asked.submission.id])
    (begun,) = _begin(session, [(candidate, SEND)], now)
    return begun


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
            arrived(row, attempt)
    session.add(row)


def _candidates(ids: Sequence[int]) -> _Candidates:
    return (
        select(SubmissionRow, ReportRow, TournamentRow, SourceRow.name)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .join(SourceRow, col(SourceRow.id) == col(TournamentRow.source_id))
        .where(col(SubmissionRow.id).in_(ids))
        .order_by(col(SubmissionRow.id))
        .options(load_only(*_NEEDED))
    )


def _begin(
    session: Session, taken: Sequence[tuple[Candidate, _Kind]], now: dt.datetime
) -> list[Sending]:
    """Write the attempts that are about to be made."""
    begun = []
    for candidate, kind in taken:
        candidate.row.sends += 1
        number, data = candidate.row.sends, candidate.report.data
        begun.append(Sending(candidate.submission, number, data, kind))
    attempts = [
        {
            "submission_id": one.submission.id,
            "number": one.attempt,
            "kind": one.kind,
            "sha256": one.submission.file_sha256,
            "started_utc": now,
        }
        for one in begun
    ]
    if attempts:
        session.execute(insert(AttemptRow), attempts)
    return begun


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


def _is_forgotten(row: SubmissionRow, terms: Terms, now: dt.datetime) -> bool:
    """Return whether the portal may have it and would not know it again."""
    if terms.key_ttl_s is None or terms.can_ask or row.first_sent_utc is None:
        return False
    return now >= row.first_sent_utc + dt.timedelta(seconds=terms.key_ttl_s)


FORGOTTEN: Final = Text(
    "The portal may have it, cannot be asked, and would by now not know it again.",
    "Das Portal hat ihn vielleicht, lässt sich nicht fragen und würde ihn inzwischen "
    "nicht mehr wiedererkennen.",
)
_NEEDED: Final[tuple[Any, ...]] = (
    TournamentRow.uuid, TournamentRow.name, TournamentRow.head,
    TournamentRow.recheck_utc,
)  # fmt: skip
