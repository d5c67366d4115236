"""What a DWZ report says of a tournament, as a value without identity.

The report is built from the crosstable alone: people with a listed game, numbered in
the order of their start numbers, and the games sorted by round. So the same tournament
always gives the same payload, in whatever order a file lists its players. Nothing is
guessed: what is missing is an error finding, and what was left out is said.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1; practice of rating officers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import Payload, ReportGame
from syncd.model.findings import Finding, Severity
from syncd.rating import wording
from syncd.rating.crosstable import crosstable
from syncd.rating.dates import game_dates, span
from syncd.rating.direction import straightened
from syncd.rating.outcomes import Status
from syncd.rating.reason import Why
from syncd.rating.reportgames import game_entries, game_findings
from syncd.rating.reportplayers import player_findings, report_players
from syncd.rating.reporttournament import (
    Facts,
    ReportOptions,
    report_tournament,
    tournament_facts,
    tournament_findings,
)
from syncd.rating.roundrobin import lost_games
from syncd.rating.teamcolours import knows_homes, lacks_colours, with_home_white

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.formats.dwzxml.elements import ReportPlayer
    from syncd.model.tournament import Entrant, Tournament
    from syncd.rating.confirmed import Confirmed
    from syncd.rating.crosstable import Crosstable
    from syncd.rating.dates import Span
    from syncd.rating.reportgames import Entry

__all__ = ["Built", "ReportOptions", "build_payload"]


@dataclass(frozen=True, slots=True)
class Built:
    """A payload, or why there is none, and everything that was noticed.

    Attributes:
        payload: what is rated; None if it cannot be formed.
        findings: faults to correct and hints for the person who approves.
    """

    payload: Payload | None
    findings: tuple[Finding, ...]


def build_payload(t: Tournament, confirmed: Confirmed, options: ReportOptions) -> Built:
    """Return what a DWZ report says of a tournament.

    Args:
        t: the tournament as merged.
        confirmed: what a person has decided.
        options: what the configuration says.

    Returns:
        The payload with its findings; without a payload at least one is an error.
    """
    table = with_home_white(crosstable(t, confirmed))
    facts = tournament_facts(table, confirmed, options)
    lost = _lost_games(table, facts, confirmed)
    entries = game_entries(table, game_dates(table, confirmed), options.unplayed)
    people = _people(table, entries)
    players = report_players(people, has_xcr=has_xcr(t))
    findings = (
        *tournament_findings(facts),
        *player_findings(people, players, options.asked),
        *game_findings(table, options.unplayed),
        *lost,
        *_hints(table, players),
        *_days_differ(table, confirmed, entries),
        *(() if options.elo_checked else _elo_hint(players, facts)),
    )
    rounds = max((entry.round for entry in entries), default=0)
    tournament = report_tournament(facts, confirmed, options, rounds)
    if tournament is None or lost or _is_broken(table):
        return Built(None, findings)
    payload, turned = straightened(
        Payload(tournament, tuple(players), _games(entries, people))
    )
    return Built(payload, (*findings, *turned))


def _lost_games(table: Crosstable, facts: Facts, confirmed: Confirmed) -> list[Finding]:
    """Return an error if half of the games are missing in the file."""
    if Why.LOST_GAMES in confirmed.accepted or table.tournament.is_team:
        return []
    return [
        Finding(f"report.{reason.code}", Severity.ERROR, reason.text)
        for reason in lost_games(table, facts.kind)
    ]


def _is_broken(table: Crosstable) -> bool:
    """Return whether no honest list of games can be formed."""
    faulty = table.having(Status.ONE_SIDED, Status.CONTRADICTORY)
    return bool(faulty) or not table.having(Status.RATED)


def _people(table: Crosstable, entries: Sequence[Entry]) -> list[Entrant]:
    """Return everybody in a listed game, by start number (rules P03, P07)."""
    listed = {player for entry in entries for player in entry.players}
    return [table.entrants[key] for key in sorted(listed)]


def _games(
    entries: Sequence[Entry], people: Sequence[Entrant]
) -> tuple[ReportGame, ...]:
    """Return the games with player numbers, by round and lowest number.

    A game that stands twice, as CLM writes those of a player in two rosters, is one.
    """
    numbers = {entrant.id: number for number, entrant in enumerate(people, start=1)}
    once = dict.fromkeys(entries)
    ordered = sorted(once, key=lambda entry: (entry.round, min(entry.players)))
    return tuple(_game(entry, numbers) for entry in ordered)


def _game(entry: Entry, numbers: Mapping[int, int]) -> ReportGame:
    white_points, black_points = entry.points
    return ReportGame(
        round=entry.round,
        white=None if entry.white is None else numbers[entry.white],
        black=None if entry.black is None else numbers[entry.black],
        white_points=white_points,
        black_points=black_points,
        date=entry.date,
    )


def has_xcr(t: Tournament) -> bool:
    """Return whether the source states DWZ, Elo and TWZ apart (record XCR).

    Where it does, record 001 may hold the TWZ; where it does not, the file is a rating
    export and record 001 holds the Elo.
    """
    return any(
        value is not None
        for entrant in t.entrants
        for value in (entrant.dwz, entrant.elo, entrant.twz)
    )


def _hints(table: Crosstable, players: Sequence[ReportPlayer]) -> Iterator[Finding]:
    if not table.having(Status.RATED):
        yield Finding("G01", Severity.ERROR, _NO_GAMES)
    if lacks_colours(table):
        yield _white(knows_homes=knows_homes(table))
    if table.left_out:
        yield Finding("P04", Severity.INFO, _nobodies(table))
    without_game = len(table.entrants) - len(players)
    if without_game:
        yield Finding("P03", Severity.INFO, _without_game(without_game))


def _days_differ(
    table: Crosstable, confirmed: Confirmed, entries: Sequence[Entry]
) -> Iterator[Finding]:
    """Yield a warning if the days of the file were dropped for those of a person."""
    days = [day for day in table.tournament.round_dates if day is not None]
    if days and entries and not any(entry.date for entry in entries):
        text = _no_dates((min(days), max(days)), span(table, confirmed))
        yield Finding("G03", Severity.WARNING, text)


def _white(*, knows_homes: bool) -> Finding:
    if knows_homes:
        return Finding("G16", Severity.INFO, _HOME_IS_WHITE)
    return Finding("G16", Severity.WARNING, _UNKNOWN_WHITE)


def _elo_hint(players: Sequence[ReportPlayer], facts: Facts) -> Iterator[Finding]:
    if any(player.fide_rating for player in players):
        yield Finding("P35", Severity.INFO, _elo(facts))


_NO_GAMES: Final = Text(
    "No game was played, so there is nothing to rate.",
    "Es wurde keine Partie gespielt; es gibt nichts auszuwerten.",
)
_HOME_IS_WHITE: Final = Text(
    "The file does not say who had White in every game, so White stands for the "
    "first-named team throughout.",
    "Die Datei nennt nicht zu jeder Partie, wer Weiß hatte; daher steht Weiß durchweg "
    "für die zuerst genannte Mannschaft.",
)
_UNKNOWN_WHITE: Final = Text(
    "The file does not say who had White in every game, nor which team was named first "
    "in every match. The games stand as in the file; where colours are missing, White "
    "means nothing. The rating does not depend on it.",
    "Die Datei nennt nicht zu jeder Partie, wer Weiß hatte, und nicht zu jedem "
    "Wettkampf, welche Mannschaft zuerst genannt ist. Die Partien stehen wie in der "
    "Datei; wo Farben fehlen, bedeutet Weiß nichts. Für die Auswertung ist das ohne "
    "Bedeutung.",
)


def _no_dates(planned: Span, stated: Span) -> Text:
    """Return that the days of the file do not fit those that a person has stated."""
    (file_en, file_de), (real_en, real_de) = map(_from_to, (planned, stated))
    return Text(
        f"The games carry no dates: those of the file ({file_en}) do not fit the days "
        f"that were stated ({real_en}). Check which are right; where the file's are, "
        "leave out the others.",
        f"Die Partien stehen ohne Datum da: Die Tage der Datei ({file_de}) passen "
        f"nicht zu den angegebenen ({real_de}). Bitte prüfen, welche stimmen; sind es "
        "die der Datei, die anderen weglassen.",
    )


def _from_to(days: Span) -> Text:
    unknown = Text("?", "?")
    first, last = (wording.day(day) if day else unknown for day in days)
    return Text(f"{first.en} to {last.en}", f"{first.de} bis {last.de}")


def _nobodies(table: Crosstable) -> Text:
    who = wording.players(table.left_out)
    return Text(
        f"Entries that stand for nobody are left out: {who.en}.",
        f"Einträge, hinter denen niemand steht, entfallen: {who.de}.",
    )


def _without_game(count: int) -> Text:
    return Text(
        f"Players without a listed game are left out ({count}).",
        f"Spieler ohne aufgeführte Partie entfallen ({count}).",
    )


def _elo(facts: Facts) -> Text:
    end = facts.span[1]
    month = f" ({end:%m/%Y})" if end else ""
    return Text(
        "The Elo ratings are those that the file holds from some earlier import. Check "
        f"them against the FIDE list of the month of the last game{month}.",
        "Die Elo-Zahlen stammen aus einem früheren Import. Bitte mit der FIDE-Liste "
        f"des Monats der letzten Partie{month} vergleichen.",
    )
