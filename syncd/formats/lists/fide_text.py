"""FIDE's lists in fixed columns, read line by line.

The columns have moved over the years; each begins where its name stands in the first
line and ends where the next one begins. A list of one kind of play names the month
instead of the rating (`SEP26`).

Source: FIDE, downloads "players_list" (all ratings) and "standard_rating_list".
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError
from syncd.formats.lists.fide_player import to_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.lists.bytestream import ByteStream
    from syncd.formats.lists.notes import Notes
    from syncd.model.lists import FidePlayer

LINE_BYTES: Final = 1024
"""A line of the list has about 160; what is longer is read in pieces and refused."""

_HEAD: Final = re.compile(r"ID Number|\S+")
_MONTH: Final = re.compile(r"([A-Z]{3})([0-9]{2})")
_MONTHS: Final = (
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN",
    "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
)  # fmt: skip
_FIELDS: Final = {
    "ID Number": "fideid", "Name": "name", "Fed": "country", "Sex": "sex",
    "Tit": "title", "WTit": "w_title", "SRtng": "rating", "B-day": "birthday",
    "Flag": "flag",
}  # fmt: skip
_NEEDED: Final = frozenset({"fideid", "name", "rating"})


def month_of_text(header: str) -> str:
    """Return the month that the first line names as YYYY-MM, else nothing."""
    for head in _HEAD.findall(header):
        named = _MONTH.fullmatch(head)
        if named and named[1] in _MONTHS:
            return f"20{named[2]}-{_MONTHS.index(named[1]) + 1:02}"
    return ""


def players_of_text(stream: ByteStream, notes: Notes) -> Iterator[FidePlayer]:
    """Yield the players of a list in fixed columns.

    Args:
        stream: the bytes from their beginning, in Latin-1.
        notes: takes what is wrong with single players.

    Raises:
        DecodeError: the first line is not that of such a list.
    """
    columns = _columns(_line(stream))
    number = 1
    while line := _line(stream):
        number += 1
        if not line.strip():
            continue
        fields = {name: line[start:end] for name, start, end in columns}
        player = to_player(fields, number, notes)
        if player is not None:
            yield player


def _line(stream: ByteStream) -> str:
    return stream.readline(LINE_BYTES).decode("latin-1")


def _columns(header: str) -> list[tuple[str, int, int]]:
    """Return field, start and end of the columns, counted from 0.

    Raises:
        DecodeError: a column that is needed has no name in the line.
    """
    heads = [(_field(match[0]), match.start()) for match in _HEAD.finditer(header)]
    ends = [*heads, ("", LINE_BYTES)]
    columns = [(name, start, end) for (name, start), (_, end) in pairwise(ends) if name]
    if not {name for name, _, _ in columns} >= _NEEDED:
        raise DecodeError(_NO_LIST, line=1, value=header[:80])
    return columns


def _field(head: str) -> str:
    named = _MONTH.fullmatch(head)
    if named and named[1] in _MONTHS:
        return "rating"
    return _FIELDS.get(head, "")


_NO_LIST: Final = Text(
    "The first line does not name the columns of a FIDE list with standard ratings "
    "(ID Number, Name, SRtng or a month).",
    "Die erste Zeile nennt nicht die Spalten einer FIDE-Liste mit Standard-Elo (ID "
    "Number, Name, SRtng oder ein Monat).",
)
