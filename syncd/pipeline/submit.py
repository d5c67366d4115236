"""Sending a report once: attempt committed, request sent, ending committed."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError, Retry
from syncd.pipeline.firstlook import must_wait
from syncd.pipeline.ours import is_foreign
from syncd.pipeline.quoting import Quotable
from syncd.pipeline.rejected import note_of
from syncd.store import outbox, revisions
from syncd.store.events import save_event
from syncd.store.outbox import Ending, Sending
from syncd.submit.backoff import next_delay_s
from syncd.submit.portal import Package, Receipt

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.submit.portal import Portal

log = logging.getLogger(__name__)

UNUSABLE_PORTAL_WAIT_S: Final = 300.0


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
    portal = _portal(context, submission_id)
    if isinstance(portal, Text):
        _put_off(context, submission_id, portal, clock())
        return None
    if is_foreign(context, submission_id, clock()):
        return None
    if must_wait(context, submission_id, clock):
        return None
    with context.store.write("submit.claimed") as session:
        sending = outbox.claim_submission(
            session, submission_id, context.owner, clock(), _lease_s(context)
        )
    if sending is None:
        return None
    try:
        failpoints.reach("submit.before_send")
        receipt = portal.send(_package(context, sending))
        failpoints.reach("submit.after_send")
    except RemoteError as exc:
        ending = _failed(context, sending, exc, clock())
        return _finish(context, sending, ending, None, clock())
    ending = replace(_ACCEPTED, has_left=receipt.was_sent)
    return _finish(context, sending, ending, receipt, clock())


def _lease_s(context: Context) -> float:
    """Return how long a send may take: the slowest portal's limit and some room."""
    slowest = max((item.timeout_s for item in context.settings.portals), default=0.0)
    return context.settings.workers.lease_s + 2 * slowest


def _portal(context: Context, submission_id: int) -> Portal | Text:
    """Return the way to the portal, or why there is none as it is configured."""
    with context.store.read() as session:
        name = outbox.load_portal(session, submission_id)
    for item in context.settings.portals:
        if item.name == name:
            try:
                return context.open_portal(item)
            except ConfigError as exc:
                return exc.text
    return _NO_PORTAL


def _put_off(context: Context, submission_id: int, why: Text, now: dt.datetime) -> None:
    """Look again later whether the configuration leads to the portal."""
    later = now + dt.timedelta(seconds=UNUSABLE_PORTAL_WAIT_S)
    with context.store.write("submit.put_off") as session:
        outbox.postpone_submission(session, submission_id, now, later, why)
    log.warning("portal not usable", extra={"submission_id": submission_id})


def _package(context: Context, sending: Sending) -> Package:
    submission = sending.submission
    return Package(
        submission.file_uuid, submission.tournament_uuid, sending.data,
        Quotable(context, sending),
    )  # fmt: skip


def _finish(
    context: Context,
    sending: Sending,
    ending: Ending,
    receipt: Receipt | None,
    now: dt.datetime,
) -> str:
    """Commit how the send ended, and have the tournament looked at again."""
    submission = sending.submission
    with context.store.write("submit.finished") as session:
        # The tournament is locked first, as everywhere, so that nobody deadlocks.
        revisions.save_recheck(session, submission.tournament_id, now)
        state = outbox.finish_attempt(session, sending, ending, now)
        if receipt is not None:
            outbox.save_receipt(
                session, submission.id, now, already_there=receipt.already_there,
                number=receipt.number, status=receipt.status, answer=receipt.answer,
            )  # fmt: skip
        save_event(
            session, f"send.{ending.outcome}", _sent(sending, ending), now,
            tournament_id=submission.tournament_id, submission_id=submission.id,
        )  # fmt: skip
    log.info(
        "report sent",
        extra={"submission_id": submission.id, "outcome": ending.outcome},
    )
    if state in {outbox.ACCEPTED, outbox.DIFFERS, outbox.REJECTED}:
        context.wake.tournament(submission.tournament_id)
    return state


def _sent(sending: Sending, ending: Ending) -> Text:
    """Return what happened without the portal's words, which may name persons."""
    status = f", HTTP {ending.status}" if ending.status else ""
    uuid = sending.submission.file_uuid
    return Text(
        f"Report {uuid}, send {sending.attempt}: {ending.outcome}{status}.",
        f"Bericht {uuid}, Sendung {sending.attempt}: "
        f"{_IN_GERMAN[ending.outcome]}{status}.",
    )


def _failed(
    context: Context, sending: Sending, exc: RemoteError, now: dt.datetime
) -> Ending:
    """Return the ending that an error of the portal means."""
    retry = context.settings.retry
    delay_s = next_delay_s(
        sending.submission.failures + 1,
        base_s=retry.base_s,
        cap_s=retry.cap_s,
        jitter=context.jitter(),
        retry_after_s=exc.retry_after_s,
    )
    state, outcome = _FOLLOWS[exc.retry]
    return Ending(
        state=state,
        outcome=outcome,
        text=note_of(exc, sending.data),
        status=exc.status,
        due_utc=now + dt.timedelta(seconds=delay_s),
        may_have_arrived=exc.may_have_arrived or exc.retry is Retry.SAME_BYTES,
        has_left=_has_left(exc),
    )


def _has_left(exc: RemoteError) -> bool:
    """Return whether a request left; to look, ask or compare is no request."""
    answered = exc.status is not None or exc.may_have_arrived
    return answered or exc.retry in {Retry.NEVER, Retry.SAME_BYTES}


_FOLLOWS: Final = {
    Retry.NEVER: (outbox.REJECTED, "rejected"),
    Retry.LATER: (outbox.QUEUED, "later"),
    Retry.SAME_BYTES: (outbox.UNKNOWN, "unknown"),
    Retry.ASK: (outbox.UNKNOWN, "pending"),
    Retry.COMPARED: (outbox.DIFFERS, "differs"),
}
_IN_GERMAN: Final = {
    "accepted": "angenommen",
    "differs": "weicht ab",
    "later": "später noch einmal",
    "pending": "noch nicht entschieden",
    "rejected": "abgelehnt",
    "unknown": "Ausgang unbekannt",
}
_ACCEPTED: Final = Ending(
    outbox.ACCEPTED,
    "accepted",
    Text("The portal has the report.", "Das Portal hat den Bericht."),
    may_have_arrived=True,
)
_NO_PORTAL: Final = Text(
    "This portal is no longer in the configuration; the report waits.",
    "Dieses Portal steht nicht mehr in der Konfiguration; der Bericht wartet.",
)
