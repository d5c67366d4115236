"""Which rows are locked, and in what order, so that nobody deadlocks.

Tournament, host, report: whoever needs several locks takes them in this order, and
several of one kind by their numbers. SQLite has one writer at a time and ignores all
this; PostgreSQL would break off one of two who wait for each other.

Rows that others refer to are locked with FOR NO KEY UPDATE. FOR UPDATE would also stop
everybody who adds an event or a decision about them, in whatever order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.store.tables import SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session
    from sqlmodel.sql.expression import SelectOfScalar

    _Ids = SelectOfScalar[int] | SelectOfScalar[None]


def lock_tournament(session: Session, tournament_id: int) -> TournamentRow:
    """Return the tournament as it is now, locked for this transaction."""
    query = select(TournamentRow).where(TournamentRow.id == tournament_id)
    locked = query.with_for_update(key_share=True)
    return session.exec(locked.execution_options(populate_existing=True)).one()


def lock_tournaments_of(session: Session, ids: Sequence[int]) -> None:
    """Lock the tournaments of reports, before their host and themselves."""
    whose = select(SubmissionRow.tournament_id).where(col(SubmissionRow.id).in_(ids))
    session.exec(locked_tournaments(col(TournamentRow.id).in_(whose))).all()


def locked_tournaments(*conditions: ColumnElement[bool]) -> _Ids:
    """Return the query for the ids of such tournaments, which it locks in order."""
    query = select(TournamentRow.id).where(*conditions)
    return query.order_by(col(TournamentRow.id)).with_for_update(key_share=True)


def locked_submissions(*conditions: ColumnElement[bool]) -> _Ids:
    """Return the query for the ids of such reports, which it locks in order."""
    query = select(SubmissionRow.id).where(*conditions)
    return query.order_by(col(SubmissionRow.id)).with_for_update(key_share=True)
