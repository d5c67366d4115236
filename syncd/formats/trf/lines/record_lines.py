"""One line of a record read field by field; what cannot be read becomes a finding.

A field that holds something unreadable counts as blank. A line whose columns cannot be
meant, because something stands between its fields, is left out as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.numbers import few_whole, points_x10, to_int
from syncd.formats.trf.records import LAYOUTS, gaps_are_blank, read_repeated
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.trf.records import Records
    from syncd.formats.trf.tables.columns import Field, Layout

_LONGEST_VALUE: Final = 40
LONGEST_LINE: Final = 60_000
"""Room for all 9,999 players five columns apart; a longer line is no record."""


class RecordLine(NamedTuple):
    """One line with its columns.

    Attributes:
        layout: the columns.
        line: line number from 1.
        text: the line.
        findings: of the whole file; what cannot be read is added here.
    """

    layout: Layout
    line: int
    text: str
    findings: list[Finding]

    def at(self, name: str) -> str:
        """Return what a field holds, stripped."""
        return self.text[self.layout.slice(name)].strip()

    def whole(self, name: str) -> int | None:
        """Return a number from 0, None if the field is blank or unreadable."""
        value = self.at(name)
        number = to_int(value)
        if value and number is None:
            self.complain(self.layout.field(name), value, WHOLE)
        return number

    def tenths(self, name: str) -> int | None:
        """Return points in tenths, None if the field is blank or unreadable."""
        value = self.at(name)
        points = points_x10(value)
        if value and points is None:
            self.complain(self.layout.field(name), value, POINTS)
        return points

    def numbers(self) -> tuple[int, ...]:
        """Return the repeated numbers, 0 where one is blank or unreadable."""
        numbers = []
        for index, cell in enumerate(read_repeated(self.text.rstrip(), self.layout)):
            number = few_whole(cell)
            if cell and number is None:
                field = self.layout.repeat[0].moved(index * self.layout.stride)
                self.complain(field, cell, WHOLE)
            numbers.append(number or 0)
        return tuple(numbers)

    def ids(self) -> tuple[int, ...]:
        """Return the repeated numbers that are above 0."""
        return tuple(number for number in self.numbers() if number)

    def complain(self, field: Field, value: str, right: Text) -> None:
        """Note that a value was taken as blank, and what would be right."""
        record = self.layout.record
        self.findings.append(
            Finding(
                code="trf.record_value",
                severity=Severity.WARNING,
                text=Text(
                    en=f"Record {record} holds {value[:20]!r} where {right.en} has to "
                    "stand. It was taken as blank.",
                    de=f"Im Satz {record} steht „{value[:20]}“, wo {right.de} stehen "
                    "muss. Es gilt als leer.",
                ),
                line=self.line,
                column=field.first,
                value=value[:_LONGEST_VALUE],
            )
        )


WHOLE: Final = Text("a whole number such as 12", "eine ganze Zahl wie 12")
POINTS: Final = Text("points such as 1.5", "Punkte wie 1.5")


def lines_of(
    records: Records, record: str, findings: list[Finding]
) -> Iterator[RecordLine]:
    """Yield the lines of a record that stand in its columns."""
    layout = LAYOUTS[record]
    for line in records[record]:
        text = records.text(line)
        fields = (*layout.fields, *layout.repeat[:1])
        if len(text) <= LONGEST_LINE and gaps_are_blank(text, fields):
            yield RecordLine(layout, line, text, findings)
        else:
            findings.append(moved_columns(record, line, text))


def moved_columns(record: str, line: int, text: str) -> Finding:
    """Return the note that a line was left out because its columns have moved."""
    return Finding(
        code="trf.record_columns",
        severity=Severity.WARNING,
        text=Text(
            en=f"This line of record {record} does not stand in the columns that TRF "
            "gives it and was left out.",
            de=f"Diese Zeile des Satzes {record} steht nicht in den Spalten, die TRF "
            "vorschreibt, und wurde ausgelassen.",
        ),
        line=line,
        column=5,
        value=text[4:].strip()[:_LONGEST_VALUE],
    )


def disagreement(records: Records, ours: str, theirs: str, taken: str = "") -> Finding:
    """Return the note that two records which say the same thing differ.

    Args:
        records: the file.
        ours: the record that was taken.
        theirs: the other one.
        taken: the value that was taken, if it is short.
    """
    first, second = records.first(ours), records.first(theirs)
    return Finding(
        code="trf.records_disagree",
        severity=Severity.WARNING,
        text=Text(
            en=f"Record {ours} (line {first}) and {theirs} (line {second}) say "
            f"different things. {ours} was taken; correct one of them.",
            de=f"Satz {ours} (Zeile {first}) und {theirs} (Zeile {second}) sagen "
            f"Verschiedenes. Es gilt {ours}; bitte einen der beiden korrigieren.",
        ),
        line=first,
        column=5,
        value=taken or records.text(first)[4:].strip()[:_LONGEST_VALUE],
    )
