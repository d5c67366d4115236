"""Exchanges with a portal: what this worker holds leaves, one report after the other.

The portal's yes and no are the report's own. Anything else says something of the portal
or the network: then what has not left yet is given back and nothing more is tried.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from syncd import failpoints
from syncd.errors import RemoteError, StoreError
from syncd.pipeline.sending.claiming import lease_s
from syncd.pipeline.sending.ending import Ended, save_endings
from syncd.pipeline.sending.mishap import put_off_broken
from syncd.pipeline.sending.persisting import persisting
from syncd.pipeline.sending.quoting import Quotable
from syncd.pipeline.sending.verdict import ACCEPTED, Blame, blame_of, failed
from syncd.store import claims, outbox, sending
from syncd.submit.portal import Package

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.pipeline.context import Context
    from syncd.pipeline.sending.way import Way
    from syncd.store.sending import Sending

    _Clock = Callable[[], dt.datetime]


LONGEST_S: Final = 2.0
"""So long exchanges begin whose endings are committed together."""


@dataclass(slots=True)
class _Progress:
    """How far the reports have come that are held.

    Attributes:
        ended: exchanges that are over, oldest first.
        unsent: what has not left yet.
        overtaken: reports that another worker has taken over.
        broken: what the program broke on, and how.
    """

    unsent: list[Sending]
    ended: list[Ended] = field(default_factory=list)
    overtaken: list[Sending] = field(default_factory=list)
    broken: tuple[Sending, Exception] | None = None


def exchange_all(
    context: Context,
    way: Way,
    held: Sequence[Sending],
    clock: _Clock,
    must_end: Callable[[], bool],
) -> dict[int, str]:
    """Bring reports to the portal and commit how that ended.

    Args:
        context: the outside world.
        way: to the portal.
        held: what was claimed, in the order in which it is to leave.
        clock: tells the aware UTC time.
        must_end: whether nothing more may begin; asked before all but the first.

    Returns:
        The states that follow, by the row id in the outbox, but for what was given
        back.

    Raises:
        StoreError: the store failed; what happened is found again by itself.
    """
    progress, start, longest = _Progress(list(held)), clock(), _longest(context)
    while progress.unsent and _step(context, way, progress, clock):
        if must_end() or not start <= clock() < start + longest:
            break
    states = save_endings(context, way, progress.ended, progress.unsent, clock)
    states |= {one.submission.id: outbox.SENDING for one in progress.overtaken}
    if progress.broken is not None:
        one, error = progress.broken
        states[one.submission.id] = _broken(context, one, error, clock())
    return states


def _longest(context: Context) -> dt.timedelta:
    """Return how long exchanges may go on to begin: the lease outlasts the last one."""
    return dt.timedelta(seconds=min(LONGEST_S, context.settings.workers.lease_s / 2))


def _step(context: Context, way: Way, progress: _Progress, clock: _Clock) -> bool:
    """Do the next exchange; return whether more may follow."""
    one = progress.unsent.pop(0)
    try:
        ended = _exchange(context, way, one, clock)
    except Exception as exc:  # noqa: BLE001 - logged and counted by `_broken`
        progress.broken = one, exc
        return False
    if ended is None:
        progress.overtaken.append(one)
        return True
    progress.ended.append(ended)
    return blame_of(ended.result) is Blame.NONE


def _exchange(context: Context, way: Way, one: Sending, clock: _Clock) -> Ended | None:
    """Ask, if that comes first, and send; None if another worker took over."""
    if one.kind == sending.SEND:
        return _sent(context, way, one, clock)
    try:
        failpoints.reach("submit.before_ask")
        receipt = way.portal.ask(_package(context, one))
        failpoints.reach("submit.after_ask")
    except RemoteError as exc:
        return _ended_badly(context, way, one, exc, clock())
    if receipt is not None:
        return Ended(one, _FOUND, replace(receipt, already_there=True), clock())
    again = _begin_again(context, one, clock)
    return None if again is None else _sent(context, way, again, clock)


def _begin_again(context: Context, asked: Sending, clock: _Clock) -> Sending | None:
    """Write down that what the portal has not got is sent again."""
    seconds = lease_s(context)

    def begin() -> Sending | None:
        with context.store.write("submit.asked") as session:
            return claims.begin_send(session, asked, clock(), seconds)

    return persisting(context, clock, seconds, begin)


def _sent(context: Context, way: Way, one: Sending, clock: _Clock) -> Ended:
    try:
        failpoints.reach("submit.before_send")
        receipt = way.portal.send(_package(context, one))
        failpoints.reach("submit.after_send")
    except RemoteError as exc:
        return _ended_badly(context, way, one, exc, clock())
    return Ended(one, replace(ACCEPTED, has_left=receipt.was_sent), receipt, clock())


def _package(context: Context, one: Sending) -> Package:
    submission = one.submission
    return Package(
        submission.file_uuid, submission.tournament_uuid, one.data,
        Quotable(context, one),
    )  # fmt: skip


def _ended_badly(
    context: Context, way: Way, one: Sending, exc: RemoteError, now: dt.datetime
) -> Ended:
    retry, dead_after_s = context.settings.retry, way.settings.dead_after_s
    ending = failed(one, exc, retry, dead_after_s, context.jitter(), now)
    return Ended(one, ending, exc, now)


def _broken(context: Context, held: Sending, exc: Exception, now: dt.datetime) -> str:
    """End a send on which the program broke; after a failing store the lease does."""
    if isinstance(exc, StoreError):
        raise exc
    put_off_broken(context, held.submission.id, exc, now, held)
    context.wake.tournament(held.submission.tournament_id)
    return outbox.UNKNOWN


_FOUND: Final = replace(ACCEPTED, has_left=False)
