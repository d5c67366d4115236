"""Arrivals that wait for a person, and what becomes of them when somebody answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlmodel import col, func, or_, select, update

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store.findings import decode_findings
from syncd.store.inbox import (
    DONE,
    OUTDATED,
    QUARANTINED,
    RECEIVED,
    UNCHANGED,
    WAITING,
    as_arrival,
)
from syncd.store.rows import row_id
from syncd.store.tables import ArrivalRow, SourceRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlmodel import Session

    from syncd.store.inbox import Arrival

_XML: Final = "%.xml"


def load_asked(session: Session, arrival_id: int, code: str) -> tuple[Arrival, int]:
    """Return an arrival that waits with a finding, and the tournament it may be.

    Raises:
        NotFoundError: there is no such arrival, or it does not wait for that.
    """
    found = session.exec(
        select(ArrivalRow, SourceRow)
        .join(SourceRow, col(SourceRow.id) == col(ArrivalRow.source_id))
        .where(ArrivalRow.id == arrival_id, ArrivalRow.state == WAITING)
    ).one_or_none()
    if found is not None and _has(found[0], code):
        return as_arrival(*found), found[0].tournament_id or 0
    raise NotFoundError(
        Text(
            f"File {arrival_id} does not wait for this answer. What waits: syncd "
            "status",
            f"Datei {arrival_id} wartet nicht auf diese Antwort. Was wartet: syncd "
            "status",
        )
    )


def find_asked(
    session: Session, source_id: int, tournament_id: int, code: str
) -> list[int]:
    """Return arrivals of a source that wait with a finding about a tournament."""
    rows = session.exec(
        select(ArrivalRow).where(
            ArrivalRow.source_id == source_id,
            ArrivalRow.tournament_id == tournament_id,
            ArrivalRow.state == WAITING,
        )
    )
    return [row_id(row.id) for row in rows if _has(row, code)]


def settle_earlier(
    session: Session, arrival: Arrival, tournament_id: int, note: Text
) -> int:
    """Stop asking about earlier files that this one has made pointless.

    Those that wait for a person or could not be read, of the same tournament or with
    the same name but for the time stamp. A TRF settles no XML and the other way round.

    Returns:
        How many there were.
    """
    is_xml = arrival.name.lower().endswith(_XML.lstrip("%"))
    same = col(ArrivalRow.tournament_id) == tournament_id
    if arrival.title:
        same = or_(same, col(ArrivalRow.title) == arrival.title)
    return session.exec(
        update(ArrivalRow)
        .where(
            col(ArrivalRow.source_id) == arrival.source_id,
            col(ArrivalRow.id) < arrival.id,
            col(ArrivalRow.state).in_((WAITING, QUARANTINED)),
            func.lower(ArrivalRow.name).like(_XML) == is_xml,
            same,
        )
        .values(state=OUTDATED, note_en=note.en, note_de=note.de)
    ).rowcount


def find_waiting(session: Session, tournament_id: int, code: str) -> int | None:
    """Return the newest arrival of a tournament that waits with a finding."""
    rows = session.exec(
        select(ArrivalRow)
        .where(ArrivalRow.tournament_id == tournament_id, ArrivalRow.state == WAITING)
        .order_by(col(ArrivalRow.id).desc())
    ).all()
    return next((row.id for row in rows if _has(row, code)), None)


def renew(session: Session, arrival_id: int, now: dt.datetime) -> None:
    """Have an arrival that waited for a person processed again."""
    _take_again(session, arrival_id, (WAITING,), now)


def take_again(session: Session, arrival_id: int, now: dt.datetime) -> None:
    """Have an arrival that was taken processed once more."""
    _take_again(session, arrival_id, (DONE, UNCHANGED), now)


def _take_again(
    session: Session, arrival_id: int, states: Collection[str], now: dt.datetime
) -> None:
    session.exec(
        update(ArrivalRow)
        .where(col(ArrivalRow.id) == arrival_id, col(ArrivalRow.state).in_(states))
        .values(state=RECEIVED, due_utc=now, tries=0)
    )


def _has(row: ArrivalRow, code: str) -> bool:
    return any(item.code == code for item in decode_findings(row.findings))
