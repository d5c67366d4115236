"""Who sat at which board of a team match, and what came of it.

A TRF has no record of boards: pairings tell who met whom, rosters and line-ups (300) in
which order a team sat. Where a seat stayed empty there is no pairing; the player who
was there has a point without an opponent, and his place in his team's order says which
board that was. A reserve who did not play looks like somebody who did not come to his
board, so seats without any result only fill boards that would else be missing.

Source: FIDE TRF26, records 001, 300, 310, 352; CLM's source,
site/clm/api/db_trf_export.php (`+` without an opponent is written as F).
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model.meetings import meetings
from syncd.model.pairings import NO_COLOUR
from syncd.standings.field import FORFEIT_LOSS, NOTHING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament

    Match = tuple[int, int, int]
    """Round, lower and higher team number."""
    Pair = tuple[int, int]

_MOST_BOARDS: Final = 100
"""As many are believed of record 352 alone."""
_EMPTY: Final = 0
"""Nobody at a board, as in 300."""
_SEATED: Final = frozenset("10=WDL+FHU")
"""Results, without a pairing, of somebody who was at his board."""
_UNPAIRED: Final = _SEATED | {FORFEIT_LOSS}
_CODES: Final = {
    "1": "1", "W": "1", "0": "0", "L": "0", "=": "=", "D": "=", "H": "H",
    "+": "+", "F": "+", "U": "+", "-": "-", "Z": "-",
}  # fmt: skip
"""Cell of a player -> result at a board; anything else is open."""


class Boards(NamedTuple):
    """The boards of one match.

    Attributes:
        results: per team, the lower number first, one code per board: `1 = 0` over the
            board, `+ -` forfeits and empty seats, `H`, `.` open.
        colours: per team, that of board 1, `-` if unknown.
    """

    results: tuple[str, str]
    colours: tuple[str, str]


class Sitting(NamedTuple):
    """What a file says of who sat where.

    Attributes:
        boards: on how many boards a match is played.
        matches: each match with its boards, those without any included.
        alone: (round, team) -> results of its players without a pairing.
    """

    boards: int
    matches: Mapping[Match, Boards]
    alone: Mapping[Pair, str]


@dataclass(frozen=True, slots=True)
class _Hall:
    """What the boards of each match are told from.

    Attributes:
        tournament: of teams.
        rosters: team number -> players in the order of their boards.
        paired: match -> players who met, in the order of teams.
        alone: (round, team) -> players with a result, but without a pairing.
        line_ups: (round, team) -> players by board, 0 = nobody.
    """

    tournament: Tournament
    rosters: Mapping[int, Sequence[int]]
    paired: Mapping[Match, Sequence[Pair]]
    alone: Mapping[Pair, Sequence[int]]
    line_ups: Mapping[Pair, Sequence[int]]

    def cell(self, number: int, player: int) -> str:
        """Return the cell of a player in a round, from 1."""
        return self.tournament.pairings.rows[player].results[number - 1]

    def is_seated(self, number: int, player: int) -> bool:
        """Return whether somebody without a pairing was at his board."""
        return player != _EMPTY and self.cell(number, player) in _SEATED


def sitting(t: Tournament) -> Sitting:
    """Return the boards of all matches, stated ones and those that the games show."""
    paired = {
        (each.round, *each.teams): each.boards for each in meetings(t.pairings, t.teams)
    }
    hall = _Hall(
        tournament=t,
        rosters={team.number: team.roster for team in t.teams},
        paired=paired,
        alone=_alone(t, paired),
        line_ups={(each.round, each.team): each.players for each in t.line_ups},
    )
    stated = (
        (each.round, min(each.home, each.guest), max(each.home, each.guest))
        for each in t.matches
        if each.home != each.guest and {each.home, each.guest} <= hall.rosters.keys()
    )
    matches = list(dict.fromkeys((*paired, *stated)))
    seen = max((_certain(hall, match) for match in matches), default=0)
    boards = max(seen, min(_MOST_BOARDS, len(t.rules.board_colours)))
    return Sitting(
        boards,
        {match: _boards(hall, match, boards) for match in matches},
        {
            (number, team): "".join(hall.cell(number, player) for player in players)
            for (number, team), players in hall.alone.items()
        },
    )


def _alone(
    t: Tournament, paired: Mapping[Match, Sequence[Pair]]
) -> dict[Pair, list[int]]:
    """Return who has a result without a pairing, by round and team.

    Somebody in several rosters is left out: nothing tells for whom he was there.
    """
    rosters = Counter(player for team in t.teams for player in set(team.roster))
    met = {
        (number, player)
        for (number, _, _), boards in paired.items()
        for board in boards
        for player in board
    }
    alone: dict[Pair, list[int]] = {}
    for team in t.teams:
        for player in dict.fromkeys(team.roster):
            if rosters[player] == 1 and player in t.pairings.rows:
                for number, cell in enumerate(t.pairings.rows[player].results, 1):
                    if cell in _UNPAIRED and (number, player) not in met:
                        alone.setdefault((number, team.number), []).append(player)
    return alone


def _certain(hall: _Hall, match: Match) -> int:
    """Return on how many boards of a match somebody certainly was."""
    number, *teams = match
    return len(hall.paired.get(match, ())) + sum(
        hall.is_seated(number, player)
        for team in teams
        for player in hall.alone.get((number, team), ())
    )


def _boards(hall: _Hall, match: Match, boards: int) -> Boards:
    """Return the boards of one match in order."""
    number = match[0]
    met = dict(hall.paired.get(match, ()))
    spare = boards - _certain(hall, match)
    rows = []
    for row in _merged(hall, match, met):
        is_certain = row[0] in met or any(hall.is_seated(number, p) for p in row)
        if is_certain or spare > 0:
            rows.append(row)
            spare -= not is_certain
    one, two = zip(*rows, strict=True) if rows else ((), ())
    return Boards(
        (_results(hall, number, one), _results(hall, number, two)),
        (_colour(hall, number, one), _colour(hall, number, two)),
    )


def _merged(hall: _Hall, match: Match, met: Mapping[int, int]) -> Iterator[Pair]:
    """Yield the boards: pairings as the lower team sat, single players in between."""
    after: dict[int, list[int]] = {_EMPTY: []}
    players_met = set(met.values())
    last = _EMPTY
    for player in _order(hall, match, 1):
        if player in players_met:
            last = player
            after[last] = []
        else:
            after[last].append(player)
    before: list[int] = []
    last = _EMPTY
    for player in _order(hall, match, 0):
        if player in met:
            yield from _opposite(hall, match[0], before, after[last])
            yield player, met[player]
            last, before = met[player], []
        else:
            before.append(player)
    yield from _opposite(hall, match[0], before, after[last])


def _order(hall: _Hall, match: Match, side: int) -> list[int]:
    """Return the players of one team as they sat: by its line-up, else its roster.

    In a line-up whoever is not named was not there, unless he has a result.
    """
    number, team = match[0], match[1 + side]
    line_up = hall.line_ups.get((number, team), ())
    place: dict[int, int] = {}
    for player in (*line_up, *hall.rosters[team]):
        place.setdefault(player, len(place))
    met = [pair[side] for pair in hall.paired.get(match, ())]
    alone = [
        player
        for player in hall.alone.get((number, team), ())
        if not line_up or player in line_up or hall.is_seated(number, player)
    ]
    return sorted((*met, *alone), key=place.__getitem__)


def _opposite(
    hall: _Hall, number: int, one: Sequence[int], two: Sequence[int]
) -> Iterator[Pair]:
    """Yield boards of players without pairings; two who were there do not share one."""
    left, right = deque(one), deque(two)
    while left or right:
        first = left.popleft() if left else _EMPTY
        second = right[0] if right else _EMPTY
        if hall.is_seated(number, first) and hall.is_seated(number, second):
            second = _EMPTY
        elif right:
            right.popleft()
        yield first, second


def _results(hall: _Hall, number: int, players: Sequence[int]) -> str:
    return "".join(
        _CODES.get(hall.cell(number, player), NOTHING) if player else FORFEIT_LOSS
        for player in players
    )


def _colour(hall: _Hall, number: int, players: Sequence[int]) -> str:
    if not players or players[0] == _EMPTY:
        return NO_COLOUR
    return hall.tournament.pairings.rows[players[0]].colours[number - 1]
