"""Players who stand in two rosters: CLM gives their second entry the number 0.

The second entry is a 001 line of its own with start number 0, and a 0 in a roster. It
is the same person, found by FIDE id, else by name and birth; the roster then gets his
real number.

Source: CLM's source, site/clm/api/db_trf_export.php (one number per person, looked up
by club and member number).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.lines.numbers import positive, to_int
from syncd.formats.trf.tables.fide_records import PLAYER

if TYPE_CHECKING:
    from collections.abc import Collection

    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.records import Records

_NUMBER: Final = PLAYER.slice("number")
_FIDE_ID: Final = PLAYER.slice("fide_id")
_BIRTH: Final = PLAYER.slice("birth")


class SecondEntry(NamedTuple):
    """A 001 line with start number 0.

    Attributes:
        line: line number from 1.
        player: start number of the same person, None if nobody or several fit.
    """

    line: int
    player: int | None


def second_entries(records: Records, rows: Collection[Row]) -> list[SecondEntry]:
    """Return the lines with start number 0 in the order of the file."""
    entries = []
    by_key: dict[tuple[str, str], list[int]] | None = None
    for line in records["001"]:
        number = records.text(line)[_NUMBER]
        if number.strip(" 0") or to_int(number) != 0:  # the first is quick, for most
            continue
        by_key = _by_key(rows) if by_key is None else by_key
        aligned = align(records.text(line), PLAYER)
        keys = _keys(aligned.text, aligned.pivot)
        found = next((by_key[key] for key in keys if key in by_key), [])
        entries.append(SecondEntry(line, found[0] if len(found) == 1 else None))
    return entries


def _by_key(rows: Collection[Row]) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        for key in _keys(row.text, row.name):
            found.setdefault(key, []).append(row.number)
    return found


def _keys(text: str, name: str) -> list[tuple[str, str]]:
    """Return by what a person is known, the surest first."""
    fide_id = positive(text[_FIDE_ID])
    known = [("fide_id", str(fide_id))] if fide_id else []
    return [*known, (name, text[_BIRTH])] if name else known
