"""Teams: record 310 with its companions in TRF26, record 013 before.

An individual event that ranks clubs has 013 in every form: 310 would make it a team
event.

Source: TRF26, records 300, 310, 320, 330; TRF06, record 013.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.trf.records import LAYOUTS
from syncd.formats.trf.tables.fide_records import TEAM_ROSTER
from syncd.formats.trf.tables.team_records import TEAM
from syncd.formats.trf.writing.filling import filled, number, points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.model.tournament import Team, Tournament


def roster_lines(teams: Iterable[Team]) -> Iterator[str]:
    """Yield a record 013 per team; it has no room for anything but the roster."""
    for team in teams:
        yield filled(TEAM_ROSTER, {"name": team.name}, _cells(team.roster))


def team_lines_26(tournament: Tournament) -> Iterator[str]:
    """Yield records 310, 300, 320 and 330."""
    for team in tournament.teams if tournament.is_team else ():
        values = {
            "number": number(team.number),
            "name": team.name,
            "nickname": team.nickname,
            "strength": number(team.strength),
            "match_points": points(team.match_points_x10),
            "game_points": points(team.game_points_x10),
            "rank": number(team.rank),
        }
        yield filled(TEAM, values, _cells(team.roster))
    for line_up in tournament.line_ups:
        values = {
            "round": number(line_up.round),
            "team": number(line_up.team),
            "opponent": number(line_up.opponent),
        }
        yield filled(LAYOUTS["300"], values, _cells(line_up.players))
    yield from _bye_lines(tournament)
    for match in tournament.matches:
        if match.forfeited:
            values = {
                "type": match.forfeited,
                "round": number(match.round),
                "white": number(match.home),
                "black": number(match.guest),
            }
            yield filled(LAYOUTS["330"], values)


def _bye_lines(tournament: Tournament) -> Iterator[str]:
    byes = tournament.team_byes
    if byes is not None:
        values = {
            "match_points": points(byes.match_points_x10),
            "game_points": points(byes.game_points_x10),
        }
        yield filled(LAYOUTS["320"], values, [(f"{team:03}",) for team in byes.teams])


def _cells(ids: Iterable[int]) -> list[tuple[str]]:
    return [(f"{each:04}" if not each else number(each),) for each in ids]
