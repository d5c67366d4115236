"""Team files in which both rows of a board hold the home player's result, put right.

The points of the players tell who was at home (`home_solver`); where they leave it
open, records of CLM, colours and board points choose among what is possible, never
against the points. Each board is then either certain, and corrected where it has to be,
or it is asked about. Nothing is forced: if no choice gives the stated points, the cells
stay as they are and the file waits.

Source: CLM's source, db_report_save.php and site/clm/api/db_trf_export.php.
"""

from __future__ import annotations

from collections import ChainMap
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.event import unsupported
from syncd.formats.trf.lines.places import CellPlace
from syncd.formats.trf.teams import home_wording
from syncd.formats.trf.teams.home_colours import read_colours
from syncd.formats.trf.teams.home_flags import read_homes
from syncd.formats.trf.teams.home_seen import HomeView, Seen
from syncd.formats.trf.teams.home_solver import (
    EITHER,
    FIRST,
    SECOND,
    Board,
    puzzle,
    readings,
    solve,
)
from syncd.formats.trf.teams.home_wording import Sign
from syncd.model import results
from syncd.model.findings import Severity
from syncd.model.meetings import meetings, most_boards
from syncd.model.tournament import TeamMatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.formats.trf.teams.home_solver import Answer, Puzzle
    from syncd.model.findings import Finding
    from syncd.model.meetings import Meeting
    from syncd.model.pairings import Pairings

_LETTER: Final = {2: results.WIN, 1: results.DRAW, 0: results.LOSS}
_TURNED: Final = {
    results.FORFEIT_WIN: results.FORFEIT_LOSS,
    results.FORFEIT_LOSS: results.FORFEIT_WIN,
    results.SHORT_WIN: results.SHORT_LOSS,
    results.SHORT_LOSS: results.SHORT_WIN,
}
"""What the guest has where it was not rated; points say nothing of it."""

MOST_COMPARISONS: Final = 200_000
"""So many boards are read again to compare possible answers; the rest is asked."""

Place = tuple[int, int]
"""Index of a match, index of a board in it."""


class _Sheet(NamedTuple):
    """Everything about the matches of a file."""

    seen: Seen
    played: tuple[Meeting, ...]
    boards: list[list[Board]]
    puzzle: Puzzle
    of_team: dict[int, list[int]]
    points_x10: dict[int, int | None]


def read_home_view(seen: Seen) -> HomeView:
    """Return the file with every board as each of its players has it."""
    sheet = _sheet(seen)
    stated, odd_flags = read_homes(seen.flags, sheet.played, seen.teams)
    answer = solve(sheet.puzzle, stated)
    if not answer.is_possible:
        short = unsupported.loops if _is_short(sheet) else home_wording.impossible
        return _unsolved(sheet, [*odd_flags, short()])
    colours = read_colours(
        [_colours(seen.pairings, meeting) for meeting in sheet.played],
        most_boards(sheet.played),
        answer.homes,
        seen.colour_order,
    )
    by_points = answer.homes
    if not answer.is_complete:
        pairs = zip(stated, colours.homes, strict=True)
        answer = solve(sheet.puzzle, [one & two or one for one, two in pairs])
    if not (answer.is_complete and answer.is_possible):
        return _unsolved(sheet, [*odd_flags, home_wording.too_many()])
    signs = [
        _first_sign(*bits) for bits in zip(stated, by_points, answer.homes, strict=True)
    ]
    view = _solved(sheet, answer, colours.homes, signs)
    odd = [_against_colours(sheet, match) for match in colours.contradicting]
    return view._replace(findings=[*odd_flags, *view.findings, *odd])


def _sheet(seen: Seen) -> _Sheet:
    played = meetings(seen.pairings, seen.teams)
    boards = [
        [_board(seen, meeting, pair) for pair in meeting.boards] for meeting in played
    ]
    points = {entrant.id: entrant.points_x10 for entrant in seen.entrants}
    of_team: dict[int, list[int]] = {}
    for match, meeting in enumerate(played):
        for team in meeting.teams:
            of_team.setdefault(team, []).append(match)
    stated = {team.number: team.game_points_x10 for team in seen.teams}
    return _Sheet(seen, played, boards, puzzle(boards, points), of_team, stated)


