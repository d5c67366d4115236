"""Carrying out what was planned for each portal, within the commit of an assessment."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import StaleRevisionError
from syncd.pipeline.judging import staging, withdrawn
from syncd.pipeline.judging.plan import Plan, is_unsent, may_be_there
from syncd.pipeline.judging.readiness import HELD
from syncd.pipeline.judging.situation import Around, approval_wanted, waiting_of
from syncd.pipeline.outcome.differences import AGAIN
from syncd.pipeline.sending.ours import goes_unasked, lacks_approval
from syncd.rating.advice import with_command
from syncd.rating.remembered import to_json
from syncd.store import decisions, outbox, reports, revisions
from syncd.store.events import save_event
from syncd.store.revisions import NewRevision, Waiting

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from syncd.model.findings import Finding
    from syncd.pipeline.judging.readiness import Readiness
    from syncd.pipeline.judging.render import Rendered
    from syncd.pipeline.judging.twins import TwinSearch
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission
    from syncd.store.revisions import Head


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement and what it was made from.

    Attributes:
        accepted: fileUUIDs of reports whose differences a person has accepted.
    """

    head: Head
    policy: Policy
    readiness: Readiness
    now: dt.datetime
    accepted: frozenset[str] = frozenset()
    twins: TwinSearch | None = None


@dataclass(frozen=True, slots=True)
class PortalPlan:
    """What is to be done for one portal.

    Attributes:
        portal: its name.
        submissions: what went there before, as it was when the plan was made.
        plan: what follows from that.
        rendered: the report that the plan asks for, None if it asks for none.
        is_shadow: whether reports are only compared there, so that none ever leaves.
        elsewhere: portal that is no longer configured and may have a report of it.
    """

    portal: str
    submissions: tuple[Submission, ...]
    plan: Plan
    rendered: Rendered | None
    is_shadow: bool
    elsewhere: str = ""


def has_failed(item: PortalPlan) -> bool:
    """Return whether the report that comes first could not be sent yet."""
    about = item.plan.about
    return about is not None and about.state in outbox.SENDABLE and about.failures > 0


def withdraw(
    session: Session, judged: Judged, wanted: AbstractSet[str] = frozenset()
) -> None:
    """Take back what no portal has, save for the portals that are to get it.

    What it says is no longer to be reported there. What a person holds is kept.
    """
    waiting = judged.readiness.waiting
    if waiting is not None and waiting.code == HELD:
        staging.hold_unsent(session, judged.head.id, waiting.text, judged.now)
        return
    for item in outbox.load_submissions(session, judged.head.id, is_locking=True):
        if item.portal not in wanted and is_unsent(item):
            withdrawn.withdraw(session, item, waiting, judged.now)


def refuse_moved(session: Session, head: Head, plans: list[PortalPlan]) -> None:
    """Refuse plans that were made from what is no longer true.

    Raises:
        StaleRevisionError: the outbox moved since they were made.
    """
    for item in plans:
        present = outbox.load_submissions(
            session, head.id, item.portal, is_locking=True
        )
        if tuple(present) != item.submissions:
            raise StaleRevisionError(
                Text("The outbox moved.", "Der Postausgang hat sich geändert.")
            )


def with_own_revision(
    session: Session, judged: Judged, plans: list[PortalPlan]
) -> Judged:
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


def carry_out(
    session: Session, judged: Judged, item: PortalPlan, queued: list[int]
) -> Waiting | None:
    """Carry out the plan for one portal; return what is waited for there.

    Submissions that are to be sent at once are added to `queued`.
    """
    now = judged.now
    for submission_id in item.plan.supersede:
        outbox.move_submission(
            session, submission_id, outbox.SUPERSEDED,
            withdrawn.replaced(session, item.submissions, submission_id), now,
        )  # fmt: skip
    if item.rendered is None:
        return _step_on(session, judged, item, queued)
    if item.rendered.report is None or item.rendered.errors:
        return forbidden(item.rendered.errors, judged.head.id)
    report = replace(item.rendered.report, revision=judged.head.number)
    report_id = reports.save_report(session, report, now)
    _remember(session, judged)
    if item.plan.refresh is not None:
        outbox.replace_draft(session, item.plan.refresh, report_id)
        return approval_wanted(judged.head.id)
    kind = item.plan.kind
    by_itself = item.is_shadow or (
        _goes_by_itself(judged, kind)
        and not _loses_games(item, report.games)
        and not _is_known_elsewhere(item)
    )
    opens = None if item.is_shadow else staging.opening(judged.policy, now)
    state = outbox.WAITING if opens else outbox.QUEUED
    state = state if by_itself else outbox.DRAFTED
    note = Text("", "")
    if _is_known_elsewhere(item):
        note = _elsewhere(item.elsewhere, item.portal)
    elif state == outbox.DRAFTED:
        note = withdrawn.hint(item.submissions, report, judged.policy.timezone)
    submission_id = outbox.save_submission(
        session, item.portal, report, report_id, now,
        kind=kind, state=state, due_utc=opens, note=note,
    )  # fmt: skip
    save_event(
        session, f"report.{state}", _made(report.file_uuid), now,
        tournament_id=judged.head.id, submission_id=submission_id,
    )  # fmt: skip
    if state == outbox.DRAFTED:
        return approval_wanted(judged.head.id, note)
    if state == outbox.WAITING:
        made = outbox.load_submissions(session, judged.head.id, item.portal)[-1]
        return waiting_of(made, Around(judged.policy.timezone))
    queued.append(submission_id)
    return staging.ON_ITS_WAY


