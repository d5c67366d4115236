"""When a team event is complete: by its matches, not by its players.

Entries without players (spielfrei) are no teams. A league has each pair of teams once
per loop; a Swiss has everybody in each round, save one team without an opponent; in a
knockout one team of each match goes on. A match that was forfeited as a whole leaves
no game in a TRF, so a missing match is a question for a person.

Source: practice of league managers; CLM's source, db_report_save.php (board points).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.meetings import all_matches, meetings, most_boards, team_scores
from syncd.model.tournament import Kind, TeamMatch
from syncd.rating import wording
from syncd.rating.reason import Reason, Why
from syncd.rating.roundrobin import loops_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.model.meetings import TeamScore
    from syncd.model.tournament import Team, Tournament
    from syncd.rating.crosstable import Crosstable

Pair = tuple[int, int]
"""Two team numbers, the lower first."""

_FINAL_AND_THIRD_PLACE: Final = 2


def team_reasons(table: Crosstable, kind: Kind) -> Iterator[Reason]:
    """Yield what speaks against a team event being complete.

    Args:
        table: the crosstable.
        kind: how the event was paired.
    """
    system, t = _SYSTEMS.get(kind), table.tournament
    if system is not None and real_teams(t):
        yield from system(replace(t, matches=all_matches(t)))


def board_points(table: Crosstable) -> Iterator[Reason]:
    """Yield a reason if teams have other board points than their boards can give.

    Seats that stayed empty give points without a board in the file, so more points are
    explained as long as there were seats left; fewer never are.
    """
    t = table.tournament
    if t.rules.scoring or t.rules.adjustments:
        return
    played = meetings(t.pairings, t.teams)
    seats = most_boards(played) * t.pairings.rounds
    scores = team_scores(t.pairings, played)
    odd = [
        team
        for team in real_teams(t)
        if team.number in scores and _is_odd(team, scores[team.number], seats)
    ]
    if odd:
        who = _names(odd)
        text = Text(
            f"The board points of these teams (310) are not those of their boards: "
            f"{who.en}. A match was decided at the green table, or a result was "
            "changed and the table is old. Played games stay rated as they were "
            "played. Correct it and export again, or say with `syncd confirm` that it "
            "is right.",
            f"Die Brettpunkte dieser Mannschaften (310) ergeben sich nicht aus ihren "
            f"Brettern: {who.de}. Ein Wettkampf wurde am grünen Tisch entschieden, "
            "oder ein Ergebnis wurde geändert und die Tabelle ist alt. Gespielte "
            "Partien werden gewertet, wie sie gespielt wurden. Bitte berichtigen und "
            "erneut exportieren oder mit `syncd confirm` bestätigen.",
        )
        yield Reason(Why.BOARD_POINTS, text, needs_person=True)


def _is_odd(team: Team, score: TeamScore, seats: int) -> bool:
    """Return whether empty seats cannot explain the difference.

    Args:
        team: with its stated board points.
        score: what its boards give.
        seats: how many it would have filled in all rounds.
    """
    if team.game_points_x10 is None:
        return False
    empty_x10 = team.game_points_x10 - score.listed_x10
    return not -score.loose_x10 <= empty_x10 <= 10 * (seats - score.boards)


def real_teams(t: Tournament) -> list[Team]:
    """Return the teams that have players."""
    return [team for team in t.teams if team.roster]


def _league(t: Tournament) -> Iterator[Reason]:
    """Yield a reason for pairs of teams that met too often or too seldom."""
    teams = {team.number: team for team in real_teams(t)}
    loops = loops_of(t, len(teams))
    met = Counter(_pair(match) for match in t.matches)
    often = sorted(pair for pair, count in met.items() if count > loops)
    seldom = [
        pair for pair in combinations(sorted(teams), 2) if met.get(pair, 0) < loops
    ]
    if often:
        who, times = _pairs(teams, often), _times(loops)
        text = Text(
            f"In this league teams meet {times.en}, but these met more often: "
            f"{who.en}. Check the matches, or say with `syncd confirm` that this is "
            "right.",
            f"In dieser Liga treffen Mannschaften {times.de} aufeinander, diese aber "
            f"öfter: {who.de}. Bitte die Wettkämpfe prüfen oder mit `syncd confirm` "
            "bestätigen.",
        )
        yield Reason(Why.REPEATED_MATCHES, text, needs_person=True)
    if seldom:
        who = _pairs(teams, seldom)
        text = Text(
            f"Matches of this league are not in the file ({len(seldom)}): {who.en}. "
            "Enter their results and export again. If a match was forfeited as a whole "
            "or a team withdrew, no game is missing: say so with `syncd confirm`.",
            f"In der Datei fehlen Wettkämpfe dieser Liga ({len(seldom)}): {who.de}. "
            "Bitte die Ergebnisse eintragen und erneut exportieren. War ein ganzer "
            "Wettkampf kampflos oder ist eine Mannschaft zurückgetreten, fehlt keine "
            "Partie: bitte mit `syncd confirm` bestätigen.",
        )
        yield Reason(Why.MISSING_MATCHES, text, needs_person=True)


def _times(number: int) -> Text:
    if number == 1:
        return Text("once", "einmal")
    return Text(f"{number} times", f"{number}-mal")


def _pair(match: TeamMatch) -> Pair:
    return min(match.home, match.guest), max(match.home, match.guest)


def _swiss(t: Tournament) -> Iterator[Reason]:
    """Yield a reason for teams without a match in a round that others played.

    A team that has gone is told once, in the first round without it.
    """
    absent = _absent(t)
    if absent:
        names = [
            f"{number}: {team.number} {team.name}"
            for number, teams in absent.items()
            for team in teams
        ]
        who, which = wording.listing(names), wording.rounds(list(absent))
        text = Text(
            f"Teams have no match in {which.en}: {who.en}. Enter what is missing and "
            "export again. If a match was forfeited as a whole or a team withdrew, say "
            "so with `syncd confirm`.",
            f"Mannschaften haben keinen Wettkampf in {which.de}: {who.de}. Bitte "
            "nachtragen und erneut exportieren. War ein ganzer Wettkampf kampflos oder "
            "ist eine Mannschaft zurückgetreten, bitte mit `syncd confirm` bestätigen.",
        )
        yield Reason(Why.MISSING_MATCHES, text, needs_person=True)


def _absent(t: Tournament) -> dict[int, list[Team]]:
    """Return who lacks a match in each round, save an odd team and announced byes."""
    by_round: dict[int, list[TeamMatch]] = {}
    for match in t.matches:
        by_round.setdefault(match.round, []).append(match)
    there = {number: _teams_of(matches) for number, matches in by_round.items()}
    teams, later = real_teams(t), set[int]()
    absent: dict[int, list[Team]] = {}
    for number in sorted(there, reverse=True):
        later |= there[number]
        due = (later | there.get(number - 1, set())) - _with_bye(t, number)
        gone = due - there[number]
        if len(gone) > len(due) % 2:
            absent[number] = [team for team in teams if team.number in gone]
    return dict(sorted(absent.items()))


def _with_bye(t: Tournament, number: int) -> set[int]:
    """Return the teams whose bye the file states (240, 320)."""
    paired = t.team_byes.teams[number - 1 : number] if t.team_byes else ()
    asked = [bye.ids for bye in t.rules.byes if bye.round == number]
    return {*paired, *chain.from_iterable(asked)}


def _teams_of(matches: Iterable[TeamMatch]) -> set[int]:
    return {team for match in matches for team in (match.home, match.guest)}


def _knockout(t: Tournament) -> Iterator[Reason]:
    """Yield a reason if not one team of each match goes on until one is left."""
    teams = len(_teams_of(t.matches))
    if any(_is_knockout(kept, t.pairings.rounds) for kept in _without_third_place(t)):
        return
    text = Text(
        f"This is no complete team knockout: {teams} teams need {teams - 1} matches "
        "(one more with a match for third place), one team of each match goes on, and "
        f"the last round is the final; the file has {len(t.matches)} matches. Check "
        "them, or say with `syncd confirm` that this is right.",
        "Das ist kein vollständiges K.-o.-Turnier für Mannschaften: "
        f"{teams} Mannschaften brauchen {teams - 1} Wettkämpfe (einen mehr mit Spiel "
        "um Platz drei), eine Mannschaft jedes Wettkampfs kommt weiter, und die letzte "
        f"Runde ist das Finale; die Datei hat {len(t.matches)} Wettkämpfe. Bitte "
        "prüfen oder mit `syncd confirm` bestätigen.",
    )
    yield Reason(Why.KNOCKOUT, text, needs_person=True)


def _without_third_place(t: Tournament) -> Iterator[tuple[TeamMatch, ...]]:
    """Yield the matches, and without one of two in the last round, either way."""
    yield t.matches
    finals = [match for match in t.matches if match.round == t.pairings.rounds]
    if len(finals) == _FINAL_AND_THIRD_PLACE:
        for extra in finals:
            yield tuple(match for match in t.matches if match is not extra)


def _is_knockout(matches: tuple[TeamMatch, ...], rounds: int) -> bool:
    last: dict[int, int] = {}
    for match in matches:
        for team in (match.home, match.guest):
            last[team] = max(match.round, last.get(team, 0))
    on = [
        sum(last[team] > match.round for team in (match.home, match.guest))
        for match in matches
        if match.round < rounds
    ]
    finals = sum(match.round == rounds for match in matches)
    return finals == 1 and set(on) <= {1} and len(matches) == len(last) - 1


def _pairs(teams: dict[int, Team], pairs: list[Pair]) -> Text:
    names = [
        f"{teams[one].name} – {teams[two].name}"
        for one, two in pairs[: wording.SHOWN]
        if one in teams and two in teams
    ]
    return wording.listing(names, len(pairs))


def _names(teams: list[Team]) -> Text:
    return wording.listing([f"{team.number} {team.name}" for team in teams])


_SYSTEMS: Final = {
    Kind.SWISS: _swiss,
    Kind.ROUND_ROBIN: _league,
    Kind.KNOCKOUT: _knockout,
}
