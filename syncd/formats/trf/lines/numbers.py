"""Numbers as TRF files write them: decimal digits, blanks around them, nothing else.

`int` alone would also take signs, underscores and digits of other scripts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST: Final = 11  # columns of the widest number, the FIDE id
_FIRST_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_POINTS: Final = re.compile(r"(-?)([0-9]{0,3})(?:[.,]([0-9]))?0*")


def to_int(text: str) -> int | None:
    """Return a whole number from 0, None for anything else."""
    digits = text.strip()
    if digits.isdecimal() and digits.isascii() and len(digits) <= _LONGEST:
        return int(digits)
    return None


def positive(text: str) -> int | None:
    """Return a whole number above 0; `0` and blanks mean that there is none."""
    return to_int(text) or None


few_positive: Final = lru_cache(maxsize=1 << 14)(positive)
"""`positive` for columns of four characters: thousands of players, few values."""


few_whole: Final = lru_cache(maxsize=1 << 14)(to_int)
"""`to_int` for lists of start numbers: each number is one object, not one per cell."""


def to_ints(texts: Sequence[str]) -> list[int | None]:
    """Return `to_int` of each text: one check for all, a quarter of the time."""
    digits = "".join(texts)
    if digits.isascii() and digits.replace(" ", "").isdecimal():
        try:
            return [None if not text or text.isspace() else int(text) for text in texts]
        except ValueError:  # digits with a blank between
            pass
    return list(map(to_int, texts))


def first_int(text: str) -> int | None:
    """Return the first number in a text such as `129 (88)`."""
    found = _FIRST_NUMBER.search(text)
    return int(found.group()) if found else None


@lru_cache(maxsize=1024)  # thousands of players share some dozens of scores
def points_x10(text: str) -> int | None:
    """Return points in tenths (`2.5` -> 25, `.5` -> 5, `3` -> 30, `2,5` -> 25).

    Returns:
        None if the text is blank or not a number with at most one decimal.
    """
    found = _POINTS.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]):
        return None
    tenths = 10 * int(found[2] or 0) + int(found[3] or 0)
    return -tenths if found[1] else tenths
