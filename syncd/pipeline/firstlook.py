"""Before the first report: is the tournament at the portal already?

Somebody may have uploaded it by hand, under another UUID. A second report would then
rate it twice. So a portal that can be read is searched before anything is sent there,
and whatever looks like the tournament is a question for a person: adopt it, or approve
that it is another one. The answer is a decision, so the same find is asked about once.

Searched outside of any transaction. While the portal cannot be searched, the report
waits: sending without looking is what this is to prevent.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError
from syncd.formats.dwzxml.loose_report import read_report
from syncd.pipeline.alreadythere import found_to_json, others
from syncd.pipeline.policy import policy_of
from syncd.pipeline.portalsearch import find_alike
from syncd.store import decisions, due, outbox, readback, revisions
from syncd.store.events import save_event

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.pipeline.context import Context
    from syncd.rating.atportal import PortalEntry
    from syncd.store.engine import Session
    from syncd.store.readback import Sent
    from syncd.submit.lookup import Lookup

log = logging.getLogger(__name__)

AGAIN_S: Final = 300.0


def must_wait(
    context: Context, submission_id: int, clock: Callable[[], dt.datetime]
) -> bool:
    """Return whether a report that is due must not leave now.

    Then it was put off; if a person has to answer, its tournament is looked at again,
    which withdraws the report.
    """
    readable = {item.name: item for item in context.settings.portals if item.lookup.url}
    if context.open_lookup is None or not readable:
        return False
    with context.store.read() as session:
        portal = readable.get(outbox.load_portal(session, submission_id))
        if portal is None or not readback.is_first(session, submission_id):
            return False
    try:
        lookup = context.open_lookup(portal)
        return bool(look(context, lookup, submission_id, clock))
    except ConfigError as exc:
        _put_off(context, submission_id, exc.text, AGAIN_S, clock())
    except RemoteError as exc:
        wait_s = max(AGAIN_S, exc.retry_after_s or 0.0)
        _put_off(context, submission_id, _unsearched(exc.text), wait_s, clock())
    return True


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
            revisions.save_recheck(session, sent.tournament_id, now)
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
    context: Context, submission_id: int, why: Text, wait_s: float, now: dt.datetime
) -> None:
    later = now + dt.timedelta(seconds=wait_s)
    with context.store.write("readback.put_off") as session:
        due.postpone_submission(session, submission_id, now, later, why)
    log.warning("portal not searched", extra={"submission_id": submission_id})


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
