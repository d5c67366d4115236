"""Assessing a tournament: record what it waits for, or make its reports.

The judgement is pure and made without a transaction; the commit checks that the head
has not moved since and that the outbox has no such report yet.
"""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import syncd
from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError, StaleRevisionError
from syncd.formats.dwzxml.elements import Header, Payload, Report
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.export_log import ExportedFile, check_log
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.rules import check_report
from syncd.model.findings import Finding, Severity
from syncd.pipeline.plan import Plan, approval_wanted, plan
from syncd.pipeline.policy import policy_of
from syncd.pipeline.readiness import Case, Readiness, judge
from syncd.store import decisions, outbox, revisions
from syncd.store.events import save_event
from syncd.store.outbox import NewReport, Submission
from syncd.store.revisions import Head, NewRevision, Waiting

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.pipeline.policy import Policy
    from syncd.store.engine import Session

log = logging.getLogger(__name__)

CORRECTION_LIMIT_DAYS: Final = 365
"""No correction by itself later than a year after the end (Wertungsordnung 6.2)."""


SOONEST_RECHECK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Judged:
    """A judgement and what it was made from."""

    head: Head
    policy: Policy
    readiness: Readiness
    now: dt.datetime


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
    case = load_case(context, tournament_id)
    judged = _Judged(case.head, case.policy, judge(case, now), now)
    try:
        queued = _commit(context, judged)
    except (StaleRevisionError, DuplicateError):
        # Somebody was faster; the tournament is still due and looked at again.
        log.info("assessment repeated later", extra={"tournament_id": tournament_id})
        return
    for submission_id in queued:
        context.wake.submission(submission_id)


def explain(context: Context, tournament_id: int, now: dt.datetime) -> Waiting:
    """Return what a tournament waits for, judged at this moment, changing nothing.

    Raises:
        NotFoundError: no such tournament.
    """
    case = load_case(context, tournament_id)
    readiness = judge(case, now)
    if readiness.waiting is not None or readiness.payload is None:
        return readiness.waiting or _REPORTED
    judged = _Judged(case.head, case.policy, readiness, now)
    with context.store.read() as session:
        desks = _desks(context, session, judged, readiness.payload)
    if not desks:
        return _NO_PORTAL
    waits = [_expected(context, judged, desk) for desk in desks]
    return next((item for item in waits if item), _REPORTED)


def _expected(context: Context, judged: _Judged, desk: _Desk) -> Waiting | None:
    """Return what is waited for while a plan has not been carried out yet."""
    if not desk.todo.kind:
        return desk.todo.waiting
    _, errors = _frozen(context, judged, desk)
    if errors:
        return _refused(errors)
    return _DUE if desk.todo.refresh is None else approval_wanted(judged.head.id)


def load_case(context: Context, tournament_id: int) -> Case:
    """Return everything that decides about a tournament.

    Raises:
        NotFoundError: no such tournament, or its first export is still being read.
    """
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        values = decisions.load_decisions(session, tournament_id)
    if head.number == 0:
        raise NotFoundError(
            Text(
                f"The first export of tournament {tournament_id} is still being read.",
                f"Der erste Export von Turnier {tournament_id} wird noch gelesen.",
            )
        )
    settings = context.settings
    return Case(head, values, policy_of(settings, head.source), settings.rating)


def _commit(context: Context, judged: _Judged) -> list[int]:
    """Store the result of a judgement; return ids of submissions to wake."""
    queued: list[int] = []
    with context.store.write() as session:
        revisions.lock_unmoved(session, judged.head)
        waiting = judged.readiness.waiting
        payload = judged.readiness.payload
        if waiting is None and payload is not None:
            desks = _desks(context, session, judged, payload)
            judged = _with_own_revision(session, judged, desks)
            waits = [_act(context, session, judged, desk, queued) for desk in desks]
            waiting = next((item for item in waits if item), None)
            waiting = waiting if desks else _NO_PORTAL
        waiting = _not_at_once(waiting or _DONE, judged.now)
        revisions.save_waiting(session, judged.head.id, waiting)
    return queued


def _not_at_once(waiting: Waiting, now: dt.datetime) -> Waiting:
    """Keep a tournament from being looked at again and again in the same moment."""
    soonest = now + dt.timedelta(seconds=SOONEST_RECHECK_S)
    if waiting.recheck_utc is None or waiting.recheck_utc >= soonest:
        return waiting
    return replace(waiting, recheck_utc=soonest)


@dataclass(frozen=True, slots=True)
class _Desk:
    """One portal, what was sent there before, and what to do now."""

    portal: str
    submissions: list[Submission]
    todo: Plan
    payload: Payload


def _desks(
    context: Context, session: Session, judged: _Judged, payload: Payload
) -> list[_Desk]:
    sha256, head = payload_sha256(payload), judged.head
    desks = []
    for portal in context.settings.portals:
        submissions = outbox.load_submissions(session, head.id, portal.name)
        todo = plan(submissions, sha256, head.number)
        desks.append(_Desk(portal.name, submissions, todo, payload))
    return desks


