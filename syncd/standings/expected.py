"""Expected scores and the two conversion tables of the rating regulations.

Source: FIDE Rating Regulations B.02, tables 8.1.1 (share of points to difference) and
8.1.2 (difference to expected score).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_FROM_HALF: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309,
    322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
DIFFERENCE_OF_SHARE: Final[tuple[int, ...]] = (
    *(-each for each in reversed(_FROM_HALF[1:])),
    *_FROM_HALF,
)
"""Index: share of points in percent, 0 to 100 (table 8.1.1)."""

WITHOUT_POINTS: Final = 800
"""What a share of 0 or 100 % stands for."""

_LIMITS: Final = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315,
    328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
)  # fmt: skip
"""Highest difference at which the higher rated expects 50, 51 … 99 % (table 8.1.2)."""

_EVEN: Final = 50
_ALL: Final = 100
_BEYOND: Final = _LIMITS[-1] + 1

_HIGHER_X100: Final = tuple(
    _EVEN + sum(limit < difference for limit in _LIMITS)
    for difference in range(_BEYOND + 1)
)
"""Expected score of the higher rated in hundredths, by difference from 0."""


def expected_x100(rating: int, opponents: Iterable[int]) -> int:
    """Return the expected score against opponents, in hundredths of a point.

    Args:
        rating: of the one who expects.
        opponents: their ratings; no difference is cut (10.3).
    """
    total = 0
    for opponent in opponents:
        difference = rating - opponent
        share = _HIGHER_X100[min(abs(difference), _BEYOND)]
        total += share if difference >= 0 else _ALL - share
    return total
