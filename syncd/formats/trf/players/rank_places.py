"""Where in the file each player's rank stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.players.rows import read_rows
from syncd.formats.trf.records import Records
from syncd.formats.trf.tables.fide_records import PLAYER

if TYPE_CHECKING:
    from syncd.formats.trf.records import Decoded

_FIELD: Final = PLAYER.field("rank")


class Place(NamedTuple):
    """A place in a file.

    Attributes:
        line: from 1.
        column: from 1, in characters.
    """

    line: int
    column: int


def rank_places(decoded: Decoded) -> dict[int, Place]:
    """Return the place of each rank by start number."""
    return {
        number: Place(row.line, _FIELD.first + row.shift)
        for number, row in read_rows(Records(decoded.lines)).by_id.items()
    }
