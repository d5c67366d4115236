"""Sending reports: attempt committed, request sent, ending committed.

A worker that has sent one report goes on with the next due one of the same portal
(`drain`), so that a wake-up call is needed per connection and not per report. How many
connections a portal allows, and whether its host works at all, is looked up in the
transaction that claims a report, under the lock of the host's breaker.
"""

from __future__ import annotations

import datetime as dt
import logging
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError, StoreError
from syncd.pipeline.sending.blaming import tell_breakers
from syncd.pipeline.sending.firstlook import Verdict, look_first
from syncd.pipeline.sending.mishap import put_off_broken
from syncd.pipeline.sending.ours import keep_here, must_stay
from syncd.pipeline.sending.persisting import persisting
from syncd.pipeline.sending.places import place
from syncd.pipeline.sending.quoting import Quotable
from syncd.pipeline.sending.sentwords import sent_text
from syncd.pipeline.sending.verdict import ACCEPTED, failed
from syncd.store import breakers, due, locking, outbox, revisions, sending
from syncd.store.events import save_event
from syncd.store.sending import Ending, Sending, Terms
from syncd.submit.backoff import LONGEST_RETRY_AFTER_S
from syncd.submit.portal import Connecting, Package, Receipt

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from syncd.pipeline.context import Context
    from syncd.settings import PortalSettings
    from syncd.store.breakers import Breaker
    from syncd.store.engine import Session
    from syncd.submit.portal import Portal

log = logging.getLogger(__name__)

UNUSABLE_PORTAL_WAIT_S: Final = 300.0
SLICE_S: Final = 5.0
"""So long a worker goes on with one portal before others get their turn."""
LISTED: Final = 50
"""So many due reports of a portal are listed at a time."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The way to a portal: how it is configured and what sends there."""

    settings: PortalSettings
    portal: Portal

    @property
    def keys(self) -> tuple[str, str]:
        """Of the breakers of the host and of the portal itself."""
        host = self.portal.host
        return host, breakers.key_of_portal(host, self.settings.name)


def submit_next(
    context: Context, submission_id: int, clock: Callable[[], dt.datetime]
) -> str | None:
    """Send one report if it is due and free.

    Args:
        context: the outside world.
        submission_id: row id in the outbox.
        clock: tells the aware UTC time; a send takes time.

    Returns:
        The state afterwards, None if there was nothing to do.

    Raises:
        StoreError: the store failed; what happened is found again by itself.
    """
    way = _way(context, submission_id, clock())
    return (_submit(context, way, submission_id, clock) if way else None) or None


def drain(
    context: Context,
    submission_id: int,
    clock: Callable[[], dt.datetime],
    is_stopping: Callable[[], bool] = lambda: False,
) -> int:
    """Send a report, then what else is due for its portal, for some seconds.

    Args:
        context: the outside world.
        submission_id: row id in the outbox; it names the portal and goes first.
        clock: tells the aware UTC time; a send takes time.
        is_stopping: whether the worker was told to stop.

    Returns:
        How many reports were sent.

    Raises:
        StoreError: the store failed; what happened is found again by itself.
    """
    start = clock()
    way = _way(context, submission_id, start)
    if way is None:
        return 0
    with _connected(way.portal):
        return _drain(context, way, submission_id, start, clock, is_stopping)


def _connected(portal: Portal) -> AbstractContextManager[None]:
    return portal.connected() if isinstance(portal, Connecting) else nullcontext()


def _drain(
    context: Context,
    way: _Way,
    submission_id: int,
    start: dt.datetime,
    clock: Callable[[], dt.datetime],
    is_stopping: Callable[[], bool],
) -> int:
    count, tried, todo = 0, set[int](), [submission_id]
    while todo:
        for number in todo:
            if is_stopping() or not start <= clock() < start + _SLICE:
                context.wake.submission(number)  # others get their turn first
                return count
            state = _submit(context, way, number, clock)
            if state is None:
                return count
            count += bool(state)
        tried.update(todo)
        todo = [one for one in _due(context, way, clock()) if one not in tried]
    return count


def _due(context: Context, way: _Way, now: dt.datetime) -> list[int]:
    """Return the next reports of a portal; each worker begins somewhere else."""
    with context.store.read() as session:
        found = due.due_submissions(session, now, LISTED, way.settings.name)
    if way.settings.connections == 1 or not found:
        return found
    start = int(context.jitter() * len(found)) % len(found)
    return found[start:] + found[:start]


