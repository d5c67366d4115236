"""Tournaments for the tests of the rating, written as crosstables.

One line per player: start number, points, then a bar and one cell per round:
`2b1` = opponent, colour, result; a letter alone = no opponent; `.` = blank.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from syncd.model import results
from syncd.model.pairings import NO_COLOUR, Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament

FIRST_DAY = dt.date(2026, 7, 25)
AFTERWARDS = dt.date(2026, 11, 29)

_CELL = re.compile(r"(\d*)([wb-]?)(\S)")

OPEN_16 = """
  1   4.5 |  2b1  9w= 14b1  6w=  3b= 10w0  7b1
  2   3.0 |  1w0 10b0    H 16b= 15w1 14b0 12w1
  3   4.0 |  4w=  5b= 10b1  9w=  1w=  6b0  8w1
  4   3.5 |  3b=  6w0 12b1 14w+  7w0  8b0 13b1
  5   2.5 |  6b=  3w=    Z 10w0 16b1 11w0 15b=
  6   5.0 |  5w=  4b1  7b1  1b=  9w-  3w1 10w1
  7   3.5 |  8b= 15b1  6w0 11w1  4b1  9b-  1w0
  8   3.5 |  7w= 16w1  9b0 13w1 10b0  4w1  3b0
  9   4.0 | 10w1  1b=  8w1  3b=  6b+  7w- 14w0
 10   4.0 |  9b0  2w1  3w0  5b1  8w1  1b1  6b0
 11   4.0 | 12b0 13w= 15w1  7b0 14w=  5b1 16w1
 12   2.5 | 11w1 14b0  4w0 15b= 13w= 16b=  2b0
 13   3.0 | 14w0 11b= 16w1  8b0 12b= 15b1  4w0
 14   4.5 | 13b1 12w1  1w0  4b- 11b=  2w1  9b1
 15   1.5 | 16b=  7w0 11b0 12w=  2b0 13w0  5w=
 16   1.5 | 15w=  8b0 13b0  2w=  5w0 12w= 11b0
"""
"""A finished Swiss open; in round 6 neither 7 nor 9 came, so both have a minus."""

RUNNING_20 = """
  1   3.0 |  2b1  4w1  5b1 17w0    Z    Z    .
  2   2.0 |  1w0 20b1  8b1  3w0    Z    Z    .
  3   2.0 |  4b0  6w1  7w1  2b0    Z    Z    .
  4   2.0 |  3w1  1b0 10w1  5w0    Z    Z    .
  5   2.0 |  6w1 10b1  1w0  4b0    Z    Z    .
  6   1.0 |  5b0  3b0 20w1  7w0    Z    Z    .
  7   1.0 |  8w=    H  3b0  6b0    Z    Z    .
  8   1.5 |  7b= 19b1  2w0 13w0    Z    Z    .
  9   1.0 | 10w0    Z 12b1 16b0    Z    Z    .
 10   1.0 |  9b1  5w0  4b0 19w0    Z    Z    .
 11   2.0 | 12w1 13b1 17b0 14w0    Z    Z    .
 12   0.0 | 11b0 14w0  9w0 20b0    Z    Z    .
 13   1.5 | 14b1 11w0 15w=  8b0    Z    Z    .
 14   2.0 | 13w0 12b1 16w1 11b0    Z    Z    .
 15   1.5 | 16w1 17w0 13b= 18b0    Z    Z    .
 16   0.5 | 15b0 18w= 14b0  9w0    Z    Z    .
 17   3.0 | 18w1 15b1 11w1  1b0    Z    Z    .
 18   1.5 | 17b0 16b= 19w1 15w0    Z    Z    .
 19   0.5 | 20b=  8w0 18b0 10b0    Z    Z    .
 20   0.5 | 19w=  2w0  6b0 12w0    Z    Z    .
