"""FIDE notation that is well-formed and still cannot be what was meant.

Record 222 counts in seconds, and people write minutes: `90+30` would be a game of 90
seconds. Such a code is read as what it says, doubted, and what is probably meant goes
into the question.

Source: TRF26, record 222.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.formats.timecontrol import reading
from syncd.formats.timecontrol.reading import Reading
from syncd.model.timecontrol import TimeControl, decode_time_control

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.bilingual import Text
    from syncd.model.timecontrol import Period

    _Side = tuple[Period, ...]
    _Doubt = Text | None
    _Change = Callable[[_Side], tuple[_Side, _Doubt]]

_MINUTES_BELOW_S: Final = 180
"""Where every period is shorter than this many seconds, minutes may be meant."""

_LONGEST_PERIOD_S: Final = 5 * 3600
_LONGEST_INCREMENT_S: Final = 180


def read_notation(text: str) -> Reading:
    """Return what a code says; without a control if it is not FIDE notation."""
    control = decode_time_control(text)
    return Reading() if control is None else check(control)


def check(control: TimeControl, *, is_in_seconds: bool = False) -> Reading:
    """Return a time control, doubted where it cannot be what was meant.

    Args:
        control: as written.
        is_in_seconds: whether it is certain that nobody wrote minutes.
    """
    sides = (control.white, control.black)
    if any(map(_is_too_long, sides)):
        return Reading(None, reading.TOO_LONG)
    ordered, order_doubt = _both(control, _ordered)
    if ordered is None:
        return Reading(None, order_doubt)
    complete, rest_doubt = _both(ordered, _completed)
    doubt = order_doubt or rest_doubt
    if complete and not is_in_seconds and all(map(_may_be_minutes, sides)):
        doubt = doubt or reading.UNIT
        complete = TimeControl(
            white=_as_minutes(complete.white), black=_as_minutes(complete.black)
        )
    return Reading(complete, doubt)


def _both(control: TimeControl, change: _Change) -> tuple[TimeControl | None, _Doubt]:
    """Return both sides as changed, and the doubt of one of them."""
    white, white_doubt = change(control.white)
    black, black_doubt = change(control.black)
    doubt = white_doubt or black_doubt
    return (TimeControl(white, black) if white and black else None), doubt


def _is_too_long(periods: _Side) -> bool:
    return any(
        period.seconds > _LONGEST_PERIOD_S or period.increment_s > _LONGEST_INCREMENT_S
        for period in periods
    )


def _ordered(periods: _Side) -> tuple[_Side, _Doubt]:
    """Return the periods with the one to the end of the game last."""
    endless = [period for period in periods if period.moves is None]
    if not endless or endless == [periods[-1]]:
        return periods, None
    if len(endless) > 1:
        return (), reading.NO_MOVES
    limited = [period for period in periods if period.moves is not None]
    return (*limited, *endless), reading.ORDER


def _completed(periods: _Side) -> tuple[_Side, _Doubt]:
    """Return the periods with the last one lasting to the end of the game."""
    last = periods[-1]
    if last.moves is None:
        return periods, None
    return (*periods[:-1], replace(last, moves=None)), reading.NO_REST


def _may_be_minutes(periods: _Side) -> bool:
    seconds = [period.seconds for period in periods]
    return any(seconds) and max(seconds) < _MINUTES_BELOW_S


def _as_minutes(periods: _Side) -> _Side:
    return tuple(replace(period, seconds=period.seconds * 60) for period in periods)
