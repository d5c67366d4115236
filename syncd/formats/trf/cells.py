"""The round cells of a player: opponent, colour and result as three columns.

A row of cells is cut with a few slices of the whole line, and opponents are looked up
by their four characters, so the ordinary case costs no object per game. Only rows in
which something stands out are looked at cell by cell (`odd_cells`).

Source: C.04 Annex 2 "Round cell"; TRF sheet, section 2.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.fide_records import PLAYER
from syncd.formats.trf.numbers import to_int
from syncd.formats.trf.odd_cells import UNREADABLE, Cell, repair_cell
from syncd.formats.trf.places import CellPlace
from syncd.model import results
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.formats.trf.rows import Row
    from syncd.model.findings import Finding

FIRST_COLUMN: Final = PLAYER.repeat[0].first
STRIDE: Final = PLAYER.stride
_OPPONENT, _COLOUR, _RESULT = (field.first - FIRST_COLUMN for field in PLAYER.repeat)
_DIGITS: Final = PLAYER.repeat[0].width

_KNOWN_RESULTS: Final = "".join(sorted(results.KNOWN))
_KNOWN_COLOURS: Final = WHITE + BLACK + NO_COLOUR
_RESULTS: Final = str.maketrans("wdlfhuz", "WDLFHUZ")
_COLOURS: Final = str.maketrans("WBsS ", "wbbb-")  # s: "schwarz" in old German files


class OpponentNumbers(dict[str, int]):
    """Four columns -> entrant id; 0 = nobody, below 0 = a number that no player has."""

    def __init__(self, ids: Iterable[int]) -> None:
        super().__init__({f"{number:4}": number for number in ids})
        self._ids = frozenset(self.values())

    def __missing__(self, text: str) -> int:
        number = to_int(text) if text.strip() else 0
        if number is None:
            value = UNREADABLE
        else:
            value = number if number in self._ids else -number
        self[text] = value
        return value


class CellRows(NamedTuple):
    """The cells of all players.

    Attributes:
        by_id: start number -> cells, in the order of the file.
        absences: entries against a number that nobody has, read as Z.
        findings: what was wrong in single cells.
    """

    by_id: dict[int, Cells]
    absences: int
    findings: list[Finding]


def read_cells(rows: Mapping[int, Row], rounds: int) -> CellRows:
    """Return the cells of all players, `rounds` long each."""
    numbers = OpponentNumbers(rows)
    dummy = max(rows, default=0) + 1
    by_id: dict[int, Cells] = {}
    absences, findings = 0, []
    for entrant, row in rows.items():
        cells = cut_cells(row.text, rounds, numbers)
        if _stands_out(entrant, cells):
            usable, found = _repaired(cells, row, dummy)
            cells = _columns(usable)
            absences += sum(cell.is_absence for cell in usable)
            findings += found
        by_id[entrant] = cells
    return CellRows(by_id, absences, findings)


def cut_cells(text: str, rounds: int, numbers: Mapping[str, int]) -> Cells:
    """Return the cells of one aligned line; what is missing at its end is blank."""
    width, start = rounds * STRIDE, FIRST_COLUMN - 1
    tail = text[start : start + width].ljust(width)
    cuts = [tail[at : at + _DIGITS] for at in range(_OPPONENT, width, STRIDE)]
    return Cells(
        opponents=tuple(map(numbers.__getitem__, cuts)),
        colours=tail[_COLOUR::STRIDE].translate(_COLOURS),
        results=tail[_RESULT::STRIDE].translate(_RESULTS),
    )


def last_used(text: str) -> int:
    """Return the last round in which an aligned line holds anything.

    Cells with only a dash are appended by lichess and are no rounds (TRF faults 4).
    """
    used = len(text[FIRST_COLUMN - 1 :].rstrip(" -"))
    return -(-used // STRIDE)


def _stands_out(entrant: int, cells: Cells) -> bool:
    """Return whether a row needs a look at each of its cells."""
    opponents, letters = cells.opponents, cells.results
    return bool(
        letters.strip(_KNOWN_RESULTS)
        or cells.colours.strip(_KNOWN_COLOURS)
        or entrant in opponents
        or min(opponents, default=0) < 0
        or results.ZERO_BYE in compress(letters, opponents)
    )


def _repaired(
    cells: Cells, row: Row, dummy: int
) -> tuple[list[Cell], list[Finding]]:
    usable: list[Cell] = []
    findings: list[Finding] = []
    columns = zip(cells.opponents, cells.colours, cells.results, strict=True)
    for index, column in enumerate(columns):
        cell, found = repair_cell(Cell(*column), CellPlace(row, index), dummy)
        usable.append(cell)
        findings += found
    return usable, findings


def _columns(cells: list[Cell]) -> Cells:
    return Cells(
        opponents=tuple(cell.opponent for cell in cells),
        colours="".join(cell.colour for cell in cells),
        results="".join(cell.result for cell in cells),
    )
