"""When tournaments are looked at again, and how many looks have never ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, select, update

from syncd.store.locking import locked_tournaments
from syncd.store.revisions import unknown
from syncd.store.rows import row_id
from syncd.store.tables import TournamentRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

_READ: Final = col(TournamentRow.head) > 0


def count_try(session: Session, tournament_id: int) -> int:
    """Count that a tournament is about to be looked at.

    Returns:
        How many looks have begun since one ended, this one included.

    Raises:
        NotFoundError: no such tournament.
    """
    tries = col(TournamentRow.tries)
    counted = session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament_id)
        .values(tries=tries + 1)  # by the database: others count at the same time
        .returning(tries)
    ).scalar_one_or_none()
    if counted is None:
        raise unknown(tournament_id)
    return int(counted)


def uncount_try(session: Session, tournament_id: int) -> None:
    """Take one look back that has killed nobody; those of others still count."""
    tries = col(TournamentRow.tries)
    session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament_id, tries > 0)
        .values(tries=tries - 1)
    )


def save_recheck(session: Session, tournament_id: int, when: dt.datetime) -> None:
    """Have the tournament assessed again at this time; its row is locked."""
    session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id) == tournament_id)
        .values(recheck_utc=when)
    )


def save_rechecks(
    session: Session, tournament_ids: Collection[int], now: dt.datetime
) -> None:
    """Have tournaments assessed again now; their rows are locked in order."""
    _recheck(session, now, col(TournamentRow.id).in_(tournament_ids))


def recheck_waiting_reports(session: Session, now: dt.datetime) -> None:
    """Have every tournament assessed again that waits for data or for approval."""
    code = col(TournamentRow.wait_code)
    _recheck(session, now, code.startswith("rule.") | (code == "report.drafted"), _READ)


def recheck_all_waiting(session: Session, now: dt.datetime) -> None:
    """Have every tournament assessed again that waits for anything."""
    _recheck(session, now, col(TournamentRow.wait_code) != "", _READ)


def recheck_all(session: Session, now: dt.datetime) -> None:
    """Have every tournament assessed again."""
    _recheck(session, now, _READ)


def due_tournaments(session: Session, now: dt.datetime, limit: int) -> list[int]:
    """Return ids of tournaments to assess again, longest due first.

    One without a revision is not among them: there is nothing to assess yet.
    """
    ids = session.exec(
        select(TournamentRow.id)
        .where(col(TournamentRow.recheck_utc) <= now, TournamentRow.head > 0)
        .order_by(col(TournamentRow.recheck_utc), col(TournamentRow.id))
        .limit(limit)
    ).all()
    return [row_id(item) for item in ids]


def _recheck(
    session: Session, now: dt.datetime, *conditions: ColumnElement[bool]
) -> None:
    found = locked_tournaments(*conditions)
    session.exec(
        update(TournamentRow)
        .where(col(TournamentRow.id).in_(found))
        .values(recheck_utc=now),
        execution_options={"synchronize_session": False},
    )
