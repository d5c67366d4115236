"""Time controls of bare numbers, without a unit: `5+3`, `40/120, 60`, `1:30 + 10`.

They are read as minutes with an increment in seconds and always doubted. Only the
notation of the US federation says by itself that minutes are meant: `G/90;+30`.

Source: FIDE TRF16 example (`40/120, 60`); US Chess rulebook, rule 5B (notation).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.timecontrol import reading
from syncd.formats.timecontrol.reading import Reading
from syncd.model.timecontrol import Period, TimeControl

if TYPE_CHECKING:
    from syncd.bilingual import Text

_MOST_MINUTES: Final = 240

_PLUS: Final = r"(?:\s*(?:[;,]\s*)?(?:\+|inc\s*/?)\s*(?P<inc>[0-9]{1,3}))?"
_US: Final = re.compile(
    r"(?:(?P<moves>[0-9]{2})/(?P<first>[0-9]{2,3})(?:\s*\+\s*(?P<inc1>[0-9]{1,3}))?"
    r"\s*[,;+]?\s*)?(?:g\s*/?|sd\s*/)\s*(?P<last>[0-9]{1,3})" + _PLUS
)
_US_DELAY: Final = re.compile(
    r"(?:g|sd)\s*/\s*(?P<last>[0-9]{1,3})\s*;?\s*d\s*/?[0-9]+"
)
_GAME: Final = re.compile(r"(?:fischer:?\s*)?(?P<last>[0-9]{1,3})" + _PLUS)
_CLOCK: Final = re.compile(
    r"(?P<hours>[0-9]):(?P<last>[0-5][0-9])" + _PLUS + r"(?:\s*(?:from|ab)\s[\w .]+)?"
)
_PERIODS: Final = re.compile(
    r"(?P<one>[0-9]{1,3})\s*/\s*(?P<two>[0-9]{1,3})"
    r"(?:\s*[,;+]\s*(?P<last>[0-9]{1,3})(?:\s*\+\s*(?P<inc>[0-9]{1,3}))?)?"
)


def read_bare(text: str) -> Reading | None:
    """Return what a normalised text of bare numbers says, None if it is none."""
    if match := _US.fullmatch(text):
        return _us(match)
    if match := _US_DELAY.fullmatch(text):
        return _reading([Period(int(match["last"]) * 60)], reading.DELAY)
    if match := _GAME.fullmatch(text):
        return _game(match)
    if match := _CLOCK.fullmatch(text):
        minutes = int(match["hours"]) * 60 + int(match["last"])
        return _reading([Period(minutes * 60, int(match["inc"] or 0))], reading.UNIT)
    if match := _PERIODS.fullmatch(text):
        return _periods(match)
    return None


def _reading(periods: list[Period], doubt: Text | None) -> Reading:
    return Reading(TimeControl(tuple(periods), tuple(periods)), doubt)


def _us(match: re.Match[str]) -> Reading:
    increment_s = int(match["inc"] or match["inc1"] or 0)
    last = Period(int(match["last"]) * 60, increment_s)
    if not match["moves"]:
        return _reading([last], None)
    first = Period(int(match["first"]) * 60, increment_s, int(match["moves"]))
    is_said = not match["inc1"] or match["inc1"] == match["inc"]
    return _reading([first, last], None if is_said else reading.WHICH_INCREMENT)


def _game(match: re.Match[str]) -> Reading | None:
    minutes = int(match["last"])
    if minutes > _MOST_MINUTES:
        return None
    return _reading([Period(minutes * 60, int(match["inc"] or 0))], reading.UNIT)


def _periods(match: re.Match[str]) -> Reading | None:
    """Return two periods; the smaller of the first two numbers is that of the moves."""
    moves, minutes = sorted((int(match["one"]), int(match["two"])))
    if not moves or minutes > _MOST_MINUTES:
        return None
    increment_s = int(match["inc"] or 0)
    if not match["last"]:
        return _reading([Period(minutes * 60)], reading.NO_REST)
    first = Period(minutes * 60, increment_s, moves)
    return _reading([first, Period(int(match["last"]) * 60, increment_s)], reading.UNIT)
