"""Why a tournament is not reported yet: one sentence, or the payload that is ready.

The order of the questions is the order in which a person would ask them: may it be
rated at all and here, could it be read, does somebody hold it, has another syncd
reported it, do its sources agree, is it finished, is it here twice, from before our
time, at a portal already or much too late, has it been quiet, and do the rules allow
the report.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot
from syncd.model.findings import Severity
from syncd.pipeline.judging.contradiction import (
    NO_QUESTIONS,
    Questions,
    contradicted,
)
from syncd.pipeline.judging.deadline import (
    NO_URGENCY,
    Urgency,
    deadline,
    stopped,
    urged,
    urgency,
)
from syncd.pipeline.judging.whose import not_ours, not_wanted, reported_twice
from syncd.pipeline.lists.completing import no_lists
from syncd.pipeline.sending.alreadythere import question
from syncd.rating.advice import with_command
from syncd.rating.confirmed import Confirmed, answers, from_json, meant
from syncd.rating.dates import proposed_dates
from syncd.rating.exports_at_hand import fitted
from syncd.rating.finished import unfinished
from syncd.rating.label import composed_label
from syncd.rating.report import ReportOptions, build_payload
from syncd.store import decisions
from syncd.store.bases import TRF, XML
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament
    from syncd.pipeline.judging.twins import TwinSearch
    from syncd.pipeline.lists.completing import Complete
    from syncd.pipeline.rules.policy import Policy
    from syncd.rating.completion import Completed
    from syncd.rating.reason import Reason
    from syncd.store.revisions import Head


HELD: Final = "held"
"""Code of a tournament's wait while a person holds it."""


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that decides about one tournament, as values.

    Attributes:
        head: the tournament's newest revision.
        decisions: newest value per kind of decision.
        policy: the rules for it.
        complete: completes the tournament from lists.
        is_at_portal: whether some portal has a report of it.
        twins: looks for the same event under another number; None if that does not
            matter any more.
        questions: between sources, which nobody has answered.
    """

    head: Head
    decisions: Mapping[str, str]
    policy: Policy
    complete: Complete = no_lists
    is_at_portal: bool = False
    twins: TwinSearch | None = None
    questions: Questions = NO_QUESTIONS


@dataclass(frozen=True, slots=True)
class Readiness:
    """Either what it waits for, or the payload with the findings on it.

    Attributes:
        waiting: what it waits for, with how urgent it is; None if it is ready.
        payload: what is to be reported.
        findings: what was noticed.
        end: day of the last game.
        completed: what lists have filled in.
        urgency: how urgent the report is while no portal has it.
    """

    waiting: Waiting | None
    payload: Payload | None = None
    findings: tuple[Finding, ...] = ()
    end: dt.date | None = None
    completed: Completed | None = None
    urgency: Urgency = NO_URGENCY


def judge(case: Case, now: dt.datetime) -> Readiness:
    """Return why the tournament is not reported yet, or what is to be reported.

    Args:
        case: everything that decides.
        now: aware UTC time.
    """
    confirmed = confirmed_of(case)
    tournament = _decided(decode_snapshot(case.head.snapshot), confirmed)
    policy, source, number = case.policy, case.head.source, case.head.id
    waiting = not_wanted(policy, source) or not_ours(policy, number)
    if waiting is not None:
        return Readiness(waiting)
    is_old = _before_first_contact(case, tournament, confirmed) is not None
    due = (
        None
        if case.is_at_portal or is_old
        else deadline(tournament, confirmed, case.policy)
    )
    waiting = (
        _not_readable(case, confirmed)
        or _held(case)
        or reported_twice(policy, case.decisions, number)
        or contradicted(case.questions, case.head.id)
        or _not_finished(case, tournament, confirmed, now)
        or (case.twins and case.twins.waiting(now))
        or _before_first_contact(case, tournament, confirmed)
        or question(case.decisions, case.head.id)
        or stopped(due, case.policy, case.decisions, case.head.id, now)
        or _not_quiet(case, tournament, now)
    )
    readiness = (
        _built(case, tournament, confirmed)
        if waiting is None
        else Readiness(_advised(waiting, case.head.id))
    )
    urgent = urgency(due, case.policy, now)
    waiting = readiness.waiting and urged(readiness.waiting, urgent)
    return replace(readiness, waiting=waiting, urgency=urgent)


def report_options(policy: Policy, name: str) -> ReportOptions:
    """Return what a policy says of the reports of a tournament.

    Args:
        policy: the rules for it.
        name: its name in its newest export.
    """
    stated = policy.location if policy.is_place_stated else ""
    return ReportOptions(
        unplayed=policy.unplayed,
        location=stated,
        usual_location=policy.location,
        url=policy.url,
        notes=policy.notes,
        age_class=policy.age_class,
        label=composed_label(policy.label_parts, name),
        hybrid=policy.hybrid,
    )


def _advised(waiting: Waiting, tournament_id: int) -> Waiting:
    """Name the command in full, with the tournament's number."""
    return replace(
        waiting, text=with_command(waiting.text, waiting.code, tournament_id)
    )


def confirmed_of(case: Case) -> Confirmed:
    """Return what people have confirmed for the tournament as it stands.

    That a reason to wait does not matter was said of one state of the tournament, and
    holds for no other; what was said of a game holds while it is the same persons'.
    """
    accepted = json.loads(case.decisions.get(decisions.ACCEPTED) or "{}")
    is_meant = accepted.get("snapshot") == case.head.snapshot_sha256
    codes = frozenset(accepted.get("codes", ())) if is_meant else frozenset()
    confirmed = meant(decided(case.decisions), decode_snapshot(case.head.snapshot))
    return replace(confirmed, accepted=codes)