"""
"""A Swiss open: three rounds played, the fourth paired, nothing yet of the others."""

NOT_STARTED = "".join(f"{number} | Z Z Z Z .\n" for number in range(1, 9))

EVERYBODY_7 = """
  1   4.5 |  8w0  2w1  3b=  4w1  5b1  6w0  7b1
  2   2.0 |  7w0  1b0  8w0  3w0  4b=  5w1  6b=
  3   4.5 |  6w1  7b0  1w=  2b1  8w0  4w1  5b1
  4   1.0 |  5w=  6b0  7w0  1b0  2w=  3b0  8w0
  5   2.5 |  4b=  8b0  6w1  7b1  1w0  2b0  3w0
  6   3.5 |  3b0  4w1  5b0  8b0  7w1  1b1  2w=
  7   3.0 |  2b1  3w1  4b1  5w0  6b0  8b0  1w0
"""
"""A round robin of seven: number 8 does not exist, so one player rests each round."""

LOST_LOOP_6 = """
  1   5.5 |  6b0  2b1  3w=  4b1  5w0
  2   4.5 |  5b1  1w0  6b1  3b0  4w0
  3   4.5 |  4b0  5w1  1b=  2w1  6b0
  4   6.5 |  3w1  6w=  5b0  1w0  2b1
  5   3.5 |  2w0  3b0  4w1  6w=  1b1
  6   5.5 |  1w1  4b=  2w0  5b=  3w1
"""
"""A double round robin as CLM's TRF shows it: points of two loops, games of one."""

CUP_8 = """
  1   1.5 |  8w1  4w=    .
  2   0.5 |  7b=    Z    .
  3   2.0 |  6w+  7b1  4b0
  4   2.5 |  5b1  1b=  3w1
  5   0.0 |  4w0    Z    .
  6   0.0 |  3b-    Z    .
  7   0.5 |  2w=  3w0    .
  8   0.0 |  1b0    Z    .
"""
"""A knockout: two drawn games, decided by play-offs that the file does not show."""

FREE_7 = """
  1   1.5 |  3b=    Z    .
  2   0.5 |  1b0  3w=    .
  3   1.0 |  1w=  2b=    .
  4   0.0 |  5w0  7b0    .
  5   1.0 |  4b1  6w0    .
  6   0.5 |  7w=  5b0    .
  7   1.5 |  6b=  4w1    .
"""
"""A free tournament: number 1 played twice in round 1, the file keeps one game."""


def drawn_up(table: str, kind: Kind = Kind.SWISS) -> Tournament:
    """Return the tournament of a crosstable: complete data, one round a day."""
    lines = [line.split("|") for line in table.splitlines() if line.strip()]
    numbers = [int(head.split()[0]) for head, _ in lines]
    cells = [_cells(row) for _, row in lines]
    rounds = len(cells[0].opponents)
    return Tournament(
        name="Halle Open 2026",
        kind=kind,
        rounds=rounds,
        city="Halle (Saale)",
        time_control_code="5400+30",
        round_dates=tuple(FIRST_DAY + dt.timedelta(days=day) for day in range(rounds)),
        entrants=tuple(_entrant(*head.split()) for head, _ in lines),
        pairings=Pairings(rounds, dict(zip(numbers, cells, strict=True))),
    )


def _cells(row: str) -> Cells:
    parts = [match.groups() for match in map(_CELL.fullmatch, row.split()) if match]
    return Cells(
        opponents=tuple(int(opponent or 0) for opponent, _, _ in parts),
        colours="".join(colour or NO_COLOUR for _, colour, _ in parts),
        results="".join(code.replace(".", results.BLANK) for _, _, code in parts),
    )


def _entrant(number: str, points: str = "") -> Entrant:
    return Entrant(
        id=int(number),
        surname=f"Player{number}",
        forename="Anna",
        sex="w",
        birth_year=1980,
        points_x10=int(points.replace(".", "")) if points else None,
    )


def with_entrant(t: Tournament, entrant: Entrant) -> Tournament:
    """Return the tournament with one of its entrants replaced."""
    entrants = (entrant if each.id == entrant.id else each for each in t.entrants)
    return replace(t, entrants=tuple(entrants))


def with_results(t: Tournament, number: int, codes: dict[int, str]) -> Tournament:
    """Return the tournament with other result codes of some players in one round."""
    rows = {
        key: replace(cells, results=_changed(cells.results, number - 1, codes.get(key)))
        for key, cells in t.pairings.rows.items()
    }
    return replace(t, pairings=Pairings(t.pairings.rounds, rows))


def _changed(text: str, index: int, code: str | None) -> str:
    return text if code is None else text[:index] + code + text[index + 1 :]
