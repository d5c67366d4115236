"""What other installations may fetch: tournaments at their head, and their reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, exists, or_, select

from syncd.model.submission_states import AT_PORTAL, SENDABLE
from syncd.store.rows import row_id
from syncd.store.tables import (
    ArrivalRow,
    ReportRow,
    RevisionRow,
    SourceRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlmodel import Session
    from sqlmodel.sql.expression import Select

_LEAVES: Final = (*AT_PORTAL, *SENDABLE)


@dataclass(frozen=True, slots=True)
class Shared:
    """A tournament at its head.

    Attributes:
        id: row id of the tournament.
        uuid: tournamentUUID.
        source: name of the source from which its first export came.
        name: as its newest export has it.
        number: of the head revision.
        snapshot_sha256: of its content.
        changed_utc: when that last changed.
    """

    id: int
    uuid: str
    source: str
    name: str
    number: int
    snapshot_sha256: str
    changed_utc: dt.datetime


def list_shared(session: Session, reader: str, limit: int) -> list[Shared]:
    """Return the tournaments, those that changed last first.

    Args:
        session: an open transaction.
        reader: source that whoever reads feeds; what nobody else has said anything
            about is left out. Empty: nothing is.
        limit: so many at most.
    """
    query = _heads()
    if reader:
        query = query.where(_has_news_for(reader))
    rows = session.exec(query.order_by(*_NEWEST).limit(limit)).all()
    return [_shared(*row) for row in rows]


def find_shared(session: Session, uuid: str) -> Shared | None:
    """Return the tournament with this UUID, None if there is none (yet)."""
    found = session.exec(_heads().where(TournamentRow.uuid == uuid)).first()
    return None if found is None else _shared(*found)


def find_newest_report(
    session: Session, uuid: str, shadows: Collection[str]
) -> tuple[int, str] | None:
    """Return id and sha256 of the newest report that a portal has or will get.

    Args:
        session: an open transaction.
        uuid: tournamentUUID.
        shadows: portals that only compare.
    """
    return session.exec(
        select(SubmissionRow.report_id, ReportRow.sha256)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .where(
            TournamentRow.uuid == uuid,
            col(SubmissionRow.portal).not_in(shadows),
            col(SubmissionRow.state).in_(_LEAVES),
        )
        .order_by(col(SubmissionRow.id).desc())
    ).first()


_NEWEST: Final = (col(TournamentRow.changed_utc).desc(), col(TournamentRow.id).desc())


def _heads() -> Select[TournamentRow, RevisionRow, str]:
    at_head = and_(
        col(RevisionRow.tournament_id) == col(TournamentRow.id),
        col(RevisionRow.number) == col(TournamentRow.head),
    )
    return (
        select(TournamentRow, RevisionRow, SourceRow.name)
        .join(RevisionRow, at_head)
        .join(SourceRow, col(SourceRow.id) == col(TournamentRow.source_id))
    )


def _has_news_for(reader: str) -> ColumnElement[bool]:
    """Return the condition that somebody else, or a person, had a part in it."""
    return exists(
        select(RevisionRow.id)
        .outerjoin(ArrivalRow, col(ArrivalRow.id) == RevisionRow.arrival_id)
        .outerjoin(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(
            RevisionRow.tournament_id == TournamentRow.id,
            or_(col(SourceRow.name).is_(None), SourceRow.name != reader),
        )
    )


def _shared(tournament: TournamentRow, revision: RevisionRow, source: str) -> Shared:
    return Shared(
        id=row_id(tournament.id), uuid=tournament.uuid, source=source,
        name=tournament.name, number=revision.number,
        snapshot_sha256=revision.snapshot_sha256, changed_utc=tournament.changed_utc,
    )  # fmt: skip
