"""Which days a file may name at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import datetime as dt

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2200
"""A later year, above all 9999, stands for no day; the day after it cannot be told."""


def is_possible(day: dt.date) -> bool:
    """Return whether a person can be born or a game played on that day."""
    return FIRST_YEAR <= day.year <= LAST_YEAR
