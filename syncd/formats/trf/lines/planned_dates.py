"""Days of a tournament, in all the orders in which people write day, month and year.

One text often fits several days: `01.09.26` is a day in 2026 or in 2001. A program
writes all its dates in one order, so the orders are tried on all dates of a file
together: the tournament ends no earlier than it begins, the rounds follow each other
within it, and it is short. What still fits several days is read with the day in front
if dots separate, as in German, and is left open otherwise.

Source: FIDE TRF26, records 042, 052 and 132, for the right forms; files of exporters in
use for the others; CLM's importer for `DD.MM.YY`.
"""

from __future__ import annotations

import datetime as dt
import re
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.trf.lines.dates import NO_DATE, YEAR_DIGITS, date_or_none

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

UNSET: Final = dt.date(1970, 1, 1)
"""CLM writes an unset date as 1970/01/01 (its db_trf_export.php)."""

_NUMBERS: Final = re.compile(
    r"([0-9]{4}|[0-9]{1,2})\s*([./\-])\s*([0-9]{1,2})\s*[./\-]\s*([0-9]{4}|[0-9]{1,2})"
)
_MONTH_FIRST: Final = re.compile(r"([A-Za-zä]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})\.? ?([A-Za-zä]{3,9})\.? ([0-9]{4})")
_MONTHS: Final = {
    "jan": 1, "jän": 1, "feb": 2, "mar": 3, "mär": 3, "mae": 3, "apr": 4, "may": 5,
    "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11,
    "dec": 12, "dez": 12,
}  # fmt: skip
"""The first three letters of a month in English or German -> its number."""
_CENTURY_TURN: Final = 70  # two-digit years from 70 on belong to the 20th century
_RANKS: Final = {"ymd": 0, "dmy": 0, "ydm": 1, "mdy": 2}
"""Order -> how far-fetched it is."""
_LAST_DAY: Final = 31
_SPELLED: Final = "spelled"
_OFFICIAL: Final = "/"
_NEVER: Final = 1 << 20
_MOST_CHOICES: Final = 256
"""Nobody writes the dates of one tournament in more than two ways."""


class Meanings(NamedTuple):
    """What one text can mean.

    Attributes:
        shape: separator and place of the year; texts of one shape have one order.
        days: order of day, month and year -> the day; at least one.
    """

    shape: str
    days: Mapping[str, dt.date]

    def day(self, order: str) -> dt.date | None:
        """Return the day in an order, else the likeliest; None if that is several."""
        if order in self.days:
            return self.days[order]
        likely = self.likely
        return likely[0] if len(likely) == 1 else None

    @property
    def likely(self) -> list[dt.date]:
        """The different days in the usual orders, the earliest first."""
        least = min(_RANKS[each] for each in self.days)
        return sorted({day for each, day in self.days.items() if _RANKS[each] == least})


class Dated(NamedTuple):
    """The dates of one file; None where there is none or it cannot be read.

    Attributes:
        start: record 042.
        end: record 052.
        rounds: record 132.
    """

    start: Meanings | None
    end: Meanings | None
    rounds: Sequence[Meanings | None]

    @property
    def is_official(self) -> bool:
        """Whether 132 alone has years of two digits and slashes: the form it should.

        Then only first and last day together can prove another order.
        """
        shapes = {each.shape for each in self.rounds if each}
        ends = {each.shape for each in (self.start, self.end) if each}
        return _OFFICIAL in shapes - ends

    def all(self) -> list[Meanings]:
        """Return the dates that are there."""
        return [each for each in (self.start, self.end, *self.rounds) if each]


def meanings(text: str) -> Meanings | None:
    """Return the days that a text can mean, None if it is blank or only ornaments.

    Raises:
        ValueError: the text is something else, or no day of the calendar.
    """
    text = text.strip()
    if NO_DATE.fullmatch(text):
        return None
    found = _NUMBERS.fullmatch(text)
    shape, days = _numbered(*found.groups()) if found else (_SPELLED, _spelled(text))
    if not days:
        message = f"not a date: {text[:20]!r}"
        raise ValueError(message)
    return Meanings(shape, days)


def _spelled(text: str) -> dict[str, dt.date]:
    """Return the day of a text with the name of a month."""
    found = _DAY_FIRST.fullmatch(text)
    day, name, year = found.groups() if found else ("", "", "")
    found = _MONTH_FIRST.fullmatch(text)
    if found:
        name, day, year = found.groups()
    month = _MONTHS.get(name.lower()[:3])
    date = date_or_none(int(year), month, int(day)) if month else None
    return {"dmy": date} if date else {}


