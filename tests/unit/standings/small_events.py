"""Small tournaments written as the lines of a crosstable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from syncd.model.pairing_rules import PairingRules
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.codes import Code, parse_code
from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import (
    Standings,
    contest_of,
    in_points,
    standings_on,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from syncd.standings.contest import Contest

_CELL = re.compile(r"(\d*)([wb]?)(\S)")
USUAL = Options()


def tournament(
    *lines: str,
    kind: Kind = Kind.SWISS,
    ratings: Sequence[int | None] = (),
    rounds: int = 0,
    rules: PairingRules | None = None,
) -> Tournament:
    """Return a tournament; line `2w1 3b= U` is a player: opponent, colour, result."""
    cells = [[_CELL.fullmatch(word) for word in line.split()] for line in lines]
    count = max(rounds, *map(len, cells))
    rows = {}
    for number, row in enumerate(cells, 1):
        found = [cell for cell in row if cell]
        assert len(found) == len(row), lines[number - 1]
        blank = count - len(row)
        rows[number] = Cells(
            tuple(int(cell[1] or 0) for cell in found) + (0,) * blank,
            "".join(cell[2] or "-" for cell in found) + "-" * blank,
            "".join(cell[3] for cell in found) + " " * blank,
        )
    rated = [*ratings, *[2000] * (len(lines) - len(ratings))]
    return Tournament(
        "Small",
        kind=kind,
        rounds=count,
        entrants=tuple(
            Entrant(number, f"P{number}", rating=rated[number - 1]) for number in rows
        ),
        pairings=Pairings(count, rows),
        rules=rules or PairingRules(),
    )


def code(text: str) -> Code:
    parsed = parse_code(text)
    assert isinstance(parsed, Code), parsed
    return parsed


def values(
    event: Tournament | Contest, text: str, options: Options = USUAL
) -> list[Fraction | None]:
    """Return everybody's value of one tie-break, in points."""
    contest = contest_of(event, options) if isinstance(event, Tournament) else event
    column = rank(contest, [code(text)]).columns[0]
    return [in_points(value, column.scale) for value in column.values]


def ranks(event: Tournament, *texts: str, options: Options = USUAL) -> list[int]:
    """Return everybody's place by a list of tie-breaks."""
    return rank(contest_of(event, options), [code(text) for text in texts]).ranks


def standings_of(
    event: Tournament,
    codes: Sequence[Code],
    options: Options = USUAL,
    *,
    keeps_undefined: bool = False,
) -> Standings:
    """Return the standings by a list as it is, without a word of the builder."""
    contest = contest_of(event, options)
    return standings_on(contest, codes, keeps_undefined=keeps_undefined)
