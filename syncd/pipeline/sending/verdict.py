"""What an answer of a portal means for a report and for the portal's host (pure)."""

from __future__ import annotations

import datetime as dt
from enum import Enum
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    DifferenceError,
    NothingYetError,
    PendingError,
    RejectedError,
    RemoteError,
    Retry,
)
from syncd.pipeline.sending.rejected import note_of
from syncd.store import outbox, sending
from syncd.store.sending import Ending
from syncd.wire.backoff import LONGEST_RETRY_AFTER_S, next_delay_s

if TYPE_CHECKING:
    from syncd.settings import RetrySettings
    from syncd.store.sending import Sending
    from syncd.submit.portal import Receipt

POLL_BASES: Final = 10
"""A report in work at the portal is looked at every ten base waits."""
ACCEPTED: Final = Ending(
    outbox.ACCEPTED,
    "accepted",
    Text("The portal has the report.", "Das Portal hat den Bericht."),
    may_have_arrived=True,
)
_OF_THIS_REPORT: Final = frozenset({409, 425})
"""Not now for this very report: the host itself works (in flight; replay refused)."""
_ASKS_FOR_TIME: Final = frozenset({429, 503})
"""With `Retry-After`, these speak for all reports of the host."""


class Blame(Enum):
    """What an attempt says of the host."""

    NONE = "none"
    COUNTS = "counts"
    AT_ONCE = "at_once"
    PORTAL = "portal"


def blame_of(result: Receipt | RemoteError) -> Blame:
    """Return what a result says of the host.

    Any answer to the report itself proves that the host works, also a no. Wrong
    credentials and addresses are trouble of the portal: every other report to it would
    fail alike, and none to another portal of the host.
    """
    is_answer = not isinstance(result, RemoteError) or isinstance(
        result, RejectedError | PendingError | NothingYetError | DifferenceError
    )
    if is_answer or result.status in _OF_THIS_REPORT:
        return Blame.NONE
    if isinstance(result, RemoteError) and result.is_access:
        return Blame.PORTAL
    is_asked = isinstance(result, RemoteError) and result.retry_after_s is not None
    return (
        Blame.AT_ONCE if is_asked and result.status in _ASKS_FOR_TIME else Blame.COUNTS
    )


def failed(
    claimed: Sending,
    exc: RemoteError,
    retry: RetrySettings,
    dead_after_s: float,
    jitter: float,
    now: dt.datetime,
) -> Ending:
    """Return the ending that an error of the portal means.

    Args:
        claimed: what was sent or asked.
        exc: the error.
        retry: how long is waited.
        dead_after_s: seconds of trouble after which a report is given up.
        jitter: number in 0..1 for the waiting time.
        now: aware UTC time.
    """
    state, outcome = _FOLLOWS[exc.retry]
    if claimed.kind == sending.ASK and state == outbox.QUEUED:
        state = outbox.UNKNOWN  # the portal may have it, as before
    delay_s = (
        _poll_s(retry, exc, claimed.attempt)
        if exc.retry in _POLLED
        else wait_s(claimed.submission.failures + 1, retry, jitter, exc)
    )
    ending = Ending(
        state=state,
        outcome=outcome,
        text=note_of(exc, claimed.data),
        status=exc.status,
        due_utc=now + dt.timedelta(seconds=delay_s),
        may_have_arrived=exc.may_have_arrived or exc.retry in _MAY_BE_THERE,
        has_left=_has_left(exc),
    )
    return _given_up(claimed, ending, dead_after_s, now)


def wait_s(
    failures: int, retry: RetrySettings, jitter: float, exc: RemoteError
) -> float:
    """Return how many seconds to wait after so many failures in a row, a day at most.

    A longer wait would be taken for that of a wrong clock (`syncd.store.due`).
    """
    return next_delay_s(
        failures,
        base_s=retry.base_s,
        cap_s=min(retry.cap_s, LONGEST_RETRY_AFTER_S),
        jitter=jitter,
        retry_after_s=exc.retry_after_s,
    )


def _poll_s(retry: RetrySettings, exc: RemoteError, attempt: int) -> float:
    """Return when to ask again about a report that the portal has in work.

    Every question is kept for ever, so that only the first ones follow soon.
    """
    wait_s = min(retry.cap_s, POLL_BASES * retry.base_s, LONGEST_RETRY_AFTER_S)
    soon_s = exc.soon_s if isinstance(exc, PendingError) else None
    if soon_s is not None and attempt <= SOON_QUESTIONS:
        wait_s = min(wait_s, soon_s)
    return next_delay_s(
        1, base_s=wait_s, cap_s=wait_s, jitter=1.0, retry_after_s=exc.retry_after_s
    )


def _given_up(
    claimed: Sending, ending: Ending, dead_after_s: float, now: dt.datetime
) -> Ending:
    """Return the ending, or that the report is given up after so long in trouble."""
    since = claimed.submission.trouble_since_utc
    if not ending.has_failed or since is None:
        return ending
    if now - since < dt.timedelta(seconds=dead_after_s):
        return ending
    days = (now - since).days
    tries = claimed.submission.failures + 1
    return Ending(
        state=outbox.DEAD,
        outcome=ending.outcome,
        text=Text(
            f"{tries} tries in {days} days. {ending.text.en}",
            f"{tries} Versuche in {days} Tagen. {ending.text.de}",
        ),
        status=ending.status,
        may_have_arrived=ending.may_have_arrived,
        has_left=ending.has_left,
    )


def _has_left(exc: RemoteError) -> bool:
    """Return whether a request left; to look, ask or compare is no request."""
    answered = exc.status is not None or exc.may_have_arrived
    return answered or exc.retry in {Retry.NEVER, Retry.SAME_BYTES}


SOON_QUESTIONS: Final = 60
"""So often it is asked soon, where asking costs nothing."""
_FOLLOWS: Final = {
    Retry.NEVER: (outbox.REJECTED, "rejected"),
    Retry.LATER: (outbox.QUEUED, "later"),
    Retry.SAME_BYTES: (outbox.UNKNOWN, "unknown"),
    Retry.ASK: (outbox.UNKNOWN, "pending"),
    Retry.LOOK: (outbox.QUEUED, "pending"),
    Retry.COMPARED: (outbox.DIFFERS, "differs"),
}
_POLLED: Final = frozenset({Retry.ASK, Retry.LOOK})
_MAY_BE_THERE: Final = frozenset({Retry.SAME_BYTES, Retry.ASK})
