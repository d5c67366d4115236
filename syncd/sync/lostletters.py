"""Texts in which CLM has lost letters, and whole texts that they can have been."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from syncd.sync.identity import fold_name

LOST: Final = "?"
"""What CLM writes for a letter that its TRF cannot hold."""

_MOST_DESTROYED: Final = 9
"""Letters that one `?` can stand for: four umlauts, each spelled out, and a blank."""

_MOST_GAPS: Final = 12
"""A name that has lost more letters tells nobody anything."""

_MOST_LENGTH: Final = 300


def reads_as(lost: str, whole: str) -> bool:
    """Return whether a text with lost letters can be the whole text.

    One `?` stands for a letter, which may be folded to two, and for those behind it
    that CLM's older exporter destroys as well. Where a part can end is kept as the bits
    of a number, so that all places move on in one step.
    """
    gaps = lost.count(LOST)
    if not gaps or gaps > _MOST_GAPS or max(len(lost), len(whole)) > _MOST_LENGTH:
        return False
    text, parts = _plain(whole), [_plain(part) for part in lost.split(LOST)]
    least = sum(map(len, parts))
    if not least <= len(text) <= least + gaps * _MOST_DESTROYED:
        return False
    ends = 1
    for number, part in enumerate(parts):
        starts = _within_reach(ends) if number else ends
        ends = (starts & _places(part, text)) << len(part)
    return bool(ends >> len(text) & 1)


@lru_cache(maxsize=8192)  # each name is held against many
def _plain(text: str) -> str:
    return fold_name(text)


def _within_reach(ends: int) -> int:
    """Return the places that the letters of one `?` can lead to."""
    reached = ends
    for letters in range(1, _MOST_DESTROYED + 1):
        reached |= ends << letters
    return reached


def _places(part: str, text: str) -> int:
    """Return where a part stands in a text, as bits."""
    if not part:
        return (1 << len(text) + 1) - 1
    places, at = 0, text.find(part)
    while at >= 0:
        places |= 1 << at
        at = text.find(part, at + 1)
    return places
