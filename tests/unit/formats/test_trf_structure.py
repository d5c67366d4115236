from __future__ import annotations

import pytest

from syncd.formats.trf.structure import is_knockout, round_robin_loops
from syncd.model.pairings import Cells, Pairings

Game = tuple[int, int, str]


def pairings(*rounds: list[Game], planned: int = 0, players: int = 0) -> Pairings:
    """Return pairings from (white, black, letters) per round."""
    ids = {number for games in rounds for game in games for number in game[:2]}
    ids |= set(range(1, players + 1))
    count = max(planned, len(rounds))
    cells = {number: [[0] * count, ["-"] * count, [" "] * count] for number in ids}
    for index, games in enumerate(rounds):
        for white, black, letters in games:
            sides = (white, black, "w", letters[0]), (black, white, "b", letters[1])
            for own, other, colour, letter in sides:
                for column, value in zip(
                    cells[own], (other, colour, letter), strict=True
                ):
                    column[index] = value  # type: ignore[call-overload]
    rows = {
        number: Cells(tuple(o), "".join(c), "".join(r))  # type: ignore[arg-type]
        for number, (o, c, r) in sorted(cells.items())
    }
    return Pairings(count, rows)
