"""How passing on goes, per peer and per tournament, for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.orm import defer
from sqlmodel import col, func, select

from syncd.bilingual import Text
from syncd.model.delivery_states import WAITING
from syncd.store.delivery_tables import DeliveryRow
from syncd.store.tables import TournamentRow

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A tournament that a peer lacks.

    Attributes:
        peer: its name.
        tournament_id: row id.
        tournament: name of the tournament.
        revision: that the peer is to get.
        state: of the delivery.
        since_utc: when it was planned.
        due_utc: when it is tried next.
        note: why it is not there, empty before the first try.
        remark: what the file cannot say, or its reader will not read.
    """

    peer: str
    tournament_id: int
    tournament: str
    revision: int
    state: str
    since_utc: dt.datetime
    due_utc: dt.datetime
    note: Text
    remark: Text


def list_waiting(
    session: Session, tournament_id: int | None = None
) -> list[WaitingLine]:
    """Return what peers lack, longest waiting first.

    Args:
        session: an open transaction.
        tournament_id: only this tournament; None = all.
    """
    query = (
        select(DeliveryRow, TournamentRow.name)
        .join(TournamentRow, col(TournamentRow.id) == col(DeliveryRow.tournament_id))
        .where(col(DeliveryRow.state).in_(WAITING))
        .order_by(col(DeliveryRow.created_utc), col(DeliveryRow.id))
        .options(defer(_BYTES))
    )
    if tournament_id is not None:
        query = query.where(DeliveryRow.tournament_id == tournament_id)
    return [
        WaitingLine(
            row.peer, row.tournament_id, name, row.revision, row.state,
            row.created_utc, row.due_utc,
            Text(row.note_en, row.note_de), Text(row.remark_en, row.remark_de),
        )
        for row, name in session.exec(query).all()
    ]  # fmt: skip


def last_delivered(session: Session) -> dict[str, dt.datetime]:
    """Return when each peer took something last."""
    query = (
        select(DeliveryRow.peer, func.max(DeliveryRow.delivered_utc))
        .where(col(DeliveryRow.delivered_utc).is_not(None))
        .group_by(DeliveryRow.peer)
    )
    found = session.exec(query).all()
    return {peer: at for peer, at in found if at is not None}


def count_states(session: Session) -> dict[str, int]:
    """Return how many deliveries there are in each state."""
    query = select(DeliveryRow.state, func.count()).group_by(DeliveryRow.state)
    return dict(session.exec(query).all())


_BYTES: Final[Any] = DeliveryRow.data
