"""Everything that a person wants to see before a report leaves, as one value.

Made from the report as it stands (frozen bytes, or what would be sent) and from the
tournament behind it; where a value comes from stands beside it. How it looks is the
business of a template.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.findings import Severity
from syncd.model.timecontrol import decode_time_control, is_rated
from syncd.rating import wording
from syncd.rating.crosstable import crosstable
from syncd.rating.dates import span
from syncd.rating.difference import Sides, sentences
from syncd.rating.outcomes import Status
from syncd.rating.pagegames import player_lines, unplayed_lines
from syncd.rating.pageresults import RATED_POINTS, round_lines
from syncd.rating.reportdiff import diff_reports

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed
    from syncd.rating.pagegames import PlayerLine, UnplayedLine
    from syncd.rating.pageresults import RoundLines
    from syncd.rating.reportgames import Unplayed


@dataclass(frozen=True, slots=True)
class Basis:
    """What a page is made from.

    Attributes:
        payload: what the report says; None if none can be formed yet.
        tournament: the export behind it.
        confirmed: what people have decided.
        findings: of the report.
        reading: what was noticed and repaired when the exports were read.
        unplayed: whether forfeits and byes would stand in a report made now.
        previous: what the portal got last, None if it has nothing.
    """

    payload: Payload | None
    tournament: Tournament
    confirmed: Confirmed
    findings: Sequence[Finding] = ()
    reading: Sequence[Finding] = ()
    unplayed: Unplayed = "omit"
    previous: Payload | None = None


class Fact(NamedTuple):
    """One line about the tournament.

    Attributes:
        name: what it is called.
        value: as the report has it.
        origin: where it comes from, or what follows from it; may be empty.
        is_warning: whether a person should look.
    """

    name: Text
    value: Text
    origin: Text = Text("", "")
    is_warning: bool = False


class Remark(NamedTuple):
    """A finding as the page shows it."""

    code: str
    severity: str
    text: Text


@dataclass(frozen=True, slots=True)
class Content:
    """What a page says of tournament and report.

    Attributes:
        facts: the tournament.
        players: everybody in the report.
        unplayed: pairings and byes that are not rated.
        is_unplayed_listed: whether they stand in the report all the same.
        rounds: the games in the report.
        repairs: what was noticed and repaired when the exports were read.
        persons: unmatched persons and what lists say.
        rules: what the rules of the format say.
        differences: to the last report that the portal has; None if it has none.
    """

    facts: tuple[Fact, ...]
    players: tuple[PlayerLine, ...]
    unplayed: tuple[UnplayedLine, ...]
    is_unplayed_listed: bool
    rounds: tuple[RoundLines, ...]
    repairs: tuple[Remark, ...]
    persons: tuple[Remark, ...]
    rules: tuple[Remark, ...]
    differences: tuple[Text, ...] | None


def page_content(basis: Basis) -> Content:
    """Return what a page says of tournament and report."""
    table = crosstable(basis.tournament, basis.confirmed)
    payload, findings = basis.payload, tuple(basis.findings)
    facts = _facts(payload, basis) if payload else ()
    rated = len(table.having(Status.RATED))
    return Content(
        facts=(*facts, _in_the_file(len(table.entrants), rated)),
        players=tuple(player_lines(payload, table)) if payload else (),
        unplayed=tuple(unplayed_lines(table)),
        is_unplayed_listed=_is_unplayed_listed(payload, basis.unplayed),
        rounds=round_lines(payload) if payload else (),
        repairs=_remarks(basis.reading),
        persons=_remarks(item for item in findings if _is_personal(item)),
        rules=_remarks(item for item in findings if not _is_personal(item)),
        differences=_differences(payload, basis.previous),
    )


def _is_unplayed_listed(payload: Payload | None, unplayed: Unplayed) -> bool:
    """Return whether forfeits and byes stand in the report.

    What the report says counts: the policy may have changed since it was made.
    """
    if payload is None:
        return unplayed == "list"
    return _count_rated(payload) < len(payload.games)


def _count_rated(payload: Payload) -> int:
    return sum(
        {game.white_points, game.black_points} <= RATED_POINTS for game in payload.games
    )


def _differences(
    payload: Payload | None, previous: Payload | None
) -> tuple[Text, ...] | None:
    if payload is None or previous is None:
        return None
    return tuple(sentences(diff_reports(payload, previous), _SIDES))


def _is_personal(finding: Finding) -> bool:
    """Return whether a finding is about a person rather than the tournament."""
    return finding.code.startswith("P") or finding.path.startswith("entrants/")


def _remarks(findings: Iterable[Finding]) -> tuple[Remark, ...]:
    """Return findings, what weighs most first."""
    ordered = sorted(findings, key=lambda item: _ORDER[item.severity])
    remarks = (Remark(item.code, item.severity.value, item.text) for item in ordered)
    return tuple(dict.fromkeys(remarks))  # the same said twice says no more


def _facts(payload: Payload, basis: Basis) -> tuple[Fact, ...]:
    tournament = payload.tournament
    rated = _count_rated(payload)
    unrated = len(payload.games) - rated
    return (
        Fact(Text("Name", "Name"), _same(tournament.label)),
        Fact(Text("Type", "Turnierart"), _type(tournament.type)),
        *_days(payload, basis),
        _time_control(payload, basis),
        Fact(Text("Place", "Ort"), _same(tournament.location)),
        *_optional(payload),
        Fact(Text("Rounds", "Runden"), _same(tournament.rounds)),
        Fact(Text("Players in the report", "Spieler im Bericht"),
             _same(len(payload.players))),
        Fact(Text("Rated games", "Gewertete Partien"), _same(rated)),
        Fact(Text("Listed as not played", "Als nicht gespielt aufgeführt"),
             _same(unrated)),
    )  # fmt: skip


def _optional(payload: Payload) -> tuple[Fact, ...]:
    tournament = payload.tournament
    named = (
        (Text("Age class", "Altersklasse"), tournament.age_class),
        (Text("Web page", "Webseite"), tournament.url),
        (Text("Remark", "Bemerkung"), tournament.notes),
    )
    return tuple(Fact(name, _same(value)) for name, value in named if value)


def _in_the_file(players: int, rated: int) -> Fact:
    value = Text(
        f"{players} players, {rated} rated games",
        f"{players} Spieler, {rated} gewertete Partien",
    )
    return Fact(Text("In the exports", "In den Exporten"), value)


def _days(payload: Payload, basis: Basis) -> tuple[Fact, ...]:
    """Return first and last day, with where they come from."""
    t, confirmed = basis.tournament, basis.confirmed
    proposed = span(crosstable(t, confirmed), confirmed)
    stated = payload.tournament.start, payload.tournament.end
    names = Text("First day", "Erster Tag"), Text("Last day", "Letzter Tag")
    said = confirmed.start, confirmed.end
    planned = t.start, t.end
    return tuple(
        Fact(name, wording.day(day), *_origin(day, by_person, found, plan))
        for name, day, by_person, found, plan in zip(
            names, stated, said, proposed, planned, strict=True
        )
    )


def _origin(
    day: dt.date, by_person: dt.date | None, found: dt.date | None, plan: dt.date | None
) -> tuple[Text, bool]:
    """Return where a day comes from, and whether that should be looked at."""
    note = Text("", "")
    if plan is not None and plan != day:
        shown = wording.day(plan)
        note = Text(f"; the file plans {shown.en}", f"; die Datei plant {shown.de}")
    if day == by_person:
        origin, is_warning = _BY_PERSON, False
    elif day == found:
        origin, is_warning = _FROM_ROUNDS, False
    else:
        origin, is_warning = _FROM_BEFORE, True
    return Text(origin.en + note.en, origin.de + note.de), is_warning


def _type(code: str) -> Text:
    """Return the type of a tournament in words, with its code."""
    family, _, hybrid = code.partition("-")
    words = _TYPES.get(family)
    if words is None:
        return _same(code)
    more = Text(", hybrid", ", hybrid") if hybrid else Text("", "")
    return Text(f"{words.en}{more.en} ({code})", f"{words.de}{more.de} ({code})")


def _time_control(payload: Payload, basis: Basis) -> Fact:
    """Return the time control with the verdict on it."""
    tournament = payload.tournament
    origin = _BY_PERSON if basis.confirmed.time_control else _FROM_EXPORT
    control = decode_time_control(tournament.timecontrol)
    if control is None:
        verdict, is_warning = _UNREADABLE, True
    else:
        found = is_rated(control, tournament.age_class)
        has, needs = map(wording.duration, (found.seconds, found.needed_s))
        words = _RATED_TIME if found.rated else _TOO_FAST
        verdict = Text(
            f"{words.en}: {has} for 60 moves, needed are {needs}",
            f"{words.de}: {has} für 60 Züge, nötig sind {needs}",
        )
        is_warning = not found.rated
    text = Text(f"{verdict.en} ({origin.en})", f"{verdict.de} ({origin.de})")
    name = Text("Time control", "Bedenkzeit")
    return Fact(name, _same(tournament.timecontrol), text, is_warning)


def _same(value: str | int) -> Text:
    """Return a value that is written alike in both languages."""
    return Text(str(value), str(value))


_ORDER: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
_SIDES: Final = Sides(
    Text("this report", "diesem Bericht"), Text("the last one", "dem letzten")
)
_TYPES: Final = {
    "SW": Text("Swiss system", "Schweizer System"),
    "SR": Text("round robin", "Rundenturnier"),
    "SC": Text("knockout", "K.-o.-Turnier"),
    "TW": Text("teams, Swiss system", "Mannschaften, Schweizer System"),
    "TR": Text("teams, round robin", "Mannschaften, Rundenturnier"),
    "TC": Text("teams, knockout", "Mannschaften, K.-o.-Turnier"),
}
"""Source: DSB_DWZ_TournamentReport 2.5, tournamentType (`-H`: hybrid)."""
_BY_PERSON: Final = Text("confirmed by a person", "von einem Menschen bestätigt")
_FROM_ROUNDS: Final = Text(
    "proposed from the days of the games", "nach den Tagen der Partien vorgeschlagen"
)
_FROM_BEFORE: Final = Text(
    "as it was when the report was made; the exports say something else now",
    "Stand bei der Erstellung; die Exporte sagen inzwischen etwas anderes",
)
_FROM_EXPORT: Final = Text("as the export has it", "laut Export")
_RATED_TIME: Final = Text("slow enough for DWZ", "lang genug für DWZ")
_TOO_FAST: Final = Text("not DWZ", "kein DWZ-Turnier")
_UNREADABLE: Final = Text("not in FIDE notation", "nicht in FIDE-Schreibweise")