def _way(context: Context, submission_id: int, now: dt.datetime) -> _Way | None:
    """Return the way to the portal; without one all its reports are put off."""
    with context.store.read() as session:
        name = outbox.load_portal(session, submission_id)
    why = _NO_PORTAL
    for item in context.settings.portals:
        if item.name == name:
            try:
                return _Way(item, context.open_portal(item))
            except ConfigError as exc:
                why = exc.text
            except Exception:
                log.exception("portal not opened", extra={"portal": name})
                why = _NOT_OPENED
    later = now + dt.timedelta(seconds=UNUSABLE_PORTAL_WAIT_S)
    with context.store.write("submit.put_off") as session:
        due.postpone_due(session, name, now, later, why)
    log.warning("portal not usable", extra={"portal": name})
    return None


def _submit(
    context: Context, way: _Way, submission_id: int, clock: Callable[[], dt.datetime]
) -> str | None:
    """Claim one report and bring it to the portal.

    Returns:
        The state afterwards; empty if just this report cannot be claimed, None if none
        of this portal can.
    """
    with place(way.settings.name, way.settings.connections) as is_free:
        return _submit_here(context, way, submission_id, clock) if is_free else None


def _submit_here(
    context: Context, way: _Way, submission_id: int, clock: Callable[[], dt.datetime]
) -> str | None:
    """Do what `_submit` says, at a place of one's own."""
    try:
        verdict = _looked(context, way, submission_id, clock)
    except StoreError:
        raise
    except Exception as exc:  # noqa: BLE001 - logged and counted there
        put_off_broken(context, submission_id, exc, clock())
        return ""
    if verdict is not Verdict.GO:
        return None if verdict is Verdict.BUSY else ""
    now = clock()
    with context.store.write("submit.claimed") as session:
        locking.lock_tournament_of(session, submission_id)
        found = _open_breakers(way, session, now)
        if found is None:
            return None
        if keep_here(context, session, submission_id, now):
            return ""
        claimed = _claim(context, session, way, found, submission_id, now)
    if claimed is None:
        return ""
    return (_ask if claimed.kind == sending.ASK else _send)(
        context, way, claimed, clock
    )


def _looked(
    context: Context,
    way: _Way,
    submission_id: int,
    clock: Callable[[], dt.datetime],
) -> Verdict:
    """Return whether a report that is due may be claimed; else it was put off."""
    if must_stay(context, submission_id):
        return Verdict.GO  # nothing to search for: the claim puts it off
    return look_first(
        context, submission_id, clock,
        lambda session, now: _open_breakers(way, session, now) is not None,
    )  # fmt: skip


def _open_breakers(
    way: _Way, session: Session, now: dt.datetime
) -> list[Breaker] | None:
    """Lock the breakers of host and portal; None if one of them or the way is shut."""
    found = [breakers.lock_breaker(session, key, now) for key in way.keys]
    is_tripped = any(one.is_tripped for one in found)
    allowed = 1 if is_tripped else way.settings.connections
    if due.count_live(session, way.settings.name, now) >= allowed:
        return None
    return None if any(one.is_shut(now) for one in found) else found


def _claim(
    context: Context,
    session: Session,
    way: _Way,
    found: list[Breaker],
    submission_id: int,
    now: dt.datetime,
) -> Sending | None:
    """Claim a report; what a host in trouble gets is a probe."""
    lease_s = _lease_s(context)
    terms = Terms(
        context.settings.workers.max_crashes,
        can_ask=way.portal.can_ask,
        key_ttl_s=way.settings.key_ttl_s,
    )
    claimed = sending.claim_submission(
        session, submission_id, context.owner, now, lease_s, terms
    )
    until = now + dt.timedelta(seconds=lease_s)
    for one in found if claimed else ():
        if one.is_tripped:
            breakers.take_probe(session, one, until)
    return claimed


def _ask(
    context: Context, way: _Way, asked: Sending, clock: Callable[[], dt.datetime]
) -> str:
    """Ask what became of a report; what the portal has not got is sent again."""
    try:
        failpoints.reach("submit.before_ask")
        receipt = way.portal.ask(_package(context, asked))
        failpoints.reach("submit.after_ask")
    except RemoteError as exc:
        return _finish_failed(context, way, asked, exc, clock)
    except Exception as exc:  # noqa: BLE001 - logged and counted there
        return _broken(context, asked, exc, clock())
    if receipt is not None:
        found = replace(receipt, already_there=True)
        return _finish(context, way, asked, _FOUND, found, clock)
    lease_s = _lease_s(context)

    def begin_again() -> Sending | None:
        with context.store.write("submit.asked") as session:
            return sending.begin_send(session, asked, clock(), lease_s)

    again = persisting(context, clock, lease_s, begin_again)
    return outbox.SENDING if again is None else _send(context, way, again, clock)


