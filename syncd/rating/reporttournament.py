"""The tournament section of a report, from the file, the configuration and a person.

What a person confirmed goes before the configuration, and that before the file; only
the usual place of a source comes after it.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1;
rules T02 to T18 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import ReportTournament
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Kind
from syncd.rating import wording
from syncd.rating.dates import span
from syncd.rating.finished import kind_of
from syncd.rating.reason import Why
from syncd.rating.timegate import time_gate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.rating.confirmed import Confirmed
    from syncd.rating.crosstable import Crosstable
    from syncd.rating.dates import Span
    from syncd.rating.reportgames import Unplayed
    from syncd.rating.timegate import Gate

TYPES: Final = {Kind.SWISS: "W", Kind.ROUND_ROBIN: "R", Kind.KNOCKOUT: "C"}
SINGLE, TEAM = "S", "T"
"""Parts of the code of a type. Source: DSB_DWZ_TournamentReport 2.5, schema,
TurnierType_EnumType."""

HYBRID: Final = "-H"
"""Suffix of the code. Source: Wertungsordnung 4.2.4.6."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What the configuration says of the reports of a tournament.

    Attributes:
        unplayed: whether forfeits and byes are left out or listed, all alike.
        location: place, whatever the file says.
        usual_location: place where the file names none.
        url: home page or empty.
        notes: free text or empty.
        age_class: for instance `U12`, or empty.
        label: telling name where that of the file is not, or empty.
        hybrid: whether some games were played over the net under supervision.
        elo_checked: whether the Elo are those of the FIDE list of the last month.
        asked: entrant ids about whose birth year a question is asked already.
    """

    unplayed: Unplayed = "omit"
    location: str = ""
    usual_location: str = ""
    url: str = ""
    notes: str = ""
    age_class: str = ""
    label: str = ""
    hybrid: bool = False
    elo_checked: bool = False
    asked: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """The values of the section before it is known whether all are there.

    Attributes:
        label: telling name.
        kind: how the tournament was paired.
        is_team: whether teams played.
        gate: the time control.
        location: place or region.
        span: first and last day.
    """

    label: str
    kind: Kind
    is_team: bool
    gate: Gate
    location: str
    span: Span


def tournament_facts(
    table: Crosstable, confirmed: Confirmed, options: ReportOptions
) -> Facts:
    """Return what is known: as confirmed, else as configured, else from the file.

    What a person confirmed alone may say that the time control is slow enough: an age
    class from the configuration stands in the report, but opens no gate.
    """
    t = table.tournament
    label = confirmed.label or options.label or t.name
    location = confirmed.location or options.location or t.city
    return Facts(
        label=label.strip(),
        kind=kind_of(t, confirmed),
        is_team=t.is_team,
        gate=time_gate(t, confirmed),
        location=location.strip() or options.usual_location.strip(),
        span=span(table, confirmed),
    )


def _type_code(facts: Facts) -> str:
    """Return `SW`, `TR` and so on, empty if the kind is not known."""
    letter = TYPES.get(facts.kind, "")
    return letter and (TEAM if facts.is_team else SINGLE) + letter


def report_tournament(
    facts: Facts, confirmed: Confirmed, options: ReportOptions, rounds: int
) -> ReportTournament | None:
    """Return the section, None if a value that it must have is missing.

    Args:
        facts: what is known.
        confirmed: what a person has decided.
        options: what the configuration says.
        rounds: highest round with a listed game.
    """
    start, end = facts.span
    code, notation = _type_code(facts), facts.gate.notation
    if not (code and notation and facts.label and facts.location and start and end):
        return None
    return ReportTournament(
        label=facts.label,
        type=code + HYBRID if options.hybrid else code,
        timecontrol=notation,
        rounds=rounds,
        start=start,
        end=end,
        location=facts.location,
        url=options.url,
        notes=options.notes,
        age_class=confirmed.age_class or options.age_class,
    )


def tournament_findings(facts: Facts) -> Iterator[Finding]:
    """Yield what is missing or wrong in the tournament section."""
    start, end = facts.span
    missing = (
        ("T18", "label", facts.label, _NO_LABEL),
        ("T02", "tournamentType", _type_code(facts), _NO_TYPE),
        ("T18", "location", facts.location, _no_location(facts)),
        ("T06", "startDate", start, _NO_START),
        ("T09", "endDate", end, _NO_END),
    )
    for rule, element, value, text in missing:
        if not value:
            yield Finding(rule, Severity.ERROR, text, path=f"tournament/{element}")
    if start and end and start > end:
        yield Finding(
            "T12", Severity.ERROR, _reversed(facts), path="tournament/endDate"
        )
    yield from _gate_finding(facts.gate)


def _gate_finding(gate: Gate) -> Iterator[Finding]:
    if gate.problem is None:
        return
    why, text = gate.problem
    rule, severity = "T18", Severity.ERROR
    if why is Why.NOT_DWZ:
        rule = "T16"
    elif gate.notation:
        rule, severity = "T04", Severity.WARNING
    path = "tournament/timecontrol"
    yield Finding(rule, severity, text, value=gate.notation, path=path)


_NO_LABEL: Final = Text(
    "The tournament has no name; give it one with `syncd confirm --label NAME`.",
    "Das Turnier hat keinen Namen; bitte einen mit `syncd confirm --label NAME` "
    "angeben.",
)
_NO_TYPE: Final = Text(
    "The type of the tournament is not known; name it with `syncd confirm`: Swiss, "
    "round robin or knockout.",
    "Die Turnierart ist nicht bekannt; bitte mit `syncd confirm` angeben: Schweizer "
    "System, Rundenturnier oder K.-o.-System.",
)
_NO_LOCATION: Final = Text(
    "The file names no place; enter the city in the Chess League Manager or name it "
    "with `syncd confirm`.",
    "Die Datei nennt keinen Ort; bitte den Ort im Chess League Manager eintragen oder "
    "mit `syncd confirm` angeben.",
)
_NO_START: Final = Text(
    "The day of the first game is not known; name it with `syncd confirm`.",
    "Der Tag der ersten Partie ist nicht bekannt; bitte mit `syncd confirm` angeben.",
)
_NO_END: Final = Text(
    "The day of the last game is not known; name it with `syncd confirm`.",
    "Der Tag der letzten Partie ist nicht bekannt; bitte mit `syncd confirm` angeben.",
)


_NO_REGION: Final = Text(
    "The file names no place; enter it in the Chess League Manager or name the region "
    "of the league with `syncd confirm`.",
    "Die Datei nennt keinen Ort; bitte im Chess League Manager eintragen oder die "
    "Region der Liga mit `syncd confirm` angeben.",
)


def _no_location(facts: Facts) -> Text:
    return _NO_REGION if facts.is_team else _NO_LOCATION


def _reversed(facts: Facts) -> Text:
    first, last = (wording.day(date) for date in facts.span if date)
    return Text(
        f"The first day ({first.en}) is after the last day ({last.en}); correct one.",
        f"Der erste Tag ({first.de}) liegt nach dem letzten ({last.de}); bitte "
        "berichtigen.",
    )
