"""Assessing a tournament: record what it waits for, or make its reports.

Judging, planning and rendering happen without a transaction. The commit then checks
that neither the tournament nor its outbox has moved since; if one has, nothing is
stored and the tournament stays due.
"""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError, StaleRevisionError, StoreError
from syncd.pipeline.delivering.plan import plan_deliveries
from syncd.pipeline.judging import staging, tries
from syncd.pipeline.judging.carryout import (
    Judged,
    PortalPlan,
    carry_out,
    forbidden,
    has_failed,
    refuse_moved,
    with_own_revision,
    withdraw,
)
from syncd.pipeline.judging.confirmedgames import load_named
from syncd.pipeline.judging.contradiction import Questions
from syncd.pipeline.judging.deadline import urged
from syncd.pipeline.judging.hosts import load_troubles
from syncd.pipeline.judging.plan import may_have_left, plan
from syncd.pipeline.judging.readiness import Case, judge
from syncd.pipeline.judging.render import Extra, render
from syncd.pipeline.judging.situation import Around, approval_wanted
from syncd.pipeline.judging.substance import sent_as
from syncd.pipeline.judging.togetherwaits import AtPortal, together
from syncd.pipeline.judging.twins import TwinSearch, goes_somewhere
from syncd.pipeline.lists.completing import completer
from syncd.pipeline.outcome.differences import accepted_in, compare_anew
from syncd.pipeline.rules.madewith import load_derived
from syncd.pipeline.rules.policy import policy_of
from syncd.store import conflicts, decisions, outbox, revisions
from syncd.store.leases import CRASHED
from syncd.store.revisions import Waiting
from syncd.store.standing import load_standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.situation import Trouble
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.outbox import Submission
    from syncd.store.revisions import Head

log = logging.getLogger(__name__)

SOONEST_RECHECK_S: Final = 1.0
FAILED_WAIT_S: Final = 900.0


def assess(context: Context, tournament_id: int, now: dt.datetime) -> None:
    """Look at a tournament again and act on what it waits for.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament.
        StoreError: the store failed; the tournament stays due.
    """
    if not tries.begin(context, tournament_id):
        log.error("tournament set aside", extra={"tournament_id": tournament_id})
        return
    try:
        plan_deliveries(context, tournament_id, now)
        compare_anew(context, tournament_id, now)
        judged = _judge(context, tournament_id, now)
        plans = planned(context, judged)
        queued = _commit(context, judged, plans)
    except (StaleRevisionError, DuplicateError):
        # Somebody was faster; the tournament is still due and looked at again.
        log.info("assessment repeated later", extra={"tournament_id": tournament_id})
        tries.give_back(context, tournament_id)
        return
    except StoreError:
        tries.give_back(context, tournament_id)
        raise
    except Exception:  # one tournament must never stop the others
        log.exception("assessment failed", extra={"tournament_id": tournament_id})
        _put_off(context, tournament_id, now)
        return
    for submission_id in queued:
        context.wake.submission(submission_id)


def _put_off(context: Context, tournament_id: int, now: dt.datetime) -> None:
    """Say that looking at the tournament failed, and try again later."""
    later = now + dt.timedelta(seconds=FAILED_WAIT_S)
    waiting = Waiting("failed", _FAILED, needs_person=True, recheck_utc=later)
    with context.store.write("assess.put_off") as session:
        revisions.save_waiting(session, tournament_id, waiting)


def explain(context: Context, tournament_id: int, now: dt.datetime) -> Waiting:
    """Return what a tournament waits for, judged at this moment, changing nothing.

    Raises:
        NotFoundError: no such tournament.
    """
    with context.store.read() as session:
        stored = revisions.load_waiting(session, tournament_id)
    if stored.code == CRASHED:
        return stored  # judging it would crash here as well
    troubles = load_troubles(context)
    judged = _judge(context, tournament_id, now)
    if judged.readiness.waiting is not None:
        return judged.readiness.waiting
    plans = planned(context, judged)
    waiting = together(
        _at_portal(item, judged, troubles.get(item.portal)) for item in plans
    )
    waiting = waiting or (_REPORTED if plans else _no_portal(judged.policy))
    return urged(waiting, judged.readiness.urgency)


