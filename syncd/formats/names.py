"""A name as a file has it, taken apart: `Last,First` in all the ways people write it.

The comma decides. Without one only surnames in capitals are certain; otherwise the
whole name is the surname and a person is asked. Academic titles stay for whoever writes
a report; FIDE titles, stated in a field of their own, come off. Whatever was changed or
looks wrong is named, so that nothing happens in silence.

Source: FIDE TRF16 and TRF26, record 001, columns 15-47; DSB_DWZ_TournamentReport 2.5,
documentation 1.1, "surname und forename", "Schachcomputer"; rules P14 to P17, P42.
"""

from __future__ import annotations

import html
import re
from enum import Enum
from functools import lru_cache
from itertools import compress
from typing import Final, NamedTuple

from syncd.formats.titles import is_title

COMPUTER: Final = "###COMPUTER###"
"""Both names of a computer."""


class Oddity(Enum):
    """What was noticed in a name."""

    NO_COMMA = "no_comma"
    CAPITALS = "capitals"
    FIDE_TITLE = "fide_title"
    PARTICLE = "particle"
    ENTITY = "entity"
    NO_FORENAME = "no_forename"
    PROGRAM = "program"
    HALF_COMPUTER = "half_computer"
    EXTRA = "extra"


class Name(NamedTuple):
    """A name in its parts.

    Attributes:
        surname: with its particles and academic titles; empty if there is none.
        forename: all forenames; empty if there is none.
        oddities: what was changed or looks wrong.
    """

    surname: str
    forename: str = ""
    oddities: tuple[Oddity, ...] = ()


_PLAIN: Final = re.compile(r"([A-ZÄÖÜ][a-zäöüß]{2,}), ?([A-ZÄÖÜ][a-zäöüß]{2,})")
"""Two words without anything that needs a closer look: nine names of ten."""
_ENTITY: Final = re.compile(r"&(?:[A-Za-z]{2,8}|#[0-9]{2,4}|#x[0-9A-Fa-f]{2,4});")
_TITLES: Final = r"(?:W?[GIF]M|W?CM)"
_IN_BRACKETS: Final = re.compile(rf"\s*[(\[]{_TITLES}[)\]]\s*")
_AT_THE_FRONT: Final = re.compile(rf"{_TITLES}\s+(?=[^\s,])")
_AT_THE_END: Final = re.compile(r"[\s,]{1,3}W?[GIF]M\Z")
_NO_NAME: Final = re.compile(
    r"[-.?–_*+]+|x{1,3}|n\.?\s?n\.?|null|none|n/a|unbekannt|unknown|keine?[rn]?",
    re.IGNORECASE,
)
_PROGRAM: Final = re.compile(
    r"(?:(?:schach)?computer|engine|stockfish|komodo|houdini|shredder|rybka|leela|lc0"
    r"|hiarcs|chessmaster|mephisto|crafty|gnu ?chess|fritz \d+|deep (?:fritz|junior))"
    r"(?![^\W\d_]).*",
    re.IGNORECASE,
)
_PARTICLES: Final = frozenset(
    {
        "von", "vom", "van", "der", "den", "de", "del", "della", "di", "da", "dos",
        "du", "la", "le", "zu", "zum", "zur", "auf", "am", "im", "und", "ten", "ter",
        "af", "av", "d'", "'t",
    }
)  # fmt: skip
_EXTRA: Final = re.compile(r"[0-9()\[\]{}/;@&\\]")
_LONGEST_INITIALS: Final = 2
_LONGEST_NAME: Final = 200


@lru_cache(maxsize=16_384)  # a large file asks twice for each of its names
def split_name(raw: str) -> Name:
    """Return a name in its parts.

    Args:
        raw: the whole name as the file has it.
    """
    if (plain := _PLAIN.fullmatch(raw)) and _is_forename(plain[2]):
        return Name(plain[1], plain[2])
    return _taken_apart(raw)


def is_particle(word: str) -> bool:
    """Return whether a word of a surname is shared by many (`von`, `d'`)."""
    shortest_name = 2
    return len(word) < shortest_name or word.casefold() in _PARTICLES


@lru_cache(maxsize=4096)
def _is_forename(word: str) -> bool:
    """Return whether a word with a capital in front is no title and no placeholder."""
    return not (is_title(word) or _NO_NAME.fullmatch(word))


