"""The journal: what happened to what, kept for ever, without personal data.

The events of a transaction are written together at its end (`write_events`, called by
`Store.write`): they are the most frequent rows, and one statement for all of them costs
a fraction of one for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, func, insert, select

from syncd.bilingual import Text
from syncd.store.tables import EventRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


def save_event(  # noqa: PLR0913 - one keyword per thing an event can be about
    session: Session,
    kind: str,
    text: Text,
    now: dt.datetime,
    *,
    tournament_id: int | None = None,
    arrival_id: int | None = None,
    submission_id: int | None = None,
) -> None:
    """Add one event in the caller's transaction.

    Args:
        session: an open write transaction.
        kind: a short dotted word, for instance `report.accepted`.
        text: what happened, without names of persons.
        now: aware UTC time.
        tournament_id: what it is about, if a tournament.
        arrival_id: what it is about, if an arrival.
        submission_id: what it is about, if a submission.
    """
    session.info.setdefault(_UNWRITTEN, []).append(
        {
            "at_utc": now,
            "kind": kind,
            "text_en": text.en,
            "text_de": text.de,
            "tournament_id": tournament_id,
            "arrival_id": arrival_id,
            "submission_id": submission_id,
        }
    )


def write_events(session: Session) -> None:
    """Write the events that were added, after the rows that they are about."""
    if rows := session.info.pop(_UNWRITTEN, []):
        session.flush()
        session.execute(insert(EventRow), rows)


def newest_text(session: Session, kind: str) -> Text | None:
    """Return what the newest event of a kind says, None if there is none."""
    write_events(session)
    row = session.exec(
        select(EventRow)
        .where(EventRow.kind == kind)
        .order_by(col(EventRow.id).desc())
        .limit(1)
    ).first()
    return Text(row.text_en, row.text_de) if row else None


def newest_number(session: Session) -> int:
    """Return the row id of the newest event, 0 if there is none; it only ever rises."""
    return session.exec(select(func.max(EventRow.id))).one() or 0


_UNWRITTEN: Final = "unwritten events"
