"""Which of several column layouts a line was written in, told by the line itself.

A layout fits if every one of its fields holds what it may hold and everything between
the fields is blank. Programs write numbers flush right, so a layout that is one column
off cuts through a number or leaves a digit between two fields.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf.tables.columns import Field, Layout

_NUMBER: Final = re.compile(r" *[0-9]* *")


def fits(
    text: str, fields: Sequence[Field], shapes: Mapping[str, re.Pattern[str]]
) -> bool:
    """Return whether a text fits into fields.

    Args:
        text: the line, blanks where it ends early.
        fields: in the order of their columns.
        shapes: what a field may hold, blanks included, by its name; a number or nothing
            where it is not listed.
    """
    last = fields[0].first - 1
    for field in fields:
        if text[last : field.first - 1].strip():
            return False
        if not shapes.get(field.name, _NUMBER).fullmatch(text[field.slice]):
            return False
        last = field.last
    return True


@lru_cache(maxsize=1024)
def block(layout: Layout, index: int) -> tuple[Field, ...]:
    """Return the repeated fields of a layout at one of their places.

    Args:
        layout: one with repeated fields.
        index: from 0.
    """
    return tuple(field.moved(index * layout.stride) for field in layout.repeat)


def block_count(text: str, layout: Layout) -> int:
    """Return how many blocks a line reaches into."""
    beyond = len(text.rstrip()) - layout.repeat[0].first + 1
    return max(0, -(-beyond // layout.stride))
