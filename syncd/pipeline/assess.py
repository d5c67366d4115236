"""Assessing a tournament: record what it waits for, or make its reports.

Judging, planning and rendering happen without a transaction. The commit then checks
that neither the tournament nor its outbox has moved since; if one has, nothing is
stored and the tournament stays due.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError, StaleRevisionError, StoreError
from syncd.pipeline import staging, tries
from syncd.pipeline.completing import completer
from syncd.pipeline.confirmedgames import load_named
from syncd.pipeline.deadline import urged
from syncd.pipeline.hosts import load_troubles
from syncd.pipeline.plan import Plan, is_unsent, plan
from syncd.pipeline.policy import policy_of
from syncd.pipeline.readiness import HELD, Case, Readiness, judge
from syncd.pipeline.render import Extra, Rendered, render
from syncd.pipeline.situation import Around, approval_wanted, waiting_of
from syncd.pipeline.substance import sent_as
from syncd.rating.advice import with_command
from syncd.rating.remembered import to_json
from syncd.store import decisions, outbox, reports, revisions
from syncd.store.events import save_event
from syncd.store.leases import CRASHED
from syncd.store.revisions import Head, NewRevision, Waiting
from syncd.store.standing import load_standing

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from syncd.model.findings import Finding
    from syncd.pipeline.context import Context
    from syncd.pipeline.policy import Policy
    from syncd.pipeline.situation import Trouble
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission

log = logging.getLogger(__name__)

SOONEST_RECHECK_S: Final = 1.0
FAILED_WAIT_S: Final = 900.0


@dataclass(frozen=True, slots=True)
class _Judged:
    """A judgement and what it was made from."""

    head: Head
    policy: Policy
    readiness: Readiness
    now: dt.datetime


@dataclass(frozen=True, slots=True)
class _PortalPlan:
    """What is to be done for one portal.

    Attributes:
        portal: its name.
        submissions: what went there before, as it was when the plan was made.
        plan: what follows from that.
        rendered: the report that the plan asks for, None if it asks for none.
        is_shadow: whether reports are only compared there, so that none ever leaves.
    """

    portal: str
    submissions: tuple[Submission, ...]
    plan: Plan
    rendered: Rendered | None
    is_shadow: bool


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
        judged = _judge(context, tournament_id, now)
        plans = _plans(context, judged)
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
        troubles = load_troubles(context, session)
    if stored.code == CRASHED:
        return stored  # judging it would crash here as well
    judged = _judge(context, tournament_id, now)
    if judged.readiness.waiting is not None:
        return judged.readiness.waiting
    plans = _plans(context, judged)
    waits = [_expected(item, judged, troubles.get(item.portal)) for item in plans]
    waiting = next((item for item in waits if item), None)
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
    if head.number == 0:
        raise NotFoundError(
            Text(
                f"The first export of tournament {tournament_id} is still being read.",
                f"Der erste Export von Turnier {tournament_id} wird noch gelesen.",
            )
        )
    policy = policy_of(
        context.settings, head.source, head.name, values,
        may_have_left=standing.may_have_left,
    )  # fmt: skip
    return Case(
        head, values, policy, completer(context.store, tournament_id, values),
        is_at_portal=standing.is_at_portal,
    )  # fmt: skip


def _judge(context: Context, tournament_id: int, now: dt.datetime) -> _Judged:
    case = load_case(context, tournament_id)
    return _Judged(case.head, case.policy, judge(case, now), now)


def _plans(context: Context, judged: _Judged) -> list[_PortalPlan]:
    """Return what is to be done for each portal, nothing while something is missing."""
    payload, head = judged.readiness.payload, judged.head
    if payload is None:
        return []
    plans = []
    for portal in context.settings.portals:
        if not judged.policy.wants(portal.name):
            continue
        with context.store.read() as session:
            submissions = outbox.load_submissions(session, head.id, portal.name)
            sha256 = sent_as(session, submissions, payload)
        todo = plan(submissions, sha256, head.number)
        rendered = (
            render(context, head, payload, submissions, judged.now, _extra(judged))
            if todo.kind
            else None
        )
        is_shadow = portal.name in context.settings.shadow_portals
        before = tuple(submissions)
        plans.append(_PortalPlan(portal.name, before, todo, rendered, is_shadow))
    return plans


def _extra(judged: _Judged) -> Extra:
    """Return who sends, and where the values come from that lists have filled in."""
    completed = judged.readiness.completed
    return Extra(judged.policy.sender, completed.findings if completed else ())


def _expected(
    item: _PortalPlan, judged: _Judged, trouble: Trouble | None
) -> Waiting | None:
    """Return what is waited for while a plan has not been carried out yet."""
    tournament_id, policy = judged.head.id, judged.policy
    if item.plan.about is not None:
        around = Around(policy.timezone, trouble)
        return staging.expected(item.plan.about, policy, around, judged.now)
    if item.rendered is None:
        return None
    if item.rendered.errors:
        return _forbidden(item.rendered.errors, tournament_id)
    return _DUE if item.plan.refresh is None else approval_wanted(tournament_id)


def _no_portal(policy: Policy) -> Waiting:
    """Return the waiting of a tournament that is ready and has nowhere to go."""
    text = _NO_PORTAL if policy.portals is None else _NO_PORTAL_WANTED
    return Waiting("no_portal", text, needs_person=True, recheck_utc=None)


def _commit(context: Context, judged: _Judged, plans: list[_PortalPlan]) -> list[int]:
    """Store the result of a judgement; return ids of submissions to wake.

    Raises:
        StaleRevisionError: tournament or outbox moved since they were read.
    """
    queued: list[int] = []
    with context.store.write("assess.committed") as session:
        revisions.lock_unmoved(session, judged.head)
        waiting = judged.readiness.waiting
        if waiting is not None:
            _withdraw(session, judged)
        else:
            _refuse_moved(session, judged.head, plans)
            judged = _with_own_revision(session, judged, plans)
            waits = [_carry_out(session, judged, item, queued) for item in plans]
            waiting = next((item for item in waits if item), None)
            waiting = waiting if plans else _no_portal(judged.policy)
            _withdraw(session, judged, {item.portal for item in plans})
        waiting = urged(waiting or _DONE, judged.readiness.urgency)
        waiting = _not_at_once(waiting, judged.now)
        revisions.save_waiting(session, judged.head.id, waiting)
    return queued


def _withdraw(
    session: Session, judged: _Judged, wanted: AbstractSet[str] = frozenset()
) -> None:
    """Take back what no portal has, save for the portals that are to get it.

    What it says is no longer to be reported there. What a person holds is kept.
    """
    waiting = judged.readiness.waiting
    if waiting is not None and waiting.code == HELD:
        staging.hold_unsent(session, judged.head.id, waiting.text, judged.now)
        return
    for item in outbox.load_submissions(session, judged.head.id):
        if item.portal not in wanted and is_unsent(item):
            outbox.move_submission(
                session, item.id, outbox.SUPERSEDED, _OUTDATED, judged.now
            )


def _refuse_moved(session: Session, head: Head, plans: list[_PortalPlan]) -> None:
    for item in plans:
        present = outbox.load_submissions(session, head.id, item.portal)
        if tuple(present) != item.submissions:
            raise StaleRevisionError(
                Text("The outbox moved.", "Der Postausgang hat sich geändert.")
            )


def _with_own_revision(
    session: Session, judged: _Judged, plans: list[_PortalPlan]
) -> _Judged:
    """Make sure that no portal has such a report of the head revision already.

    The same revision can need a second report when the first was withdrawn, or when
    the settings changed after the portal had refused it; that is then a revision of
    its own.
    """
    head = judged.head
    taken = any(
        item.plan.refresh is None
        and (one.revision, one.kind) == (head.number, item.plan.kind)
        for item in plans
        for one in item.submissions
    )
    if not taken:
        return judged
    number = revisions.save_revision(
        session, head,
        NewRevision(head.snapshot, [_MADE_AGAIN], head.findings),
        head.name, judged.now, changed_utc=head.changed_utc,
    )  # fmt: skip
    return replace(judged, head=replace(head, number=number))


def _carry_out(
    session: Session, judged: _Judged, item: _PortalPlan, queued: list[int]
) -> Waiting | None:
    """Carry out the plan for one portal; return what is waited for there.

    Submissions that are to be sent at once are added to `queued`.
    """
    now = judged.now
    for submission_id in item.plan.supersede:
        outbox.move_submission(session, submission_id, outbox.SUPERSEDED, _NEWER, now)
    if item.rendered is None:
        return _step_on(session, judged, item.plan.about, queued)
    if item.rendered.report is None or item.rendered.errors:
        return _forbidden(item.rendered.errors, judged.head.id)
    report = replace(item.rendered.report, revision=judged.head.number)
    report_id = reports.save_report(session, report, now)
    _remember(session, judged)
    if item.plan.refresh is not None:
        outbox.replace_draft(session, item.plan.refresh, report_id)
        return approval_wanted(judged.head.id)
    kind = item.plan.kind
    by_itself = item.is_shadow or (
        _goes_by_itself(judged, kind) and not _loses_games(item, report.games)
    )
    opens = None if item.is_shadow else staging.opening(judged.policy, now)
    state = outbox.WAITING if opens else outbox.QUEUED
    state = state if by_itself else outbox.DRAFTED
    submission_id = outbox.save_submission(
        session, item.portal, report, report_id, now,
        kind=kind, state=state, due_utc=opens,
    )  # fmt: skip
    save_event(
        session, f"report.{state}", _made(report.file_uuid), now,
        tournament_id=judged.head.id, submission_id=submission_id,
    )  # fmt: skip
    if state == outbox.DRAFTED:
        return approval_wanted(judged.head.id)
    if state == outbox.WAITING:
        made = outbox.load_submissions(session, judged.head.id, item.portal)[-1]
        return waiting_of(made, Around(judged.policy.timezone))
    queued.append(submission_id)
    return staging.ON_ITS_WAY


def _step_on(
    session: Session, judged: _Judged, about: Submission | None, queued: list[int]
) -> Waiting | None:
    """Let a report leave that waits for its window; else say what comes first."""
    if about is None:
        return None
    if about.state not in outbox.STAGED:
        return waiting_of(about, Around(judged.policy.timezone))
    by_itself = _goes_by_itself(judged, about.kind)
    waiting = staging.launch(
        session, about, judged.policy, judged.now, by_itself=by_itself
    )
    if waiting is staging.ON_ITS_WAY:
        queued.append(about.id)
    return waiting


def _remember(session: Session, judged: _Judged) -> None:
    """Keep what it was made with, so that no new list or setting corrects it."""
    if judged.policy.to_remember:
        value = judged.policy.to_remember
        decisions.save_decision(
            session, judged.head.id, decisions.MADE_WITH, value, judged.now
        )
    completed = judged.readiness.completed
    if completed and completed.fills:
        value = json.dumps(to_json(completed.fills), ensure_ascii=False)
        decisions.save_decision(
            session, judged.head.id, decisions.COMPLETED, value, judged.now
        )


def _not_at_once(waiting: Waiting, now: dt.datetime) -> Waiting:
    """Keep a tournament from being looked at again and again in the same moment."""
    soonest = now + dt.timedelta(seconds=SOONEST_RECHECK_S)
    if waiting.recheck_utc is None or waiting.recheck_utc >= soonest:
        return waiting
    return replace(waiting, recheck_utc=soonest)


def _goes_by_itself(judged: _Judged, kind: str) -> bool:
    """Return whether a report of this kind leaves without approval."""
    if judged.policy.rating != "auto":
        return False
    if kind != outbox.CORRECTION:
        return True
    end = judged.readiness.end
    limit = dt.timedelta(days=judged.policy.deadline_stop_days)
    in_time = end is not None and judged.now.date() - end <= limit
    return judged.policy.corrections == "auto" and in_time


def _loses_games(item: _PortalPlan, games: int) -> bool:
    """Return whether the portal has a report with more games than this one.

    A game that was played does not vanish by itself: the export may be cut off, and a
    deletion is a person's decision.
    """
    return any(
        one.state == outbox.ACCEPTED and one.games > games for one in item.submissions
    )


def _made(file_uuid: str) -> Text:
    return Text(f"Report {file_uuid} made.", f"Bericht {file_uuid} erstellt.")


def _forbidden(errors: tuple[Finding, ...], tournament_id: int) -> Waiting:
    first = errors[0]
    text = with_command(first.text, first.code, tournament_id)
    return Waiting(f"rule.{first.code}", text, needs_person=True, recheck_utc=None)


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
_OUTDATED: Final = Text(
    "It was not to be sent any more.", "Er war nicht mehr zu senden."
)
_NEWER: Final = Text("A newer export came first.", "Ein neuerer Export kam zuvor.")
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
_MADE_AGAIN: Final = {
    "place": "report", "field": "made", "old": "", "new": "again",
}  # fmt: skip
