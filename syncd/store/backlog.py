"""What waits longest, and what nobody waits for any more: read for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from syncd.model.submission_states import AT_PORTAL, DEAD, SENDABLE
from syncd.store import inbox
from syncd.store.rows import row_id
from syncd.store.tables import (
    ArrivalRow,
    SubmissionRow,
    TournamentRow,
)

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


@dataclass(frozen=True, slots=True)
class LongestWait:
    """The row of one kind that has waited longest for a worker.

    Attributes:
        kind: arrival, tournament (to be assessed) or submission.
        id: row id.
        name: file or tournament.
        portal: where a report goes, else empty.
        since_utc: when it was received, due or queued.
    """

    kind: str
    id: int
    name: str
    portal: str
    since_utc: dt.datetime


def load_oldest(session: Session, now: dt.datetime) -> list[LongestWait]:
    """Return the longest waiting row of every kind of which there is one."""
    found = (
        _arrival(session),
        _tournament(session, now),
        _submission(session),
    )
    return [item for item in found if item is not None]


def count_given_up(session: Session) -> int:
    """Return how many reports were given up that no newer accepted one has replaced."""
    newer = aliased(SubmissionRow)
    replaced = (
        select(newer.id)
        .where(
            col(newer.tournament_id) == col(SubmissionRow.tournament_id),
            col(newer.portal) == col(SubmissionRow.portal),
            col(newer.id) > col(SubmissionRow.id),
            col(newer.state).in_(AT_PORTAL),
        )
        .exists()
    )
    query = select(func.count()).where(col(SubmissionRow.state) == DEAD, ~replaced)
    return session.exec(query).one()


def _arrival(session: Session) -> LongestWait | None:
    row = session.exec(
        select(ArrivalRow)
        .where(ArrivalRow.state == inbox.RECEIVED)
        .order_by(col(ArrivalRow.id))
        .limit(1)
    ).first()
    if row is None:
        return None
    return LongestWait("arrival", row_id(row.id), row.name, "", row.received_utc)


def _tournament(session: Session, now: dt.datetime) -> LongestWait | None:
    found = session.exec(
        select(TournamentRow.id, TournamentRow.name, TournamentRow.recheck_utc)
        .where(col(TournamentRow.recheck_utc) <= now)
        .order_by(col(TournamentRow.recheck_utc))
        .limit(1)
    ).first()
    if found is None or found[2] is None:
        return None
    return LongestWait("tournament", row_id(found[0]), found[1], "", found[2])


def _submission(session: Session) -> LongestWait | None:
    since = func.coalesce(SubmissionRow.queued_utc, SubmissionRow.created_utc)
    found = session.exec(
        select(SubmissionRow, TournamentRow.name)
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .where(col(SubmissionRow.state).in_(SENDABLE))
        .order_by(since, col(SubmissionRow.id))
        .limit(1)
    ).first()
    if found is None:
        return None
    row, name = found
    at = row.queued_utc or row.created_utc
    return LongestWait("submission", row_id(row.id), name, row.portal, at)
