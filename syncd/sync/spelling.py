"""Two ways in which one text is written, and which of them is the better one.

CLM and the forms of a TRF spell umlauts out, lose letters, and cut off what is longer
than its columns; people shorten forenames. None of that is news.
"""

from __future__ import annotations

from typing import cast

from syncd.sync.identity import fold_name
from syncd.sync.lostletters import reads_as

_Texts = str | tuple[str, ...]


def is_one_text(one: object, two: object, width: int | None = None) -> bool:
    """Return whether two texts, or lists of them, are the same in other letters.

    Args:
        one: a text, or several.
        two: another.
        width: columns in which a longer text is cut off, None if it is not.
    """
    if isinstance(one, str) and isinstance(two, str):
        if fold_name(one) == fold_name(two) or reads_as(one, two) or reads_as(two, one):
            return True
        return _is_short(one, two, width) or _is_short(two, one, width)
    if isinstance(one, tuple) and isinstance(two, tuple) and len(one) == len(two):
        return all(map(is_one_text, one, two))
    return False


def _is_short(short: str, long: str, width: int | None) -> bool:
    """Return whether a text was cut off at the end of its columns, or is an initial.

    A blank or a comma may have been the last letter that there was room for.
    """
    is_initial = short.endswith(".") and " " not in short
    is_cut = width is not None and width - 1 <= len(short) <= width < len(long)
    begun = fold_name(short)
    return (is_initial or is_cut) and bool(begun) and fold_name(long).startswith(begun)


def better_text(ours: object, theirs: object, *, is_news: bool) -> _Texts:
    """Return the better spelling of one text.

    Args:
        ours: a text, or several.
        theirs: the same in other letters.
        is_news: whether only theirs has changed it; then it counts if it is as good.
    """
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        pairs = zip(ours, theirs, strict=True)
        return tuple(
            cast("str", better_text(one, two, is_news=is_news)) for one, two in pairs
        )
    one, two = cast("str", ours), cast("str", theirs)
    if is_news and _quality(one)[:-1] == _quality(two)[:-1]:
        return two
    return max(one, two, key=_quality)


def _quality(text: str) -> tuple[bool, int, bool, str]:
    """Return how good a spelling is: no letter lost, none cut off, real umlauts."""
    return "?" not in text, len(fold_name(text)), not text.isascii(), text