def _taken_apart(raw: str) -> Name:
    whole = " ".join(raw.split())
    if len(whole) > _LONGEST_NAME:
        return Name(whole, "", (Oddity.EXTRA,))
    text = _unescaped(whole)
    if COMPUTER in text.upper():
        return _computer(text)
    plain = _without_fide_title(text)
    name = _split(plain)
    oddities = [
        *([Oddity.ENTITY] if text != whole else []),
        *([Oddity.FIDE_TITLE] if plain != text else []),
        *_judged(name),
    ]
    return name._replace(oddities=tuple(oddities))


def _computer(text: str) -> Name:
    parts = {part.strip().upper() for part in text.split(",")}
    return Name(
        COMPUTER, COMPUTER, () if parts == {COMPUTER} else (Oddity.HALF_COMPUTER,)
    )


def _unescaped(text: str) -> str:
    """Return the text with HTML's letters read, unless they are no letters."""

    def letter(match: re.Match[str]) -> str:
        found = html.unescape(match.group())
        return found if found.isalpha() or found == "'" else match.group()

    return _ENTITY.sub(letter, text)


def _without_fide_title(text: str) -> str:
    """Return the name without a FIDE title; `IM HOF` in capitals is a surname."""
    text = _IN_BRACKETS.sub(" ", text).strip()
    if text.upper() == text:
        return text
    text = text[len(front.group()) :] if (front := _AT_THE_FRONT.match(text)) else text
    return _AT_THE_END.sub("", text)


def _split(text: str) -> Name:
    if "," not in text:
        return _without_comma(text)
    title, surname, forename = _parts(text)
    if is_title(forename):
        return Name(f"{forename} {surname}".strip(), "", (Oddity.NO_FORENAME,))
    if _NO_NAME.fullmatch(forename):
        is_nobody = _NO_NAME.fullmatch(surname)
        return Name(surname, "", () if is_nobody else (Oddity.NO_FORENAME,))
    name = _with_particle(surname, forename)
    return name._replace(surname=f"{title} {name.surname}".strip())


def _parts(text: str) -> tuple[str, str, str]:
    """Return title, surname and forename of `Dr., Last, First`."""
    titles = []
    surname, _, forename = text.partition(",")
    while is_title(surname) and "," in forename:
        titles.append(surname.strip())
        surname, _, forename = forename.partition(",")
    return " ".join(titles), surname.strip(), forename.strip(" ,")


def _with_particle(surname: str, forename: str) -> Name:
    """Return the parts with `Berg, Jan van der` read as `van der Berg, Jan`."""
    words = forename.split()
    keep = len(words)
    while keep > 1 and words[keep - 1] in _PARTICLES:
        keep -= 1
    if keep == len(words):
        return Name(surname, forename)
    particle = " ".join(words[keep:])
    return Name(f"{particle} {surname}", " ".join(words[:keep]), (Oddity.PARTICLE,))


def _without_comma(text: str) -> Name:
    """Return a name without a comma; surname first or last, if it is in capitals."""
    words = text.split()
    if len(words) < 2:  # noqa: PLR2004 - two words are needed for two names
        return Name(text)
    capitals = [_is_in_capitals(word) for word in words]
    edges = [at for at in range(1, len(words)) if capitals[at] != capitals[at - 1]]
    longest = max(map(len, compress(words, capitals)), default=0)
    if len(edges) == 1 and longest > _LONGEST_INITIALS:
        at = edges[0]
        if capitals[0]:
            return Name(" ".join(words[:at]), " ".join(words[at:]), (Oddity.CAPITALS,))
        while at > 1 and words[at - 1] in _PARTICLES:
            at -= 1
        return Name(" ".join(words[at:]), " ".join(words[:at]), (Oddity.CAPITALS,))
    return Name(text, "", (Oddity.NO_COMMA,))


def _is_in_capitals(word: str) -> bool:
    """Return whether a word is letters in capitals, hyphens and apostrophes apart."""
    return re.sub(r"[-'’]", "", word).isalpha() and word.upper() == word


def _judged(name: Name) -> tuple[Oddity, ...]:
    """Return what was noticed in splitting, and what looks wrong in the parts."""
    if not name.forename and _PROGRAM.fullmatch(name.surname):
        return (Oddity.PROGRAM,)
    if _EXTRA.search(name.surname + name.forename):
        return (*name.oddities, Oddity.EXTRA)
    return name.oddities