def _send(
    context: Context, way: _Way, claimed: Sending, clock: Callable[[], dt.datetime]
) -> str:
    try:
        failpoints.reach("submit.before_send")
        receipt = way.portal.send(_package(context, claimed))
        failpoints.reach("submit.after_send")
    except RemoteError as exc:
        return _finish_failed(context, way, claimed, exc, clock)
    except Exception as exc:  # noqa: BLE001 - logged and counted there
        return _broken(context, claimed, exc, clock())
    ending = replace(ACCEPTED, has_left=receipt.was_sent)
    return _finish(context, way, claimed, ending, receipt, clock)


def _lease_s(context: Context) -> float:
    """Return how long a send may take: the slowest portal's limit and some room.

    A day at most: a longer lease would be taken for that of a wrong clock.
    """
    return min(context.settings.send_lease_s, LONGEST_RETRY_AFTER_S)


def _package(context: Context, claimed: Sending) -> Package:
    submission = claimed.submission
    return Package(
        submission.file_uuid, submission.tournament_uuid, claimed.data,
        Quotable(context, claimed),
    )  # fmt: skip


def _broken(context: Context, held: Sending, exc: Exception, now: dt.datetime) -> str:
    """End a send on which the program broke; after a failing store the lease does."""
    if isinstance(exc, StoreError):
        raise exc
    put_off_broken(context, held.submission.id, exc, now, held)
    context.wake.tournament(held.submission.tournament_id)
    return outbox.UNKNOWN


def _finish_failed(
    context: Context,
    way: _Way,
    claimed: Sending,
    exc: RemoteError,
    clock: Callable[[], dt.datetime],
) -> str:
    retry = context.settings.retry
    ending = failed(
        claimed, exc, retry, way.settings.dead_after_s, context.jitter(), clock()
    )
    return _finish(context, way, claimed, ending, exc, clock)


def _finish(
    context: Context,
    way: _Way,
    claimed: Sending,
    ending: Ending,
    result: Receipt | RemoteError,
    clock: Callable[[], dt.datetime],
) -> str:
    """Commit how the attempt ended, and have the tournament looked at again."""
    submission, now = claimed.submission, clock()
    kind = f"{claimed.kind}.{ending.outcome}"

    def commit() -> str:
        with context.store.write("submit.finished") as session:
            # The tournament is locked first: see syncd.store.locking.
            revisions.save_recheck(session, submission.tournament_id, now)
            tell_breakers(context, session, way.keys, result, now)
            state = sending.finish_attempt(session, claimed, ending, now)
            if isinstance(result, Receipt):
                sending.save_receipt(
                    session, submission.id, now, already_there=result.already_there,
                    number=result.number, status=result.status, answer=result.answer,
                )  # fmt: skip
            save_event(
                session, kind, sent_text(claimed, ending), now,
                tournament_id=submission.tournament_id, submission_id=submission.id,
            )  # fmt: skip
        return state

    state = persisting(context, clock, _lease_s(context), commit)
    log.info(
        "report sent" if claimed.kind == sending.SEND else "portal asked",
        extra={"submission_id": submission.id, "outcome": ending.outcome},
    )
    if state in {outbox.ACCEPTED, outbox.DIFFERS, outbox.REJECTED, outbox.DEAD}:
        context.wake.tournament(submission.tournament_id)
    return state


_SLICE: Final = dt.timedelta(seconds=SLICE_S)
_FOUND: Final = replace(ACCEPTED, has_left=False)
_NOT_OPENED: Final = Text(
    "syncd met a fault of its own with the settings of this portal; please check them.",
    "syncd ist bei den Einstellungen dieses Portals auf einen eigenen Fehler gestoßen; "
    "bitte prüfen.",
)
_NO_PORTAL: Final = Text(
    "This portal is no longer in the configuration; the report waits.",
    "Dieses Portal steht nicht mehr in der Konfiguration; der Bericht wartet.",
)
