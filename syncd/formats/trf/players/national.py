"""National rating records: what a federation's own list says of a player.

They begin with the three letters of a federation instead of 001, so every line that no
table knows is looked at: it is one if its columns hold what this record has and its
number is a player's. Legends and other programs' private records do not look so.

Source: TRF26, national rating support (NRS).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.lines.fitting import fits
from syncd.formats.trf.lines.numbers import positive
from syncd.formats.trf.records import LEGENDS
from syncd.formats.trf.tables.fide_records import NATIONAL
from syncd.model.tournament import NationalRecord

if TYPE_CHECKING:
    from collections.abc import Collection

    from syncd.formats.trf.records import Records

_CODE: Final = re.compile(r"[A-Z]{3}")
_ANYTHING: Final = re.compile(r".*")
_SHAPES: Final = {
    "sex": re.compile(r"[mwfMWF ]"),
    "title": _ANYTHING,
    "name": _ANYTHING,
    "origin": re.compile(r"[A-Za-z0-9 ]*"),
    "national_id": re.compile(r"[A-Za-z0-9/\- ]*"),
    "birth": re.compile(r"[0-9/.\- ]*"),
}
_SEX: Final = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}


def read_national(
    records: Records, players: Collection[int]
) -> dict[int, tuple[NationalRecord, ...]]:
    """Return start number -> its national records, in the order of the file.

    Args:
        records: the file.
        players: known start numbers.
    """
    found: dict[int, list[NationalRecord]] = {}
    for code in (*records.unlisted(), NATIONAL.record):
        if not _CODE.fullmatch(code) or code in LEGENDS:
            continue
        for line in records[code]:
            text = records.text(line)
            number = positive(text[NATIONAL.slice("number")])
            if number is None or number not in players:
                continue
            if fits(text.ljust(10), NATIONAL.fields, _SHAPES):
                found.setdefault(number, []).append(_national(code, text))
    return {number: tuple(each) for number, each in found.items()}


def _national(code: str, text: str) -> NationalRecord:
    values = {field.name: text[field.slice].strip() for field in NATIONAL.fields}
    return NationalRecord(
        federation=code,
        rating=positive(values["rating"]),
        national_id=values["national_id"],
        title=values["title"],
        origin=values["origin"],
        name=values["name"],
        sex=_SEX.get(values["sex"], ""),
        birth=values["birth"],
    )
