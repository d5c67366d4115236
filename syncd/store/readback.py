"""Reports whose fate at a portal is to be read, and what was read.

Of several reports of a tournament only the newest one that the portal has is read: the
portal shows one state of a tournament, that after the last correction.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, func, or_, select, update

from syncd.bilingual import Text
from syncd.model.submission_states import (
    ACCEPTED,
    APPROVED,
    AT_PORTAL,
    DRAFTED,
    QUEUED,
    WAITING,
)
from syncd.store import outbox, rechecks
from syncd.store.events import save_event
from syncd.store.restricted import is_restricted
from syncd.store.rows import row_id
from syncd.store.tables import ReportRow, SourceRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

UNRATED_AGAIN: Final = dt.timedelta(hours=1)
"""A report that is not rated yet is read at most so often."""
RATED_AGAIN: Final = dt.timedelta(days=7)
RATED_FOR: Final = dt.timedelta(days=400)
"""A rating is corrected within a year of the end (Wertungsordnung 6.2)."""
LOOKED_AGAIN: Final = dt.timedelta(days=1)
"""A draft waits so long before the portal is searched for its tournament again."""
UNSENT: Final = (DRAFTED, WAITING, APPROVED, QUEUED)


@dataclass(frozen=True, slots=True)
class Sent:
    """A report for one portal, with whose it is.

    Attributes:
        submission_id: row id in the outbox.
        tournament_id: row id of the tournament.
        tournament: its name in the newest export.
        source: name of its source.
        uuid: tournamentUUID.
        portal: name of the portal.
        state: state of the report.
        note: what was said of it last.
        data: the XML file.
        is_restricted: whether somebody in it was erased, so that nobody is named.
    """

    submission_id: int
    tournament_id: int
    tournament: str
    source: str
    uuid: str
    portal: str
    state: str
    note: Text
    data: bytes
    is_restricted: bool


def load_sent(session: Session, submission_id: int) -> Sent:
    """Return a report with whose it is."""
    row, report, tournament, source = session.exec(
        select(SubmissionRow, ReportRow, TournamentRow, SourceRow)
        .join(ReportRow, col(ReportRow.id) == col(SubmissionRow.report_id))
        .join(TournamentRow, col(TournamentRow.id) == col(SubmissionRow.tournament_id))
        .join(SourceRow, col(SourceRow.id) == col(TournamentRow.source_id))
        .where(SubmissionRow.id == submission_id)
    ).one()
    return Sent(
        row_id(row.id), row.tournament_id, tournament.name, source.name,
        tournament.uuid, row.portal, row.state, Text(row.note_en, row.note_de),
        report.data, is_restricted(session, row.report_id),
    )  # fmt: skip


def due_readbacks(
    session: Session, portals: Sequence[str], now: dt.datetime
) -> list[int]:
    """Return ids of reports to read back, those first that were never read.

    Args:
        session: an open transaction.
        portals: names of the portals that can be asked.
        now: aware UTC time.
    """
    newest = (
        select(func.max(SubmissionRow.id).label("id"))
        .where(
            col(SubmissionRow.portal).in_(portals),
            col(SubmissionRow.state).in_(AT_PORTAL),
        )
        .group_by(col(SubmissionRow.tournament_id), col(SubmissionRow.portal))
        .subquery()
    )
    is_rated = col(SubmissionRow.state) != ACCEPTED
    is_due = or_(
        col(SubmissionRow.read_utc).is_(None),
        and_(~is_rated, col(SubmissionRow.read_utc) <= now - UNRATED_AGAIN),
        and_(
            is_rated,
            col(SubmissionRow.read_utc) <= now - RATED_AGAIN,
            col(SubmissionRow.created_utc) > now - RATED_FOR,
        ),
    )
    ids = session.exec(
        select(SubmissionRow.id)
        .join(newest, newest.c.id == col(SubmissionRow.id))
        .where(is_due)
        .order_by(
            col(SubmissionRow.read_utc).is_not(None),
            col(SubmissionRow.read_utc),
            col(SubmissionRow.id),
        )
    ).all()
    return [row_id(item) for item in ids]


def newest_sent(session: Session, tournament_id: int, portal: str) -> int | None:
    """Return the newest report of a tournament that a portal has."""
    return session.exec(
        select(func.max(SubmissionRow.id)).where(
            SubmissionRow.tournament_id == tournament_id,
            SubmissionRow.portal == portal,
            col(SubmissionRow.state).in_(AT_PORTAL),
        )
    ).one()


def due_first_looks(
    session: Session, portals: Sequence[str], now: dt.datetime
) -> list[int]:
    """Return ids of unsent first reports that wait longer than a search is worth."""
    looked = col(SubmissionRow.read_utc)
    ids = session.exec(
        select(SubmissionRow.id)
        .where(
            col(SubmissionRow.portal).in_(portals),
            _is_first(),
            col(SubmissionRow.state) != QUEUED,
            or_(looked.is_(None), looked <= now - LOOKED_AGAIN),
        )
        .order_by(col(SubmissionRow.id))
    ).all()
    return [row_id(item) for item in ids if is_first(session, row_id(item))]


def first_unsent(session: Session, tournament_id: int, portal: str) -> int | None:
    """Return the first report of a tournament that is made for a portal and unsent."""
    found = session.exec(
        select(func.max(SubmissionRow.id)).where(
            SubmissionRow.tournament_id == tournament_id,
            SubmissionRow.portal == portal,
            _is_first(),
        )
    ).one()
    return found if found is not None and is_first(session, found) else None


def is_first(session: Session, submission_id: int) -> bool:
    """Return whether nothing of its tournament has been sent to its portal yet."""
    row = session.exec(
        select(SubmissionRow).where(SubmissionRow.id == submission_id, _is_first())
    ).one_or_none()
    if row is None:
        return False
    others = session.exec(
        select(SubmissionRow.id).where(
            SubmissionRow.tournament_id == row.tournament_id,
            SubmissionRow.portal == row.portal,
            or_(
                col(SubmissionRow.state).in_(AT_PORTAL),
                col(SubmissionRow.may_have_arrived),
                col(SubmissionRow.sends) > 0,
            ),
        )
    ).first()
    return others is None


def save_looked(session: Session, submission_id: int, now: dt.datetime) -> None:
    """Note when the portal was searched for a report's tournament."""
    session.exec(
        update(SubmissionRow)
        .where(col(SubmissionRow.id) == submission_id)
        .values(read_utc=now)
    )


