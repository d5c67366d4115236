"""The page of a report for whoever approves it: the frozen file, or a preview.

Of a report that was made, the page shows what its bytes say. Of a tournament without
one it shows what would be sent at this moment, and why that is not done yet.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text, decimal
from syncd.errors import NotFoundError
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.loose_report import read_report
from syncd.formats.snapshot import decode_snapshot
from syncd.model.findings import Severity
from syncd.pipeline.deciding.foresee import to_approve
from syncd.pipeline.judging.assess import explain, load_case
from syncd.pipeline.judging.hosts import refuse_unknown
from syncd.pipeline.judging.readiness import confirmed_of, previewed
from syncd.pipeline.judging.render import Extra, render
from syncd.pipeline.rules.overrule import shown
from syncd.pipeline.rules.policy import KEYS, PLACES
from syncd.rating.page import Basis, Content, page_content
from syncd.rating.standings_findings import unlike_chosen
from syncd.rating.substance import says_the_same
from syncd.store import choices, outbox, papers, readmodels, restricted
from syncd.store.leases import CRASHED

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from zoneinfo import ZoneInfo

    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.findings import Finding
    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.readiness import Case, Preview
    from syncd.pipeline.rules.policy import Origin, Policy
    from syncd.store.choices import Kept
    from syncd.store.engine import Session
    from syncd.store.papers import Paper
    from syncd.store.revisions import Head, Waiting

WANTS_A_PERSON: Final = (outbox.DRAFTED, outbox.HELD, outbox.REJECTED, outbox.DEAD)
"""States in which a report waits for somebody."""


class Decision(NamedTuple):
    """What a person has decided, and when.

    Attributes:
        at_utc: when.
        text: what.
        by: who, empty if unknown.
    """

    at_utc: dt.datetime
    text: Text
    by: str = ""


class Rule(NamedTuple):
    """One value of the policy that applied.

    Attributes:
        key: as in the configuration.
        value: for people.
        origin: where it comes from.
    """

    key: str
    value: Text
    origin: Text


@dataclass(frozen=True, slots=True)
class Page:
    """One report, or what would be one, with everything around it.

    Attributes:
        tournament_id: row id of the tournament.
        tournament: its name in the newest export.
        source: installation that it comes from.
        tournament_uuid: tournamentUUID.
        revision: of the tournament that the report was made from.
        report: the report; None for a preview.
        file_sha256: of the frozen bytes, empty for a preview.
        is_current: whether the same would be reported at this moment.
        waiting: what the tournament waits for, nothing if for nothing.
        approve: the command by which a person lets it go, empty if there is none.
        frees: what this command does, one sentence per thing.
        content: what it says.
        decisions: what people have decided, oldest first.
        rules: the policy as it is now.
        made_utc: when the page was made.
        zone: in which times are shown.
    """

    tournament_id: int
    tournament: str
    source: str
    tournament_uuid: str
    revision: int
    report: Paper | None
    file_sha256: str
    is_current: bool
    waiting: Text
    approve: str
    frees: tuple[Text, ...]
    content: Content
    decisions: tuple[Decision, ...]
    rules: tuple[Rule, ...]
    made_utc: dt.datetime
    zone: ZoneInfo


def load_page(
    context: Context, tournament_id: int, now: dt.datetime, portal: str | None = None
) -> Page:
    """Return the page of a tournament.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        now: aware UTC time.
        portal: whose report is wanted; None = the one that waits for a person, else
            the newest.

    Raises:
        FormatError: a stored report cannot be read any more.
        NotFoundError: no such tournament, no such portal, the report is restricted,
            or the tournament was set aside because it kills whoever looks at it.
    """
    refuse_unknown(context, portal)
    case = load_case(context, tournament_id)
    waiting = explain(context, tournament_id, now)
    if waiting.code == CRASHED:
        raise NotFoundError(waiting.text)  # to look into it would crash here as well
    with context.store.read() as session:
        found = papers.load_papers(session, tournament_id)
        report = _chosen(found, portal, context.settings.shadow_portals)
        if report and restricted.is_restricted(session, report.report_id):
            raise NotFoundError(restricted.RESTRICTED_TEXT)
        decided = tuple(_decisions(session, tournament_id))
        kept = choices.load_choices(session, tournament_id)
        made = _of_report(session, case, report) if report else None
    head = case.head
    approve = _command(head.id, report, waiting)
    basis = replace(
        made or _of_preview(context, case, now),
        reading=_noticed(head, kept),
        unplayed=case.policy.unplayed,
        previous=_previous(found, report),
    )
    return Page(
        tournament_id=head.id,
        tournament=head.name,
        source=head.source,
        tournament_uuid=head.uuid,
        revision=report.revision if report else head.number,
        report=report,
        file_sha256=hashlib.sha256(report.data).hexdigest() if report else "",
        is_current=report is None or _is_current(case, report, basis.payload),
        waiting=waiting.text if waiting.code else Text("", ""),
        approve=approve,
        frees=to_approve(context, tournament_id, now) if approve else (),
        content=page_content(basis),
        decisions=decided,
        rules=tuple(_rules(case.policy)),
        made_utc=now,
        zone=case.policy.timezone,
    )


def _noticed(head: Head, kept: Kept | None) -> Sequence[Finding]:
    """Return what was noticed in the exports, but no rank that people have chosen."""
    if kept is None:
        return head.findings
    tournament = decode_snapshot(head.snapshot)
    return unlike_chosen(head.findings, tournament, kept.choices)


def _chosen(
    found: Sequence[Paper], portal: str | None, shadow: frozenset[str]
) -> Paper | None:
    """Return the report that the page is about, None if none counts."""
    alive = [
        item
        for item in found
        if item.state != outbox.SUPERSEDED and portal in {None, item.portal}
    ]
    wanted = [item for item in alive if item.state in WANTS_A_PERSON]
    real = [item for item in alive if item.portal not in shadow]
    return next((some[-1] for some in (wanted, real, alive) if some), None)


def _previous(found: Sequence[Paper], report: Paper | None) -> Payload | None:
    """Return what a portal got before this report, or has got so far."""
    before = found[: found.index(report)] if report else found
    there = [
        item
        for item in before
        if item.state in outbox.AT_PORTAL
        and (report is None or item.portal == report.portal)
    ]
    return read_report(there[-1].data).payload if there else None


def _of_report(session: Session, case: Case, report: Paper) -> Basis:
    """Return what the page of a report that was made is made from."""
    snapshot = papers.load_revision(session, case.head.id, report.revision)
    return Basis(
        payload=read_report(report.data).payload,
        tournament=decode_snapshot(snapshot or case.head.snapshot),
        confirmed=confirmed_of(case),
        findings=report.findings,
    )


def _of_preview(context: Context, case: Case, now: dt.datetime) -> Basis:
    """Return what the page of what would be sent is made from."""
    preview = previewed(case)
    return Basis(
        payload=preview.payload,
        tournament=preview.completed.tournament,
        confirmed=confirmed_of(case),
        findings=_checked(context, case, preview, now),
    )


def _checked(
    context: Context, case: Case, preview: Preview, now: dt.datetime
) -> Sequence[Finding]:
    """Return what the rules would say of the file; its UUID is never used."""
    errors = [item for item in preview.findings if item.severity is Severity.ERROR]
    if preview.payload is None or errors:
        return preview.findings
    extra = Extra(case.policy.sender, preview.findings)
    rendered = render(context, case.head, preview.payload, (), now, extra)
    return rendered.report.findings if rendered.report else rendered.errors


def _is_current(case: Case, report: Paper, payload: Payload | None) -> bool:
    """Return whether a report says what would be reported at this moment.

    Where nothing can be reported at all, what the tournament waits for says why.
    """
    present = previewed(case).payload
    if payload is None or present is None:
        return True
    is_same = payload_sha256(present) == payload_sha256(payload)
    is_foreign = report.kind == outbox.ADOPTED
    return is_same or (is_foreign and says_the_same(payload, present))


def _command(tournament_id: int, report: Paper | None, waiting: Waiting) -> str:
    """Return how a person lets the report go, empty where nobody is asked."""
    is_asked = report is not None and report.state == outbox.DRAFTED
    says_so = f"syncd approve {tournament_id}" in waiting.text.en
    return f"syncd approve {tournament_id}" if is_asked or says_so else ""


def _decisions(session: Session, tournament_id: int) -> list[Decision]:
    return [
        Decision(line.at_utc, _decided(line), line.by)
        for line in readmodels.list_history(session, tournament_id)
        if line.kind == "decision"
    ]


def _decided(line: readmodels.HistoryLine) -> Text:
    """Return what was decided in full, else that something was."""
    for change in line.changes:
        if change["place"] == "decision":
            return Text(change["new"], change.get("new_de", change["new"]))
    return line.text


def _rules(policy: Policy) -> list[Rule]:
    """Return the policy without what nobody has set."""
    return [
        Rule(key, _value(key, getattr(policy, key)), _origin(origin))
        for key in KEYS
        if (origin := policy.origins.get(key)) and _is_set(getattr(policy, key))
    ]


def _value(key: str, value: object) -> Text:
    """Return a value for people; seconds are many, so hours stand beside them."""
    said = shown(value)
    if not key.endswith("_s") or not isinstance(value, (int, float)):
        return said
    hours = decimal(round(value / 360))
    return Text(f"{said.en} s = {hours.en} h", f"{said.de} s = {hours.de} h")


def _is_set(value: object) -> bool:
    """Return whether a rule says anything; 0 seconds do."""
    return value is not None and value is not False and value != ""


def _origin(origin: Origin) -> Text:
    place = PLACES[origin.place]
    more = " ".join(filter(None, (origin.name, f"({origin.by})" if origin.by else "")))
    return Text(f"{place.en} {more}".rstrip(), f"{place.de} {more}".rstrip())
