"""Searching a portal before a first report, under a lease on the report.

While it is searched for, a report stays `queued` but is leased: nobody else takes it,
and it uses one of the portal's connections. When the reading interface is in trouble,
all first reports of the portal wait together, so that each does not find out anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.orm import aliased
from sqlmodel import col, or_, select, update

from syncd.model.submission_states import AT_PORTAL, DEAD, QUEUED
from syncd.store.due import free_to_send, is_sendable
from syncd.store.locking import locked_submissions
from syncd.store.moments import lease_end
from syncd.store.outbox import FIRST, lock_row
from syncd.store.rows import row_id
from syncd.store.sending import crashed, look_again, settle
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

    from syncd.bilingual import Text


@dataclass(frozen=True, slots=True)
class Search:
    """A search that this worker makes for a report.

    Attributes:
        submission_id: row id of the report.
        until_utc: end of the lease; tells this search from any later one.
    """

    submission_id: int
    until_utc: dt.datetime


def begin_search(
    session: Session,
    submission_id: int,
    owner: str,
    now: dt.datetime,
    lease_s: float,
    max_crashes: int,
) -> Search | None:
    """Lease a report that is to be searched for; None if it is not free.

    Its tournament is locked already (`locking`).

    A search whose lease ran out has killed its worker: a report with too many of these
    is given up.
    """
    row = lock_row(session, submission_id)
    if row.state != QUEUED or not is_sendable(row, now):
        return None
    row.crashes += row.lease_until_utc is not None
    if row.crashes >= max_crashes:
        settle(session, row, DEAD, crashed(row.crashes), now)
        look_again(session, row, now)
        return None
    row.lease_owner = owner
    row.lease_until_utc = lease_end(now, lease_s)
    session.add(row)
    return Search(row_id(row.id), row.lease_until_utc)


def end_search(session: Session, search: Search) -> None:
    """Give the lease of a search back, if it is still that of this search."""
    session.exec(
        update(SubmissionRow)
        .where(
            col(SubmissionRow.id) == search.submission_id,
            col(SubmissionRow.state) == QUEUED,
            col(SubmissionRow.lease_until_utc) == search.until_utc,
        )
        .values(lease_owner="", lease_until_utc=None)
    )


def postpone_first(
    session: Session,
    portal: str,
    now: dt.datetime,
    due_utc: dt.datetime,
    note: Text,
    *,
    ended: Search | None = None,
) -> None:
    """Put off every first report of a portal that is due and free, and nothing else.

    Args:
        session: an open write transaction.
        portal: name of the portal.
        now: aware UTC time.
        due_utc: when they are tried again.
        note: why, for people.
        ended: a search for one of them that is over.
    """
    first = (
        col(SubmissionRow.portal) == portal,
        col(SubmissionRow.kind) == FIRST,
        col(SubmissionRow.state) == QUEUED,
    )
    session.exec(locked_submissions(*first)).all()
    if ended is not None:
        end_search(session, ended)
    other = aliased(SubmissionRow)
    sent = (
        select(other.id)
        .where(
            col(other.tournament_id) == col(SubmissionRow.tournament_id),
            col(other.portal) == portal,
            or_(
                col(other.state).in_(AT_PORTAL),
                col(other.may_have_arrived),
                col(other.sends) > 0,
            ),
        )
        .exists()
    )
    session.exec(
        update(SubmissionRow)
        .where(*first, free_to_send(now), ~sent)
        .values(due_utc=due_utc, note_en=note.en, note_de=note.de),
        execution_options={"synchronize_session": False},
    )
