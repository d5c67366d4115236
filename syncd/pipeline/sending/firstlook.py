"""Before the first report: is the tournament at the portal already?

Somebody may have uploaded it by hand, under another UUID. A second report would then
rate it twice. So a portal that can be read is searched before anything is sent there,
and whatever looks like the tournament is a question for a person: adopt it, or approve
that it is another one. The answer is a decision, so the same find is asked about once.

Searched outside of any transaction, under a lease on the report and within one time
limit. While the portal cannot be searched, its first reports wait, all together:
sending without looking is what this is to prevent. Nothing else waits for that.
"""

from __future__ import annotations

import datetime as dt
import logging
from enum import Enum
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError
from syncd.formats.dwzxml.loose_report import read_report
from syncd.pipeline.rules.policy import policy_of
from syncd.pipeline.sending.alreadythere import found_to_json, others
from syncd.pipeline.sending.portalsearch import find_alike
from syncd.pipeline.sending.verdict import Blame, blame_of, wait_s
from syncd.store import (
    breakers,
    decisions,
    due,
    locking,
    outbox,
    readback,
    rechecks,
    searches,
)
from syncd.store.events import save_event
from syncd.store.searches import Search
from syncd.wire.backoff import LONGEST_RETRY_AFTER_S

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.pipeline.context import Context
    from syncd.rating.atportal import PortalEntry
    from syncd.settings import PortalSettings
    from syncd.store.engine import Session
    from syncd.store.readback import Sent
    from syncd.submit.lookup import Lookup

log = logging.getLogger(__name__)

AGAIN_S: Final = 300.0


class Verdict(Enum):
    """What follows from looking before a report leaves."""

    GO = "go"
    WAIT = "wait"
    BUSY = "busy"


def look_first(
    context: Context,
    submission_id: int,
    clock: Callable[[], dt.datetime],
    is_open: Callable[[Session, dt.datetime], bool],
) -> Verdict:
    """Search the portal for the tournament of a first report that is due.

    Args:
        context: the outside world.
        submission_id: row id in the outbox.
        clock: tells the aware UTC time.
        is_open: whether the portal works and has a connection free.

    Returns:
        `WAIT` if the report must not leave now: it was put off, or another worker has
        it; if a person has to answer, its tournament is looked at again, which
        withdraws the report. `BUSY` if nothing can be sent to this portal now.
    """
    readable = {item.name: item for item in context.settings.portals if item.lookup.url}
    if context.open_lookup is None or not readable:
        return Verdict.GO
    with context.store.read() as session:
        portal = readable.get(outbox.load_portal(session, submission_id))
        if portal is None or not readback.is_first(session, submission_id):
            return Verdict.GO
    try:
        lookup = context.open_lookup(portal)
    except ConfigError as exc:
        _put_off(context, portal.name, exc.text, AGAIN_S, clock())
        return Verdict.WAIT
    begun = _begin(context, portal, lookup.host, submission_id, clock(), is_open)
    if not isinstance(begun, Search):
        return begun
    return _searched(context, portal, lookup, begun, clock)


def _begin(
    context: Context,
    portal: PortalSettings,
    host: str,
    submission_id: int,
    now: dt.datetime,
    is_open: Callable[[Session, dt.datetime], bool],
) -> Search | Verdict:
    """Lease the report for a search, if portal and reading interface allow one."""
    settings = context.settings
    with context.store.write("firstlook.begun") as session:
        locking.lock_tournaments_of(session, [submission_id])
        if not is_open(session, now):
            return Verdict.BUSY
        breaker = breakers.lock_breaker(session, host, now)
        if breaker.is_shut(now):
            until = breaker.open_until_utc
            searches.postpone_first(
                session, portal.name, now, until, _unsearched(breaker.note)
            )
            return Verdict.WAIT
        found = searches.begin_search(
            session, submission_id, context.owner, now, settings.send_lease_s,
            settings.workers.max_crashes,
        )  # fmt: skip
        if found is not None and breaker.is_tripped:
            breakers.take_probe(session, breaker, found.until_utc)
        return found or Verdict.WAIT