def _board(seen: Seen, meeting: Meeting, players: tuple[int, int]) -> Board:
    one, two = (
        seen.pairings.rows[player].results[meeting.round - 1] for player in players
    )
    halves = [seen.points_x10.get((meeting.round, player)) for player in players]
    first, second = (None if value is None else value // 5 for value in halves)
    return Board(players, one + two, (first, second))


def _colours(pairings: Pairings, meeting: Meeting) -> str:
    """Return the colours of the first team's listed boards."""
    return "".join(
        pairings.rows[player].colours[meeting.round - 1] for player, _ in meeting.boards
    )


def _is_short(sheet: _Sheet) -> bool:
    """Return whether the players have more points than the file has games."""
    return sum(sheet.puzzle.halves.values()) > 2 * sum(map(len, sheet.boards))


def _unsolved(sheet: _Sheet, findings: list[Finding]) -> HomeView:
    matches = tuple(_match(meeting, EITHER) for meeting in sheet.played)
    return HomeView(sheet.seen.pairings, matches, findings)


def _match(meeting: Meeting, home: int) -> TeamMatch:
    first, second = meeting.teams
    if home == SECOND:
        first, second = second, first
    return TeamMatch(meeting.round, first, second, is_home_known=home != EITHER)


def _solved(
    sheet: _Sheet, answer: Answer, colours: Sequence[int], signs: list[Sign]
) -> HomeView:
    """Return the boards that the possible answers decide; `signs` are completed."""
    homes: dict[int, int] = {}
    ways: list[list[dict[int, int]]] = []
    for group in answer.groups:
        likely = [way for way in group if _agrees(way, colours)] or group
        if len(likely) == 1:
            homes |= likely[0]
            if len(group) > 1:
                _sign(signs, group[0], Sign.COLOURS)
        else:
            ways.append(likely)
    decided = _decided(sheet, homes, sheet.puzzle.cells)
    asked: list[int] = []
    left = MOST_COMPARISONS
    for group in ways:
        left -= len(group) * _size(sheet, group[0])
        if left < 0:
            asked += group[0]
        else:
            homes |= _settle(sheet, homes, group, decided, asked)
            _sign(signs, group[0], Sign.TEAM_POINTS)
    asked += [place[0] for place, letters in decided.items() if letters is None]
    return _corrected(sheet, homes, decided, sorted(set(asked)), signs)


def _first_sign(stated: int, by_points: int, settled: int) -> Sign:
    """Return what settled a match before its group is looked at."""
    if stated != EITHER:
        return Sign.FLAGS
    is_by_colours = by_points == EITHER and settled != EITHER
    return Sign.COLOURS if is_by_colours else Sign.POINTS


def _sign(signs: list[Sign], matches: Iterable[int], sign: Sign) -> None:
    for match in matches:
        signs[match] = sign


def _size(sheet: _Sheet, matches: Iterable[int]) -> int:
    """Return how many boards the players of some matches have."""
    players = {player for match in matches for player in sheet.puzzle.players[match]}
    return sum(len(sheet.puzzle.cells[player]) for player in players)


def _agrees(way: Mapping[int, int], colours: Sequence[int]) -> bool:
    return all(home & colours[match] for match, home in way.items())


def _decided(
    sheet: _Sheet, homes: Mapping[int, int], players: Iterable[int]
) -> dict[Place, str | None]:
    """Return the right letters of the boards on which some players were guests.

    Those of matches with an unknown home team are left out; None where uncertain.
    """
    decided: dict[Place, str | None] = {}
    for player in players:
        found = readings(sheet.puzzle, player, homes)
        for cell, values in zip(sheet.puzzle.cells[player], found, strict=True):
            home = homes.get(cell.match)
            if home is not None and cell.side == _guest(home):
                board = sheet.boards[cell.match][cell.board]
                half = values[0] if len(values) == 1 else None
                letters = _right_letters(board, cell.side, half)
                decided[cell.match, cell.board] = letters
    return decided


def _guest(home: int) -> int:
    """Return the side of the guest."""
    return 1 if home == FIRST else 0


def _right_letters(board: Board, guest: int, half: int | None) -> str | None:
    """Return what both players have, None if the guest's result is uncertain."""
    letter = board.letters[0]
    if letter != board.letters[1]:
        return board.letters
    if letter in results.PLAYED:
        if half is None:
            return None
        turned = _LETTER[half]
    else:
        turned = _TURNED.get(letter, letter)
    return letter + turned if guest else turned + letter


def _settle(
    sheet: _Sheet,
    homes: dict[int, int],
    group: Sequence[dict[int, int]],
    decided: dict[Place, str | None],
    asked: list[int],
) -> dict[int, int]:
    """Return the home teams of a group that its points and colours leave open.

    Args:
        sheet: everything about the matches.
        homes: what is settled; it is as before when this returns.
        group: the possible answers.
        decided: the boards that are the same whatever is chosen are added.
        asked: the matches with others are added.
    """
    players = {p for match in group[0] for p in sheet.puzzle.players[match]}
    told = []
    for way in group:
        homes |= way
        told.append(_decided(sheet, homes, players))
    for match in group[0]:
        del homes[match]
    fitting = [
        number
        for number, letters in enumerate(told)
        if _explains_teams(sheet, group[0], ChainMap(letters, decided))
    ] or list(range(len(group)))
    first = told[fitting[0]]
    for place, letters in first.items():
        if all(told[number].get(place) == letters for number in fitting):
            decided[place] = decided.get(place) or letters
        else:
            asked.append(place[0])
    return {
        match: home
        for match, home in group[fitting[0]].items()
        if all(group[number][match] == home for number in fitting)
    }


def _explains_teams(
    sheet: _Sheet, group: Iterable[int], decided: Mapping[Place, str | None]
) -> bool:
    """Return whether the board points of the teams (310) leave room for a choice."""
    teams = {team for match in group for team in sheet.played[match].teams}
    return all(
        _explains_team(sheet, number, points, decided)
        for number in sorted(teams)
        if (points := sheet.points_x10[number]) is not None
    )


def _explains_team(
    sheet: _Sheet, team: int, stated_x10: int, decided: Mapping[Place, str | None]
) -> bool:
    """Return whether listed boards give a team no more than its board points."""
    listed = loose = 0
    for match in sheet.of_team[team]:
        meeting = sheet.played[match]
        side = meeting.teams.index(team)
        for number in range(len(meeting.boards)):
            letters = decided.get((match, number))
            if letters is None:
                return True
            worth = [results.STANDARD_POINTS_X10[letter] for letter in letters]
            listed += worth[side]
            loose += max(0, 10 - sum(worth))
    return stated_x10 >= listed - loose


def _corrected(
    sheet: _Sheet,
    homes: Mapping[int, int],
    decided: Mapping[Place, str | None],
    asked: Sequence[int],
    signs: Sequence[Sign],
) -> HomeView:
    pairings = sheet.seen.pairings
    changed: dict[int, dict[int, str]] = {}
    findings: list[Finding] = []
    for (match, number), letters in sorted(decided.items()):
        if letters is None or match in asked:
            continue
        board, meeting = sheet.boards[match][number], sheet.played[match]
        for side, player in enumerate(board.players):
            if letters[side] != board.letters[side]:
                changed.setdefault(player, {})[meeting.round - 1] = letters[side]
                change = board.letters[side], letters[side]
                findings.append(_turned(sheet, meeting, player, change, signs[match]))
    rows = dict(pairings.rows)
    for player, letter_of in changed.items():
        letters = "".join(
            letter_of.get(index, letter)
            for index, letter in enumerate(rows[player].results)
        )
        rows[player] = replace(rows[player], results=letters)
    return HomeView(
        replace(pairings, rows=rows),
        tuple(
            _match(meeting, homes.get(match, EITHER))
            for match, meeting in enumerate(sheet.played)
        ),
        [*findings, *_questions(sheet, asked)],
    )


def _turned(
    sheet: _Sheet, meeting: Meeting, player: int, change: tuple[str, str], sign: Sign
) -> Finding:
    place = CellPlace(sheet.seen.rows[player], meeting.round - 1)
    before, after = change
    text = home_wording.turned(meeting.round, player, before, after, sign)
    found = place.finding("clm.home_view", Severity.INFO, "result", text)
    return replace(found, value=f"{before} -> {after}")


def _against_colours(sheet: _Sheet, match: int) -> Finding:
    place, name = _place(sheet, match)
    text = home_wording.against_colours(place.round, name)
    return place.finding("clm.home_colours", Severity.WARNING, "colour", text)


def _place(sheet: _Sheet, match: int) -> tuple[CellPlace, str]:
    """Return where a match begins in the file, and its name for people."""
    names = {team.number: team.name for team in sheet.seen.teams}
    meeting = sheet.played[match]
    one, two = (f"{number} {names[number]}" for number in meeting.teams)
    row = sheet.seen.rows[meeting.boards[0][0]]
    return CellPlace(row, meeting.round - 1), f"{one} – {two}"


def _questions(sheet: _Sheet, asked: Iterable[int]) -> Iterator[Finding]:
    for match in asked:
        place, name = _place(sheet, match)
        boards = sheet.played[match].boards
        text = home_wording.undecided(place.round, name, boards)
        yield place.finding("clm.home_open", Severity.ERROR, "result", text)
