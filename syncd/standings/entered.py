"""Values that people bring in a file or type in one line: those of `EXT`, and an order.

Each fault says where it stands, so that a list of fifty lines can be put right at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.formats.text import split_lines
from syncd.standings.amounts import read_number

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from fractions import Fraction

_SEPARATORS: Final = (";", "\t", ",")
"""Of number and value; a comma counts only where none of the others stands."""
_LISTED: Final = re.compile(r"[,;\s]+")
_MOST_DIGITS: Final = 6
_NO_NUMBER: Final = -1
_QUOTED: Final = 20


def external_of(data: bytes, numbers: Collection[int]) -> dict[int, Fraction]:
    """Return the values of a file with a line `number;value` for each who has one.

    Args:
        data: of the file. A first line without numbers is a heading; blank lines and
            values are passed over. A value has a point or a comma.
        numbers: start or team numbers of the tournament.

    Raises:
        FormatError: what is wrong with every line, all at once.
    """
    found: dict[int, Fraction] = {}
    causes = []
    for at, line in enumerate(split_lines(data).lines, 1):
        cells = _cells(line.text)
        number, value = _number(cells[0]), read_number(cells[-1])
        if not any(cells) or (at == 1 and number == _NO_NUMBER and value is None):
            continue
        if number not in numbers:
            causes.append(_no_such_number(at, cells[0]))
        elif number in found:
            causes.append(_twice(at, cells[0]))
        elif value is not None and len(cells) > 1:
            found[number] = value
        elif cells[-1] or len(cells) == 1:
            causes.append(_no_value(at, cells[-1] if len(cells) > 1 else ""))
    if causes:
        raise FormatError(_UNUSABLE, causes=causes)
    return found


def _cells(line: str) -> list[str]:
    """Return number and rest of a line, without blanks and quotation marks."""
    separator = next((each for each in _SEPARATORS if each in line), ";")
    return [cell.strip().strip('"').strip() for cell in line.split(separator, 1)]


def order_of(text: str, computed: Sequence[int]) -> tuple[int, ...]:
    """Return an order of everybody: those named first, the others as computed.

    Args:
        text: numbers with commas or blanks, the first place first.
        computed: all start or team numbers in the order computed.

    Raises:
        FormatError: what is wrong with every number, all at once.
    """
    known, named = {*computed}, dict[int, None]()
    causes = []
    for word in filter(None, _LISTED.split(text)):
        number = _number(word)
        if number not in known:
            causes.append(_no_such_number(0, word))
        elif number in named:
            causes.append(_twice(0, word))
        named[number] = None
    if causes:
        raise FormatError(causes[0], causes=causes)
    return (*named, *(number for number in computed if number not in named))


def _number(word: str) -> int:
    """Return a start number, `_NO_NUMBER` if it is none."""
    is_number = word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS
    return int(word) if is_number else _NO_NUMBER


def _at(line: int) -> Text:
    return Text(f"Line {line}: ", f"Zeile {line}: ") if line else Text("", "")


def _no_such_number(line: int, word: str) -> Text:
    at = _at(line)
    return Text(
        f"{at.en}“{word[:_QUOTED]}” is no start number of this tournament.",
        f"{at.de}„{word[:_QUOTED]}“ ist keine Startnummer dieses Turniers.",
    )


def _twice(line: int, word: str) -> Text:
    at = _at(line)
    return Text(
        f"{at.en}the number {word} is there twice.",
        f"{at.de}Die Nummer {word} steht zweimal da.",
    )


def _no_value(line: int, word: str) -> Text:
    at = _at(line)
    return Text(
        f"{at.en}“{word[:_QUOTED]}” is no value. Each line has a start number, a "
        "semicolon and a number such as 3.5.",
        f"{at.de}„{word[:_QUOTED]}“ ist kein Wert. In jeder Zeile stehen eine "
        "Startnummer, ein Semikolon und eine Zahl wie 3,5.",
    )


_UNUSABLE: Final = Text(
    "These values cannot be taken over; none of the file was.",
    "Diese Werte lassen sich nicht übernehmen; aus der Datei gilt keiner.",
)
