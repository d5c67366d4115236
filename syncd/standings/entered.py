"""What people bring in a file or type in one line: values, ratings, an order.

Each fault says where it stands, so that a list of fifty lines can be put right at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.formats.text import split_lines
from syncd.standings.amounts import read_number
from syncd.standings.options import HIGHEST_RATING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from fractions import Fraction

_SEPARATORS: Final = (";", "\t", ",")
"""Of number and value; a comma counts only where none of the others stands."""
_LISTED: Final = re.compile(r"[,;\s]+")
_MOST_DIGITS: Final = 6
_NO_NUMBER: Final = -1
_A_CHANGE: Final = 2
"""Cells behind the start number: round and rating."""
_QUOTED: Final = 20


def external_of(data: bytes, numbers: Collection[int]) -> dict[int, Fraction]:
    """Return the values of a file with a line `number;value` for each who has one.

    Args:
        data: of the file. A first line without a number is a heading; blank lines and
            values are passed over. A value has a point or a comma.
        numbers: start or team numbers of the tournament.

    Raises:
        FormatError: what is wrong with every line, all at once.
    """
    found: dict[int, Fraction] = {}
    causes = []
    for at, (word, *rest) in _rows(data, 2):
        number, typed = _number(word), rest[0] if rest else ""
        value = read_number(typed)
        if number not in numbers:
            causes.append(_no_such_number(at, word))
        elif number in found:
            causes.append(_twice(at, word))
        elif value is not None:
            found[number] = value
        elif typed or not rest:
            causes.append(_no_value(at, typed))
    if causes:
        raise FormatError(_UNUSABLE, causes=causes)
    return found


def rating_changes_of(
    data: bytes, numbers: Collection[int]
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the ratings of a file with a line `number;round;rating` for each change.

    Args:
        data: of the file. A first line without a number is a heading; blank lines are
            passed over.
        numbers: start numbers of the tournament.

    Returns:
        Start number -> (first round, rating) in the order of rounds.

    Raises:
        FormatError: what is wrong with every line, all at once.
    """
    found: dict[int, dict[int, int]] = {}
    causes = []
    for at, (word, *rest) in _rows(data, 3):
        number = _number(word)
        since, rating = map(_number, rest) if len(rest) == _A_CHANGE else (0, 0)
        if number not in numbers:
            causes.append(_no_such_number(at, word))
        elif since < 1 or not 1 <= rating <= HIGHEST_RATING:
            causes.append(_no_rating(at, ";".join(rest)))
        elif since in found.get(number, {}):
            causes.append(_twice(at, word))
        else:
            found.setdefault(number, {})[since] = rating
    if causes:
        raise FormatError(_UNUSABLE, causes=causes)
    return {number: tuple(sorted(row.items())) for number, row in found.items()}


def _rows(data: bytes, most: int) -> Iterator[tuple[int, list[str]]]:
    """Yield number and cells of every line that holds something, a heading left out.

    Args:
        data: of the file.
        most: how many cells a line has at most; the last one holds the rest.
    """
    for at, line in enumerate(split_lines(data).lines, 1):
        cells = _cells(line.text, most)
        has_numbers = any(read_number(cell) is not None for cell in cells)
        if any(cells) and (at > 1 or has_numbers):
            yield at, cells


def _cells(line: str, most: int) -> list[str]:
    """Return the cells of a line, without blanks and quotation marks."""
    separator = next((each for each in _SEPARATORS if each in line), ";")
    return [cell.strip().strip('"').strip() for cell in line.split(separator, most - 1)]


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


def _no_rating(line: int, typed: str) -> Text:
    at = _at(line)
    return Text(
        f"{at.en}“{typed[:_QUOTED]}” is no round with a rating. Each line has a start "
        "number, a round and the rating from then on: 3;5;1890.",
        f"{at.de}„{typed[:_QUOTED]}“ ist keine Runde mit Wertungszahl. In jeder Zeile "
        "stehen Startnummer, Runde und die Wertungszahl von da an: 3;5;1890.",
    )


_UNUSABLE: Final = Text(
    "These values cannot be taken over; none of the file was.",
    "Diese Werte lassen sich nicht übernehmen; aus der Datei gilt keiner.",
)
