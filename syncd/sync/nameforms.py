"""Names in the forms that files give them, and when two forms are one name.

Spelling is no difference: titles, umlauts in any form (`ü`, `ue`, `u`), a part of a
double name, a short form (`Alex`), an initial. What is left out on purpose: names that
only sound alike. They find people (see `syncd.sync.soundkeys`), but say nothing.

Source: practice of rating officers; names change with marriage, twins share surname,
birth year and club.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from syncd.formats.names import is_particle
from syncd.formats.titles import strip_titles
from syncd.sync.identity import fold_name

_SHORTEST_SHORT_FORM: Final = 3
_FEMALE_ENDINGS: Final = frozenset({"a", "e", "ette", "ia", "ina", "ine", "na", "ne"})
_UMLAUTS: Final = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ss", "s"))
_SHORTEST_SLIP: Final = 5
"""Shorter names differ by one letter from too many others."""


@lru_cache(maxsize=16_384)  # each name is held against many
def folded_person(surname: str, forename: str) -> str:
    """Return the whole name folded, titles left out: `mueller, hans peter`."""
    first, last = strip_titles(forename), strip_titles(surname)
    return f"{fold_name(last)}, {fold_name(first)}"


@lru_cache(maxsize=16_384)  # each name is held against many
def loosely(surname: str, forename: str) -> tuple[str, str]:
    """Return surname and forename folded, with `ü`, `ue` and `u` being the same."""
    folded = folded_person(surname, forename)
    for long, short in _UMLAUTS:
        folded = folded.replace(long, short)
    last, _, first = folded.partition(", ")
    return last, first


@lru_cache(maxsize=16_384)  # each name is held against many
def name_words(surname: str, forename: str) -> tuple[str, ...]:
    """Return all words of a name in one order, particles left out.

    `Heide, Jan von der`, `von der Heide, Jan` and `Jan, Heide` have the same words.
    """
    words = " ".join(loosely(surname, forename)).split()
    return tuple(sorted(word for word in words if not is_particle(word)))


def is_same_surname(one: str, two: str) -> bool | None:
    """Return whether surnames are the same or share a part (`Wolf-Fuchs`).

    Args:
        one: as `loosely` returns it.
        two: likewise.

    Returns:
        None if one of them is unknown.
    """
    if not one or not two:
        return None
    parts = [
        {word for word in name.split() if not is_particle(word)} for name in (one, two)
    ]
    return one == two or bool(parts[0] & parts[1])


def is_same_forename(one: str, two: str) -> bool | None:
    """Return whether the first of one's forenames is the other's too.

    Args:
        one: as `loosely` returns it.
        two: likewise.

    Returns:
        None where that cannot be told: an initial, a short form.
    """
    words, others = one.split(), two.split()
    if not words or not others:
        return None
    is_same = words[0] in others or others[0] in words
    if is_same or "".join(words) == "".join(others):
        return True
    return None if _may_be_short(words[0], others[0]) else False


def _may_be_short(one: str, two: str) -> bool:
    """Return whether one forename may be short for the other; `Paul` is not `Paula`."""
    short, long = sorted((one, two), key=len)
    rest = long.removeprefix(short)
    is_long_enough = len(short) == 1 or len(short) >= _SHORTEST_SHORT_FORM
    return rest != long and is_long_enough and rest not in _FEMALE_ENDINGS


def is_one_slip(one: str, two: str) -> bool:
    """Return whether one letter is wrong, missing or too much, or two are swapped.

    Args:
        one: as `loosely` returns it; short names are never taken for a slip.
        two: likewise.
    """
    short, long = sorted((one, two), key=len)
    if len(short) < _SHORTEST_SLIP or len(long) - len(short) > 1 or one == two:
        return False
    at = next(
        (n for n, pair in enumerate(zip(short, long, strict=False))
         if pair[0] != pair[1]),
        len(short),
    )  # fmt: skip
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    is_turned = short[at : at + 2] == long[at : at + 2][::-1]
    return short[at + 1 :] == long[at + 1 :] or (
        is_turned and short[at + 2 :] == long[at + 2 :]
    )
