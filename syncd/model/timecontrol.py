"""Time controls in FIDE notation, and whether they are slow enough for DWZ.

A control is one list of periods for each side. The rating rule counts the time that
a player has for a game of 60 moves: a period with a number of moves gives its time
once the game reaches it and carries the player over its moves, a period without one
carries him to the end. Time that is only given after move 60 does not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

COUNTED_MOVES: Final = 60
"""Source: Wertungsordnung 4.2.2."""

COUNTED_INCREMENT_S: Final = 30
"""Longer increments count as this many seconds. Source: Wertungsordnung 4.2.2."""

NEEDED_S: Final = 90 * 60
"""Time per player. Source: Wertungsordnung 4.2.2."""

NEEDED_YOUNG_S: Final = 60 * 60
"""Time per player up to the age class U12. Source: Wertungsordnung 4.2.2."""

YOUNG_AGE: Final = 12

_PERIOD: Final = r"(?:[0-9]{1,4}/)?[0-9]{1,6}(?:\+[0-9]{1,5})?"
_PERIODS: Final = rf"{_PERIOD}(?::{_PERIOD})*"
_BOTH: Final = re.compile(_PERIODS)
_EACH: Final = re.compile(rf"W({_PERIODS})-B({_PERIODS})")
_PARTS: Final = re.compile(r"(?:([0-9]+)/)?([0-9]+)(?:\+([0-9]+))?")
_AGE_CLASS: Final = re.compile(r"(?<![^\W\d_])U\s*[0-9]{1,2}(?![0-9])", re.IGNORECASE)
_AGES: Final = re.compile(r"(?<![0-9])[0-9]{1,2}(?![0-9])")


@dataclass(frozen=True, slots=True)
class Period:
    """One period of a game for one side.

    Attributes:
        seconds: time given at its start.
        increment_s: seconds added with each move.
        moves: moves it lasts; None to the end of the game.
    """

    seconds: int
    increment_s: int = 0
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of both sides.

    Attributes:
        white: periods of the player with the white pieces, at least one.
        black: likewise for Black.
    """

    white: tuple[Period, ...]
    black: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a time control is slow enough.

    Attributes:
        rated: whether the tournament may be rated for DWZ.
        seconds: time for 60 moves of the side that has less.
        needed_s: time that is needed.
    """

    rated: bool
    seconds: int
    needed_s: int


def decode_time_control(text: str) -> TimeControl | None:
    """Return the time control that the text names, None if it is not FIDE notation.

    Source: TRF26 record 222: `d[:d]` or `Wd[:d]-Bd[:d]` with d one of M/S, M/S+I, S,
    S+I (moves, seconds, increment in seconds).
    """
    text = text.strip()
    if _BOTH.fullmatch(text):
        periods = _decode_periods(text)
        return TimeControl(periods, periods)
    if match := _EACH.fullmatch(text):
        return TimeControl(_decode_periods(match[1]), _decode_periods(match[2]))
    return None


def _decode_periods(text: str) -> tuple[Period, ...]:
    return tuple(
        Period(
            seconds=int(seconds),
            increment_s=int(increment or 0),
            moves=int(moves) if moves else None,
        )
        for moves, seconds, increment in _PARTS.findall(text)
    )


def encode_time_control(control: TimeControl) -> str:
    """Return the FIDE notation of a time control, short where both sides are equal."""
    white = _encode_periods(control.white)
    if control.white == control.black:
        return white
    return f"W{white}-B{_encode_periods(control.black)}"


def _encode_periods(periods: tuple[Period, ...]) -> str:
    return ":".join(
        ("" if period.moves is None else f"{period.moves}/")
        + str(period.seconds)
        + (f"+{period.increment_s}" if period.increment_s else "")
        for period in periods
    )


def is_rated(control: TimeControl, age_class: str = "") -> Verdict:
    """Return whether a tournament with this time control may be rated for DWZ.

    Args:
        control: the time control.
        age_class: for instance `U12`; anything else counts as grown-up, and so does a
            class that reaches above 12 (`U12/U14`, `U10-14`).

    Source: Wertungsordnung 4.2.2.
    """
    needed_s = NEEDED_YOUNG_S if _is_young(age_class) else NEEDED_S
    seconds = min(_counted_s(control.white), _counted_s(control.black))
    return Verdict(seconds >= needed_s, seconds, needed_s)


def _is_young(age_class: str) -> bool:
    """Return whether everybody of an age class is in U12 or below."""
    ages = [int(age) for age in _AGES.findall(age_class)]
    return bool(_AGE_CLASS.search(age_class)) and max(ages) <= YOUNG_AGE


def _counted_s(periods: tuple[Period, ...]) -> int:
    total, left = 0, COUNTED_MOVES
    for period in periods:
        moves = left if period.moves is None else min(period.moves, left)
        total += period.seconds + moves * min(period.increment_s, COUNTED_INCREMENT_S)
        left -= moves
        if left == 0:
            break
    return total
