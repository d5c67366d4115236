"""Exports that were handed in: whether they were before, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.store.findings import decode_findings
from syncd.store.rows import row_id
from syncd.store.tables import ArrivalRow, SourceRow, TournamentRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

    from syncd.model.findings import Finding


@dataclass(frozen=True, slots=True)
class Story:
    """An arrival and what became of it.

    Attributes:
        id: row id.
        name: file name as it was taken.
        state: of the arrival.
        received_utc: when it was stored.
        finished_utc: when the work on it ended, None while it has not.
        note: what was said last about it.
        findings: what was noticed in it.
        tournament_uuid: of the tournament it belongs to, empty if none is known.
    """

    id: int
    name: str
    state: str
    received_utc: dt.datetime
    finished_utc: dt.datetime | None
    note: Text
    findings: tuple[Finding, ...]
    tournament_uuid: str


def lock_source(session: Session, source_id: int) -> None:
    """Let the transactions that hand in exports of one source wait for each other."""
    query = select(SourceRow.id).where(SourceRow.id == source_id)
    session.exec(query.with_for_update(key_share=True)).one()


def newest_arrival(
    session: Session, source_id: int, name: str, sha256: str
) -> int | None:
    """Return the last arrival of these bytes under this name, None if there is none."""
    found = session.exec(
        select(ArrivalRow.id)
        .where(
            ArrivalRow.source_id == source_id,
            ArrivalRow.name == name,
            ArrivalRow.sha256 == sha256,
        )
        .order_by(col(ArrivalRow.id).desc())
    ).first()
    return None if found is None else row_id(found)


def load_story(session: Session, source: str, arrival_id: int) -> Story | None:
    """Return what became of an arrival, None if this source has no such one."""
    found = session.exec(
        select(ArrivalRow, TournamentRow.uuid)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .outerjoin(TournamentRow, col(TournamentRow.id) == ArrivalRow.tournament_id)
        .where(ArrivalRow.id == arrival_id, SourceRow.name == source)
    ).first()
    if found is None:
        return None
    row, uuid = found
    return Story(
        id=row_id(row.id), name=row.name, state=row.state,
        received_utc=row.received_utc, finished_utc=row.finished_utc,
        note=Text(row.note_en, row.note_de), findings=decode_findings(row.findings),
        tournament_uuid=uuid or "",
    )  # fmt: skip