def _searched(
    context: Context,
    portal: PortalSettings,
    lookup: Lookup,
    search: Search,
    clock: Callable[[], dt.datetime],
) -> Verdict:
    """Search, and give the lease back with what was found."""
    lookup.limit(portal.longest_send_s)
    try:
        found = look(context, lookup, search.submission_id, clock)
    except RemoteError as exc:
        _failed(context, portal, lookup.host, search, exc, clock())
        return Verdict.WAIT
    now = clock()
    with context.store.write("firstlook.ended") as session:
        breakers.note_success(session, lookup.host)
        searches.end_search(session, search)
        if found:
            later = now + dt.timedelta(seconds=AGAIN_S)
            due.postpone_submission(session, search.submission_id, now, later, FOUND)
    return Verdict.WAIT if found else Verdict.GO


def _failed(
    context: Context,
    portal: PortalSettings,
    host: str,
    search: Search,
    exc: RemoteError,
    now: dt.datetime,
) -> None:
    """Put off all first reports of a portal that cannot be searched now."""
    jitter, retry = context.jitter(), context.settings.retry
    wait = max(AGAIN_S, exc.retry_after_s or 0.0)
    later = now + dt.timedelta(seconds=min(wait, LONGEST_RETRY_AFTER_S))
    with context.store.write("firstlook.failed") as session:
        breakers.note_failure(
            session, host, now, exc.text,
            lambda count: wait_s(count, retry, jitter, exc),
            at_once=blame_of(exc) is Blame.AT_ONCE,
        )  # fmt: skip
        why = _unsearched(exc.text)
        searches.postpone_first(session, portal.name, now, later, why, ended=search)
    log.warning("portal not searched", extra={"portal": portal.name})


def look(
    context: Context,
    lookup: Lookup,
    submission_id: int,
    clock: Callable[[], dt.datetime],
) -> list[PortalEntry]:
    """Search a portal for the tournament of a report that nobody has sent yet.

    Returns:
        What looks like the tournament under another UUID and was not answered before;
        it is now a question.

    Raises:
        RemoteError: the portal cannot be searched now.
        StoreError: the store failed.
    """
    with context.store.read() as session:
        sent = readback.load_sent(session, submission_id)
        values = decisions.load_decisions(session, sent.tournament_id)
    payload = read_report(sent.data).payload
    alike = find_alike(lookup, payload, organiser_vkz(context, sent))
    known = {sent.uuid, *others(values)}
    new = [found.entry for found in alike if found.entry.uuid not in known]
    if not new and sent.state == outbox.QUEUED:
        return []  # it leaves now
    now = clock()
    with context.store.write("readback.looked") as session:
        if new:
            # The tournament is locked first, as everywhere, so that nobody deadlocks.
            rechecks.save_recheck(session, sent.tournament_id, now)
            _ask(session, sent, new, now)
        readback.save_looked(session, submission_id, now)
    if new:
        log.info("already at the portal", extra={"submission_id": submission_id})
        context.wake.tournament(sent.tournament_id)
    return new


def organiser_vkz(context: Context, sent: Sent) -> str:
    """Return the code of a tournament's organiser, empty if it is not configured."""
    with context.store.read() as session:
        values = decisions.load_decisions(session, sent.tournament_id)
    policy = policy_of(context.settings, sent.source, sent.tournament, values)
    return policy.organiser_vkz


def _ask(
    session: Session, sent: Sent, new: Sequence[PortalEntry], now: dt.datetime
) -> None:
    """Make what was found a question; the report waits until it was looked at."""
    value = found_to_json(sent.portal, new)
    decisions.save_decision(
        session, sent.tournament_id, decisions.ALREADY_THERE, value, now
    )
    later = now + dt.timedelta(seconds=AGAIN_S)
    due.postpone_submission(session, sent.submission_id, now, later, FOUND)
    save_event(
        session, "report.already_there", FOUND, now,
        tournament_id=sent.tournament_id, submission_id=sent.submission_id,
    )  # fmt: skip


def _put_off(
    context: Context, portal: str, why: Text, wait_s: float, now: dt.datetime
) -> None:
    later = now + dt.timedelta(seconds=wait_s)
    with context.store.write("readback.put_off") as session:
        searches.postpone_first(session, portal, now, later, why)
    log.warning("portal not searched", extra={"portal": portal})


def _unsearched(why: Text) -> Text:
    return Text(
        f"Before a first report the portal is searched for the tournament. {why.en} "
        "The report waits.",
        f"Vor einem ersten Bericht wird im Portal nach dem Turnier gesucht. {why.de} "
        "Der Bericht wartet.",
    )


FOUND: Final = Text(
    "The portal has such a tournament already.", "Das Portal hat so ein Turnier schon."
)
