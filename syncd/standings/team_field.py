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
from itertools import chain
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
    round_shown,
)
from syncd.standings.scoring import (
    adjusted_scoring,
    extra_points,
    round_points,
    top_points,
    worth_of_results,
)
from syncd.standings.team_boards import sitting
from syncd.standings.team_byes import with_byes_as_stated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament
    from syncd.standings.scoring import Scoring
    from syncd.standings.team_boards import Boards, Sitting

_USUAL: Final = Options()
_MATCH_WORTH: Final = {"TW": 20, "TD": 10, "TL": 0}
"""What 362 says if it is absent."""
_BOARDS_OF: Final = {
    FORFEIT_WIN: FORFEIT_WIN, FORFEIT_LOSS: FORFEIT_LOSS, PAIRING_BYE: FORFEIT_WIN,
    FULL_BYE: FORFEIT_WIN, HALF_BYE: HALF_BYE, ABSENT: FORFEIT_LOSS,
    NOTHING: NOTHING,
}  # fmt: skip
"""What an unplayed round is at every board (article 12): a bye is a win on each."""
_FORFEITED: Final = frozenset(("+-", "-+", "--"))
_REQUESTED: Final = frozenset((FULL_BYE, HALF_BYE, ABSENT))
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
        whole: kind of an unplayed round -> what it is at every board.
        cells: (round from 1, team number) -> results without a pairing.
    """

    numbers: list[int]
    size: int
    opponents: list[list[int]]
    kinds: list[list[str]]
    codes: list[list[str]]
    colours: list[list[str]]
    of_boards: set[tuple[int, int]]
    whole: Mapping[str, str]
    cells: Mapping[tuple[int, int], str]


def contest_of_teams(t: Tournament, options: Options = _USUAL) -> Contest:
    """Return a team event as two fields, and the points of its boards."""
    contest = _contest(t, options)
    last = contest
    if options.after_round is not None:
        last = _contest(t, replace(options, after_round=None))
    return with_byes_as_stated(t, contest, last)


def _contest(t: Tournament, options: Options) -> Contest:
    rounds = _rounds(t, options)
    worth = worth_of_results(t) | {NOTHING: 0}
    play = _play(t, sitting(t), rounds, worth)
    matches = _field_of_matches(t, options, play, rounds)
    leavers = early_leavers(t, matches) if options.removes_early_leavers else ()
    fields = {
        MATCH_POINTS: without(matches, leavers),
        GAME_POINTS: without(_with_game_points(matches, t, play, worth), leavers),
    }
    basis = primary_basis(t)
    secondary = GAME_POINTS if basis == MATCH_POINTS else MATCH_POINTS
    return Contest(
        primary=fields[basis],
        secondary=fields[secondary],
        primary_basis=basis,
        outside=leavers,
        boards=_board_points(play, worth),
        given=options.given,
    )


def _field_of_matches(
    t: Tournament, options: Options, play: _Play, rounds: int
) -> Field:
    """Return the event on match points."""
    scoring = _match_scoring(t)
    kinds = ["".join(row) for row in play.kinds]
    is_predetermined = follows_round_robin_rules(t, options)
    return Field(
        numbers=play.numbers,
        rounds=rounds,
        planned=max(rounds, t.pairings.rounds),
        opponents=play.opponents,
        kinds=kinds,
        colours=["".join(row) for row in play.colours],
        points=round_points(scoring, play.numbers, kinds),
        win=scoring.worth[WIN],
        draw=scoring.worth[DRAW],
        is_predetermined=is_predetermined,
        edition=edition_of(t, options),
        extra=extra_points(scoring, play.numbers, rounds),
        top=top_points(scoring, play.numbers),
        met=PAIRED if is_predetermined else OVER_THE_BOARD,
        is_absence_voluntary=options.is_absence_voluntary,
    )


def _with_game_points(
    matches: Field, t: Tournament, play: _Play, worth: Mapping[str, int]
) -> Field:
    """Return the same event on game points."""
    scoring = _game_scoring(t, worth, play.size)
    return replace(
        matches,
        points=_game_points(t, scoring, play, worth),
        win=worth[WIN] * play.size,
        draw=worth[DRAW] * play.size,
        extra=extra_points(scoring, play.numbers, matches.rounds),
        top=top_points(scoring, play.numbers),
    )


def primary_basis(t: Tournament) -> str:
    """Return `MP` or `GP`: what 192 names first, else the first score of 212.

    `PTS` in front of a list (202) says nothing, so match points hold.
    """
    named = [word for word in t.type_code.upper().split("_") if word in _BASES]
    listed = (code.strip().upper() for code in t.tiebreak_codes)
    scores = (_BASES[code] for code in (*named, *listed) if code in _BASES)
    return next(scores, MATCH_POINTS)


_BASES: Final = {
    "MP": MATCH_POINTS, "MPTS": MATCH_POINTS, "GP": GAME_POINTS, "GPTS": GAME_POINTS,
    "PTS": MATCH_POINTS,
}  # fmt: skip


def _rounds(t: Tournament, options: Options) -> int:
    """Return the round after which standings are made."""
    last = last_round(t.pairings.rows.values())
    forfeited = (m.round for m in t.matches if m.forfeited)
    last = max((last, *(number for number in forfeited if number <= t.pairings.rounds)))
    return round_shown(t, options, last)


def _play(
    t: Tournament, seats: Sitting, rounds: int, worth: Mapping[str, int]
) -> _Play:
    """Return the rounds of all teams that have players.

    Of two matches of a team in one round that with more boards counts.
    """
    play = _without_matches(t, seats, rounds)
    marks = _forfeits(t)
    index = {number: place for place, number in enumerate(play.numbers)}
    for match, boards in sorted(seats.matches.items(), key=_most_boards_first):
        at = match[0] - 1
        places = [index.get(team, NOBODY) for team in match[1:]]
        if at < rounds and NOBODY not in places and not _is_taken(play, places, at):
            _enter(play, at, places, boards)
            if match in marks:
                _enter_forfeit(play, at, places, marks[match])
            else:
                _enter_result(play, at, places, worth)
    return play


def _without_matches(t: Tournament, seats: Sitting, rounds: int) -> _Play:
    numbers = [team.number for team in t.teams if team.roster]
    stated = _byes(t, seats)
    byes = [
        [stated.get((at + 1, team), ABSENT) for at in range(rounds)] for team in numbers
    ]
    whole = {kind: code * seats.boards for kind, code in _BOARDS_OF.items()}
    return _Play(
        numbers=numbers,
        size=seats.boards,
        opponents=[[NOBODY] * rounds for _ in numbers],
        kinds=byes,
        codes=[[whole[kind] for kind in row] for row in byes],
        colours=[[NO_COLOUR] * rounds for _ in numbers],
        of_boards=set(),
        whole=whole,
        cells=seats.alone,
    )


def _enter(play: _Play, at: int, places: list[int], boards: Boards) -> None:
    """Enter who met, and on which boards."""
    for side, place in enumerate(places):
        play.opponents[place][at] = places[1 - side]
        play.colours[place][at] = boards.colours[side]
        play.codes[place][at] = boards.results[side]


def _enter_forfeit(play: _Play, at: int, places: list[int], marks: str) -> None:
    """Enter a match that was forfeited as a whole: so is every board."""
    for place, kind in zip(places, marks, strict=True):
        play.kinds[place][at] = kind
        play.codes[place][at] = play.whole[kind]


def _enter_result(
    play: _Play, at: int, places: list[int], worth: Mapping[str, int]
) -> None:
    """Enter what the boards of a match come to."""
    codes = [play.codes[place][at] for place in places]
    points = [sum(map(worth.__getitem__, each)) for each in codes]
    for side, place in enumerate(places):
        play.kinds[place][at] = _kind(codes[side], points[side], points[1 - side])
        play.of_boards.add((place, at))


def _most_boards_first(entry: tuple[object, Boards]) -> int:
    return -len(entry[1].results[0])


def _is_taken(play: _Play, places: list[int], at: int) -> bool:
    """Return whether a team has a match already."""
    return any(play.opponents[place][at] != NOBODY for place in places)


def _forfeits(t: Tournament) -> dict[tuple[int, int, int], str]:
    """Return (round, lower, higher team) -> `+` or `-` of each, if forfeited (330)."""
    return {
        (each.round, min(each.home, each.guest), max(each.home, each.guest)): (
            each.forfeited if each.home < each.guest else each.forfeited[::-1]
        )
        for each in t.matches
        if each.forfeited in _FORFEITED
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


def _byes(t: Tournament, seats: Sitting) -> dict[tuple[int, int], str]:
    """Return (round, team number) -> which bye, as far as the event states any.

    Records go before what the cells of the players say.
    """
    byes = {}
    for place, cells in seats.alone.items():
        found = (kind for kind, some in _BYES_IN_CELLS if not some.isdisjoint(cells))
        byes[place] = next(found, ABSENT)
    for bye in t.rules.byes:
        if bye.kind in _REQUESTED:
            byes |= {(bye.round, team): bye.kind for team in bye.ids}
    if t.team_byes:
        byes |= dict.fromkeys(enumerate(t.team_byes.teams, 1), PAIRING_BYE)
    return byes


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
    """Return the points of every board, as article 12 sees it.

    Matches with the same results share one list: most of what there is are byes.
    """
    shared: dict[str, list[int]] = {}
    for codes in chain.from_iterable(play.codes):
        if codes not in shared:
            every = codes.ljust(play.size, FORFEIT_LOSS)
            shared[codes] = [worth[code] for code in every]
    return [[shared[codes] for codes in row] for row in play.codes]
