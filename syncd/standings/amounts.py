"""Numbers of the standings as people read them, in both languages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_VALUE: Final = "–"
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,4})?", re.ASCII)
_PLACES_SHOWN: Final = 2
_PLACES_TYPED: Final = 4


def written(value: Fraction | int | None) -> Text:
    """Return a number of points or rating, `2.5` and `2,5`.

    Exact to two places; what has more (thirds of a mean) is rounded to hundredths, one
    half upwards. None is a dash.
    """
    if value is None:
        return Text(NO_VALUE, NO_VALUE)
    number = _decimal(value, _PLACES_SHOWN)
    return Text(number, number.replace(".", ","))


def _decimal(value: Fraction | int, places: int) -> str:
    """Return a number with a point, rounded to some places, one half upwards."""
    units = half_up(10**places * value.numerator, value.denominator)
    whole, rest = divmod(abs(units), 10**places)
    start = f"{'-' if units < 0 else ''}{whole}"
    behind = f"{rest:0{places}}".rstrip("0")
    return f"{start}.{behind}" if behind else start


def points(tenths: int | Fraction, scale: int = 10) -> Text:
    """Return a number of units as points."""
    return written(Fraction(tenths, scale))


def games_in(count: int) -> Text:
    """Return so many games."""
    return counted_as(count, Text("game", "Partie"), Text("games", "Partien"))


def players_in(count: int) -> Text:
    """Return so many players."""
    return counted_as(count, Text("player", "Spieler"), Text("players", "Spieler"))


def teams_in(count: int) -> Text:
    """Return so many teams."""
    return counted_as(count, Text("team", "Mannschaft"), Text("teams", "Mannschaften"))


def same(word: str) -> Text:
    """Return what is written alike in both languages."""
    return Text(word, word)


def joined(texts: Iterable[Text], by: str) -> Text:
    """Return texts one after the other."""
    both = list(texts)
    return Text(by.join(text.en for text in both), by.join(text.de for text in both))


def read_number(text: str) -> Fraction | None:
    """Return a number that somebody has typed, with a point or a comma.

    At most six digits before it and four behind it; None for anything else.
    """
    typed = text.strip()
    return Fraction(typed.replace(",", ".")) if _NUMBER.fullmatch(typed) else None


def typed(value: Fraction) -> str:
    """Return a number as `read_number` takes it, with a point."""
    return _decimal(value, _PLACES_TYPED)


def half_up(total: int, count: int) -> int:
    """Return a mean to the nearest whole number, one half upwards."""
    return (2 * total + count) // (2 * count)
