"""Keys that find people whose name is spelled in another way, without any scan.

A key is a number from how one part of the surname sounds and from the letter group that
the forename begins with. Whoever is looked for has a few keys: for each part of a
double name, for both names in each other's place, for what a lost letter can have been.
So two indexed columns are enough, whatever the length of the registry. A key only finds
candidates: what they are worth says `syncd.sync.resemblance`.

Source: the letter groups follow H. J. Postel, "Die Kölner Phonetik", IBM-Nachrichten 19
(1969), made coarser; vowels do not count, so `ü`, `ue`, `u`, a lost umlaut are alike.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from syncd.formats.names import is_particle
from syncd.sync.lostletters import LOST
from syncd.sync.nameforms import folded_person

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_GAPS: Final = 3
_LOST_LETTERS: Final = ("", "s")
"""What one `?` can have been: a vowel, which does not count, or an `ß`."""

_SPELLINGS: Final = (
    ("tsch", "s"), ("sch", "s"), ("ph", "f"), ("tz", "s"), ("dt", "t"), ("x", "ks"),
)  # fmt: skip
_GROUPS: Final = {
    **dict.fromkeys("bp", "1"), **dict.fromkeys("dt", "2"), **dict.fromkeys("fvw", "3"),
    **dict.fromkeys("gkqc", "4"), "l": "5", **dict.fromkeys("mn", "6"), "r": "7",
    **dict.fromkeys("sz", "8"), **dict.fromkeys("aeiouyjh", ""),
}  # fmt: skip
_SOUNDS: Final = str.maketrans(_GROUPS)
_TWICE: Final = re.compile(r"(.)\1+")
_VOWEL: Final = "0"


@lru_cache(maxsize=16_384)
def sound(word: str) -> str:
    """Return how one folded word sounds: a digit per group of consonants.

    A word that begins with a vowel, `h`, `j` or `y` begins with 0.
    """
    for long, short in _SPELLINGS:
        word = word.replace(long, short)
    code = word.translate(_SOUNDS)
    if word and not _GROUPS.get(word[0], word[0]):
        code = _VOWEL + code
    return _TWICE.sub(r"\1", code)


def stored_keys(surname: str, forename: str) -> tuple[int | None, int | None]:
    """Return the keys that somebody is stored with.

    Returns:
        The key of the first part of the surname, and that of the last part of a double
        name; None where there is no such part.
    """
    keys = _keys(surname, forename)
    return keys[0] if keys else None, keys[1] if len(keys) > 1 else None


def wanted_keys(surname: str, forename: str) -> frozenset[int]:
    """Return the keys by which somebody can be found."""
    return frozenset(
        key for names in _readings(surname, forename) for key in _keys(*names)
    )


def _keys(surname: str, forename: str) -> list[int]:
    last, _, first = folded_person(surname, forename).partition(", ")
    words = [word for word in last.split() if not is_particle(word)] or last.split()
    group = sound(first.partition(" ")[0])[:1]
    ends = dict.fromkeys([*words[:1], *words[-1:]])
    sounds = dict.fromkeys(filter(None, map(sound, ends)))
    return [_number(f"{each}/{group}") for each in sounds]


def _number(text: str) -> int:
    """Return a signed number of 64 bits."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def _readings(surname: str, forename: str) -> Iterator[tuple[str, str]]:
    """Yield the names as they can be meant."""
    for last, first in product(_without_gaps(surname), _without_gaps(forename)):
        yield last, first
        if first:
            yield first, last
        elif words := last.split():
            yield words[-1], " ".join(words[:-1])
            yield words[0], " ".join(words[1:])


def _without_gaps(text: str) -> Iterable[str]:
    """Return what a text with lost letters can have been, as far as it sounds."""
    parts = text.split(LOST)
    if not 1 < len(parts) <= 1 + _MOST_GAPS:
        return [text]
    return [
        parts[0] + "".join(map(str.__add__, letters, parts[1:]))
        for letters in product(_LOST_LETTERS, repeat=len(parts) - 1)
    ]
