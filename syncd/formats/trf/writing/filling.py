"""Values into the columns of a line, by the same tables that the reader uses.

A text that is wider than its columns is cut; a number that is wider is left out, for a
cut number would be another number. Whoever writes reads the line again and says what
is missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.lines.fitting import block
from syncd.formats.trf.tables.columns import END_OF_LINE, Align

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.formats.trf.tables.columns import Field, Layout

_BREAKS: Final = re.compile(r"[\r\n]+")


def filled(
    layout: Layout,
    values: Mapping[str, str],
    repeats: Iterable[Sequence[str]] = (),
    record: str = "",
) -> str:
    """Return a line without blanks at its end.

    Args:
        layout: its columns.
        values: by name; a field that is not named stays blank.
        repeats: the repeated fields of each repetition, in the order of the layout.
        record: what the line begins with if that is not the layout's record.
    """
    text = record or layout.record
    for field in layout.fields:
        text = put(text, field, values.get(field.name, ""))
    for index, cells in enumerate(repeats):
        for field, value in zip(block(layout, index), cells, strict=False):
            text = put(text, field, value)
    return text.rstrip()


def put(text: str, field: Field, value: str) -> str:
    """Return a text continued by a value in its columns."""
    value = one_line(value)
    if not value:
        return text
    start = text.ljust(field.first - 1)
    if field.last == END_OF_LINE:
        return start + value
    if field.align is Align.RIGHT:
        return start + (value if len(value) <= field.width else "").rjust(field.width)
    return start + value[: field.width].ljust(field.width)


def one_line(value: str) -> str:
    """Return a value without line ends, which would begin another record."""
    return _BREAKS.sub(" ", value)


def number(value: int | None) -> str:
    """Return a number, nothing for None."""
    return "" if value is None else str(value)


def points(tenths: int | None) -> str:
    """Return tenths as FIDE writes points (`2.5`), nothing for None."""
    if tenths is None:
        return ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{rest}"
