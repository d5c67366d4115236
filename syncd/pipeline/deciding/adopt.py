"""Adopting a report that was sent by other means.

The tournament takes over the report's tournamentUUID and its accepted state, so that
the portal never gets the same tournament under a second UUID. If games and persons
are the same as in our newest state, nothing more is to be sent; otherwise what differs
becomes a correction.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import InconsistentError, NotFoundError
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.loose_report import read_report
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.timecontrol.stated import stated_time_control
from syncd.model.findings import Severity
from syncd.model.timecontrol import decode_time_control
from syncd.pipeline.judging.assess import load_case
from syncd.pipeline.judging.readiness import confirmed_of, report_options
from syncd.rating.confirmed import Confirmed, both_zero, combined, to_json
from syncd.rating.report import build_payload
from syncd.rating.substance import substance
from syncd.store import adoption, decisions, readmodels
from syncd.store.reports import NewReport
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.elements import Payload, Report
    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.readiness import Case

REFUSED_RULES: Final = {"F05", "F09", "F12", "U05", "U09"}
"""Rules without which a report cannot be recognised as anybody's report at all."""


def adopt(
    context: Context,
    data: bytes,
    portal: str,
    named: str | None,
    now: dt.datetime,
) -> Text:
    """Take over a report as accepted; return what follows from it.

    Args:
        context: the outside world.
        data: the XML file that was sent.
        portal: portal that has it.
        named: number, UUID or part of the name; None = by the report's label.
        now: aware UTC time.

    Raises:
        FormatError: the file cannot be read, is a report of another tournament, or must
            not be adopted (for instance the UUIDs printed in the documentation).
        NotFoundError: no such tournament or portal.
        StoreError: the tournament has its own accepted report already.
    """
    _refuse_unknown(context, portal)
    _refuse_forbidden(data)
    report = read_report(data)
    tournament_id = _find(context, report, named)
    case = load_case(context, tournament_id)
    ours, facts = _ours(case, report)
    is_same = _refuse_other(ours, report)
    sha256 = payload_sha256(ours if is_same and ours else report.payload)
    file_uuid = report.header.file_uuid if report.header else context.new_uuid()
    new = NewReport(
        tournament_id, case.head.number, file_uuid, sha256, data,
        games=len(report.payload.games),
    )  # fmt: skip
    with context.store.write("adopt.stored") as session:
        adoption.save_adopted(
            session, new, portal, report.tournament_uuid, now,
            compared=context.settings.shadow_portals,
        )  # fmt: skip
        if facts is not None and is_same:
            value = json.dumps(to_json(facts), ensure_ascii=False)
            decisions.save_decision(
                session, tournament_id, decisions.CONFIRMED, value, now
            )
    context.wake.tournament(tournament_id)
    return _SAME if is_same else _DIFFERS


def _refuse_other(ours: Payload | None, report: Report) -> bool:
    """Return whether the games are the same; refuse a report of another tournament.

    Raises:
        InconsistentError: most games are not those of the tournament. Adopting it
            would let a correction overwrite somebody else's tournament at the portal.
    """
    mine = substance(ours) if ours else frozenset()
    theirs = substance(report.payload)
    if 2 * len(mine & theirs) <= max(len(mine), len(theirs)):
        raise InconsistentError(
            Text(
                f"The report holds {len(theirs)} games, {len(mine & theirs)} of them "
                "are those of this tournament: it is another one, or the export is "
                "incomplete. Nothing was adopted.",
                f"Der Bericht enthält {len(theirs)} Partien, davon "
                f"{len(mine & theirs)} aus diesem Turnier: es ist ein anderes, oder "
                "der Export ist unvollständig. Nichts wurde übernommen.",
            )
        )
    return mine == theirs


def _refuse_unknown(context: Context, portal: str) -> None:
    """Refuse a portal that is not configured: the right one would get a report too."""
    names = [item.name for item in context.settings.portals]
    if portal not in names:
        known = ", ".join(names) or "–"
        raise NotFoundError(
            Text(
                f"No portal is called {portal!r}. Configured: {known}",
                f"Kein Portal heißt {portal!r}. Eingerichtet: {known}",
            )
        )


def _refuse_forbidden(data: bytes) -> None:
    for finding in check_report(data):
        if finding.code in REFUSED_RULES and finding.severity is Severity.ERROR:
            raise InconsistentError(finding.text)


def _find(context: Context, report: Report, named: str | None) -> int:
    with context.store.read() as session:
        if named is not None:
            return readmodels.find_tournament_id(session, named)
        label = fold_name(report.payload.tournament.label)
        fits = [
            item.id
            for item in readmodels.list_tournaments(session)
            if fold_name(item.name) == label
        ]
    if len(fits) != 1:
        en, de = (
            (f"{len(fits)} tournaments are", f"{len(fits)} Turniere heißen")
            if fits
            else ("No tournament is", "Kein Turnier heißt")
        )
        raise NotFoundError(
            Text(
                f"{en} called like this report "
                f"({report.payload.tournament.label}). Name one: syncd adopt X.xml "
                "--tournament T",
                f"{de} wie dieser Bericht "
                f"({report.payload.tournament.label}). Bitte eines angeben: "
                "syncd adopt X.xml --tournament T",
            )
        )
    return fits[0]


def _ours(case: Case, report: Report) -> tuple[Payload | None, Confirmed | None]:
    """Return what we would report now, and the facts to be borrowed for that.

    Facts that the export lacks (time control, place, days) are taken from the report:
    whoever sent it has stated them. For the comparison alone all of them are taken.
    """
    tournament = decode_snapshot(case.head.snapshot)
    options = report_options(case.policy, tournament.name)
    confirmed = confirmed_of(case)
    payload = build_payload(tournament, confirmed, options).payload
    if payload is not None:
        return payload, None
    stated = report.payload.tournament
    every = Confirmed(
        start=stated.start, end=stated.end, time_control=stated.timecontrol,
        location=stated.location,
    )  # fmt: skip
    zeros = confirmed.zero_zero | both_zero(tournament)
    filled = replace(combined(every, confirmed), zero_zero=zeros)
    facts = replace(combined(_lacking(tournament, every), confirmed), zero_zero=zeros)
    return build_payload(tournament, filled, options).payload, facts


def _lacking(tournament: Tournament, stated: Confirmed) -> Confirmed:
    """Return the facts of a report that the export lacks and that can be used.

    A decision goes before every later export, so nothing is made one that the file
    says itself, and no time control in prose.
    """
    is_dated = bool(tournament.end) or any(tournament.round_dates)
    is_usable = (
        stated_time_control(tournament).control is None
        and decode_time_control(stated.time_control) is not None
    )
    return Confirmed(
        start=None if is_dated else stated.start,
        end=None if is_dated else stated.end,
        time_control=stated.time_control if is_usable else "",
        location="" if tournament.city else stated.location,
    )


_SAME: Final = Text(
    "Adopted: the same games; nothing more is to be sent.",
    "Übernommen: dieselben Partien; es ist nichts mehr zu senden.",
)
_DIFFERS: Final = Text(
    "Adopted: games or names differ from the newest export; a correction follows once "
    "the tournament is finished.",
    "Übernommen: Partien oder Namen weichen vom neuesten Export ab; sobald das Turnier "
    "beendet ist, folgt eine Korrektur.",
)
