"""The two fields of a team event: match points and game points of the same matches.

A match is made of its boards, game points are their sum, and who has more of them wins
the match. Where there was no match, records 240 and 320 say which bye a team had; if
they are silent, the cells of its players do. A team without players (spielfrei) is no
participant, so whoever is paired with it has a free round.

Source: TRF26, records 240, 299, 310, 320, 330, 352 and 362; C.07 (1 March 2026),
articles 11.1, 12 and 15; C.04.6, 1.4 (a team's pairing-allocated bye is a draw).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.model.pairings import NO_COLOUR
from syncd.standings.contest import GAME_POINTS, MATCH_POINTS, Contest
from syncd.standings.field import (
    ABSENT,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    LOSS,
    NOBODY,
    NOTHING,
    OVER_THE_BOARD,
    PAIRED,
    PAIRING_BYE,
    WIN,
    Field,
)
from syncd.standings.leavers import early_leavers, without
from syncd.standings.options import Options
from syncd.standings.players import (
    edition_of,
    follows_round_robin_rules,
    last_round,
)
from syncd.standings.scoring import (
    adjusted_scoring,
    extra_points,
    round_points,
    scoring_of_players,
    top_points,
)
from syncd.standings.team_boards import sitting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.standings.scoring import Scoring
    from syncd.standings.team_boards import Sitting

_USUAL: Final = Options()
_MATCH_WORTH: Final = {"TW": 20, "TD": 10, "TL": 0}
"""What 362 says if it is absent."""
_BOARDS_OF: Final = {
    FORFEIT_WIN: FORFEIT_WIN, FORFEIT_LOSS: FORFEIT_LOSS, PAIRING_BYE: FORFEIT_WIN,
    FULL_BYE: FORFEIT_WIN, HALF_BYE: HALF_BYE, ABSENT: FORFEIT_LOSS,
    NOTHING: NOTHING,
}  # fmt: skip
"""What an unplayed round is at every board (article 12): a bye is a win on each."""
_BYES_IN_CELLS: Final = (
    (PAIRING_BYE, frozenset("U")), (FULL_BYE, frozenset("+F1W")),
    (HALF_BYE, frozenset("H=D")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Play:
    """The rounds of all teams, before anything is worth points.

    Attributes:
        numbers: of the teams that play.
        size: boards of a match.
        opponents: per team and round, index or NOBODY.
        kinds: per team and round.
        codes: per team and round, a result per board.
        colours: per team and round, of board 1.
        of_boards: (index, round from 0) whose game points are those of the boards.
        cells: (round from 1, team number) -> results without a pairing.
    """

    numbers: list[int]
    size: int
    opponents: list[list[int]]
    kinds: list[list[str]]
    codes: list[list[str]]
    colours: list[list[str]]
    of_boards: set[tuple[int, int]]
    cells: Mapping[tuple[int, int], str]


def contest_of_teams(t: Tournament, options: Options = _USUAL) -> Contest:
    """Return a team event as two fields, and the points of its boards."""
    rounds = _rounds(t, options)
    worth = scoring_of_players(replace(t.rules, adjustments=())).worth
    play = _play(t, sitting(t), rounds, worth)
    kinds = ["".join(row) for row in play.kinds]
    matches = _match_scoring(t)
    games = _game_scoring(t, worth, play.size)
    base = Field(
        numbers=play.numbers,
        rounds=rounds,
        planned=max(rounds, t.pairings.rounds),
        opponents=play.opponents,
        kinds=kinds,
        colours=["".join(row) for row in play.colours],
        points=round_points(matches, play.numbers, kinds),
        win=matches.worth[WIN],
        draw=matches.worth[DRAW],
        is_predetermined=follows_round_robin_rules(t, options),
        edition=edition_of(t, options),
        extra=extra_points(matches, play.numbers, rounds),
        top=top_points(matches, play.numbers),
        is_absence_voluntary=options.is_absence_voluntary,
        caps_by_planned=options.caps_by_planned,
    )
    base = replace(base, met=PAIRED if base.is_predetermined else OVER_THE_BOARD)
    other = replace(
        base,
        points=_game_points(t, games, play, worth),
        win=worth[WIN] * play.size,
        draw=worth[DRAW] * play.size,
        extra=extra_points(games, play.numbers, rounds),
        top=top_points(games, play.numbers),
    )
    leavers = early_leavers(base) if options.removes_early_leavers else ()
    basis = primary_basis(t)
    fields = {
        MATCH_POINTS: without(base, leavers),
        GAME_POINTS: without(other, leavers),
    }
    secondary = GAME_POINTS if basis == MATCH_POINTS else MATCH_POINTS
    return Contest(
        primary=fields[basis],
        secondary=fields[secondary],
        primary_basis=basis,
        outside=leavers,
        boards=_board_points(play, worth),
    )


def primary_basis(t: Tournament) -> str:
    """Return `MP` or `GP`: what 192 names first, else the first score of 212."""
    named = [word for word in t.type_code.upper().split("_") if word in _BASES]
    listed = [
        _BASES[code.strip().upper()]
        for code in t.tiebreak_codes
        if code.strip().upper() in _BASES
    ]
    return next(iter((*named, *listed)), MATCH_POINTS)


_BASES: Final = {
    "MP": MATCH_POINTS, "MPTS": MATCH_POINTS, "GP": GAME_POINTS, "GPTS": GAME_POINTS,
}  # fmt: skip


def _rounds(t: Tournament, options: Options) -> int:
    """Return the round after which standings are made."""
    last = last_round(t.pairings.rows.values())
    forfeited = (m.round for m in t.matches if m.forfeited)
    last = max((last, *(number for number in forfeited if number <= t.pairings.rounds)))
    return last if options.after_round is None else min(options.after_round, last)


def _play(
    t: Tournament, seats: Sitting, rounds: int, worth: Mapping[str, int]
) -> _Play:
    """Return the rounds of all teams that have players."""
    numbers = [team.number for team in t.teams if team.roster]
    byes = [[_bye(t, seats, at + 1, team) for at in range(rounds)] for team in numbers]
    play = _Play(
        numbers=numbers,
        size=seats.boards,
        opponents=[[NOBODY] * rounds for _ in numbers],
        kinds=byes,
        codes=[[_BOARDS_OF[kind] * seats.boards for kind in row] for row in byes],
        colours=[[NO_COLOUR] * rounds for _ in numbers],
        of_boards=set(),
        cells=seats.alone,
    )
    marks = _forfeits(t)
    index = {number: place for place, number in enumerate(numbers)}
    for match, boards in seats.matches.items():
        number, *teams = match
        places = [index.get(team, NOBODY) for team in teams]
        if number > rounds or NOBODY in places or _is_taken(play, places, number - 1):
            continue
        points = [sum(map(worth.__getitem__, codes)) for codes in boards.results]
        for side, place in enumerate(places):
            at = number - 1
            kind = marks[match][side] if match in marks else ""
            play.opponents[place][at] = places[1 - side]
            play.colours[place][at] = boards.colours[side]
            if kind:
                play.codes[place][at] = _BOARDS_OF[kind] * seats.boards
            else:
                kind = _kind(boards.results[side], points[side], points[1 - side])
                play.codes[place][at] = boards.results[side]
                play.of_boards.add((place, at))
            play.kinds[place][at] = kind
    return play


def _is_taken(play: _Play, places: list[int], at: int) -> bool:
    """Return whether a team has a match already; a second one is not told apart."""
    return any(play.opponents[place][at] != NOBODY for place in places)


def _forfeits(t: Tournament) -> dict[tuple[int, int, int], str]:
    """Return (round, lower, higher team) -> `+` or `-` of each, if forfeited (330)."""
    return {
        (each.round, min(each.home, each.guest), max(each.home, each.guest)): (
            each.forfeited if each.home < each.guest else each.forfeited[::-1]
        )
        for each in t.matches
        if each.forfeited
    }


def _kind(codes: str, own: int, other: int) -> str:
    """Return what a match was to a team, by the points of both.

    With an open board it is not over. A match in which no game was played is a forfeit
    (15.1).
    """
    if not codes or NOTHING in codes:
        return NOTHING
    if set(codes).isdisjoint(OVER_THE_BOARD) and (own != other or not own):
        return FORFEIT_WIN if own > other else FORFEIT_LOSS
    return WIN if own > other else DRAW if own == other else LOSS


def _bye(t: Tournament, seats: Sitting, number: int, team: int) -> str:
    """Return what a round without a match is to a team."""
    paired = t.team_byes.teams[number - 1 : number] if t.team_byes else ()
    if team in paired:
        return PAIRING_BYE
    for bye in t.rules.byes:
        if bye.round == number and team in bye.ids:
            return bye.kind
    cells = seats.alone.get((number, team), "")
    return next((kind for kind, some in _BYES_IN_CELLS if some & set(cells)), ABSENT)


def _match_scoring(t: Tournament) -> Scoring:
    """Return what matches are worth (362, 320 and 299)."""
    stated = _MATCH_WORTH | dict(t.rules.match_scoring)
    win, draw, loss = (stated[letter] for letter in ("TW", "TD", "TL"))
    bye = t.team_byes.match_points_x10 if t.team_byes else None
    worth = {
        WIN: win, DRAW: draw, LOSS: loss, FORFEIT_WIN: win, FORFEIT_LOSS: 0,
        PAIRING_BYE: draw if bye is None else bye, FULL_BYE: win, HALF_BYE: draw,
        ABSENT: 0,
    }  # fmt: skip
    points = ((each, each.match_points_x10) for each in t.rules.adjustments)
    return adjusted_scoring(worth, points)


def _game_scoring(t: Tournament, board: Mapping[str, int], size: int) -> Scoring:
    """Return what whole rounds are worth in game points (162, 320 and 299).

    Args:
        t: the event.
        board: what a result is worth at one board.
        size: how many boards there are.
    """
    worth = {kind: points * size for kind, points in board.items()}
    bye = t.team_byes.game_points_x10 if t.team_byes else None
    worth[PAIRING_BYE] = worth[DRAW] if bye is None else bye
    points = ((each, each.points_x10) for each in t.rules.adjustments)
    return adjusted_scoring(worth, points)


def _game_points(
    t: Tournament, scoring: Scoring, play: _Play, worth: Mapping[str, int]
) -> list[list[int]]:
    """Return the game points of every round: the boards', unless 299 says otherwise."""
    rows = round_points(scoring, play.numbers, ["".join(row) for row in play.kinds])
    is_stated = t.team_byes is not None and t.team_byes.game_points_x10 is not None
    for index, number in enumerate(play.numbers):
        for at, kind in enumerate(play.kinds[index]):
            cells = play.cells.get((at + 1, number), "")
            if (number, at) in scoring.of_one or (kind, at) in scoring.of_round:
                continue
            if (index, at) in play.of_boards:
                rows[index][at] = sum(map(worth.__getitem__, play.codes[index][at]))
            elif kind == PAIRING_BYE and not is_stated and PAIRING_BYE in cells:
                rows[index][at] = cells.count(PAIRING_BYE) * worth[PAIRING_BYE]
    return rows


def _board_points(play: _Play, worth: Mapping[str, int]) -> list[list[list[int]]]:
    """Return the points of every board, as article 12 sees it."""
    return [
        [
            [worth[code] for code in codes.ljust(play.size, FORFEIT_LOSS)]
            for codes in row
        ]
        for row in play.codes
    ]
