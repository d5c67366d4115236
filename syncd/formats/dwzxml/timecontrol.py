"""Time controls in the notation of FIDE's TRF26, and how long they let people think.

`5400+30` is 90 minutes and 30 seconds a move, `40/7200:3600` two periods, and
`W300-B240` differs by colour. Anything else is text for people.

Source: FIDE TRF26, record 222; documentation 1.1, "timecontrol".
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

COUNTED_MOVES: Final = 60
COUNTED_INCREMENT_S: Final = 30
LEAST_S: Final = 90 * 60
LEAST_YOUTH_S: Final = 60 * 60
"""Thinking time per player that a rating needs, and that of U12 and younger.

60 moves are counted, with at most 30 seconds for each.

Source: Wertungsordnung 4.2.2 (rule T16)."""

_PERIOD: Final = re.compile(
    r"((?P<moves>[0-9]{1,9})/)?(?P<base>[0-9]{1,9})(\+(?P<increment>[0-9]{1,9}))?"
)
_SIDES: Final = re.compile(r"W(?P<white>[0-9/+:]+)-B(?P<black>[0-9/+:]+)")


class Period(NamedTuple):
    """One period of a time control.

    Attributes:
        moves: moves that end it, None if it lasts to the end.
        base_s: seconds given at its start.
        increment_s: seconds given with each move.
    """

    moves: int | None
    base_s: int
    increment_s: int


def parse_timecontrol(text: str) -> tuple[tuple[Period, ...], ...] | None:
    """Return the periods of each side, one side if both are alike; None for prose."""
    sides = _SIDES.fullmatch(text)
    parts = (sides["white"], sides["black"]) if sides else (text,)
    parsed = tuple(_periods(part) for part in parts)
    if not all(parsed):
        return None
    return parsed


def thinking_time_s(text: str) -> int | None:
    """Return the seconds that count for the rating, of the side that has fewer.

    Returns:
        None if the text is no time control in this notation.
    """
    sides = parse_timecontrol(text)
    return None if sides is None else min(_counted_s(periods) for periods in sides)


def _periods(text: str) -> tuple[Period, ...]:
    """Return the periods, none at all if one of them cannot be read."""
    matches = [_PERIOD.fullmatch(part) for part in text.split(":")]
    found = [
        Period(
            int(match["moves"]) if match["moves"] else None,
            int(match["base"]),
            int(match["increment"] or 0),
        )
        for match in matches
        if match
    ]
    return tuple(found) if len(found) == len(matches) else ()


def _counted_s(periods: tuple[Period, ...]) -> int:
    total_s, moves_left = 0, COUNTED_MOVES
    for period in periods:
        moves = moves_left if period.moves is None else min(period.moves, moves_left)
        if moves_left:
            increment_s = min(period.increment_s, COUNTED_INCREMENT_S)
            total_s += period.base_s + moves * increment_s
        moves_left -= moves
    return total_s
