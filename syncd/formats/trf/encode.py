"""Lines to TRF bytes, and changing one field without touching another.

An unchanged line goes out as it came in. A changed field is written into its own
columns; where the line had moved, the columns move along.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.text import join_lines
from syncd.formats.trf.dialects import CLM
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.records import layout_of
from syncd.formats.trf.tables.columns import END_OF_LINE, Align
from syncd.formats.trf.tables.team_records import TEAM, team_layouts

if TYPE_CHECKING:
    from syncd.formats.text import Line
    from syncd.formats.trf.records import Decoded
    from syncd.formats.trf.tables.columns import Field, Layout


def encode(decoded: Decoded) -> bytes:
    """Return the bytes of a file.

    Raises:
        EncodeError: a changed field holds a character that the encoding lacks.
    """
    return join_lines(decoded.encoding, decoded.lines)


def with_field(
    decoded: Decoded, number: int, name: str, value: str, *, index: int = 0
) -> Decoded:
    """Return the file with one field of one line replaced.

    Args:
        decoded: the file.
        number: line number from 1.
        name: a field of the record's layout, for instance `rating` of a 001 line.
        value: the new text without padding.
        index: which repetition, from 0, for a repeated field such as `result`.

    Raises:
        EncodeError: there is no such line or field, or the value does not fit.
    """
    line = _line(decoded, number)
    layout, shift = _placed(line.text, is_clm=CLM in decoded.dialects)
    field = _field(layout, name, index, number)
    if layout is not None and layout.pivot is not None:
        field = _moved(field, layout.pivot, shift)
    text = _replaced(line.text, field, _padded(field, value, number))
    lines = list(decoded.lines)
    lines[number - 1] = line._replace(text=text)
    return replace(decoded, lines=tuple(lines))


def _line(decoded: Decoded, number: int) -> Line:
    if 1 <= number <= len(decoded.lines):
        return decoded.lines[number - 1]
    raise EncodeError(
        Text(
            en=f"The file has no line {number}; it has {len(decoded.lines)}.",
            de=f"Die Datei hat keine Zeile {number}; sie hat {len(decoded.lines)}.",
        ),
        line=number,
    )


def _placed(text: str, *, is_clm: bool) -> tuple[Layout | None, int]:
    """Return the columns of a line and how far those behind its name have moved."""
    if text.startswith(TEAM.record):
        aligned = align(text, *team_layouts(is_clm=is_clm))
        return aligned.layout, aligned.shift
    layout = layout_of(text)
    if layout is None or layout.pivot is None:
        return layout, 0
    return layout, align(text, layout).shift


def _field(layout: Layout | None, name: str, index: int, number: int) -> Field:
    fields = (*layout.fields, *layout.repeat) if layout else ()
    if layout is None or name not in {field.name for field in fields}:
        raise EncodeError(
            Text(
                en=f"The record in line {number} has no field {name!r}.",
                de=f"Der Satz in Zeile {number} hat kein Feld „{name}“.",
            ),
            line=number,
            value=name,
        )
    return layout.field(name, index)


def _moved(field: Field, pivot: Field, shift: int) -> Field:
    """Return where a field really stands in a line whose tail has moved."""
    if field == pivot:
        return replace(field, last=field.last + shift)
    return field.moved(shift) if field.first > pivot.first else field


def _padded(field: Field, value: str, number: int) -> str:
    """Return the value as wide as its field."""
    if {"\r", "\n"} & set(value):
        raise EncodeError(
            Text(
                en=f"A value of {field.name} cannot have more than one line.",
                de=f"Ein Wert von {field.name} kann nicht mehrere Zeilen haben.",
            ),
            line=number,
            column=field.first,
        )
    if field.last == END_OF_LINE:
        return value
    if len(value) > field.width:
        raise EncodeError(
            Text(
                en=f"{value[:40]!r} does not fit into the {field.width} columns of "
                f"{field.name}. Shorten it.",
                de=f"„{value[:40]}“ passt nicht in die {field.width} Spalten von "
                f"{field.name}. Bitte kürzen.",
            ),
            line=number,
            column=field.first,
            value=value[:40],
        )
    is_right = field.align is Align.RIGHT
    return value.rjust(field.width) if is_right else value.ljust(field.width)


def _replaced(text: str, field: Field, value: str) -> str:
    """Return the line with the columns of one field replaced."""
    start, end = field.first - 1, field.last or len(text)
    changed = text[:start].ljust(start) + value + text[end:]
    if end < len(text):
        return changed
    return changed[: len(text)] + changed[len(text) :].rstrip()
