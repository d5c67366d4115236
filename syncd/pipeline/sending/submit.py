"""Sending reports: attempts committed, requests sent, endings committed.

A worker that has sent one report goes on with the next due ones of the same portal
(`drain`), so that a wake-up call is needed per connection and not per report.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.pipeline.sending.claiming import claim_reports
from syncd.pipeline.sending.exchanges import exchange_all
from syncd.pipeline.sending.mishap import put_off_broken
from syncd.pipeline.sending.pace import Pace
from syncd.pipeline.sending.places import place
from syncd.pipeline.sending.way import find_way
from syncd.store import due, outbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from syncd.pipeline.context import Context
    from syncd.pipeline.sending.way import Way
    from syncd.store.engine import Session

    _Clock = Callable[[], dt.datetime]

SLICE_S: Final = 5.0
"""So long a worker goes on with one portal before others get their turn."""
SPARE: Final = 50
"""So many more reports are listed than are taken: what was tried may be due again."""


def submit_next(context: Context, submission_id: int, clock: _Clock) -> str | None:
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
    way = find_way(context, submission_id, clock())
    if way is None:
        return None
    found = _submit(context, way, lambda _: [submission_id], clock, _never_ends)
    return (found or {}).get(submission_id) or None


def drain(
    context: Context,
    submission_id: int,
    clock: _Clock,
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
    way = find_way(context, submission_id, start)
    if way is None:
        return 0

    def must_end() -> bool:
        return is_stopping() or not start <= clock() < start + _SLICE

    with way.connected():
        return _drain(context, way, submission_id, clock, must_end)


def _drain(
    context: Context,
    way: Way,
    submission_id: int,
    clock: _Clock,
    must_end: Callable[[], bool],
) -> int:
    count, tried, pace = 0, set[int](), Pace()

    def next_ids(session: Session) -> list[int]:
        if not tried:
            return [submission_id]
        return _due(context, session, way, pace.reports, tried, clock())

    while not must_end():
        begun = clock()
        found = _submit(context, way, next_ids, clock, must_end)
        if found is None:
            return count
        states = [state for state in found.values() if state]
        pace.learn(states, outbox.ACCEPTED, clock() - begun)
        count += len(states)
        tried |= found.keys()
    with context.store.read() as session:
        for number in next_ids(session)[:1]:
            context.wake.submission(number)  # others get their turn first
    return count


def _due(
    context: Context,
    session: Session,
    way: Way,
    count: int,
    tried: AbstractSet[int],
    now: dt.datetime,
) -> list[int]:
    """Return reports that are due for a portal; each worker begins somewhere else."""
    connections = way.settings.connections
    most = count * connections + SPARE
    listed = due.due_submissions(session, now, most, way.settings.name)
    found = [one for one in listed if one not in tried]
    start = int(context.jitter() * len(found)) if connections > 1 else 0
    return (found[start:] + found[:start])[:count]


def _submit(
    context: Context,
    way: Way,
    list_ids: Callable[[Session], Sequence[int]],
    clock: _Clock,
    must_end: Callable[[], bool],
) -> dict[int, str] | None:
    """Claim reports and bring them to the portal.

    Returns:
        The state that follows for each that was decided about, empty if just this one
        cannot be claimed; None if none of this portal can. What was claimed and given
        back is not among them.
    """
    with place(way.settings.name, way.settings.connections) as is_free:
        claimed = claim_reports(context, way, list_ids, clock) if is_free else None
        if claimed is None:
            return None
        states = exchange_all(context, way, claimed.sendings, clock, must_end)
        for number, error in claimed.broken.items():
            put_off_broken(context, number, error, clock())
    held = {one.submission.id for one in claimed.sendings}
    return dict.fromkeys(claimed.looked_at - held, "") | states


def _never_ends() -> bool:
    return False


_SLICE: Final = dt.timedelta(seconds=SLICE_S)
