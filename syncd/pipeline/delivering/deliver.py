"""Passing files on: the try committed, the file sent, its end committed.

A worker that has passed one file on goes on with the next due ones of the same peer for
some seconds. Peers know nothing of each other: each has its own breaker, its own place
among the threads and its own leases.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import TYPE_CHECKING, Final

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError, StoreError
from syncd.pipeline.delivering.outcome import ending_of, told
from syncd.pipeline.sending.blaming import tell_breakers
from syncd.pipeline.sending.mishap import AGAIN_S
from syncd.pipeline.sending.persisting import persisting
from syncd.pipeline.sending.places import place
from syncd.pipeline.sending.submit import SLICE_S
from syncd.store import breakers, delivery_claims
from syncd.store.events import save_event
from syncd.store.moments import lease_end
from syncd.submit.peers.peer import Parcel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from syncd.pipeline.context import Context
    from syncd.settings import PeerSettings
    from syncd.store.breakers import Breaker
    from syncd.store.delivery_claims import Held
    from syncd.submit.peers.peer import Peer
    from syncd.submit.portal import Receipt

    _Clock = Callable[[], dt.datetime]

log = logging.getLogger(__name__)

UNUSABLE_WAIT_S: Final = 300.0


def keys_of(peer: Peer) -> tuple[str, str]:
    """Return the keys of the breakers of a peer's host and of the peer itself."""
    return peer.host, breakers.key_of_peer(peer.host, peer.name)


def deliver(
    context: Context,
    delivery_id: int,
    clock: _Clock,
    is_stopping: Callable[[], bool] = lambda: False,
) -> int:
    """Pass a file on, then what else is due for its peer, for some seconds.

    Args:
        context: the outside world.
        delivery_id: row id; it names the peer and goes first.
        clock: tells the aware UTC time; a send takes time.
        is_stopping: whether the worker was told to stop.

    Returns:
        How many files were sent.

    Raises:
        StoreError: the store failed; what happened is found again by itself.
    """
    start, slice_ = clock(), dt.timedelta(seconds=SLICE_S)
    peer = _find_peer(context, delivery_id, start)
    if peer is None:
        return 0
    count, tried, following = 0, set[int](), delivery_id
    with place(f"peer {peer.name}", 1) as is_free:
        while is_free:
            count += _deliver_one(context, peer, following, clock)
            tried.add(following)
            due = [one for one in _due(context, peer, clock()) if one not in tried]
            if not due:
                break
            following = due[0]
            if is_stopping() or not start <= clock() < start + slice_:
                context.wake.delivery(following)  # others get their turn first
                break
    return count


def due_at_peers(context: Context, now: dt.datetime) -> list[int]:
    """Return the file that is due first for each peer to whom something can be sent.

    Whoever takes it goes on with the next one. What waits for a peer whose host is down
    costs nothing and delays no other.
    """
    peers = {item.name: item for item in context.settings.peers}
    if not peers:
        return []
    with context.store.read() as session:
        due = delivery_claims.due_deliveries(session, now, peers, _MOST_DUE)
        tripped = breakers.load_tripped(session) if due else {}
    # Opening a peer reads certificates: never within a transaction.
    return [
        numbers[0]
        for name, numbers in due.items()
        if not _is_shut(context, peers[name], tripped, now)
    ]


def _is_shut(
    context: Context,
    settings: PeerSettings,
    tripped: Mapping[str, Breaker],
    now: dt.datetime,
) -> bool:
    """Return whether nobody may send to a peer now."""
    if not tripped:
        return False
    try:
        keys = keys_of(context.open_peer(settings))
    except ConfigError:
        return False  # sending says what is wrong with it
    return any(tripped[key].is_shut(now) for key in keys if key in tripped)


def _find_peer(context: Context, delivery_id: int, now: dt.datetime) -> Peer | None:
    """Return the peer of a file; without one all its files are put off."""
    with context.store.read() as session:
        name = delivery_claims.load_peer(session, delivery_id)
    if name is None:
        return None
    settings, why = context.settings.peer(name), _NO_PEER
    if settings is not None:
        try:
            return context.open_peer(settings)
        except ConfigError as exc:
            why = exc.text
    later = now + dt.timedelta(seconds=UNUSABLE_WAIT_S)
    with context.store.write("deliver.put_off") as session:
        delivery_claims.postpone_peer(session, name, now, later, why)
    log.warning("peer not usable", extra={"peer": name})
    return None


def _due(context: Context, peer: Peer, now: dt.datetime) -> list[int]:
    name = peer.name
    with context.store.read() as session:
        found = delivery_claims.due_deliveries(session, now, [name], _LISTED)
    return found.get(name, [])


def _deliver_one(context: Context, peer: Peer, delivery_id: int, clock: _Clock) -> bool:
    """Claim a file and send it; return whether that was done."""
    held = _claim(context, peer, delivery_id, clock)
    if held is None:
        return False
    try:
        result = _sent(peer, held)
    except Exception as exc:  # noqa: BLE001 - logged and counted there
        _put_off_broken(context, held, exc, clock())
        return True
    seconds = _lease_s(context)
    persisting(
        context, clock, seconds, lambda: _end(context, peer, held, result, clock)
    )
    return True


def _claim(
    context: Context, peer: Peer, delivery_id: int, clock: _Clock
) -> Held | None:
    lease_s = _lease_s(context)
    with context.store.write("deliver.claimed") as session:
        now = clock()
        delivery_claims.lock_whose(session, delivery_id)
        found = breakers.lock_open(session, keys_of(peer), now)
        if found is None:
            return None
        held = delivery_claims.claim_delivery(
            session,
            delivery_claims.lock_delivery(session, delivery_id),
            context.owner,
            now,
            lease_s=lease_s,
            max_crashes=context.settings.workers.max_crashes,
        )
        if held is not None:
            breakers.take_probes(session, found, lease_end(now, lease_s))
    return held


def _sent(peer: Peer, held: Held) -> Receipt | RemoteError:
    delivery = held.delivery
    parcel = Parcel(delivery.name, held.data, delivery.created_utc, held.begun)
    try:
        failpoints.reach("deliver.before_send")
        receipt = peer.deliver(parcel)
        failpoints.reach("deliver.after_send")
    except RemoteError as exc:
        return exc
    return receipt


def _end(
    context: Context,
    peer: Peer,
    held: Held,
    result: Receipt | RemoteError,
    clock: _Clock,
) -> None:
    now, delivery = clock(), held.delivery
    ending = ending_of(
        result, delivery.failures, context.settings.retry, context.jitter(), now
    )
    with context.store.write("deliver.finished") as session:
        delivery_claims.lock_whose(session, delivery.id)
        for key in keys_of(peer):
            breakers.lock_breaker(session, key, now)
        tell_breakers(context, session, keys_of(peer), result, now)
        delivery_claims.finish_delivery(session, held, ending, now)
        save_event(
            session, f"delivery.{ending.outcome}", told(delivery.peer, ending), now,
            tournament_id=delivery.tournament_id,
        )  # fmt: skip
    extra = {"delivery_id": delivery.id, "outcome": ending.outcome}
    log.info("file passed on", extra=extra)


def _put_off_broken(
    context: Context, held: Held, error: Exception, now: dt.datetime
) -> None:
    """Count a send on which the program broke; after a failing store the lease does."""
    if isinstance(error, StoreError):
        raise error
    extra = {"delivery_id": held.delivery.id}
    log.error("file broke the program", exc_info=error, extra=extra)
    with context.store.write("deliver.broken") as session:
        delivery_claims.count_broken(
            session, held, _broken(type(error).__name__), now,
            wait_s=AGAIN_S, max_crashes=context.settings.workers.max_crashes,
        )  # fmt: skip


def _lease_s(context: Context) -> float:
    return context.settings.delivery_lease_s


def _broken(name: str) -> Text:
    return Text(
        f"syncd met a fault of its own while it passed the file on ({name}); please "
        "report it with the log.",
        f"syncd ist beim Weitergeben der Datei auf einen eigenen Fehler gestoßen "
        f"({name}); bitte mit dem Log melden.",
    )


_LISTED: Final = 50
_MOST_DUE: Final = 5000
_NO_PEER: Final = Text(
    "This peer is no longer in the configuration; the file waits.",
    "Dieser Partner steht nicht mehr in der Konfiguration; die Datei wartet.",
)
