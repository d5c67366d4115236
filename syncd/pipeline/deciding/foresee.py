"""What `approve` would do, said before it is done.

One command can lift several waits in a row and let reports go to every portal, so
whoever approves hears first which ones, and what the rules warn of. Nothing is changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Severity
from syncd.pipeline.deciding.approval import APPROVABLE
from syncd.pipeline.deciding.people import LIFTED, RELEASES, release_value
from syncd.pipeline.judging.assess import load_case, planned
from syncd.pipeline.judging.carryout import Judged
from syncd.pipeline.judging.hosts import refuse_unknown
from syncd.pipeline.judging.readiness import judge
from syncd.pipeline.judging.situation import local_time
from syncd.pipeline.judging.staging import opening
from syncd.store import decisions

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from syncd.model.findings import Finding
    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.carryout import PortalPlan
    from syncd.pipeline.judging.readiness import Case, Readiness
    from syncd.store.outbox import Submission

SHOWN: Final = 5
"""So many warnings are named; the page has them all."""


def to_approve(
    context: Context, tournament_id: int, now: dt.datetime, portal: str | None = None
) -> tuple[Text, ...]:
    """Return what `approve` would do at this moment, one sentence per thing.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        now: aware UTC time.
        portal: the only portal whose report may go; None = all.

    Raises:
        NotFoundError: no such tournament or portal.
    """
    refuse_unknown(context, portal)
    case = load_case(context, tournament_id)
    if case.decisions.get(decisions.HOLD):
        return (LIFTED,)
    case, said = _released(case, now)
    readiness = judge(case, now)
    if readiness.waiting is not None:
        return (*said, _still(readiness.waiting.text)) if said else ()
    plans = planned(context, Judged(case.head, case.policy, readiness, now))
    sent = [
        text
        for item in plans
        if not item.is_shadow and (text := _goes(item, case, portal, now))
    ]
    return (*said, *sent, *_warnings(readiness, tournament_id)) if sent or said else ()


def _released(case: Case, now: dt.datetime) -> tuple[Case, list[Text]]:
    """Return the tournament as it would be without the waits that `approve` ends."""
    said = []
    for _ in RELEASES:
        waiting = judge(case, now).waiting
        found = RELEASES.get(waiting.code) if waiting else None
        if found is None:
            break
        kind, text = found
        values = {**case.decisions, kind: release_value(case, kind)}
        case = replace(case, decisions=values)
        said.append(text)
    return case, said


def _goes(
    item: PortalPlan, case: Case, portal: str | None, now: dt.datetime
) -> Text | None:
    """Return what becomes of the report for one portal, None if it is there."""
    about = item.plan.about
    if about is None and item.rendered is None:
        return None
    if about is not None and about.state not in APPROVABLE:
        return None
    if portal not in {None, item.portal}:
        return _left_alone(item, case)
    what = _report(about)
    opens = opening(case.policy, now)
    if opens is None:
        return Text(f"{what.en} goes to {item.portal}.", f"{what.de} an {item.portal}.")
    at = local_time(opens, case.policy.timezone)
    return Text(
        f"{what.en} goes to {item.portal} when the window opens, at {at}.",
        f"{what.de} an {item.portal}, sobald das Zeitfenster beginnt: {at}.",
    )


def _left_alone(item: PortalPlan, case: Case) -> Text | None:
    """Return what happens to the report for a portal that was not named."""
    if case.policy.rating == "auto":
        return Text(
            f"{item.portal} gets its report by itself (mode = auto).",
            f"{item.portal} bekommt seinen Bericht von selbst (mode = auto).",
        )
    return Text(
        f"{item.portal} gets nothing; its report stays a draft.",
        f"{item.portal} bekommt nichts; sein Bericht bleibt Entwurf.",
    )


def _report(about: Submission | None) -> Text:
    if about is None:
        return Text("The report is made and", "Der Bericht entsteht und geht")
    uuid = about.file_uuid[:8]
    return Text(f"Report {uuid}", f"Bericht {uuid} geht")


def _still(text: Text) -> Text:
    return Text(f"It then waits: {text.en}", f"Danach wartet es: {text.de}")


def _warnings(readiness: Readiness, tournament_id: int) -> Iterator[Text]:
    found = [item for item in readiness.findings if _is_warning(item)]
    for item in found[:SHOWN]:
        text = item.text
        yield Text(f"Warning {item.code}: {text.en}", f"Warnung {item.code}: {text.de}")
    more = len(found) - SHOWN
    if more > 0:
        yield Text(
            f"… and {more} more warnings: syncd page {tournament_id}",
            f"… und {more} weitere Warnungen: syncd page {tournament_id}",
        )


def _is_warning(finding: Finding) -> bool:
    return finding.severity is Severity.WARNING
