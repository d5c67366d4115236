"""Passing files on: who may send what, written down before anything leaves.

The try is committed before the request leaves. Whatever ends it without an answer, the
same bytes go again: a file that arrives twice is the same file. Of one tournament, a
peer gets one file at a time, so that an older one never overtakes a newer one.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import and_, col, func, select, update

from syncd.bilingual import Text
from syncd.model.delivery_states import (
    DELIVERED,
    GIVEN_UP,
    QUEUED,
    REFUSED,
    SENDABLE,
    SENDING,
    SUPERSEDED,
    TRANSITIONS,
    WAITING,
)
from syncd.store.deliveries import Delivery, become, delivery_of
from syncd.store.delivery_tables import DeliveryRow
from syncd.store.locking import lock_tournament
from syncd.store.moments import has_come, is_due, is_over, is_running, lease_end
from syncd.store.rows import row_id

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import ColumnElement
    from sqlmodel import Session

    from syncd.store.sending import Ending


@dataclass(frozen=True, slots=True)
class Held:
    """A file that this worker holds under a lease.

    Attributes:
        delivery: what is sent.
        attempt: number of the try, from 1.
        data: the bytes.
        begun: bytes of earlier files of which a part may lie at the peer.
    """

    delivery: Delivery
    attempt: int
    data: bytes
    begun: tuple[bytes, ...] = ()


def due_deliveries(
    session: Session, now: dt.datetime, peers: Collection[str], limit: int
) -> dict[str, list[int]]:
    """Return row ids of what is due, by peer, longest due first.

    A peer to whom something is being sent at this moment is left out.
    """
    busy = select(DeliveryRow.peer).where(_is_live(now)).distinct()
    query = (
        select(DeliveryRow.peer, DeliveryRow.id)
        .where(
            _is_free(now),
            col(DeliveryRow.peer).in_(peers),
            col(DeliveryRow.peer).not_in(busy),
        )
        .order_by(col(DeliveryRow.due_utc), col(DeliveryRow.id))
        .limit(limit)
    )
    found: dict[str, list[int]] = {}
    for peer, number in session.exec(query).all():
        found.setdefault(peer, []).append(row_id(number))
    return found


def load_peer(session: Session, delivery_id: int) -> str | None:
    """Return the name of the peer that a file goes to, None if there is no such row."""
    query = select(DeliveryRow.peer).where(DeliveryRow.id == delivery_id)
    return session.exec(query).one_or_none()


def lock_whose(session: Session, delivery_id: int) -> None:
    """Lock the tournament of a file, before its host and itself."""
    whose = select(DeliveryRow.tournament_id).where(DeliveryRow.id == delivery_id)
    lock_tournament(session, session.exec(whose).one())


def lock_delivery(session: Session, delivery_id: int) -> DeliveryRow:
    """Return a row, locked after its tournament, as everybody locks."""
    lock_whose(session, delivery_id)
    query = select(DeliveryRow).where(DeliveryRow.id == delivery_id)
    locked = query.with_for_update(key_share=True)
    return session.exec(locked.execution_options(populate_existing=True)).one()


def claim_delivery(
    session: Session,
    row: DeliveryRow,
    owner: str,
    now: dt.datetime,
    *,
    lease_s: float,
    max_crashes: int,
) -> Held | None:
    """Take the lease of a locked row and write down that the send begins.

    A file that has ended too many workers is given up.

    Returns:
        What to send; None if it is not due, another worker has it, or an older file of
        the same tournament is still being sent to this peer.
    """
    is_leased = is_running(row.lease_until_utc, now)
    if row.state not in SENDABLE or is_leased or not is_due(row.due_utc, now):
        return None
    if _is_behind(session, row, now):
        return None
    if row.state == SENDING:  # a worker died, or its lease was given back for it
        row.may_have_arrived = True
        row.crashes += row.lease_until_utc is not None
    if row.crashes >= max_crashes:
        become(session, row, SENDING, now)
        _settle(session, row, GIVEN_UP, _crashed(row.crashes), now)
        return None
    become(session, row, SENDING, now)
    row.tries += 1
    row.lease_owner, row.lease_until_utc = owner, lease_end(now, lease_s)
    session.flush()
    begun = tuple(one.data for one in _begun(session, row))
    return Held(delivery_of(row), row.tries, row.data, begun)


def finish_delivery(
    session: Session, held: Held, ending: Ending, now: dt.datetime
) -> str:
    """Record how a send ended and return the state of the delivery.

    That the peer has it counts whoever holds the row by now; anything else only while
    the try is the newest one.
    """
    row = lock_delivery(session, held.delivery.id)
    is_newest = row.state == SENDING and row.tries == held.attempt
    row.may_have_arrived = row.may_have_arrived or ending.may_have_arrived
    has_arrived = ending.state == DELIVERED
    if not is_newest and not (has_arrived and DELIVERED in TRANSITIONS[row.state]):
        session.add(row)
        return row.state
    state = ending.state
    if not has_arrived and _is_replaced(session, row):
        state = SUPERSEDED
    _settle(session, row, state, ending.text, now)
    row.due_utc, row.crashes = ending.due_utc or now, 0
    row.failures = row.failures + 1 if ending.has_failed else 0
    row.trouble_since_utc = (
        (row.trouble_since_utc or now) if ending.has_failed else None
    )
    if has_arrived:
        row.delivered_utc = now
        for one in _begun(session, row):
            one.data = b""
            session.add(one)
    return state


def _begun(session: Session, row: DeliveryRow) -> Sequence[DeliveryRow]:
    """Return the earlier files of which a part may lie where this one goes."""
    query = select(DeliveryRow).where(
        DeliveryRow.peer == row.peer,
        DeliveryRow.tournament_id == row.tournament_id,
        DeliveryRow.state == SUPERSEDED,
        DeliveryRow.number < row.number,
        DeliveryRow.data != b"",
    )
    return session.exec(query).all()


def count_broken(
    session: Session,
    held: Held,
    note: Text,
    now: dt.datetime,
    *,
    wait_s: float,
    max_crashes: int,
) -> None:
    """Count that the program broke on a file, and put it off or give it up."""
    row = lock_delivery(session, held.delivery.id)
    if row.state != SENDING or row.tries != held.attempt:
        return
    row.crashes += 1
    row.may_have_arrived = True
    is_over_now = row.crashes >= max_crashes
    _settle(session, row, GIVEN_UP if is_over_now else QUEUED, note, now)
    row.due_utc = now + dt.timedelta(seconds=wait_s)


def postpone_peer(
    session: Session, peer: str, now: dt.datetime, due_utc: dt.datetime, note: Text
) -> None:
    """Put off everything of a peer that is due and free; no try is counted."""
    session.exec(
        update(DeliveryRow)
        .where(col(DeliveryRow.peer) == peer, _is_free(now))
        .values(due_utc=due_utc, note_en=note.en, note_de=note.de),
        execution_options={"synchronize_session": False},
    )


def hasten_peer(session: Session, peer: str, now: dt.datetime) -> None:
    """Have everything tried at once that this peer lacks, also what it has refused."""
    query = select(DeliveryRow.id).where(
        DeliveryRow.peer == peer, col(DeliveryRow.state).in_(_AGAIN)
    )
    for number in session.exec(query.order_by(col(DeliveryRow.id))).all():
        row = lock_delivery(session, row_id(number))
        if row.state != QUEUED:
            become(session, row, QUEUED, now)
        row.due_utc, row.failures, row.crashes = now, 0, 0


def free_deliveries(session: Session, prefix: str, *, refund: bool) -> int:
    """Give back the files of a process that is known to be dead.

    Args:
        session: an open write transaction.
        prefix: begins its name and those of its workers.
        refund: whether its death does not count against the files.

    Returns:
        How many there were.
    """
    return session.exec(
        update(DeliveryRow)
        .where(col(DeliveryRow.lease_owner).startswith(prefix, autoescape=True))
        .values(
            lease_owner="",
            lease_until_utc=None,
            crashes=DeliveryRow.crashes + (0 if refund else 1),
        ),
        execution_options={"synchronize_session": False},
    ).rowcount


def count_waiting(session: Session, peers: Sequence[str]) -> dict[str, int]:
    """Return how many tournaments each peer waits for."""
    query = (
        select(DeliveryRow.peer, func.count())
        .where(col(DeliveryRow.peer).in_(peers), col(DeliveryRow.state).in_(WAITING))
        .group_by(DeliveryRow.peer)
    )
    return dict(session.exec(query).all())


def _settle(
    session: Session, row: DeliveryRow, state: str, note: Text, now: dt.datetime
) -> None:
    become(session, row, state, now)
    row.note_en, row.note_de = note.en, note.de
    row.lease_owner, row.lease_until_utc = "", None


def _is_behind(session: Session, row: DeliveryRow, now: dt.datetime) -> bool:
    """Return whether another file of this tournament is being sent to the peer."""
    query = select(DeliveryRow.id).where(
        DeliveryRow.peer == row.peer,
        DeliveryRow.tournament_id == row.tournament_id,
        DeliveryRow.id != row.id,
        _is_live(now),
    )
    return session.exec(query.limit(1)).first() is not None


def _is_replaced(session: Session, row: DeliveryRow) -> bool:
    """Return whether the peer is to get something newer instead."""
    query = select(DeliveryRow.id).where(
        DeliveryRow.peer == row.peer,
        DeliveryRow.tournament_id == row.tournament_id,
        DeliveryRow.number > row.number,
        DeliveryRow.state != SUPERSEDED,
    )
    return session.exec(query.limit(1)).first() is not None


def _is_free(now: dt.datetime) -> ColumnElement[bool]:
    """Return the condition of a file that is due and that nobody has leased."""
    return and_(
        col(DeliveryRow.state).in_(SENDABLE),
        has_come(col(DeliveryRow.due_utc), now),
        is_over(col(DeliveryRow.lease_until_utc), now),
    )


def _is_live(now: dt.datetime) -> ColumnElement[bool]:
    """Return the condition of a file that a worker is sending."""
    return and_(
        col(DeliveryRow.state) == SENDING,
        ~is_over(col(DeliveryRow.lease_until_utc), now),
    )


def _crashed(crashes: int) -> Text:
    return Text(
        f"Passing it on crashed worker {crashes} times.",
        f"Das Weitergeben hat {crashes}-mal den Arbeitsprozess zum Absturz gebracht.",
    )


_AGAIN: Final = (QUEUED, REFUSED, GIVEN_UP)
