"""Small team events written as the matches of each round."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from syncd.model.pairing_rules import AnnouncedBye, PairingRules
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Team, TeamBye, TeamMatch, Tournament

_MATCH = re.compile(r"(\d)([-*])(\d):(\S+)")
_BYE = re.compile(r"([UFHZ])(\d)")
_OTHER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "X": "-", "!": "!"}
_PER_TEAM = 10


class Cell(NamedTuple):
    """One player's round."""

    opponent: int = 0
    colour: str = "-"
    result: str = "Z"


def team_event(  # a tournament has many sides
    *rounds: str,
    kind: Kind = Kind.SWISS,
    bye: tuple[int | None, int | None] = (10, 10),
    rules: PairingRules | None = None,
    type_code: str = "",
    teams: int = 0,
) -> Tournament:
    """Return an event; `1-2:1=` is a match by boards as team 1 has it.

    `+` and `-` are forfeits of a board with two names, `X` of both; `>` and `<` are a
    board at which only team 1 or team 2 sat; `!` is an open board. `1*2:+-` is a match
    that was forfeited as a whole, `U3` is the pairing bye of team 3, `H3 F3 Z3` are the
    others. Player 21 sits at board 1 of team 2; White is always of the first team.

    Args:
        rounds: matches and byes of each, separated by blanks.
        kind: how it is paired.
        bye: match points and game points of the pairing bye, in tenths.
        rules: scoring and so on.
        type_code: record 192.
        teams: how many there are, at least those who are named.
    """
    cells: dict[tuple[int, int], Cell] = {}
    matches: list[TeamMatch] = []
    paired: list[int] = []
    asked: list[AnnouncedBye] = []
    for number, text in enumerate(rounds, 1):
        paired.append(0)
        for word in text.split():
            if found := _BYE.fullmatch(word):
                if found[1] == "U":
                    paired[-1] = int(found[2])
                else:
                    asked.append(AnnouncedBye(found[1], number, (int(found[2]),)))
                continue
            match = _MATCH.fullmatch(word)
            assert match, word
            home, guest = int(match[1]), int(match[3])
            if match[2] == "*":
                matches.append(TeamMatch(number, home, guest, forfeited=match[4]))
            else:
                cells |= _cells(number, home, guest, match[4])
                matches.append(TeamMatch(number, home, guest))
    size = max((player % _PER_TEAM for _, player in cells), default=1)
    count = max(
        teams, *(int(x) for x in re.findall(r"\d(?=[-*]|:|\s|$)", _all(rounds)))
    )
    rows = {
        _PER_TEAM * team + board: _row(
            [cells.get((at, _PER_TEAM * team + board), Cell()) for at in _to(rounds)]
        )
        for team in range(1, count + 1)
        for board in range(1, size + 1)
    }
    known = rules or PairingRules()
    return Tournament(
        "Small",
        kind=kind,
        is_team=True,
        rounds=len(rounds),
        type_code=type_code,
        entrants=tuple(Entrant(player, f"P{player}") for player in rows),
        pairings=Pairings(len(rounds), rows),
        teams=tuple(
            Team(
                team,
                f"T{team}",
                roster=tuple(_PER_TEAM * team + b for b in range(1, size + 1)),
            )
            for team in range(1, count + 1)
        ),
        matches=tuple(matches),
        team_byes=TeamBye(*bye, tuple(paired)) if any(paired) else None,
        rules=replace(known, byes=(*known.byes, *asked)),
    )


def _all(rounds: tuple[str, ...]) -> str:
    return " ".join(re.sub(r":\S+", ":", text) for text in rounds)


def _to(rounds: tuple[str, ...]) -> range:
    return range(1, len(rounds) + 1)


def _cells(
    number: int, home: int, guest: int, boards: str
) -> dict[tuple[int, int], Cell]:
    cells = {}
    for board, result in enumerate(boards, 1):
        one, two = _PER_TEAM * home + board, _PER_TEAM * guest + board
        if result == ">":
            cells[number, one] = Cell(result="+")
        elif result == "<":
            cells[number, two] = Cell(result="+")
        else:
            own = {"X": "-", "!": " "}.get(result, result)
            other = _OTHER[result].replace("!", " ")
            cells[number, one] = Cell(two, "w", own)
            cells[number, two] = Cell(one, "b", other)
    return cells


def _row(cells: list[Cell]) -> Cells:
    return Cells(
        tuple(cell.opponent for cell in cells),
        "".join(cell.colour for cell in cells),
        "".join(cell.result for cell in cells),
    )
