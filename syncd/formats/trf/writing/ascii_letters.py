"""Text in plain ASCII, as CLM's importer needs it.

German letters are written out, other accents fall, and the few letters that are no
accented ones have a spelling of their own. What is left becomes a question mark.

Source: CLM's source, functions/sub_umlaute.php, for the German letters; CLM's importer
cuts fixed columns by bytes, so only ASCII arrives intact everywhere.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_SPELLED: Final = str.maketrans(
    {
        "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
        "ẞ": "SS", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D",
        "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ð": "d",
        "Ð": "D", "ı": "i", "ħ": "h", "Ħ": "H",
        "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‘": "`", "’": "`",
        "‚": "`", "–": "-", "—": "-", "…": "...", "\N{NO-BREAK SPACE}": " ",
    }
)  # fmt: skip


def to_ascii(text: str) -> str:
    """Return a text in ASCII."""
    if text.isascii():
        return text
    spelled = unicodedata.normalize("NFC", text).translate(_SPELLED)
    parts = unicodedata.normalize("NFKD", spelled)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare.encode("ascii", "replace").decode()
