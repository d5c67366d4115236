"""The round cells of a player: opponent, colour and result as three columns.

A row of cells is cut with a few slices of the whole line, and opponents are looked up
by their four characters, so the ordinary case costs no object per game. Only rows in
which something stands out are looked at cell by cell (`odd_cells`).

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, record 001, rounds.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import contains, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.numbers import to_int
from syncd.formats.trf.lines.places import CellPlace
from syncd.formats.trf.players.cell_letters import old_byes, unusual_letters
from syncd.formats.trf.players.odd_cells import UNREADABLE, Cell, repair_cell
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells
from syncd.model.quick import quick_maker
from syncd.model.results import KNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from syncd.formats.trf.players.rows import Row
    from syncd.model.findings import Finding

FIRST_COLUMN: Final = PLAYER.repeat[0].first
STRIDE: Final = PLAYER.stride
_COLOUR, _RESULT = (field.first - FIRST_COLUMN for field in PLAYER.repeat[1:])
_DIGITS: Final = PLAYER.repeat[0].width

_PADDED_AT_ONCE: Final = 500
"""Lines: one that lists hundreds of rounds makes all others as long."""
_KNOWN_RESULTS: Final = "".join(sorted(KNOWN))
_KNOWN_COLOURS: Final = WHITE + BLACK + NO_COLOUR
_RESULTS: Final = str.maketrans("wdlfhuz", "WDLFHUZ")
_COLOURS: Final = str.maketrans("WBsS ", "wbbb-")  # s: "schwarz" in old German files
_made: Final = quick_maker(Cells)


class OpponentNumbers(dict[str, int]):
    """Four columns -> entrant id; 0 = nobody, below 0 = a number that no player has."""

    def __init__(self, ids: Iterable[int]) -> None:
        numbers = list(ids)
        super().__init__(zip(map("{:4}".format, numbers), numbers, strict=True))
        self._ids = frozenset(self.values())

    def __missing__(self, text: str) -> int:
        number = to_int(text) if text.strip() else 0
        if number is None:
            number = -UNREADABLE
        self[text] = value = number if number in self._ids else -number
        return value


class CellRows(NamedTuple):
    """The cells of all players.

    Attributes:
        by_id: start number -> cells, in the order of the file.
        findings: what was wrong in single cells.
    """

    by_id: dict[int, Cells]
    findings: list[Finding]


def read_cells(rows: Mapping[int, Row], rounds: int) -> CellRows:
    """Return the cells of all players, `rounds` long each."""
    numbers = OpponentNumbers(rows)
    cut = _cut([row.text for row in rows.values()], rounds, numbers)
    by_id = dict(zip(rows, _cells(cut, rounds), strict=True))
    dummy = max(rows, default=0) + 1
    findings = Findings(
        unusual_letters(
            list(rows.values()), rounds, "".join(cut.colours), "".join(cut.results)
        )
    )
    findings += old_byes(list(rows.values()), cut.opponents, cut.results)
    for entrant in _odd_rows(by_id, numbers):
        usable, found = _repaired(by_id[entrant], rows[entrant], dummy)
        by_id[entrant] = _columns(usable)
        findings += found
    return CellRows(by_id, findings)


def cut_cells(
    texts: Sequence[str], rounds: int, numbers: Mapping[str, int]
) -> list[Cells]:
    """Return the cells of aligned lines; what is missing at their ends is blank."""
    return _cells(_cut(texts, rounds, numbers), rounds)


class _Cut(NamedTuple):
    """The cells of all players as three columns, letters as written."""

    opponents: list[tuple[int, ...]]
    colours: list[str]
    results: list[str]


def _cut(texts: Sequence[str], rounds: int, numbers: Mapping[str, int]) -> _Cut:
    opponents, colours, results = _places(rounds)
    width, number = FIRST_COLUMN - 1 + rounds * STRIDE, numbers.__getitem__
    cut = _Cut([], [], [])
    for at in range(0, len(texts), _PADDED_AT_ONCE):
        padded = [text.ljust(width) for text in texts[at : at + _PADDED_AT_ONCE]]
        cut.opponents.extend([tuple(map(number, opponents(text))) for text in padded])
        cut.colours.extend([text[colours] for text in padded])
        cut.results.extend([text[results] for text in padded])
    return cut


def _cells(cut: _Cut, rounds: int) -> list[Cells]:
    colours = _translated(cut.colours, rounds, _COLOURS)
    results = _translated(cut.results, rounds, _RESULTS)
    return list(map(_made, cut.opponents, colours, results))


def _translated(rows: list[str], rounds: int, table: Mapping[int, int]) -> list[str]:
    """Return rows with letters exchanged, in one go: a tenth of row by row."""
    letters = "".join(rows)
    changed = letters.translate(table)
    if changed == letters:
        return rows
    return [changed[at : at + rounds] for at in range(0, len(changed), rounds)]


@lru_cache(maxsize=64)
def _places(rounds: int) -> tuple[Callable[[str], Iterable[str]], slice, slice]:
    """Return what cuts all opponents out of a line, then all colours, all results."""
    start, stop = FIRST_COLUMN - 1, FIRST_COLUMN - 1 + rounds * STRIDE
    cells = [slice(at, at + _DIGITS) for at in range(start, stop, STRIDE)]
    colours, results = (
        slice(start + first, stop, STRIDE) for first in (_COLOUR, _RESULT)
    )
    if rounds > 1:  # all in one call: a third of the time of one after the other
        return itemgetter(*cells), colours, results
    return (lambda text: [text[cell] for cell in cells]), colours, results


def last_used(text: str) -> int:
    """Return the last round in which an aligned line holds anything.

    Cells with only a dash are no rounds: lichess appends them.

    Source: files written by lichess.
    """
    used = len(text[FIRST_COLUMN - 1 :].rstrip(" -"))
    return -(-used // STRIDE)


def _odd_rows(by_id: Mapping[int, Cells], numbers: OpponentNumbers) -> list[int]:
    """Return the players whose cells need a look of their own.

    Letters and numbers are first checked for the whole file at once.
    """
    letters = "".join([cells.results for cells in by_id.values()])
    colours = "".join([cells.colours for cells in by_id.values()])
    if (
        letters.strip(_KNOWN_RESULTS)
        or colours.strip(_KNOWN_COLOURS)
        or min(numbers.values(), default=0) < 0
    ):
        return [entrant for entrant, cells in by_id.items() if _is_odd(entrant, cells)]
    opponents = [cells.opponents for cells in by_id.values()]
    return list(compress(by_id, map(contains, opponents, by_id)))


def _is_odd(entrant: int, cells: Cells) -> bool:
    return bool(
        cells.results.strip(_KNOWN_RESULTS)
        or cells.colours.strip(_KNOWN_COLOURS)
        or entrant in cells.opponents
        or min(cells.opponents, default=0) < 0
    )


def _repaired(cells: Cells, row: Row, dummy: int) -> tuple[list[Cell], list[Finding]]:
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