def load_case(context: Context, tournament_id: int) -> Case:
    """Return everything that decides about a tournament.

    Raises:
        NotFoundError: no such tournament, or its first export is still being read.
    """
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        values = load_named(session, tournament_id)
        compared = context.settings.shadow_portals
        standing = load_standing(session, tournament_id, compared)
        questions = conflicts.first_open(session, tournament_id)
    if head.number == 0:
        raise NotFoundError(
            Text(
                f"The first export of tournament {tournament_id} is still being read.",
                f"Der erste Export von Turnier {tournament_id} wird noch gelesen.",
            )
        )
    policy = _policy(context, head, values, may_have_left=standing.may_have_left)
    goes_out = goes_somewhere(context, policy)
    is_by_hand = standing.is_compared and not goes_out
    twins = TwinSearch(context, head)
    return Case(
        head, values, policy, completer(context.store, tournament_id, values),
        is_at_portal=standing.is_at_portal or is_by_hand,
        twins=twins if goes_out and not standing.may_have_left else None,
        questions=Questions(*questions),
    )  # fmt: skip


def _policy(
    context: Context, head: Head, values: Mapping[str, str], *, may_have_left: bool
) -> Policy:
    """Return the rules for a tournament, those that its last report was made with."""
    settings = context.settings
    policy = policy_of(
        settings, head.source, head.name, values, may_have_left=may_have_left
    )
    if not may_have_left or values.get(decisions.MADE_WITH):
        return policy
    with context.store.read() as session:
        derived = load_derived(context, session, head.id, policy)
    return policy_of(
        settings, head.source, head.name, values,
        may_have_left=may_have_left, derived=derived,
    )  # fmt: skip


def _judge(context: Context, tournament_id: int, now: dt.datetime) -> Judged:
    case = load_case(context, tournament_id)
    return Judged(
        case.head, case.policy, judge(case, now), now, accepted_in(case.decisions),
        case.twins,
    )  # fmt: skip


def planned(context: Context, judged: Judged) -> list[PortalPlan]:
    """Return what is to be done for each portal, nothing while something is missing."""
    payload, head = judged.readiness.payload, judged.head
    if payload is None:
        return []
    plans = []
    for portal in context.settings.portals:
        if not judged.policy.wants(portal.name):
            continue
        with context.store.read() as session:
            everywhere = outbox.load_submissions(session, head.id)
            submissions = [one for one in everywhere if one.portal == portal.name]
            sha256 = sent_as(session, submissions, payload)
        todo = plan(submissions, sha256, head.number)
        rendered = (
            render(context, head, payload, submissions, judged.now, _extra(judged))
            if todo.kind
            else None
        )
        is_shadow = portal.name in context.settings.shadow_portals
        before = tuple(submissions)
        elsewhere = _unconfigured(context, everywhere)
        plans.append(
            PortalPlan(portal.name, before, todo, rendered, is_shadow, elsewhere)
        )
    return plans


def _unconfigured(context: Context, submissions: Sequence[Submission]) -> str:
    """Return a portal that may have a report and is no longer configured."""
    known = {portal.name for portal in context.settings.portals}
    return next(
        (
            one.portal
            for one in submissions
            if one.portal not in known and may_have_left(one)
        ),
        "",
    )


def _extra(judged: Judged) -> Extra:
    """Return who sends, and where the values come from that lists have filled in."""
    completed = judged.readiness.completed
    return Extra(judged.policy.sender, completed.findings if completed else ())


def _at_portal(item: PortalPlan, judged: Judged, trouble: Trouble | None) -> AtPortal:
    """Return what is waited for at a portal while its plan has not been carried out."""
    waiting = _expected(item, judged, trouble)
    is_troubled = has_failed(item) or (trouble is not None and waiting is not None)
    return AtPortal(waiting, is_troubled, item.is_shadow)


def _expected(
    item: PortalPlan, judged: Judged, trouble: Trouble | None
) -> Waiting | None:
    """Return what is waited for while a plan has not been carried out yet."""
    tournament_id, policy = judged.head.id, judged.policy
    if item.plan.about is not None:
        around = Around(
            policy.timezone, trouble, accepted=judged.accepted, now=judged.now,
            is_shadow=item.is_shadow,
        )  # fmt: skip
        return staging.expected(item.plan.about, policy, around, judged.now)
    if item.rendered is None:
        return None
    if item.rendered.errors:
        return forbidden(item.rendered.errors, tournament_id)
    return _DUE if item.plan.refresh is None else approval_wanted(tournament_id)


def _no_portal(policy: Policy) -> Waiting:
    """Return the waiting of a tournament that is ready and has nowhere to go."""
    text = _NO_PORTAL if policy.portals is None else _NO_PORTAL_WANTED
    return Waiting("no_portal", text, needs_person=True, recheck_utc=None)


def _commit(context: Context, judged: Judged, plans: list[PortalPlan]) -> list[int]:
    """Store the result of a judgement; return ids of submissions to wake.

    Raises:
        StaleRevisionError: tournament or outbox moved since they were read, or the
            same event under another number was faster.
    """
    queued: list[int] = []
    with context.store.write("assess.committed") as session:
        if judged.twins:
            judged.twins.lock(session)
        revisions.lock_unmoved(session, judged.head)
        waiting = judged.readiness.waiting
        if waiting is not None:
            withdraw(session, judged)
        else:
            refuse_moved(session, judged.head, plans)
            if judged.twins:
                judged.twins.refuse(session)
            judged = with_own_revision(session, judged, plans)
            waiting = together(
                [
                    AtPortal(
                        carry_out(session, judged, item, queued),
                        has_failed(item), item.is_shadow,
                    )
                    for item in plans
                ]
            )  # fmt: skip
            waiting = waiting if plans else _no_portal(judged.policy)
            withdraw(session, judged, {item.portal for item in plans})
        waiting = urged(waiting or _DONE, judged.readiness.urgency)
        waiting = _not_at_once(waiting, judged.now)
        revisions.save_waiting(session, judged.head.id, waiting, looked_at=judged.head)
    return queued


def _not_at_once(waiting: Waiting, now: dt.datetime) -> Waiting:
    """Keep a tournament from being looked at again and again in the same moment."""
    soonest = now + dt.timedelta(seconds=SOONEST_RECHECK_S)
    if waiting.recheck_utc is None or waiting.recheck_utc >= soonest:
        return waiting
    return replace(waiting, recheck_utc=soonest)


_DONE: Final = Waiting("", Text("", ""), needs_person=False, recheck_utc=None)
_REPORTED: Final = Waiting(
    "",
    Text(
        "Nothing is waited for: the portal has the newest report.",
        "Nichts steht aus: das Portal hat den neuesten Bericht.",
    ),
    needs_person=False,
    recheck_utc=None,
)
_FAILED: Final = Text(
    "This tournament cannot be looked at because of a fault in syncd; the log says "
    "where. Nothing is lost, and all others go on.",
    "Dieses Turnier lässt sich wegen eines Fehlers in syncd nicht prüfen; das Log "
    "sagt, wo. Nichts ist verloren, alle anderen gehen weiter.",
)
_DUE: Final = Waiting(
    "due",
    Text(
        "Ready: its report is made as soon as the daemon looks at it.",
        "Fertig: der Bericht entsteht, sobald der Daemon es ansieht.",
    ),
    needs_person=False,
    recheck_utc=None,
)
_NO_PORTAL: Final = Text(
    "Ready, but no portal is configured: add a [[portals]] section, or make the "
    "file by hand with: syncd report FILE --out X.xml",
    "Fertig, aber es ist kein Portal eingerichtet: einen Abschnitt [[portals]] "
    "ergänzen oder die Datei von Hand erzeugen: syncd report DATEI --out X.xml",
)
_NO_PORTAL_WANTED: Final = Text(
    "Ready, but it goes to none of the portals: that is what `portals` says (syncd "
    "policy shows where).",
    "Fertig, aber es geht an keines der Portale: So sagt es `portals` (wo, zeigt "
    "syncd policy).",
)
