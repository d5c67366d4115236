"""Reports on which the program itself breaks: counted like a crash of the worker.

Such a report is put off, and given up when it has broken the program too often, so
that it never stands in the way of the others of its portal.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from syncd.model.submission_states import DEAD, SENDABLE, SENDING, UNKNOWN
from syncd.store.claims import close_abandoned
from syncd.store.events import save_event
from syncd.store.locking import lock_tournaments_of
from syncd.store.moments import is_running
from syncd.store.outbox import become, lock_row
from syncd.store.sending import look_again, settle

if TYPE_CHECKING:
    from sqlmodel import Session

    from syncd.bilingual import Text
    from syncd.store.sending import Sending
    from syncd.store.tables import SubmissionRow


def count_mishap(  # noqa: PLR0913 - whose, what is told, and the limits
    session: Session,
    submission_id: int,
    note: Text,
    now: dt.datetime,
    *,
    wait_s: float,
    max_crashes: int,
    held: Sending | None = None,
) -> None:
    """Count that the program broke on a report, and put the report off.

    Args:
        session: an open write transaction.
        submission_id: row id of the report.
        note: what is told to people.
        now: aware UTC time.
        wait_s: seconds until the next try.
        max_crashes: so often may the program break on one report.
        held: the report as it was claimed; None if nobody had claimed it yet. What was
            held may have left: the same bytes go again.
    """
    lock_tournaments_of(session, [submission_id])
    row = lock_row(session, submission_id)
    if row.state not in SENDABLE or _is_taken(row, now, held):
        return
    if held is not None:
        close_abandoned(session, row, now)
        become(session, row, UNKNOWN, now)
    else:
        row.crashes += 1
    if row.crashes >= max_crashes:
        settle(session, row, DEAD, note, now)
        look_again(session, row, now)
    else:
        _put_off(row, note, now + dt.timedelta(seconds=wait_s))
    session.add(row)
    save_event(
        session, "send.broken", note, now,
        tournament_id=row.tournament_id, submission_id=row.id,
    )  # fmt: skip


def _is_taken(row: SubmissionRow, now: dt.datetime, held: Sending | None) -> bool:
    """Return whether another worker has the report meanwhile."""
    if held is not None:
        return row.state != SENDING or row.sends != held.attempt
    return row.state == SENDING and is_running(row.lease_until_utc, now)


def _put_off(row: SubmissionRow, note: Text, due_utc: dt.datetime) -> None:
    row.due_utc, row.note_en, row.note_de = due_utc, note.en, note.de
    if row.state != SENDING:  # there the lease tells that a worker died
        row.lease_owner, row.lease_until_utc = "", None
