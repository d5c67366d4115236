"""White in a team event whose file does not say who had the white pieces.

Colours are those of the pieces. Only where a file leaves them out, White is the player
of the first-named team, and then in every game of the report; if that team is unknown
in one match, a report would mix two meanings, so then nothing is changed.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "white"; rule G16 of
`syncd.formats.dwzxml`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.model.meetings import meetings
from syncd.rating.outcomes import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.rating.crosstable import Crosstable
    from syncd.rating.outcomes import Outcome


def lacks_colours(table: Crosstable) -> bool:
    """Return whether any rated game of a team event has no colours."""
    rated = table.having(Status.RATED)
    return table.tournament.is_team and not all(each.game.has_colours for each in rated)


def knows_homes(table: Crosstable) -> bool:
    """Return whether every game belongs to a match with a known home team."""
    return _has_all(table, _home_players(table.tournament))


def with_home_white(table: Crosstable) -> Crosstable:
    """Return the crosstable with the first-named team's players as White.

    Nothing is changed where every game has its colours, and where nobody knows who was
    at home in one of the matches.
    """
    if not lacks_colours(table):
        return table
    homes = _home_players(table.tournament)
    if not _has_all(table, homes):
        return table
    return replace(
        table, outcomes=tuple(_turned(each, homes) for each in table.outcomes)
    )


def _has_all(table: Crosstable, homes: Mapping[tuple[int, int], int]) -> bool:
    return all((each.game.round, each.game.white) in homes for each in table.done())


def _home_players(t: Tournament) -> dict[tuple[int, int], int]:
    """Return round and player -> the home player of his board."""
    home = {
        (match.round, frozenset((match.home, match.guest))): match.home
        for match in t.matches
        if match.is_home_known
    }
    found: dict[tuple[int, int], int] = {}
    for met in meetings(t.pairings, t.teams):
        team = home.get((met.round, frozenset(met.teams)))
        if team is not None:
            side = met.teams.index(team)
            for board in met.boards:
                found |= {(met.round, player): board[side] for player in board}
    return found


def _turned(each: Outcome, homes: Mapping[tuple[int, int], int]) -> Outcome:
    game = each.game
    if homes.get((game.round, game.white), game.white) == game.white:
        return each
    turned = replace(
        game,
        white=game.black,
        black=game.white,
        white_result=game.black_result,
        black_result=game.white_result,
    )
    return replace(each, game=turned, points=(each.points[1], each.points[0]))
