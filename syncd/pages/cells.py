"""Text from a file as one cell of a spreadsheet, which is to compute nothing.

A sign that nobody sees (direction of writing, zero width, control) in front of a
formula hides it here, and not from every spreadsheet. So such signs go first; then what
is left at the front is looked at.

Source: OWASP, "CSV Injection"; Unicode general categories Cc, Cf, Cs, Zl and Zp.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def harmless(text: str) -> str:
    """Return text from a file so that no spreadsheet computes it."""
    seen = text if text.isprintable() else _seen(text)
    return f"'{seen}" if seen.lstrip().startswith(_FORMULA) else seen


def _seen(text: str) -> str:
    """Return text without signs that nobody sees; tabs and line ends are blanks."""
    signs = (" " if sign in "\t\r\n" else sign for sign in text)
    return "".join(sign for sign in signs if unicodedata.category(sign) not in _UNSEEN)
