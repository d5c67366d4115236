"""Whether a tournament's name fits a pattern of the configuration (pure)."""

from __future__ import annotations

from syncd.sync.identity import fold_name


def fits(pattern: str, name: str) -> bool:
    """Return whether a name fits; `*` stands for any text, also for none.

    Case, umlauts, accents and punctuation do not matter, as everywhere with names. The
    time is at most proportional to the length of both together, for each `*`.

    Args:
        pattern: from `[[tournaments]] match`.
        name: of the tournament.
    """
    parts = pattern.split("*")
    fold = fold_name if any(fold_name(part) for part in parts) else _lower
    folded, words = fold(name), [fold(part) for part in parts]
    if len(words) == 1:
        return folded == words[0]
    first, *middle, last = words
    if not folded.startswith(first):
        return False
    at = len(first)
    for word in middle:
        found = folded.find(word, at)
        if found < 0:
            return False
        at = found + len(word)
    return folded.endswith(last) and len(folded) - len(last) >= at


def _lower(text: str) -> str:
    """Return a name in a script that folds to nothing, without case."""
    return text.casefold().strip()
