"""Which team was at home, told by the flags of CLM's records XCD and XCZ.

A player's flag is that of the team for which he played, and only for a player of one
roster is that team certain. Flags of one match that do not fit together tell nothing:
a wrong one would turn every result of the match.

Source: CLM wiki "Technische Details: Beschreibung TRF", XCD and XCZ.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.teams.home_solver import EITHER, FIRST, SECOND
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.formats.trf.clm.round_blocks import PlayerRound, TeamRound
    from syncd.model.meetings import Meeting
    from syncd.model.tournament import Team


class HomeFlag(NamedTuple):
    """What one block says of one team.

    Attributes:
        round: from 1, counted through all loops.
        team: team number.
        opponent: team number, None if the record does not name it.
        is_home: whether the team was at home.
        line: line number from 1.
        column: of the block, from 1.
    """

    round: int
    team: int
    opponent: int | None
    is_home: bool
    line: int
    column: int


class Homes(NamedTuple):
    """What all flags say.

    Attributes:
        stated: per match which teams may have been at home, as bits.
        findings: a warning for each match whose flags do not fit together.
    """

    stated: list[int]
    findings: list[Finding]


def home_flags(
    teams: Sequence[Team],
    team_rounds: Iterable[TeamRound],
    player_rounds: Iterable[PlayerRound],
) -> list[HomeFlag]:
    """Return the flags of teams, and of players who stand in one roster.

    Args:
        teams: with their rosters.
        team_rounds: XCD.
        player_rounds: XCZ.
    """
    rosters = Counter(player for team in teams for player in team.roster)
    team_of = {
        player: team.number
        for team in teams
        for player in team.roster
        if rosters[player] == 1
    }
    of_teams = [
        HomeFlag(each.round, each.team, each.opponent, each.is_home, *_place(each))
        for each in team_rounds
        if each.is_home is not None
    ]
    of_players = [
        HomeFlag(each.round, team_of[each.player], None, each.is_home, *_place(each))
        for each in player_rounds
        if each.is_home is not None and each.player in team_of
    ]
    return of_teams + of_players


def _place(each: TeamRound | PlayerRound) -> tuple[int, int]:
    return each.line, each.column


def read_homes(
    flags: Iterable[HomeFlag], played: Sequence[Meeting], teams: Iterable[Team]
) -> Homes:
    """Return which teams may have been at home by the flags.

    Args:
        flags: those of all rounds.
        played: the matches, as rosters and pairings tell them.
        teams: for their names.
    """
    by_team: dict[tuple[int, int], list[HomeFlag]] = {}
    for flag in flags:
        by_team.setdefault((flag.round, flag.team), []).append(flag)
    names = {team.number: team.name for team in teams}
    homes = Homes([], [])
    for meeting in played:
        told = [
            (flag, home if flag.is_home else EITHER - home)
            for team, home in zip(meeting.teams, (FIRST, SECOND), strict=True)
            for flag in by_team.get((meeting.round, team), ())
            if flag.opponent is None or flag.opponent in meeting.teams
        ]
        said = {home for _, home in told}
        homes.stated.append(said.pop() if len(said) == 1 else EITHER)
        if len(said) > 1:
            one, two = (f"{number} {names[number]}" for number in meeting.teams)
            odd = next(flag for flag, home in told if home != told[0][1])
            homes.findings.append(_contradicting(odd, f"{one} – {two}"))
    return homes


def _contradicting(flag: HomeFlag, match: str) -> Finding:
    return Finding(
        "clm.home_flags",
        Severity.WARNING,
        Text(
            f"Round {flag.round}, {match}: the records XCD and XCZ name now one team, "
            "now the other as the home team. They were not used for this match. "
            "Correct home and guest in CLM and export again.",
            f"Runde {flag.round}, {match}: Die Sätze XCD und XCZ nennen mal die eine, "
            "mal die andere Mannschaft als Heimmannschaft. Sie wurden für diesen "
            "Wettkampf nicht verwendet. Bitte Heim und Gast in CLM berichtigen und "
            "erneut exportieren.",
        ),
        line=flag.line,
        column=flag.column,
        value="1" if flag.is_home else "0",
    )
