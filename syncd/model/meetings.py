"""Which teams met in which round, and on which boards: pairings seen with rosters.

Nothing in a file says for whom somebody played; his roster does. Who stands in two
rosters played for the team whose other players met the team of his opponent.

Source: CLM's source, site/clm/api/db_trf_export.php (no record for matches); FIDE
TRF26, record 310.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.model.pairings import Game, Pairings
    from syncd.model.tournament import Team


_WHOLE_POINT_X10: Final = 10


class Meeting(NamedTuple):
    """Two teams in one round.

    Attributes:
        round: from 1.
        teams: both team numbers, the lower first.
        boards: entrant ids of each board, in the order of the teams, as far as the
            file lists both players; by the first team's roster.
    """

    round: int
    teams: tuple[int, int]
    boards: tuple[tuple[int, int], ...]


def meetings(pairings: Pairings, teams: Sequence[Team]) -> tuple[Meeting, ...]:
    """Return all matches by round and team; pairings within a team are none.

    Args:
        pairings: all games; what only one of two rows names does not count.
        teams: with their rosters.
    """
    rosters = _rosters(teams)
    by_round: dict[int, list[Game]] = {}
    for game in pairings.games():
        if game.is_mutual and game.white in rosters and game.black in rosters:
            by_round.setdefault(game.round, []).append(game)
    places = {
        (team.number, player): place
        for team in teams
        for place, player in enumerate(team.roster)
    }
    return tuple(
        Meeting(number, pair, tuple(_in_order(boards, places, pair[0])))
        for number, games in sorted(by_round.items())
        for pair, boards in sorted(_boards(games, rosters).items())
    )


def _rosters(teams: Iterable[Team]) -> dict[int, tuple[int, ...]]:
    """Return entrant id -> the teams in whose rosters he stands."""
    found: dict[int, tuple[int, ...]] = {}
    for team in teams:
        for player in dict.fromkeys(team.roster):
            found[player] = (*found.get(player, ()), team.number)
    return found


def _boards(
    games: Iterable[Game], rosters: Mapping[int, tuple[int, ...]]
) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return the boards of one round by pair of teams."""
    choices = [(game, list(_sides(game, rosters))) for game in games]
    clear = Counter(sides[0] for _, sides in choices if len(sides) == 1)
    boards: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for game, sides in choices:
        if not sides:
            continue
        pair = max(sides, key=clear.__getitem__)
        players = game.white, game.black
        if pair[0] not in rosters[game.white] or pair[1] not in rosters[game.black]:
            players = game.black, game.white
        boards.setdefault(pair, []).append(players)
    return boards


def _sides(
    game: Game, rosters: Mapping[int, tuple[int, ...]]
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of teams for which a game can have been played."""
    for one in rosters[game.white]:
        for two in rosters[game.black]:
            if one != two:
                yield min(one, two), max(one, two)


def _in_order(
    boards: list[tuple[int, int]], places: Mapping[tuple[int, int], int], team: int
) -> list[tuple[int, int]]:
    """Return the boards by the roster of their first team."""
    return sorted(boards, key=lambda board: places[team, board[0]])


class TeamScore(NamedTuple):
    """Board points of one team, as far as its boards are listed.

    Attributes:
        listed_x10: points of the listed boards in tenths, forfeits included.
        loose_x10: how much less a program may count, where both sides of a played
            board together have less than a point.
        matches: how many matches the team has.
        boards: how many boards of it are listed.
    """

    listed_x10: int = 0
    loose_x10: int = 0
    matches: int = 0
    boards: int = 0


def team_scores(pairings: Pairings, played: Iterable[Meeting]) -> dict[int, TeamScore]:
    """Return what the listed boards give each team.

    Source: CLM's source, db_report_save.php: a board that ends 0-½ gives the half
    point to nobody.
    """
    scores: dict[int, TeamScore] = {}
    for meeting in played:
        worth = [_worth(pairings, meeting.round, board) for board in meeting.boards]
        loose = sum(_loose(pairings, meeting.round, board) for board in meeting.boards)
        for side, team in enumerate(meeting.teams):
            before = scores.get(team, TeamScore())
            scores[team] = TeamScore(
                before.listed_x10 + sum(points[side] for points in worth),
                before.loose_x10 + loose,
                before.matches + 1,
                before.boards + len(meeting.boards),
            )
    return scores


def _worth(pairings: Pairings, number: int, board: tuple[int, int]) -> tuple[int, int]:
    one, two = (pairings.rows[player].results[number - 1] for player in board)
    return results.STANDARD_POINTS_X10[one], results.STANDARD_POINTS_X10[two]


def _loose(pairings: Pairings, number: int, board: tuple[int, int]) -> int:
    codes = {pairings.rows[player].results[number - 1] for player in board}
    missing = _WHOLE_POINT_X10 - sum(_worth(pairings, number, board))
    return max(0, missing) if codes <= results.PLAYED else 0


def most_boards(played: Iterable[Meeting]) -> int:
    """Return on how many boards a match is played, as far as the file shows."""
    return max((len(meeting.boards) for meeting in played), default=0)
