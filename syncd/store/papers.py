"""A report with all that was said and done about it, for whoever looks through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.store.findings import decode_findings
from syncd.store.rows import row_id
from syncd.store.sending import SEND, UNSENT
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import (
    AttemptRow,
    ReceiptRow,
    ReportRow,
    RevisionRow,
    SubmissionRow,
)

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

    from syncd.model.findings import Finding


@dataclass(frozen=True, slots=True)
class Paper:
    """One report on its way to one portal.

    Attributes:
        report_id: row id of the report.
        portal: its name.
        kind: first, correction or adopted.
        state: of the submission.
        revision: of the tournament that it was made from.
        file_uuid: fileUUID.
        data: the frozen bytes.
        findings: what was noticed when it was made.
        created_utc: when it was made.
        approved_utc: when a person approved it, None if nobody has.
        approved_by: who did, empty if unknown.
        sent_utc: when it first left, None if it has not.
        receipt: number of the portal's receipt, or empty.
        note: what was said last about the submission.
    """

    report_id: int
    portal: str
    kind: str
    state: str
    revision: int
    file_uuid: str
    data: bytes
    findings: tuple[Finding, ...]
    created_utc: dt.datetime
    approved_utc: dt.datetime | None
    approved_by: str
    sent_utc: dt.datetime | None
    receipt: str
    note: Text


def load_papers(session: Session, tournament_id: int) -> list[Paper]:
    """Return every report of a tournament, oldest first."""
    rows = session.exec(
        select(SubmissionRow, ReportRow, ReceiptRow.number)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .outerjoin(ReceiptRow, col(ReceiptRow.submission_id) == col(SubmissionRow.id))
        .where(SubmissionRow.tournament_id == tournament_id)
        .order_by(col(SubmissionRow.id))
    ).all()
    sent = _first_sends(session, tournament_id)
    return [
        _paper(row, report, number or "", sent.get(row_id(row.id), row.first_sent_utc))
        for row, report, number in rows
    ]


def _first_sends(session: Session, tournament_id: int) -> dict[int, dt.datetime]:
    """Return submission -> when it left first; sending it anew does not change that."""
    rows = session.exec(
        select(AttemptRow.submission_id, AttemptRow.started_utc)
        .join(SubmissionRow, col(SubmissionRow.id) == col(AttemptRow.submission_id))
        .where(
            SubmissionRow.tournament_id == tournament_id,
            AttemptRow.kind == SEND, col(AttemptRow.outcome).not_in(_STAYED),
        )
        .order_by(col(AttemptRow.number).desc())
    )  # fmt: skip
    return dict(rows.all())


def _paper(
    row: SubmissionRow, report: ReportRow, receipt: str, sent_utc: dt.datetime | None
) -> Paper:
    return Paper(
        report_id=row.report_id, portal=row.portal, kind=row.kind, state=row.state,
        revision=report.revision,
        file_uuid=report.file_uuid, data=report.data,
        findings=decode_findings(report.findings), created_utc=report.created_utc,
        approved_utc=row.approved_utc, approved_by=row.approved_by,
        sent_utc=sent_utc, receipt=receipt,
        note=Text(row.note_en, row.note_de),
    )  # fmt: skip


def load_revision(session: Session, tournament_id: int, number: int) -> bytes | None:
    """Return the tournament as a revision has it, None if there is no such one."""
    sha256 = session.exec(
        select(RevisionRow.snapshot_sha256).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number == number
        )
    ).first()
    return None if sha256 is None else load_snapshot(session, sha256)


_STAYED: Final = ("later", UNSENT)
"""Outcomes of attempts after which the portal certainly has nothing."""