def _numbered(
    first: str, separator: str, second: str, third: str
) -> tuple[str, dict[str, dt.date]]:
    """Return the shape of three numbers and the days they can be, by order.

    A number with four digits is the year. `26/02/30` is a mistyped day in FIDE's order
    and not a day in 2030.
    """
    if len(first) == YEAR_DIGITS:
        place, orders = "y", ["ymd", "ydm"]
    elif len(third) == YEAR_DIGITS:
        place, orders = "Y", ["dmy", "mdy"]
    else:
        place, orders = (
            "",
            ["ymd", "dmy", "ydm", *(["mdy"] if separator == "/" else [])],
        )
    found = {order: _day(order, first, second, third) for order in orders}
    if not place and separator == "/" and not found["ymd"] and int(third) <= _LAST_DAY:
        del found["dmy"]
    return place + separator, {order: day for order, day in found.items() if day}


def _day(order: str, *texts: str) -> dt.date | None:
    part = dict(zip(order, texts, strict=True))
    year = int(part["y"])
    if len(part["y"]) < YEAR_DIGITS:
        year += 1900 if year >= _CENTURY_TURN else 2000
    return date_or_none(year, int(part["m"]), int(part["d"]))


def orders(dated: Dated) -> dict[str, str]:
    """Return shape -> the order in which its dates are written; without open ones."""
    best = _best(dated)
    shapes = {each.shape for each in dated.all()}
    found = {shape: {choice[shape] for choice in best} for shape in shapes}
    is_official = any(each and each.shape == _OFFICIAL for each in dated.rounds)
    return {
        shape: order
        for shape, orders in found.items()
        if (order := _order(shape, orders, is_official=is_official))
    }


def _order(shape: str, orders: set[str], *, is_official: bool) -> str:
    """Return the one order, or the usual one of several; empty if that is open."""
    usual = {".": "dmy", "/": "ymd" if is_official else ""}.get(shape, "")
    if usual in orders:
        return usual
    return next(iter(orders)) if len(orders) == 1 else ""


def _best(dated: Dated) -> list[dict[str, str]]:
    """Return the choices of an order per shape that fit best; several fit as well.

    Those in which the dates fit each other go first, then the least far-fetched, then
    the shortest tournaments.
    """
    choices = list(islice(_choices(dated.all()), _MOST_CHOICES))
    weights = [_weight(dated, choice) for choice in choices]
    least = min(weights, default=None)
    return [
        choice
        for choice, weight in zip(choices, weights, strict=True)
        if weight == least
    ]


def _choices(dates: Iterable[Meanings]) -> Iterator[dict[str, str]]:
    """Yield one order per shape, of those in which all its dates are days."""
    common: dict[str, set[str]] = {}
    for each in dates:
        common.setdefault(each.shape, set(each.days)).intersection_update(each.days)
    ranked = [sorted(each, key=_RANKS.__getitem__) or [""] for each in common.values()]
    for choice in product(*ranked):
        yield dict(zip(common, choice, strict=True))


def _weight(dated: Dated, choice: Mapping[str, str]) -> tuple[int, int, int]:
    """Return how unlikely a choice is: faults, odd orders, length in days."""
    start, end, *rounds = (
        _set_day(each, choice) for each in (dated.start, dated.end, *dated.rounds)
    )
    held = [day for day in rounds if day]
    faults = sum(two < one for one, two in pairwise(held))
    faults += sum(
        bool(start and day < start) for day in [*held, *([end] if end else [])]
    )
    faults += sum(bool(end and day > end) for day in held)
    days = [day for day in (start, end, *held) if day]
    length_days = (max(days) - min(days)).days if days else 0
    odd = sum(_RANKS.get(order, 0) for order in choice.values())
    if dated.is_official and choice.get(_OFFICIAL) not in {"ymd", ""}:
        is_proved = start and end and not faults
        return faults if is_proved else _NEVER, odd + 1, length_days
    return faults, odd, length_days


def _set_day(each: Meanings | None, choice: Mapping[str, str]) -> dt.date | None:
    day = each.day(choice[each.shape]) if each else None
    return None if day == UNSET else day
