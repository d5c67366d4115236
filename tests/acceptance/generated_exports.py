"""Invented finished round robins in the form of CLM's newest exporter.

Each number makes another tournament; a version changes one result of it, points
included, as a correction in CLM would.
"""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass

PLAYERS = 6
ROUNDS = PLAYERS - 1
FIRST_DAY = dt.date(2026, 3, 2)
_SURNAMES = ("Abel", "Brenner", "Claas", "Dorn", "Ebert", "Falk", "Gerber", "Huth")
_FORENAMES = ("Anna", "Bernd", "Clara", "Dirk", "Eva", "Frank", "Grit", "Hans")
_OUTCOMES = (("1", "0"), ("=", "="), ("0", "1"))
_POINTS = {"1": 10, "=": 5, "0": 0}

Cell = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class GeneratedExport:
    """One tournament, identified by its number.

    Attributes:
        number: from 0; decides names and results.
        version: 0 is the first export; higher ones change the last game.
    """

    number: int
    version: int = 0

    @property
    def title(self) -> str:
        return f"Stadtmeisterschaft Musterhausen Gruppe {self.number:03d}"

    @property
    def file_name(self) -> str:
        """CLM's download name; each version is exported a minute later."""
        stamp = dt.datetime(2026, 5, 1, 10, 0) + dt.timedelta(minutes=self.version)
        return f"{self.title.replace(' ', '_')}__{stamp:%d-%m-%Y__%H-%M-%S}.trf"

    def encode(self) -> bytes:
        """Return the bytes of the export."""
        rows = self._rows()
        dates = [FIRST_DAY + dt.timedelta(days=7 * index) for index in range(ROUNDS)]
        head = [
            "### Tournament Section  ",
            f"012 {self.title}", "022 Musterhausen", "032 GER",
            "042 2026/03/02", "052 2026/04/30", f"062 {PLAYERS}", "072 0", "082 0",
            "092 ", "102 Schäfer,Jürgen (4600010)",
            "122 90 min für die Partie plus 30 sec / Zug ab dem 1. Zug",
            f"142 {ROUNDS}", "222 5400+30",
            "132" + " " * 88 + "".join(f"{day:%y/%m/%d}  " for day in dates),
            "### Player Section  ",
        ]  # fmt: skip
        players = [self._player(number, rows[number]) for number in rows]
        return ("\n".join([*head, *players]) + "\n").encode("latin-1")

    def _rows(self) -> dict[int, list[Cell]]:
        chance = random.Random(self.number)
        rows: dict[int, list[Cell]] = {number: [] for number in range(1, PLAYERS + 1)}
        for pairs in _berger():
            for white, black in pairs:
                result = chance.choice(_OUTCOMES)
                rows[white].append((black, "w", result[0]))
                rows[black].append((white, "b", result[1]))
        self._correct(rows)
        return rows

    def _correct(self, rows: dict[int, list[Cell]]) -> None:
        """Turn the outcome of player 1's last game `version` steps further."""
        opponent, colour, result = rows[1][-1]
        index = [pair[0] for pair in _OUTCOMES].index(result)
        mine, theirs = _OUTCOMES[(index + self.version) % len(_OUTCOMES)]
        rows[1][-1] = (opponent, colour, mine)
        _, other_colour, _ = rows[opponent][-1]
        rows[opponent][-1] = (1, other_colour, theirs)

    def _player(self, number: int, cells: list[Cell]) -> str:
        surname = _SURNAMES[(self.number + number) % len(_SURNAMES)] + f"-{number}"
        forename = _FORENAMES[(self.number // 8 + number) % len(_FORENAMES)]
        points = sum(_POINTS[result] for _, _, result in cells) / 10
        line = (
            f"001 {number:4d} m    {f'{surname},{forename}':<33} {'':4} GER "
            f"{'0':>11} {1950 + number}/  /   {points:4.1f} {number:4d}"
        )
        return line + "".join(f"  {o:4d} {c} {r}" for o, c, r in cells)


def _berger() -> list[list[tuple[int, int]]]:
    """Return the rounds of a round robin by the circle method."""
    circle = list(range(1, PLAYERS + 1))
    rounds = []
    for turn in range(ROUNDS):
        pairs = [(circle[i], circle[-1 - i]) for i in range(PLAYERS // 2)]
        rounds.append([pair if turn % 2 else pair[::-1] for pair in pairs])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds
