"""Reports: the bytes that a portal gets, kept once and never changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import select

from syncd.store.findings import encode_findings
from syncd.store.rows import row_id, sha256_hex
from syncd.store.tables import ReportRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

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
