"""The outbox for peers: which state of a tournament each of them is to get.

A file's bytes are fixed by the row that holds them; every try takes them from there.
Once it has arrived, or something newer goes instead, only its hash is kept.
A newer state supersedes whatever has not arrived yet. What a peer has already makes no
new row: the row that says so covers the newer revision as well. `become` is the only
place that changes a state. What happens while a file is sent is in `delivery_claims`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlmodel import col, func, select

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.model.delivery_states import (
    BLOCKED,
    DELIVERED,
    GERMAN,
    GIVEN_UP,
    QUEUED,
    REFUSED,
    SENDING,
    SUPERSEDED,
    TRANSITIONS,
    UNCHANGED,
)
from syncd.store.delivery_tables import DeliveryRow, GivenRow
from syncd.store.events import save_event
from syncd.store.moments import is_running
from syncd.store.rows import row_id, sha256_hex

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Sequence

    from sqlmodel import Session

NOTHING: Final = Text("", "")


@dataclass(frozen=True, slots=True)
class Delivery:
    """The state of one file on its way to one peer.

    Attributes:
        revision: newest revision of the tournament that it stands for.
        terms: on what else the file depends.
        name: of the file.
        content_sha256: over what it says, without what only dates it.
        sha256: over its bytes.
        tries: tries begun.
        failures: failed tries in a row.
        may_have_arrived: whether the peer can have it.
        created_utc: when it was planned.
        due_utc: when it is tried next.
        delivered_utc: when the peer took it.
        trouble_since_utc: since when every try has failed.
        note: what was said last.
        remark: what the file cannot say, or its reader will not read.
    """

    id: int
    peer: str
    tournament_id: int
    number: int
    revision: int
    terms: str
    state: str
    name: str
    content_sha256: str
    sha256: str
    tries: int
    failures: int
    may_have_arrived: bool
    created_utc: dt.datetime
    due_utc: dt.datetime
    delivered_utc: dt.datetime | None
    trouble_since_utc: dt.datetime | None
    note: Text
    remark: Text


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """What a peer is to have.

    Attributes:
        peer: its name.
        tournament_id: row id.
        revision: of the tournament.
        terms: on what else the file depends.
        name: of the file.
        content_sha256: over what it says, without what only dates it.
        data: the file; empty if there is none.
        state: `queued`; `blocked` if there can be no file; `unchanged` if the peer has
            said all of it itself.
        note: why there is none.
        remark: what the file cannot say, or its reader will not read.
    """

    peer: str
    tournament_id: int
    revision: int
    terms: str
    name: str
    content_sha256: str
    data: bytes = b""
    state: str = QUEUED
    note: Text = NOTHING
    remark: Text = NOTHING


def load_deliveries(
    session: Session, tournament_id: int, peer: str | None = None
) -> list[Delivery]:
    """Return all deliveries of a tournament in the order they were planned."""
    query = select(DeliveryRow).where(DeliveryRow.tournament_id == tournament_id)
    if peer is not None:
        query = query.where(DeliveryRow.peer == peer)
    return [delivery_of(row) for row in session.exec(query.order_by(_ID)).all()]


def load_newest(session: Session, tournament_id: int) -> dict[str, Delivery]:
    """Return what counts for each peer: its newest delivery that nothing replaced."""
    found = session.exec(
        select(DeliveryRow)
        .where(
            DeliveryRow.tournament_id == tournament_id, DeliveryRow.state != SUPERSEDED
        )
        .order_by(_ID)
    ).all()
    return {row.peer: delivery_of(row) for row in found}


def load_names(session: Session, tournament_id: int) -> dict[str, str]:
    """Return peer -> the name under which it knows the file of a tournament."""
    query = select(DeliveryRow.peer, DeliveryRow.name)
    whose = query.where(DeliveryRow.tournament_id == tournament_id)
    return dict(session.exec(whose.order_by(_ID)).all())


def plan_delivery(
    session: Session, new: NewDelivery, now: dt.datetime
) -> tuple[int, bool]:
    """Have a peer get this, unless it has it or is about to get it.

    The tournament's row is locked.

    Returns:
        Row id of the delivery that stands for the revision, and whether it is to be
        sent now.

    Raises:
        DuplicateError: (at flush) another worker planned it at the same moment.
    """
    rows = _locked(session, new.tournament_id, new.peer)
    newest = next((row for row in rows if row.state != SUPERSEDED), None)
    if newest is None or not _covers(newest, new):
        _supersede(session, rows, _NEWER, now)
        newest = next((row for row in rows if _is_there(row)), None)
    if newest is not None and _covers(newest, new):
        newest.revision, newest.terms = new.revision, new.terms
        session.add(newest)
        return row_id(newest.id), False
    number = max((row.number for row in rows), default=0) + 1
    row = _added(session, new, number, now)
    return row_id(row.id), row.state == QUEUED


def drop_deliveries(
    session: Session, tournament_id: int, peer: str, why: Text, now: dt.datetime
) -> None:
    """Take back what a peer is not to get any more."""
    _supersede(session, _locked(session, tournament_id, peer), why, now)


def load_given(session: Session, tournament_id: int, peers: Collection[str]) -> int:
    """Return the newest revision of a tournament that one of these peers has got.

    0 if none of them has any.
    """
    query = select(func.max(DeliveryRow.revision)).where(
        DeliveryRow.tournament_id == tournament_id,
        DeliveryRow.state == DELIVERED,
        col(DeliveryRow.peer).in_(peers),
    )
    return session.exec(query).one() or 0


def load_reached(session: Session, tournament_id: int) -> dict[str, int]:
    """Return peer -> the newest revision of a tournament that it may have got."""
    query = (
        select(DeliveryRow.peer, func.max(DeliveryRow.revision))
        .where(
            DeliveryRow.tournament_id == tournament_id,
            col(DeliveryRow.state).in_((DELIVERED, SENDING))
            | col(DeliveryRow.may_have_arrived),
        )
        .group_by(DeliveryRow.peer)
    )
    return dict(session.exec(query).all())


def save_given(session: Session, arrival_id: int, revision: int) -> None:
    """Note which revision a source had been given when its export was taken."""
    session.merge(GivenRow(arrival_id=arrival_id, revision=revision))


def load_given_then(session: Session, arrival_id: int) -> int:
    """Return which revision a source had been given then, 0 for none."""
    row = session.get(GivenRow, arrival_id)
    return row.revision if row else 0


def load_owner_of(session: Session, sha256: str) -> tuple[int, str] | None:
    """Return tournament and peer of a file that we have made ourselves, else None."""
    query = select(DeliveryRow.tournament_id, DeliveryRow.peer)
    found = session.exec(query.where(DeliveryRow.sha256 == sha256).limit(1)).first()
    return None if found is None else (found[0], found[1])


def become(session: Session, row: DeliveryRow, state: str, now: dt.datetime) -> None:
    """Change the state of a locked row, and keep that as an event.

    Raises:
        StoreError: that state must not follow the present one.
    """
    before = row.state
    if state not in TRANSITIONS[before]:
        raise StoreError(
            Text(
                f"A delivery that is {before} cannot become {state}.",
                f"Eine Weitergabe im Zustand {before} kann nicht {state} werden.",
            )
        )
    row.state = state
    if state == DELIVERED or (state == SUPERSEDED and not row.may_have_arrived):
        # Never sent again; the hash still knows it. Of what may have arrived in part
        # the next one has to know that it is ours.
        row.data = b""
    session.add(row)
    text = Text(
        f"File for {row.peer}: {state} (before: {before}).",
        f"Datei für {row.peer}: {GERMAN[state]} (zuvor: {GERMAN[before]}).",
    )
    save_event(session, f"delivery.{state}", text, now, tournament_id=row.tournament_id)


def delivery_of(row: DeliveryRow) -> Delivery:
    """Return the value of a row."""
    return Delivery(
        id=row_id(row.id), peer=row.peer, tournament_id=row.tournament_id,
        number=row.number, revision=row.revision, terms=row.terms, state=row.state,
        name=row.name, content_sha256=row.content_sha256, sha256=row.sha256,
        tries=row.tries, failures=row.failures, may_have_arrived=row.may_have_arrived,
        created_utc=row.created_utc, due_utc=row.due_utc,
        delivered_utc=row.delivered_utc,
        trouble_since_utc=row.trouble_since_utc, note=Text(row.note_en, row.note_de),
        remark=Text(row.remark_en, row.remark_de),
    )  # fmt: skip


def _locked(session: Session, tournament_id: int, peer: str) -> Sequence[DeliveryRow]:
    """Return the rows of a tournament for a peer, newest first, locked."""
    query = select(DeliveryRow).where(
        DeliveryRow.tournament_id == tournament_id, DeliveryRow.peer == peer
    )
    locked = query.order_by(_ID.desc()).with_for_update(key_share=True)
    return session.exec(locked.execution_options(populate_existing=True)).all()


def _covers(row: DeliveryRow, new: NewDelivery) -> bool:
    """Return whether a row says the same as what a peer is to have.

    What a worker has died of is tried anew for a newer revision, and what the peer has
    said itself is not sent to it.
    """
    if new.state == UNCHANGED and row.state not in {UNCHANGED, DELIVERED}:
        return False
    if row.state == GIVEN_UP and row.revision != new.revision:
        return False
    is_alike = (row.state == BLOCKED) == (new.state == BLOCKED)
    is_same = row.content_sha256 == new.content_sha256
    return row.state != SUPERSEDED and is_alike and is_same


def _is_there(row: DeliveryRow) -> bool:
    """Return whether this tells what the peer has, or may have."""
    return row.state in {DELIVERED, UNCHANGED, SENDING} or row.may_have_arrived


def _supersede(
    session: Session, rows: Iterable[DeliveryRow], why: Text, now: dt.datetime
) -> None:
    for row in rows:
        is_held = row.state == SENDING and is_running(row.lease_until_utc, now)
        if SUPERSEDED not in TRANSITIONS[row.state] or is_held:
            continue
        # An abandoned send may have arrived.
        row.may_have_arrived = row.may_have_arrived or row.state == SENDING
        become(session, row, SUPERSEDED, now)
        row.note_en, row.note_de = why.en, why.de
        row.lease_owner, row.lease_until_utc = "", None


def _added(
    session: Session, new: NewDelivery, number: int, now: dt.datetime
) -> DeliveryRow:
    row = DeliveryRow(
        peer=new.peer, tournament_id=new.tournament_id, number=number,
        revision=new.revision, terms=new.terms, state=new.state, name=new.name,
        content_sha256=new.content_sha256,
        sha256=sha256_hex(new.data) if new.data else "", data=new.data,
        created_utc=now, due_utc=now, note_en=new.note.en, note_de=new.note.de,
        remark_en=new.remark.en, remark_de=new.remark.de,
    )  # fmt: skip
    session.add(row)
    session.flush()
    text = Text(
        f"Revision {new.revision} for {new.peer}: {new.state}.",
        f"Stand {new.revision} für {new.peer}: {GERMAN[new.state]}.",
    )
    save_event(
        session, f"delivery.{new.state}", text, now, tournament_id=new.tournament_id
    )
    return row


_ID: Final = col(DeliveryRow.id)
_NEWER: Final = Text(
    "A newer state of the tournament took its place.",
    "Ein neuerer Stand des Turniers hat sie ersetzt.",
)
__all__ = [
    "BLOCKED",
    "DELIVERED",
    "GIVEN_UP",
    "NOTHING",
    "QUEUED",
    "REFUSED",
    "SENDING",
    "SUPERSEDED",
    "UNCHANGED",
    "Delivery",
    "NewDelivery",
    "become",
    "delivery_of",
    "drop_deliveries",
    "load_deliveries",
    "load_given",
    "load_given_then",
    "load_names",
    "load_newest",
    "load_owner_of",
    "load_reached",
    "plan_delivery",
]