def save_read(
    session: Session,
    sent: Sent,
    state: str,
    note: Text,
    said: Text,
    now: dt.datetime,
) -> None:
    """Record what became of a report.

    Args:
        session: an open write transaction.
        sent: the report as it was when the portal was asked.
        state: state that follows; the same one if nothing does.
        note: for people; may name persons.
        said: for the journal, without names.
        now: aware UTC time.

    Raises:
        StoreError: that state must not follow: somebody was faster.
    """
    if state != sent.state:
        # The tournament is locked first, as everywhere, so that nobody deadlocks.
        rechecks.save_recheck(session, sent.tournament_id, now)
        outbox.move_submission(session, sent.submission_id, state, note, now)
    session.exec(
        update(SubmissionRow)
        .where(
            col(SubmissionRow.id) == sent.submission_id,
            col(SubmissionRow.state).in_(AT_PORTAL),
        )
        .values(read_utc=now, note_en=note.en, note_de=note.de)
    )
    if note != sent.note:
        save_event(
            session, "report.read", said, now,
            tournament_id=sent.tournament_id, submission_id=sent.submission_id,
        )  # fmt: skip


def _is_first() -> ColumnElement[bool]:
    return and_(
        col(SubmissionRow.kind) == outbox.FIRST,
        col(SubmissionRow.state).in_(UNSENT),
        col(SubmissionRow.sends) == 0,
    )
