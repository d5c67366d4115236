"""What a record table is made of: fields in fixed columns, as data.

Reader and writer know no columns of their own. They take a `Layout`, so a new record
or another program's variant of one is a new table entry and nothing else. Columns are
counted from 1, inclusive, in characters, as in FIDE's documents; `slice` turns them
into Python's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re

END_OF_LINE: Final = 0


class Version(StrEnum):
    """The document that introduced a record."""

    TRF06 = "trf06"
    TRF16 = "trf16"
    TRF25 = "trf25"
    TRF26 = "trf26"
    TRFX = "trfx"
    TRFBX = "trfbx"
    CLM = "clm"


class Align(Enum):
    """On which side of its columns a value stands."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a record.

    Attributes:
        name: how code calls it.
        first: first column, from 1.
        last: last column, inclusive; `END_OF_LINE` for the rest of the line.
        align: side on which a shorter value stands.
    """

    name: str
    first: int
    last: int
    align: Align = Align.LEFT

    @property
    def width(self) -> int:
        """Number of columns; 0 means as many as there are."""
        return self.last - self.first + 1 if self.last else 0

    @property
    def slice(self) -> slice:
        """The field's place in a line of text."""
        return slice(self.first - 1, self.last or None)

    def moved(self, columns: int) -> Field:
        """Return the same field that many columns further right."""
        last = self.last + columns if self.last else END_OF_LINE
        return replace(self, first=self.first + columns, last=last)


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of one kind of record.

    Attributes:
        record: columns 1 to 3 of the line.
        since: the document that introduced it.
        source: document and paragraph of the columns.
        fields: values that occur once.
        repeat: values that occur again and again, at their first place.
        stride: columns from one repetition to the next.
        pivot: the field that programs let grow or shrink, so that everything behind it
            moves; None if that does not happen.
        tail: what stands behind the pivot in a line where nothing has moved.
    """

    record: str
    since: Version
    source: str
    fields: tuple[Field, ...]
    repeat: tuple[Field, ...] = ()
    stride: int = 0
    pivot: Field | None = None
    tail: re.Pattern[str] | None = None

    def field(self, name: str, index: int = 0) -> Field:
        """Return one field.

        Args:
            name: name of the field.
            index: which repetition, from 0; only for repeated fields.

        Raises:
            KeyError: the record has no such field.
        """
        for field in self.fields:
            if field.name == name:
                return field
        for field in self.repeat:
            if field.name == name:
                return field.moved(index * self.stride)
        raise KeyError(name)

    def slice(self, name: str) -> slice:
        """Return the place of a field in a line of text.

        Raises:
            KeyError: the record has no such field.
        """
        return self.field(name).slice


def left(name: str, first: int, last: int = END_OF_LINE) -> Field:
    """Return a field whose value stands on the left."""
    return Field(name, first, last)


def right(name: str, first: int, last: int) -> Field:
    """Return a field whose value stands on the right."""
    return Field(name, first, last, Align.RIGHT)


def free_text(record: str, name: str, since: Version, source: str) -> Layout:
    """Return the layout of a record that is one text from column 5 on."""
    return Layout(record, since, source, (left(name, 5),))
