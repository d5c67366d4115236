"""Small tournaments for the tests of sync and pipeline."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ANNA = Entrant(
    1, "Ärmel", "Anna", sex="w", fide_id=12345678, birth_year=2001, points_x10=10,
    rank=1, club="SK Köln", vkz="20101", member_number=12, dsb_id="10000123", dwz=1850,
)  # fmt: skip
BERT = Entrant(2, "Bolt", "Bert", rating=1700, birth_year=1999, points_x10=0, rank=2)
CARL = Entrant(3, "Cramer", "Carl")
DORA = Entrant(4, "Dorn", "Dora")


def pairings(rows: Mapping[int, str]) -> Pairings:
    """Return pairings from rows like `2w1 -`: opponent, colour, result per round."""
    cells = {number: _cells(row.split()) for number, row in rows.items()}
    rounds = max((len(row.results) for row in cells.values()), default=0)
    return Pairings(rounds, cells)


def _cells(parts: Sequence[str]) -> Cells:
    whole = [part if part != "." else "0- " for part in parts]
    return Cells(
        tuple(int(part[:-2]) for part in whole),
        "".join(part[-2] for part in whole),
        "".join(part[-1] for part in whole),
    )


def tournament(
    entrants: Sequence[Entrant] = (ANNA, BERT, CARL, DORA),
    rows: Mapping[int, str] | None = None,
) -> Tournament:
    """Return a tournament of four players and two rounds with every field filled."""
    given = rows or {1: "2w1 3b=", 2: "1b0 4w1", 3: "4w= 1w=", 4: "3b= 2b0"}
    return Tournament(
        name="Köln-Mülheim Open",
        kind=Kind.SWISS,
        rounds=2,
        city="Köln",
        federation="GER",
        start=dt.date(2026, 10, 3),
        end=dt.date(2026, 10, 4),
        type_text="Individual: Swiss-System",
        arbiter="Richter, Rita",
        deputies=("Helfer, Hans",),
        time_control_text="90 min + 30 s",
        time_control_code="5400+30",
        round_dates=(dt.date(2026, 10, 3), dt.date(2026, 10, 4)),
        venue="Bürgerhaus",
        parameters=(("bem_int", ""),),
        tiebreaks=(1, 2),
        entrants=tuple(entrants),
        pairings=pairings({entrant.id: given[entrant.id] for entrant in entrants}),
    )
