"""Reports: the bytes that a portal gets, kept once and never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import and_, col, or_, select

from syncd.model.submission_states import AT_PORTAL, SENDING, UNKNOWN
from syncd.store.findings import encode_findings
from syncd.store.outbox import ADOPTED
from syncd.store.rows import row_id, sha256_hex
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import ReportRow, RevisionRow, SubmissionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from sqlmodel import Session

    from syncd.model.findings import Finding


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report to be kept: frozen bytes and what they were made from."""

    tournament_id: int
    revision: int
    file_uuid: str
    payload_sha256: str
    data: bytes
    findings: Sequence[Finding] = ()
    games: int = 0


def save_report(session: Session, new: NewReport, now: dt.datetime) -> int:
    """Store a report and return its id."""
    row = ReportRow(
        tournament_id=new.tournament_id, revision=new.revision,
        file_uuid=new.file_uuid, payload_sha256=new.payload_sha256, games=new.games,
        sha256=sha256_hex(new.data), data=new.data, created_utc=now,
        findings=encode_findings(new.findings),
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id)


def load_report(session: Session, report_id: int) -> bytes:
    """Return the bytes of a report."""
    return session.exec(select(ReportRow.data).where(ReportRow.id == report_id)).one()


def load_newest_sent(
    session: Session, tournament_id: int, shadows: AbstractSet[str]
) -> tuple[bytes, bytes] | None:
    """Return the newest report that may have left, and what it was made from.

    Args:
        session: an open session.
        tournament_id: row id of the tournament.
        shadows: portals that only compare.

    Returns:
        The bytes of the report and the snapshot of its revision; None if there is no
        such report, or if it was not made here.
    """
    left = {*AT_PORTAL, SENDING, UNKNOWN}
    found = session.exec(
        select(ReportRow.data, SubmissionRow.kind, RevisionRow.snapshot_sha256)
        .join(SubmissionRow, col(SubmissionRow.report_id) == col(ReportRow.id))
        .join(
            RevisionRow,
            and_(
                col(RevisionRow.tournament_id) == col(ReportRow.tournament_id),
                col(RevisionRow.number) == col(ReportRow.revision),
            ),
        )
        .where(
            SubmissionRow.tournament_id == tournament_id,
            col(SubmissionRow.portal).not_in(shadows),
            or_(
                col(SubmissionRow.state).in_(left), col(SubmissionRow.may_have_arrived)
            ),
        )
        .order_by(col(SubmissionRow.id).desc())
    ).first()
    if found is None or found[1] == ADOPTED:
        return None
    return found[0], load_snapshot(session, found[2])
