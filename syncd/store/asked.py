"""Arrivals that wait for a person's answer to one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store.findings import decode_findings
from syncd.store.inbox import WAITING, Arrival
from syncd.store.rows import row_id
from syncd.store.tables import ArrivalRow, SourceRow

if TYPE_CHECKING:
    from sqlmodel import Session


def load_asked(session: Session, arrival_id: int, code: str) -> tuple[Arrival, int]:
    """Return an arrival that waits with a finding, and the tournament it may be.

    Raises:
        NotFoundError: there is no such arrival, or it does not wait for that.
    """
    found = session.exec(
        select(ArrivalRow, SourceRow.name)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(ArrivalRow.id == arrival_id, ArrivalRow.state == WAITING)
    ).one_or_none()
    if found is not None and _has(found[0], code):
        row, source = found
        arrival = Arrival(
            id=arrival_id, source_id=row.source_id, source=source, name=row.name,
            sha256=row.sha256, stamp_utc=row.stamp_utc, tries=row.tries,
            title=row.title, received_utc=row.received_utc,
        )  # fmt: skip
        return arrival, row.tournament_id or 0
    raise NotFoundError(
        Text(
            f"File {arrival_id} does not wait for this answer. What waits: syncd "
            "status",
            f"Datei {arrival_id} wartet nicht auf diese Antwort. Was wartet: syncd "
            "status",
        )
    )


def find_asked(
    session: Session, source_id: int, tournament_id: int, code: str
) -> list[int]:
    """Return arrivals of a source that wait with a finding about a tournament."""
    rows = session.exec(
        select(ArrivalRow).where(
            ArrivalRow.source_id == source_id,
            ArrivalRow.tournament_id == tournament_id,
            ArrivalRow.state == WAITING,
        )
    )
    return [row_id(row.id) for row in rows if _has(row, code)]


def _has(row: ArrivalRow, code: str) -> bool:
    return any(item.code == code for item in decode_findings(row.findings))
