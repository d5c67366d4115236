"""Which reports are due, and for which portal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import and_, col, func, select, update

from syncd.model.submission_states import QUEUED, SENDABLE
from syncd.store.locking import locked_submissions
from syncd.store.moments import has_come, is_due, is_over, is_running
from syncd.store.rows import row_id
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.bilingual import Text


def due_submissions(
    session: Session, now: dt.datetime, limit: int, portal: str | None = None
) -> list[int]:
    """Return ids of submissions to send, to one portal or any, longest due first."""
    query = select(SubmissionRow.id).where(free_to_send(now))
    if portal is not None:
        query = query.where(SubmissionRow.portal == portal)
    order = col(SubmissionRow.due_utc), col(SubmissionRow.id)
    return [row_id(one) for one in session.exec(query.order_by(*order).limit(limit))]


def due_portals(session: Session, now: dt.datetime) -> dict[str, int]:
    """Return how many reports are due for each portal."""
    query = (
        select(SubmissionRow.portal, func.count())
        .where(free_to_send(now))
        .group_by(SubmissionRow.portal)
    )
    return dict(session.exec(query).all())


def count_unsettled(session: Session, portals: Sequence[str]) -> int:
    """Return how many reports wait for one of these portals."""
    query = select(func.count()).where(
        col(SubmissionRow.portal).in_(portals), col(SubmissionRow.state).in_(SENDABLE)
    )
    return session.exec(query).one()


def count_live(session: Session, portal: str, now: dt.datetime) -> int:
    """Return how many sends of a portal are running, searches before them too.

    Reports that were claimed together are sent one after the other: they count once.
    Leases of one worker that were taken at different moments end at different ones.
    """
    lease = col(SubmissionRow.lease_owner), col(SubmissionRow.lease_until_utc)
    leases = select(*lease).where(
        SubmissionRow.portal == portal,
        col(SubmissionRow.state).in_(SENDABLE),
        ~_free(now),
    )
    return session.exec(
        select(func.count()).select_from(leases.distinct().subquery())
    ).one()


def postpone_submission(
    session: Session,
    submission_id: int,
    now: dt.datetime,
    due_utc: dt.datetime,
    note: Text,
) -> None:
    """Put off a submission that is due and free; no send is counted."""
    session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id) == submission_id, free_to_send(now))
        .values(due_utc=due_utc, note_en=note.en, note_de=note.de)
    )


def postpone_due(
    session: Session, portal: str, now: dt.datetime, due_utc: dt.datetime, note: Text
) -> None:
    """Put off everything of a portal that is due and free; no send is counted."""
    found = locked_submissions(col(SubmissionRow.portal) == portal, free_to_send(now))
    session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id).in_(found))
        .values(due_utc=due_utc, note_en=note.en, note_de=note.de),
        execution_options={"synchronize_session": False},
    )


def hasten_portal(session: Session, portal: str, now: dt.datetime) -> None:
    """Have everything tried at once that waits for its next try at a portal."""
    found = locked_submissions(
        col(SubmissionRow.portal) == portal,
        col(SubmissionRow.state) == QUEUED,
        col(SubmissionRow.due_utc) > now,
    )
    session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id).in_(found))
        .values(due_utc=now),
        execution_options={"synchronize_session": False},
    )


def is_sendable(row: SubmissionRow, now: dt.datetime) -> bool:
    """Return what `free_to_send` asks the database."""
    is_free = not is_running(row.lease_until_utc, now)
    return row.state in SENDABLE and is_due(row.due_utc, now) and is_free


def free_to_send(now: dt.datetime) -> ColumnElement[bool]:
    """Return the condition of a report that is due and that nobody has leased."""
    return and_(
        col(SubmissionRow.state).in_(SENDABLE),
        has_come(col(SubmissionRow.due_utc), now),
        _free(now),
    )


def _free(now: dt.datetime) -> ColumnElement[bool]:
    return is_over(col(SubmissionRow.lease_until_utc), now)
