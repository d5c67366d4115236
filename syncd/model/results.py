"""Result codes of one side of a game, one character each as in TRF.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, result codes of record 001.
"""

from __future__ import annotations

from typing import Final

WIN: Final = "1"
DRAW: Final = "="
LOSS: Final = "0"
SHORT_WIN: Final = "W"
SHORT_DRAW: Final = "D"
SHORT_LOSS: Final = "L"
FORFEIT_WIN: Final = "+"
FORFEIT_LOSS: Final = "-"
HALF_BYE: Final = "H"
FULL_BYE: Final = "F"
PAIRING_BYE: Final = "U"
ZERO_BYE: Final = "Z"
BLANK: Final = " "
NOT_YET: Final = "*"

PLAYED: Final = frozenset({WIN, DRAW, LOSS})
"""Played over the board and rated."""

SHORT: Final = frozenset({SHORT_WIN, SHORT_DRAW, SHORT_LOSS})
"""Started, but shorter than one move: counts for points, not for rating."""

FORFEIT: Final = frozenset({FORFEIT_WIN, FORFEIT_LOSS})
BYES: Final = frozenset({HALF_BYE, FULL_BYE, PAIRING_BYE})
"""Entries without opponent that give points; ZERO_BYE is an absence, not a bye."""

KNOWN: Final = PLAYED | SHORT | FORFEIT | BYES | frozenset({ZERO_BYE, BLANK, NOT_YET})

STANDARD_POINTS_X10: Final = {
    WIN: 10, SHORT_WIN: 10, FORFEIT_WIN: 10, FULL_BYE: 10, PAIRING_BYE: 10,
    DRAW: 5, SHORT_DRAW: 5, HALF_BYE: 5,
    LOSS: 0, SHORT_LOSS: 0, FORFEIT_LOSS: 0, ZERO_BYE: 0, BLANK: 0, NOT_YET: 0,
}  # fmt: skip
"""Tenths of a point under 1-½-0 scoring (TRF26 record 162, defaults)."""
