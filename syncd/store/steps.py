"""The revisions of a tournament as steps: what it was, and who made it so.

What a field says comes from the step that changed it last; and what a source said last,
before several fed the tournament, is the last step that an export of it made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.orm import aliased
from sqlmodel import and_, col, select

from syncd.store.findings import decode_findings
from syncd.store.tables import ArrivalRow, RevisionRow, SourceRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

    from syncd.model.findings import Finding


@dataclass(frozen=True, slots=True)
class Step:
    """One revision.

    Attributes:
        number: of the revision.
        snapshot_sha256: of the tournament since then.
        source_id: row id of the source whose export made it, None for a person.
        source: name of that source, empty for a person.
        said_utc: stamp of that export, or when the person decided.
    """

    number: int
    snapshot_sha256: str
    source_id: int | None
    source: str
    said_utc: dt.datetime


def load_steps(session: Session, tournament_id: int) -> list[Step]:
    """Return the revisions of a tournament, oldest first."""
    rows = session.exec(
        select(RevisionRow)
        .where(RevisionRow.tournament_id == tournament_id)
        .order_by(col(RevisionRow.number))
    ).all()
    sent = session.exec(
        select(ArrivalRow.id, SourceRow.id, SourceRow.name, ArrivalRow.stamp_utc)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .join(RevisionRow, col(RevisionRow.arrival_id) == col(ArrivalRow.id))
        .where(RevisionRow.tournament_id == tournament_id)
    )
    by = {number: (source_id, name, stamp) for number, source_id, name, stamp in sent}
    return [
        Step(
            row.number, row.snapshot_sha256,
            *by.get(row.arrival_id, (None, "", row.created_utc)),
        )
        for row in rows
    ]  # fmt: skip


def has_persons(session: Session, tournament_id: int) -> bool:
    """Return whether a person has ever changed what the tournament says."""
    before = aliased(RevisionRow)
    found = session.exec(
        select(RevisionRow.id)
        .join(
            before,
            and_(
                before.tournament_id == RevisionRow.tournament_id,
                before.number == RevisionRow.parent,
            ),
        )
        .where(
            RevisionRow.tournament_id == tournament_id,
            col(RevisionRow.decision_id).is_not(None),
            before.snapshot_sha256 != RevisionRow.snapshot_sha256,
        )
        .limit(1)
    ).first()
    return found is not None


def load_findings(
    session: Session, tournament_id: int, number: int
) -> tuple[Finding, ...]:
    """Return what was noticed when a revision was made."""
    text = session.exec(
        select(RevisionRow.findings).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number == number
        )
    ).one()
    return decode_findings(text)


def causes_since(
    session: Session, tournament_id: int, number: int
) -> tuple[bool, bool]:
    """Return whether an export, and whether a decision, made a revision after this."""
    rows = session.exec(
        select(RevisionRow.arrival_id, RevisionRow.decision_id).where(
            RevisionRow.tournament_id == tournament_id, RevisionRow.number > number
        )
    ).all()
    by_export = any(arrival is not None for arrival, _ in rows)
    return by_export, any(decision is not None for _, decision in rows)
