"""Numbers of the standings as people read them, in both languages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_VALUE: Final = "–"
_NUMBER: Final = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,4})?", re.ASCII)
_HUNDREDTHS: Final = 100


def written(value: Fraction | int | None) -> Text:
    """Return a number of points or rating, `2.5` and `2,5`.

    Exact to two places; what has more (thirds of a mean) is rounded to hundredths, one
    half upwards. None is a dash.
    """
    if value is None:
        return Text(NO_VALUE, NO_VALUE)
    hundredths = half_up(_HUNDREDTHS * value.numerator, value.denominator)
    whole, rest = divmod(abs(hundredths), _HUNDREDTHS)
    start = f"{'-' if hundredths < 0 else ''}{whole}"
    places = f"{rest:02}".rstrip("0")
    return Text(f"{start}.{places}", f"{start},{places}") if places else same(start)


def points(tenths: int | Fraction, scale: int = 10) -> Text:
    """Return a number of units as points."""
    return written(Fraction(tenths, scale))


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
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def half_up(total: int, count: int) -> int:
    """Return a mean to the nearest whole number, one half upwards."""
    return (2 * total + count) // (2 * count)