def decided(values: Mapping[str, str]) -> Confirmed:
    """Return the facts and games that people have confirmed."""
    text = values.get(decisions.CONFIRMED, "")
    return from_json(json.loads(text)) if text else Confirmed()


def _decided(tournament: Tournament, confirmed: Confirmed) -> Tournament:
    if confirmed.kind is None:
        return tournament
    return replace(tournament, kind=confirmed.kind)


def _not_readable(case: Case, confirmed: Confirmed) -> Waiting | None:
    for finding in case.head.findings:
        if finding.severity is Severity.ERROR and not answers(confirmed, finding):
            return Waiting(
                finding.code, finding.text, needs_person=True, recheck_utc=None
            )
    return None


def _held(case: Case) -> Waiting | None:
    reason = case.decisions.get(decisions.HOLD, "")
    if not reason:
        return None
    why = "" if reason == decisions.NO_REASON else f" ({reason})"
    return Waiting(
        HELD,
        Text(
            f"Held by hand{why}. Release: syncd release {case.head.id}",
            f"Von Hand angehalten{why}. Lösen: syncd release {case.head.id}",
        ),
        needs_person=True,
        recheck_utc=None,
    )


def _not_finished(
    case: Case, tournament: Tournament, confirmed: Confirmed, now: dt.datetime
) -> Waiting | None:
    today = now.astimezone(case.policy.timezone).date()
    reasons = fitted(
        unfinished(tournament, confirmed, today),
        case.head.findings,
        has_both={TRF, XML} <= set(case.head.bases),
    )
    return _waiting(reasons[0], case.policy) if reasons else None


def _waiting(reason: Reason, policy: Policy) -> Waiting:
    recheck = None
    if reason.recheck is not None:
        midnight = dt.datetime.combine(reason.recheck, dt.time(), policy.timezone)
        recheck = midnight.astimezone(dt.UTC)
    return Waiting(reason.code, reason.text, reason.needs_person, recheck)


def _not_quiet(case: Case, tournament: Tournament, now: dt.datetime) -> Waiting | None:
    policy = case.policy
    quiet_s = policy.quiet_team_s if tournament.is_team else policy.quiet_individual_s
    until = case.head.changed_utc + dt.timedelta(seconds=quiet_s)
    is_waived = case.decisions.get(decisions.NOT_QUIET) == case.head.snapshot_sha256
    if now >= until or is_waived:
        return None
    local = until.astimezone(policy.timezone)
    return Waiting(
        "quiet",
        Text(
            f"Finished; waits until {local:%d.%m.%Y %H:%M} in case results are "
            f"corrected (at once with: syncd approve {case.head.id}).",
            f"Beendet; wartet noch bis {local:%d.%m.%Y %H:%M}, falls Ergebnisse "
            f"berichtigt werden (sofort mit: syncd approve {case.head.id}).",
        ),
        needs_person=False,
        recheck_utc=until,
    )


def _before_first_contact(
    case: Case, tournament: Tournament, confirmed: Confirmed
) -> Waiting | None:
    days = case.policy.first_contact_hold_days
    _, end = proposed_dates(tournament, confirmed)
    released = decisions.RELEASED in case.decisions
    if not days or released or end is None:
        return None
    limit = case.head.first_contact_utc.date() - dt.timedelta(days=days)
    if end >= limit:
        return None
    return Waiting(
        "first_contact",
        Text(
            f"It ended on {end:%d.%m.%Y}, long before syncd came to this source; "
            f"perhaps it was reported by hand. Either: syncd adopt "
            "REPORT.xml (of several portals: --portal NAME), or: "
            f"syncd approve {case.head.id}",
            f"Es endete am {end:%d.%m.%Y}, lange bevor syncd zu dieser Quelle kam; "
            "vielleicht ist es schon von Hand eingereicht. Entweder: syncd adopt "
            "BERICHT.xml (bei mehreren Portalen: --portal NAME), oder: "
            f"syncd approve {case.head.id}",
        ),
        needs_person=True,
        recheck_utc=None,
    )


def _built(case: Case, tournament: Tournament, confirmed: Confirmed) -> Readiness:
    preview = _composed(case, tournament, confirmed)
    errors = [item for item in preview.findings if item.severity is Severity.ERROR]
    if preview.payload is None or errors:
        forbidden = _advised(_forbidden(errors), case.head.id)
        return Readiness(forbidden, None, preview.findings)
    _, end = proposed_dates(tournament, confirmed)
    completed = preview.completed
    return Readiness(None, preview.payload, preview.findings, end, completed)


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be reported, whatever speaks against it.

    Attributes:
        payload: None if none can be formed.
        findings: what was noticed.
        completed: the tournament with what lists have filled in.
    """

    payload: Payload | None
    findings: tuple[Finding, ...]
    completed: Completed


def previewed(case: Case) -> Preview:
    """Return what would be reported at this moment."""
    confirmed = confirmed_of(case)
    tournament = _decided(decode_snapshot(case.head.snapshot), confirmed)
    return _composed(case, tournament, confirmed)


def _composed(case: Case, tournament: Tournament, confirmed: Confirmed) -> Preview:
    completed = case.complete(tournament, confirmed)
    options = replace(
        report_options(case.policy, tournament.name),
        elo_checked=completed.is_elo_checked,
        asked=completed.asked,
    )
    built = build_payload(completed.tournament, confirmed, options)
    findings = (*completed.findings, *built.findings)
    return Preview(built.payload, findings, completed)


def _forbidden(errors: list[Finding]) -> Waiting:
    first = errors[0]
    more = len(errors) - 1
    en = f" (and {more} more)" if more else ""
    de = f" (und {more} weitere)" if more else ""
    return Waiting(
        f"rule.{first.code}",
        Text(first.text.en + en, first.text.de + de),
        needs_person=True,
        recheck_utc=None,
    )
