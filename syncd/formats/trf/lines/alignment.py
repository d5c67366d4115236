"""Records whose columns have moved, put back where they belong.

CLM pads names by UTF-8 bytes and then writes one byte per letter, so each accented
letter pulls the rest of its line one column to the left; and it never cuts a name, so a
long one pushes the rest to the right. What stands behind the name has a shape that fits
in one place only; where it is found tells how far the line has moved.

Source: CLM's source, site/clm/api/db_trf_export.php: `%-33s` and `%-34s` on UTF-8,
converted afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from syncd.formats.trf.tables.columns import Layout


class Aligned(NamedTuple):
    """A line as it would look if nothing had moved.

    Attributes:
        text: the line with every column in its place, the name cut or padded.
        shift: how far the tail stood off, in columns; negative is to the left.
        pivot: the whole value of the field that caused it.
        layout: the columns that fit.
    """

    text: str
    shift: int
    pivot: str
    layout: Layout


def align(text: str, *layouts: Layout) -> Aligned:
    """Return a line in the columns of the layout that fits it.

    Args:
        text: the line.
        layouts: candidates, the likeliest first. One that fits as the line stands goes
            before one that needs a shift; if none fits, the line is taken as it stands.
    """
    for layout in layouts:
        if layout.pivot and layout.tail and layout.tail.match(text, layout.pivot.last):
            return Aligned(text, 0, text[layout.pivot.slice].strip(), layout)
    for layout in layouts:
        moved = _moved(text, layout)
        if moved is not None:
            return moved
    return Aligned(text, 0, _pivot_text(text, layouts[0]), layouts[0])


def _moved(text: str, layout: Layout) -> Aligned | None:
    """Return the line moved back, None if its tail is found nowhere."""
    if layout.pivot is None or layout.tail is None:
        return None
    first, last = layout.pivot.first - 1, layout.pivot.last
    found = layout.tail.search(text, first)
    if found is None:
        return None
    value, tail = text[first : found.start()], text[found.start() :]
    fitted = value[: last - first].ljust(last - first)
    return Aligned(
        f"{text[:first]}{fitted}{tail}", found.start() - last, value.strip(), layout
    )


def _pivot_text(text: str, layout: Layout) -> str:
    return text[layout.pivot.slice].strip() if layout.pivot else ""
