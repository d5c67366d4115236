"""The matches of a team event, and its cells as each player has them.

Only CLM writes the home player's result into both rows; a file of another program is
taken as it stands, and its rosters tell who met whom.

Source: FIDE TRF26, records 001 and 310; CLM's source, site/clm/api/db_trf_export.php;
CLM wiki, XCD and XCZ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.trf import unsupported
from syncd.formats.trf.home_view import Seen, read_home_view
from syncd.formats.trf.numbers import to_int
from syncd.formats.trf.round_blocks import read_player_rounds, read_team_rounds
from syncd.model.meetings import meetings
from syncd.model.tournament import TeamMatch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf.clm import Extensions
    from syncd.formats.trf.records import Records
    from syncd.formats.trf.rounds import Rounds
    from syncd.formats.trf.rows import Row
    from syncd.model.findings import Finding
    from syncd.model.pairings import Pairings
    from syncd.model.tournament import Entrant, Team


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
    return TeamPlay(*read_home_view(_seen(file)))


def _seen(file: TeamFile) -> Seen:
    loops = file.rounds.loops
    teams = read_team_rounds(file.records, rounds=file.rounds.rounds, loops=loops)
    players = read_player_rounds(file.records, rounds=file.rounds.rounds, loops=loops)
    team_of = {player: team.number for team in file.teams for player in team.roster}
    homes = {
        (each.round, team_of[each.player]): each.is_home
        for each in players.rounds
        if each.is_home is not None and each.player in team_of
    }
    homes |= {
        (each.round, each.team): each.is_home
        for each in teams.rounds
        if each.is_home is not None
    }
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
        homes=homes,
        points_x10=points,
    )
