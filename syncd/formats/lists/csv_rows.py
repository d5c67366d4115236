"""The DSB's CSV files to rows of named cells, whatever encoding and order they have.

Columns are found by their names, never by their places: three generations of headers
exist, and columns were added in between. Every line is read by itself, so that a quote
which is never closed costs its own row and not the rest of the file.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from syncd.formats.lists.notes import Notes

_UTF_8_MARK: Final = b"\xef\xbb\xbf"
_DOS_LETTERS: Final = "äöüÄÖÜßé".encode("cp850")
_WINDOWS_LETTERS: Final = "äöüÄÖÜßé".encode("cp1252")
_SPOILT: Final = "\N{REPLACEMENT CHARACTER}"


def encoding_of(data: bytes) -> str:
    """Return the Python codec of a DSB list: UTF-8, Windows-1252 or DOS.

    Windows and DOS (the export's `dos` variant) are told apart by which of them has
    more of the letters that German names use.
    """
    if data.startswith(_UTF_8_MARK):
        return "utf-8-sig"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        dos = sum(map(data.count, map(_one_byte, _DOS_LETTERS)))
        windows = sum(map(data.count, map(_one_byte, _WINDOWS_LETTERS)))
        return "cp850" if dos > windows else "cp1252"
    return "utf-8"


def _one_byte(value: int) -> bytes:
    return bytes((value,))


def header_cells(line: str) -> list[str] | None:
    """Return the cells of a header line, None if it is not CSV at all."""
    try:
        return [cell.strip() for cell in _cells(line)]
    except csv.Error:
        return None


def named_rows(
    data: bytes,
    names: Mapping[str, Sequence[str]],
    required: Collection[str],
    notes: Notes,
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield line number and cells of every usable row.

    Args:
        data: the whole file.
        names: our name of a column -> names that lists give it.
        required: our names of columns that must be there.
        notes: takes what is wrong with single rows.

    Raises:
        DecodeError: the header lacks a required column.
    """
    stream = io.TextIOWrapper(io.BytesIO(data), encoding_of(data), errors="replace")
    header = header_cells(stream.readline()) or []
    places = _places(header, names)
    _check_header(header, places, names, required)
    for number, line in enumerate(stream, start=2):
        cells = _row(number, line, len(header), notes)
        if cells is not None:
            yield number, {name: cells[place] for name, place in places.items()}


def _places(
    header: Sequence[str], names: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    found = {cell.casefold(): place for place, cell in reversed([*enumerate(header)])}
    return {
        ours: found[theirs.casefold()]
        for ours, options in names.items()
        for theirs in reversed(options)
        if theirs.casefold() in found
    }


def _check_header(
    header: Sequence[str],
    places: Mapping[str, int],
    names: Mapping[str, Sequence[str]],
    required: Collection[str],
) -> None:
    missing = [" / ".join(names[name]) for name in required if name not in places]
    if missing:
        listed = "; ".join(missing)
        raise DecodeError(
            Text(
                f"The first line of the list does not name these columns: {listed}. "
                "It must be the CSV file of the DSB's download, first line included.",
                f"Die erste Zeile der Liste nennt diese Spalten nicht: {listed}. Es "
                "muss die CSV-Datei aus dem Download des DSB sein, samt erster Zeile.",
            ),
            line=1,
            value=",".join(header)[:80],
        )


def _row(number: int, line: str, width: int, notes: Notes) -> list[str] | None:
    """Return the cells of a row; None for an empty line and for a damaged one."""
    if not line.strip():
        return None
    try:
        cells = _cells(line)
    except csv.Error:
        notes.damaged(number, line, _NOT_CSV)
        return None
    if len(cells) != width:
        notes.damaged(number, line, _wrong_width(len(cells), width))
        return None
    if _SPOILT in line:
        notes.note("lists.lost_letters", number, line, _LOST_LETTERS)
    return cells


def _cells(line: str) -> list[str]:
    return next(csv.reader([line.rstrip("\n")], strict=True), [])


_NOT_CSV: Final = Text(
    "The quotes of this row do not match; it is left out.",
    "Die Anführungszeichen dieser Zeile passen nicht; sie entfällt.",
)
_LOST_LETTERS: Final = Text(
    "This row holds bytes that are no letters; they are shown as replacement signs.",
    "Diese Zeile enthält Bytes, die keine Buchstaben sind; an ihrer Stelle stehen "
    "Ersatzzeichen.",
)


def _wrong_width(found: int, wanted: int) -> Text:
    return Text(
        f"This row has {found} cells instead of {wanted}; it is left out.",
        f"Diese Zeile hat {found} Felder statt {wanted}; sie entfällt.",
    )