def _with_own_revision(
    session: Session, judged: _Judged, desks: list[_Desk]
) -> _Judged:
    """Make sure that no portal has such a report of the head revision already.

    The same revision can need a second report when the settings changed after the
    portal had refused the first; that change is then a revision of its own.
    """
    head = judged.head
    taken = any(
        desk.todo.refresh is None
        and (item.revision, item.kind) == (head.number, desk.todo.kind)
        for desk in desks
        for item in desk.submissions
    )
    if not taken:
        return judged
    number = revisions.save_revision(
        session, head,
        NewRevision(head.snapshot, [_SETTINGS_CHANGED], head.findings),
        head.name, judged.now, changed_utc=head.changed_utc,
    )  # fmt: skip
    return replace(judged, head=replace(head, number=number))


def _act(
    context: Context, session: Session, judged: _Judged, desk: _Desk, queued: list[int]
) -> Waiting | None:
    """Carry out the plan for one portal; return what is waited for there."""
    todo, now = desk.todo, judged.now
    for submission_id in todo.supersede:
        outbox.move_submission(session, submission_id, outbox.SUPERSEDED, _NEWER, now)
    if not todo.kind:
        return todo.waiting
    report, errors = _frozen(context, judged, desk)
    if errors:
        return _refused(errors)
    report_id = outbox.save_report(session, report, now)
    if todo.refresh is not None:
        outbox.replace_draft(session, todo.refresh, report_id)
        return approval_wanted(judged.head.id)
    state = outbox.QUEUED if _goes_by_itself(judged, todo.kind) else outbox.DRAFTED
    submission_id = outbox.save_submission(
        session, desk.portal, report, report_id, now, kind=todo.kind, state=state
    )
    save_event(
        session, f"report.{state}", _made(report.file_uuid), now,
        tournament_id=judged.head.id, submission_id=submission_id,
    )  # fmt: skip
    if state == outbox.DRAFTED:
        return approval_wanted(judged.head.id)
    queued.append(submission_id)
    return Waiting(f"report.{state}", _ON_ITS_WAY, needs_person=False, recheck_utc=None)


def _made(file_uuid: str) -> Text:
    return Text(f"Report {file_uuid} made.", f"Bericht {file_uuid} erstellt.")


def _goes_by_itself(judged: _Judged, kind: str) -> bool:
    """Return whether a report of this kind leaves without approval."""
    if judged.policy.rating != "auto":
        return False
    if kind != outbox.CORRECTION:
        return True
    end = judged.readiness.end
    limit = dt.timedelta(days=CORRECTION_LIMIT_DAYS)
    in_time = end is not None and judged.now.date() <= end + limit
    return judged.policy.corrections == "auto" and in_time


def _frozen(
    context: Context, judged: _Judged, desk: _Desk
) -> tuple[NewReport, list[Finding]]:
    """Return the report with its bytes, and the rules that forbid it."""
    head, file_uuid = judged.head, context.new_uuid()
    report = make_report(context, head.uuid, file_uuid, desk.payload, judged.now)
    data = encode_report(report)
    findings = (
        *judged.readiness.findings,
        *check_report(data),
        *check_log(report, data, _log(desk), key=str(head.id)),
    )
    new = NewReport(
        head.id, head.number, file_uuid, payload_sha256(desk.payload), data, findings
    )
    return new, [item for item in findings if item.severity is Severity.ERROR]


def _log(desk: _Desk) -> list[ExportedFile]:
    """Return what the portal has accepted of this tournament, oldest first."""
    return [
        ExportedFile(
            item.file_uuid, item.tournament_uuid, item.payload_sha256,
            item.file_sha256, str(item.tournament_id),
        )
        for item in desk.submissions
        if item.state == outbox.ACCEPTED
    ]  # fmt: skip


def make_report(
    context: Context,
    tournament_uuid: str,
    file_uuid: str,
    payload: Payload,
    now: dt.datetime,
) -> Report:
    """Return the payload with header and UUIDs."""
    header = Header(
        created=now.replace(microsecond=0),
        sender=context.settings.rating.sender or "syncd",
        system=f"syncd {syncd.__version__}",
        file_uuid=file_uuid,
    )
    return Report(header, tournament_uuid, payload)


def _refused(errors: list[Finding]) -> Waiting:
    first = errors[0]
    return Waiting(
        f"rule.{first.code}", first.text, needs_person=True, recheck_utc=None
    )


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
_NEWER: Final = Text("A newer export came first.", "Ein neuerer Export kam zuvor.")
_ON_ITS_WAY: Final = Text("The report is on its way.", "Der Bericht ist unterwegs.")
_DUE: Final = Waiting(
    "due",
    Text(
        "Ready: its report is made as soon as the daemon looks at it.",
        "Fertig: der Bericht entsteht, sobald der Daemon es ansieht.",
    ),
    needs_person=False,
    recheck_utc=None,
)
_NO_PORTAL: Final = Waiting(
    "no_portal",
    Text(
        "Ready, but no portal is configured: add a [[portals]] section, or make the "
        "file by hand with: syncd report FILE --out X.xml",
        "Fertig, aber es ist kein Portal eingerichtet: einen Abschnitt [[portals]] "
        "ergänzen oder die Datei von Hand erzeugen: syncd report DATEI --out X.xml",
    ),
    needs_person=True,
    recheck_utc=None,
)
_SETTINGS_CHANGED: Final = {
    "place": "settings", "field": "rating", "old": "", "new": "changed",
}  # fmt: skip
