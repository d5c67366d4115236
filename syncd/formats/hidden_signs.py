"""Signs that nobody sees but that change what one reads, or that no form can hold."""

from __future__ import annotations

import unicodedata
from typing import Final

DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""They turn the direction of writing round: a name reads otherwise than it is."""
_NO_TEXT: Final = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})


def direction_sign(text: str) -> str:
    """Return the first sign that turns the direction, as `U+202E`, empty if none."""
    return next((f"U+{ord(sign):04X}" for sign in text if sign in DIRECTIONS), "")


def hidden_sign(text: str, allowed: str = "") -> str:
    """Return the first control or direction sign as `U+202E`, empty if there is none.

    Args:
        text: any text.
        allowed: signs that do not count.
    """
    for sign in text:
        is_hidden = sign in DIRECTIONS or unicodedata.category(sign) in _NO_TEXT
        if is_hidden and sign not in allowed:
            return f"U+{ord(sign):04X}"
    return ""
