"""Birth dates in all the ways that TRF files write them.

Source: FIDE TRF26, record 001 (columns 70 to 79), for the right form; the others are
those of exporters in use.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Final, NamedTuple

from syncd.model.days import is_possible

_BIRTH: Final = re.compile(r"([0-9]{4})(?:[./\-]([0-9 ]{1,2})[./\-]([0-9 ]{0,2}))?")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})[./\-]([0-9]{1,2})[./\-]([0-9]{4})")
_SIX_DIGITS: Final = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})")
_OLDEST_CHILD: Final = 30  # nobody plays at the age of 100, and not before birth
NO_DATE: Final = re.compile(r"[0\s./\-]*")
YEAR_DIGITS: Final = 4


class Birth(NamedTuple):
    """What a birth date field says.

    Attributes:
        year: None if it names none.
        date: None unless day and month are there and right.
        is_odd: whether some of it could not be understood.
    """

    year: int | None = None
    date: dt.date | None = None
    is_odd: bool = False


def parse_birth(text: str) -> Birth:
    """Return year and date of `1999/12/31`, `1999/  /  ` (CLM), `1999/00/00`.

    Also read are `31.12.1999`, a year alone and six digits, if they can mean one day
    only: `070651`.
    """
    date = whole_birth(text)
    return Birth(date.year, date) if date else _other_birth(text.strip())


def whole_birth(text: str) -> dt.date | None:
    """Return the date of the right form, `1999/12/31`, else None.

    It costs a fifth of the patterns; blanks for the day, as CLM writes them, are not
    even tried.
    """
    if text[4:8:3] != "//" or text[9:] == " ":
        return None
    try:
        return dt.date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None


@lru_cache(maxsize=4096)  # years alone, as CLM writes them, are few
def _other_birth(text: str) -> Birth:
    if NO_DATE.fullmatch(text):
        return Birth()
    found = _BIRTH.fullmatch(text)
    if found is None:
        return _birth_of_numbers(text)
    year = int(found[1]) or None
    month, day = (int((part or "").strip() or 0) for part in found.groups()[1:])
    if year is None or not (month or day):
        return Birth(year)
    try:
        return Birth(year, dt.date(year, month, day))
    except ValueError:
        return Birth(year, is_odd=True)


def _birth_of_numbers(text: str) -> Birth:
    """Return the one day that day, month and year can mean, in whatever order."""
    found = _DAY_FIRST.fullmatch(text) or _SIX_DIGITS.fullmatch(text)
    if found is None:
        return Birth(is_odd=True)
    one, two, three = map(int, found.groups())
    if len(found[3]) == YEAR_DIGITS:
        dates = [date_or_none(three, two, one)]
    else:
        dates = [
            date_or_none(_born(three), two, one),
            date_or_none(_born(one), two, three),
        ]
    known = {date for date in dates if date}
    if len(known) != 1:
        return Birth(is_odd=True)
    date = known.pop()
    return Birth(date.year, date)


def _born(year: int) -> int:
    """Return the year of birth that two digits mean."""
    return year + (1900 if year >= _OLDEST_CHILD else 2000)


def date_or_none(year: int, month: int, day: int) -> dt.date | None:
    """Return a day of the calendar, None if there is no such day or none so far off."""
    try:
        date = dt.date(year, month, day)
    except ValueError:
        return None
    return date if is_possible(date) else None
