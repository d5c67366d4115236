"""Dates in all the ways that TRF files write them.

Source: FIDE TRF26, records 042, 052, 132 and 001 (columns 70 to 79), for the right
form; the others are those of exporters in use.
"""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from itertools import starmap
from typing import Final, NamedTuple

from syncd.model.days import is_possible

UNSET: Final = dt.date(1970, 1, 1)
"""CLM writes an unset date as 1970/01/01 (its db_trf_export.php)."""

_NUMBERS: Final = re.compile(
    r"([0-9]{4}|[0-9]{1,2})\s*[./\-]\s*([0-9]{1,2})\s*[./\-]\s*([0-9]{4}|[0-9]{1,2})"
)
_ENGLISH: Final = re.compile(r"([A-Za-z]{3})[a-z]*\.? ([0-9]{1,2}),? ([0-9]{4})")
_MONTHS: Final = (
    "jan", "feb", "mar", "apr", "may", "jun",
    "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_BIRTH: Final = re.compile(r"([0-9]{4})(?:[./\-]([0-9 ]{1,2})[./\-]([0-9 ]{0,2}))?")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})[./\-]([0-9]{1,2})[./\-]([0-9]{4})")
_SIX_DIGITS: Final = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{2})")
_OLDEST_CHILD: Final = 30  # nobody plays at the age of 100, and not before birth
_NO_DATE: Final = re.compile(r"[0\s./\-]*")
_YEAR_DIGITS: Final = 4
_CENTURY_TURN: Final = 70  # two-digit years from 70 on belong to the 20th century


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
    if _NO_DATE.fullmatch(text):
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
    if len(found[3]) == _YEAR_DIGITS:
        dates = [_date_or_none(three, two, one)]
    else:
        dates = [
            _date_or_none(_born(three), two, one),
            _date_or_none(_born(one), two, three),
        ]
    known = {date for date in dates if date}
    if len(known) != 1:
        return Birth(is_odd=True)
    date = known.pop()
    return Birth(date.year, date)


def _born(year: int) -> int:
    """Return the year of birth that two digits mean."""
    return year + (1900 if year >= _OLDEST_CHILD else 2000)


def _date_or_none(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


class Span(NamedTuple):
    """The days between which a date should lie, as far as they are known."""

    first: dt.date | None = None
    last: dt.date | None = None

    def holds(self, date: dt.date) -> bool:
        """Return whether both days are known and the date is not outside."""
        if self.first is None or self.last is None:
            return False
        return self.first <= date <= self.last


ANY_TIME: Final = Span()


def parse_date(text: str, span: Span = ANY_TIME) -> dt.date | None:
    """Return the date that a text means.

    Args:
        text: a date in any of the forms in use.
        span: where a text can mean several days, one of these days is preferred.

    Returns:
        None if the text is blank, all zeros or separators.

    Raises:
        ValueError: the text is something else, no day of the calendar, or none between
            1900 and 2200.
    """
    date = _any_date(text, span)
    if date is not None and not is_possible(date):
        message = f"not a day of a tournament: {date}"
        raise ValueError(message)
    return date


def _any_date(text: str, span: Span) -> dt.date | None:
    text = text.strip()
    if _NO_DATE.fullmatch(text):
        return None
    found = _NUMBERS.fullmatch(text)
    if found:
        return _from_numbers(*found.groups(), span=span)
    found = _ENGLISH.fullmatch(text)
    if found and found[1].lower() in _MONTHS:
        month = _MONTHS.index(found[1].lower()) + 1
        return dt.date(int(found[3]), month, int(found[2]))
    message = f"not a date: {text[:20]!r}"
    raise ValueError(message)


def parse_planned_date(text: str, span: Span = ANY_TIME) -> dt.date | None:
    """Return a date of the tournament; CLM's 1970/01/01 is none.

    Raises:
        ValueError: as `parse_date`.
    """
    date = parse_date(text, span)
    return None if date == UNSET else date


def _from_numbers(first: str, second: str, third: str, *, span: Span) -> dt.date:
    """Return the likeliest day that three numbers can mean.

    The one with four digits is the year, and then the day is not next to it. Of two
    digits each they mean year, month, day; in a tournament of other days they may as
    well mean day, month, year or year, day, month.
    """
    one, two, three = int(first), int(second), int(third)
    if len(first) == _YEAR_DIGITS:
        orders = [(one, two, three), (one, three, two)]
    elif len(third) == _YEAR_DIGITS:
        orders = [(three, two, one), (three, one, two)]
    else:
        orders = [(_planned(one), two, three), (_planned(one), three, two)]
    days = [date for date in starmap(_date_or_none, orders) if date]
    day_first = _date_or_none(_planned(three), two, one)
    within = [date for date in (*days, day_first) if date and span.holds(date)]
    if within and max(len(first), len(third)) < _YEAR_DIGITS:
        return within[0]
    return days[0] if days else dt.date(*orders[0])  # the latter raises


def _planned(year: int) -> int:
    """Return the year of a tournament that two digits mean."""
    return year + (1900 if year >= _CENTURY_TURN else 2000)
