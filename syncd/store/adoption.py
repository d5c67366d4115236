"""Storing a report that was accepted before the store knew it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.store import decisions, outbox, reports, sending
from syncd.store.events import save_event
from syncd.store.locking import lock_tournament

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlmodel import Session


def save_adopted(
    session: Session,
    new: reports.NewReport,
    portal: str,
    tournament_uuid: str,
    now: dt.datetime,
    *,
    compared: Collection[str] = (),
) -> None:
    """Store an adopted report as accepted and take over its tournamentUUID.

    Drafts and unsent reports of the tournament are superseded.

    Args:
        session: a write transaction.
        new: the report.
        portal: portal that has it.
        tournament_uuid: as it says.
        now: aware UTC time.
        compared: portals to which nothing is ever sent; their reports do not matter.

    Raises:
        StoreError: the tournament has sent a report of its own already.
        DuplicateError: another tournament has this tournamentUUID, or the report is
            known already.
    """
    row = lock_tournament(session, new.tournament_id)
    _retire_unsent(session, new.tournament_id, now, compared)
    row.uuid, row.recheck_utc = tournament_uuid, now
    session.add(row)
    session.flush()
    report_id = reports.save_report(session, new, now)
    submission_id = outbox.save_submission(
        session, portal, new, report_id, now, kind=outbox.ADOPTED, state=outbox.ACCEPTED
    )
    receipt = sending.PortalReceipt(now, already_there=True)
    sending.save_receipts(session, {submission_id: receipt})
    # Whoever adopts has answered the question that held an old tournament.
    decisions.save_decision(session, new.tournament_id, decisions.RELEASED, "yes", now)
    # Likewise the question whether the portal's tournament is this one.
    decisions.save_decision(
        session, new.tournament_id, decisions.ALREADY_THERE, "", now
    )
    text = Text("Report adopted.", "Bericht übernommen.")
    save_event(
        session, "report.adopted", text, now,
        tournament_id=new.tournament_id, submission_id=submission_id,
    )  # fmt: skip


_ON_THEIR_WAY: Final = {outbox.SENDING, outbox.UNKNOWN, *outbox.AT_PORTAL}


def _retire_unsent(
    session: Session, tournament_id: int, now: dt.datetime, compared: Collection[str]
) -> None:
    """Supersede what no portal has; all of them know a tournament by one UUID."""
    for item in outbox.load_submissions(session, tournament_id, is_locking=True):
        if item.portal in compared:
            continue
        if item.may_have_arrived or item.state in _ON_THEIR_WAY:
            raise StoreError(
                Text(
                    "This tournament has sent a report of its own already; a second "
                    "tournamentUUID would rate it twice.",
                    "Dieses Turnier hat schon einen eigenen Bericht gesendet; mit "
                    "einer zweiten tournamentUUID würde es doppelt gewertet.",
                )
            )
        if item.state != outbox.SUPERSEDED:
            note = Text("Another report was adopted.", "Ein anderer wurde übernommen.")
            outbox.move_submission(session, item.id, outbox.SUPERSEDED, note, now)