def _step_on(
    session: Session, judged: Judged, item: PortalPlan, queued: list[int]
) -> Waiting | None:
    """Let a report leave that waits for its window; else say what comes first."""
    about = item.plan.about
    if about is None:
        return None
    if about.state not in outbox.STAGED:
        if _is_overtaken(judged.policy, item, about):
            return staging.take_back(session, about, judged.now)
        around = Around(
            judged.policy.timezone, accepted=judged.accepted, now=judged.now,
            is_shadow=item.is_shadow,
        )  # fmt: skip
        waiting = waiting_of(about, around)
        if waiting and item.is_shadow and about.state == outbox.DIFFERS:
            return replace(waiting, recheck_utc=judged.now + AGAIN)
        return waiting
    by_itself = _goes_by_itself(judged, about.kind) and not _is_known_elsewhere(item)
    waiting = staging.launch(
        session, about, judged.policy, judged.now, by_itself=by_itself
    )
    if waiting is staging.ON_ITS_WAY:
        queued.append(about.id)
    return waiting


def _is_overtaken(policy: Policy, item: PortalPlan, about: Submission) -> bool:
    """Return whether it was to leave by itself, has not, and must not any more."""
    is_on_its_way = about.state == outbox.QUEUED and is_unsent(about)
    return is_on_its_way and not item.is_shadow and lacks_approval(policy, about)


def _remember(session: Session, judged: Judged) -> None:
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


def _goes_by_itself(judged: Judged, kind: str) -> bool:
    """Return whether a report of this kind leaves without approval."""
    if not goes_unasked(judged.policy, kind):
        return False
    if kind != outbox.CORRECTION:
        return True
    end = judged.readiness.end
    limit = dt.timedelta(days=judged.policy.deadline_stop_days)
    return end is not None and judged.now.date() - end <= limit


def _loses_games(item: PortalPlan, games: int) -> bool:
    """Return whether the portal may have a report with more games than this one.

    A game that was played does not vanish by itself: the export may be cut off, and a
    deletion is a person's decision.
    """
    return any(may_be_there(one) and one.games > games for one in item.submissions)


def _is_known_elsewhere(item: PortalPlan) -> bool:
    """Return whether this is a first report although a portal of old has one.

    A portal that was only renamed would get everything a second time.
    """
    is_there = any(one.state in outbox.AT_PORTAL for one in item.submissions)
    return bool(item.elsewhere) and not item.is_shadow and not is_there


def _elsewhere(old: str, new: str) -> Text:
    return Text(
        f"The portal {old}, which is no longer configured, may have a report of this "
        f"tournament. If {new} is the same portal, give it its old name back; if it "
        "is another one, approve.",
        f"Das Portal {old}, das nicht mehr eingerichtet ist, hat womöglich einen "
        f"Bericht dieses Turniers. Ist {new} dasselbe Portal, ihm bitte den alten "
        "Namen wiedergeben; ist es ein anderes, freigeben.",
    )


def _made(file_uuid: str) -> Text:
    return Text(f"Report {file_uuid} made.", f"Bericht {file_uuid} erstellt.")


def forbidden(errors: tuple[Finding, ...], tournament_id: int) -> Waiting:
    """Return the waiting of a tournament whose report breaks a rule."""
    first = errors[0]
    text = with_command(first.text, first.code, tournament_id)
    return Waiting(f"rule.{first.code}", text, needs_person=True, recheck_utc=None)


_MADE_AGAIN: Final = {
    "place": "report", "field": "made", "old": "", "new": "again",
}  # fmt: skip
