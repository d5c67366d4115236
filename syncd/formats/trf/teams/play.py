"""The matches of a team event, and its cells as each player has them.

Only CLM writes the home player's result into both rows; a file of another program is
taken as it stands, and its rosters tell who met whom.

Source: FIDE TRF26, records 001 and 310; CLM's source, site/clm/api/db_trf_export.php;
CLM wiki, XCD and XCZ.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.clm.round_blocks import read_player_rounds, read_team_rounds
from syncd.formats.trf.event import unsupported
from syncd.formats.trf.lines.numbers import to_int
from syncd.formats.trf.teams.home_flags import home_flags
from syncd.formats.trf.teams.home_seen import Seen
from syncd.formats.trf.teams.home_view import read_home_view
from syncd.model.meetings import meetings
from syncd.model.tournament import TeamMatch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf.clm.extensions import Extensions
    from syncd.formats.trf.clm.round_blocks import PlayerRounds, TeamRounds
    from syncd.formats.trf.event.rounds import Rounds
    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.records import Records
    from syncd.model.findings import Finding
    from syncd.model.pairings import Pairings
    from syncd.model.tournament import Entrant, Team

_FORFEITS: Final = {4: "-+", 5: "+-", 6: "--", 7: "--"}
"""CLM's number of a result, as the home team has it -> who was there.
Source: CLM's source, site/clm/sql/base_data.sql, clm_ergebnis."""


class TeamFile(NamedTuple):
    """What was read of a team event.

    Attributes:
        records: the file.
        rows: the players' lines.
        rounds: how many there are.
        extensions: CLM's records.
        entrants: the players.
        teams: with their rosters.
        pairings: cells as they stand.
    """

    records: Records
    rows: Mapping[int, Row]
    rounds: Rounds
    extensions: Extensions
    entrants: Sequence[Entrant]
    teams: Sequence[Team]
    pairings: Pairings


class TeamPlay(NamedTuple):
    """What follows from it.

    Attributes:
        pairings: with corrected cells.
        matches: by round, empty if the file mixes several loops.
        findings: corrections and questions.
    """

    pairings: Pairings
    matches: tuple[TeamMatch, ...]
    findings: list[Finding]


def read_team_play(file: TeamFile, *, is_clm: bool) -> TeamPlay:
    """Return the matches and the cells, put right where CLM wrote the home view."""
    if not is_clm:
        matches = tuple(
            TeamMatch(met.round, *met.teams, is_home_known=False)
            for met in meetings(file.pairings, file.teams)
        )
        return TeamPlay(file.pairings, matches, [])
    if not all(game.is_mutual for game in file.pairings.games()):
        return TeamPlay(file.pairings, (), [unsupported.loops()])
    size = {"rounds": file.rounds.rounds, "loops": file.rounds.loops}
    teams = read_team_rounds(file.records, **size)
    players = read_player_rounds(file.records, **size)
    view = read_home_view(_seen(file, teams, players))
    return TeamPlay(
        view.pairings,
        _with_forfeits(view.matches, teams, file),
        [*teams.findings, *players.findings, *view.findings],
    )


def _with_forfeits(
    matches: tuple[TeamMatch, ...], teams: TeamRounds, file: TeamFile
) -> tuple[TeamMatch, ...]:
    """Return the matches and those that XCD says were forfeited as a whole."""
    known = {(match.round, frozenset((match.home, match.guest))) for match in matches}
    real = {team.number for team in file.teams if team.roster}
    forfeited = [
        TeamMatch(each.round, each.team, each.opponent, forfeited=mark)
        for each in teams.rounds
        if each.is_home
        and each.is_forfeited
        and each.opponent
        and {each.team, each.opponent} <= real
        and each.round <= file.pairings.rounds
        and (mark := _FORFEITS.get(each.result or 0))
        and (each.round, frozenset((each.team, each.opponent))) not in known
    ]
    return tuple(sorted([*matches, *forfeited], key=attrgetter("round")))


def _seen(file: TeamFile, teams: TeamRounds, players: PlayerRounds) -> Seen:
    points = {
        (each.round, each.player): each.points_x10
        for each in players.rounds
        if each.points_x10 is not None
    }
    order = dict(file.extensions.parameters).get("color_order", "")
    return Seen(
        pairings=file.pairings,
        teams=file.teams,
        entrants=file.entrants,
        rows=file.rows,
        colour_order=to_int(order),
        flags=home_flags(file.teams, teams.rounds, players.rounds),
        points_x10=points,
    )
