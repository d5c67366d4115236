"""Which teams met in which round, and on which boards: pairings seen with rosters.

Nothing in a file says for whom somebody played; his roster does. Who stands in two
rosters played for the team whose other players met the team of his opponent. CLM lists
in the roster of a team of two clubs (SG) all players of both, also those of another
team, so a whole team may stand in two rosters.

Source: CLM's source, site/clm/api/db_trf_export.php (no record for matches); FIDE
TRF26, record 310.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results
from syncd.model.tournament import TeamMatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.model.pairings import Game, Pairings
    from syncd.model.tournament import Team, Tournament


_WHOLE_POINT_X10: Final = 10
_PASSES: Final = 8
_MOST_ROSTERS: Final = 4
"""In so many rosters of one event a person is looked for."""

Pair = tuple[int, int]
"""Two team numbers, the lower first."""

Choice = tuple["Game", tuple[Pair, ...]]
"""A game and the pairs of teams for which it can have been played."""


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
    choices = {
        number: _told([(game, tuple(_sides(game, rosters))) for game in games])
        for number, games in sorted(by_round.items())
    }
    usual = _usual_teams(chain.from_iterable(choices.values()), rosters)
    places = {
        (team.number, player): place
        for team in teams
        for place, player in enumerate(team.roster)
        if team.number in rosters[player]  # not all of them, in rosters of everybody
    }
    return tuple(
        Meeting(number, pair, tuple(_in_order(boards, places, pair[0])))
        for number, told in choices.items()
        for pair, boards in sorted(_boards(told, usual, rosters).items())
    )


def all_matches(t: Tournament) -> tuple[TeamMatch, ...]:
    """Return the matches that are stated, and those that only the games show.

    Args:
        t: of teams; its matches may be those of some rounds only.
    """
    stated = {(match.round, *sorted((match.home, match.guest))) for match in t.matches}
    shown = [
        TeamMatch(met.round, *met.teams, is_home_known=False)
        for met in meetings(t.pairings, t.teams)
        if (met.round, *met.teams) not in stated
    ]
    return tuple(sorted((*t.matches, *shown), key=attrgetter("round")))


def _rosters(teams: Iterable[Team]) -> dict[int, tuple[int, ...]]:
    """Return entrant id -> the teams in whose rosters he stands."""
    found: dict[int, tuple[int, ...]] = {}
    for team in teams:
        for player in dict.fromkeys(team.roster):
            teams_of = found.get(player, ())
            if len(teams_of) < _MOST_ROSTERS:
                found[player] = (*teams_of, team.number)
    return found


def _told(choices: list[Choice]) -> list[Choice]:
    """Return the choices that are left if each team plays one other team.

    The pairs of most boards without a choice are settled first; they take choices from
    other boards, which may settle more pairs.
    """
    rivals: dict[int, int] = {}
    for _ in range(_PASSES):
        clear = Counter(sides[0] for _, sides in choices if len(sides) == 1)
        for (one, two), _count in clear.most_common():
            if one not in rivals and two not in rivals:
                rivals[one], rivals[two] = two, one
        left = [
            (game, tuple(pair for pair in sides if _fits(pair, rivals)) or sides)
            for game, sides in choices
        ]
        if left == choices:
            break
        choices = left
    return choices


def _usual_teams(
    choices: Iterable[Choice], rosters: Mapping[int, tuple[int, ...]]
) -> Counter[tuple[int, int]]:
    """Return how often each player certainly played for each of his teams."""
    usual: Counter[tuple[int, int]] = Counter()
    for game, sides in choices:
        if len(sides) == 1:
            for player in (game.white, game.black):
                usual.update((player, t) for t in sides[0] if t in rosters[player])
    return usual


def _boards(
    choices: Sequence[Choice],
    usual: Counter[tuple[int, int]],
    rosters: Mapping[int, tuple[int, ...]],
) -> dict[Pair, list[tuple[int, int]]]:
    """Return the boards of one round by pair of teams.

    Boards with the same choices belong together: they are given to the teams for which
    their players usually played.
    """
    weights: dict[tuple[Pair, ...], Counter[Pair]] = {}
    for game, sides in choices:
        weight = weights.setdefault(sides, Counter())
        for pair in sides:
            weight[pair] += sum(
                usual[player, team]
                for player in (game.white, game.black)
                for team in pair
            )
    boards: dict[Pair, list[tuple[int, int]]] = {}
    for game, sides in choices:
        if not sides:
            continue
        pair = max(sides, key=weights[sides].__getitem__)
        players = game.white, game.black
        if pair[0] not in rosters[game.white] or pair[1] not in rosters[game.black]:
            players = game.black, game.white
        boards.setdefault(pair, []).append(players)
    return boards


def _fits(pair: Pair, rivals: Mapping[int, int]) -> bool:
    one, two = pair
    return rivals.get(one, two) == two and rivals.get(two, one) == one


def _sides(game: Game, rosters: Mapping[int, tuple[int, ...]]) -> Iterator[Pair]:
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


def plays_by_teams(pairings: Pairings, teams: Sequence[Team]) -> bool:
    """Return whether the games can be those of a team event.

    In an individual event with a ranking of clubs, players of one club meet each other
    and players of several other clubs in a round.
    """
    played = meetings(pairings, teams)
    seen = [(met.round, team) for met in played for team in met.teams]
    return len(seen) == len(set(seen)) and not stray_games(pairings, played)


def stray_games(pairings: Pairings, played: Iterable[Meeting]) -> tuple[Game, ...]:
    """Return the games that are no board of any match.

    Somebody in them stands in no roster, or both stand in the same one.
    """
    boards = {(met.round, *sorted(board)) for met in played for board in met.boards}
    return tuple(
        game
        for game in pairings.games()
        if game.is_mutual
        and (game.round, *sorted((game.white, game.black))) not in boards
    )


def most_boards(played: Iterable[Meeting]) -> int:
    """Return on how many boards a match is played, as far as the file shows."""
    return max((len(meeting.boards) for meeting in played), default=0)
