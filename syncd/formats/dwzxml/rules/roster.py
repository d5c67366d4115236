"""The list of players: who is a person, a computer or nobody, and who is the same."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from syncd.formats.dwzxml.document import Document, Section

_DUMMY: Final = re.compile(
    r"freilos|spielfrei|n\.?\s?n\.?|brett\s*[0-9]+|nicht besetzt|unbesetzt",
    re.IGNORECASE,
)
# Real surnames too (Bye, Gegner): dummies only if the other name is one as well.
_PERHAPS_DUMMY: Final = re.compile(r"bye|gegner|[-?.x]", re.IGNORECASE)


_EMPTY_DSB_ID: Final = re.compile(
    r"[a-z]*[-\s]*0+|unbekannt|unknown|keine?|none|null|n/?a|nn|test|[-?.x]+",
    re.IGNORECASE,
)

Key = str | int | tuple[str, int | None] | None
"""What may tell two persons apart; nothing, an empty text or None, tells nobody."""


def people(document: Document) -> Iterator[Section]:
    """Yield the natural persons among the players."""
    for player in document.players:
        if not is_computer(player) and not is_dummy(player):
            yield player


def is_computer(player: Section) -> bool:
    """Return whether a player is marked as a computer, rightly or not quite."""
    return any(_has_marker(player.text(field)) for field in ("surname", "forename"))


def is_dummy(player: Section) -> bool:
    """Return whether a player stands for nobody.

    Source: rule P04; documentation 1.1, sections "players" and "fehlender Gegner".
    """
    surname, forename = player.text("surname"), player.text("forename")
    names = surname, forename, f"{surname} {forename}"
    if any(_DUMMY.fullmatch(name) for name in names):
        return True
    return all(_PERHAPS_DUMMY.fullmatch(name) for name in (surname, forename))


def full_name(player: Section) -> str:
    """Return surname and forename for a message."""
    return f"{player.text('surname')}, {player.text('forename')}"


def dsb_id(player: Section) -> str:
    """Return the dsbId in capitals, nothing if it is a placeholder."""
    written = player.text("dsbId").upper()
    return "" if _EMPTY_DSB_ID.fullmatch(written) else written


def fide_id(player: Section) -> int | None:
    """Return the FIDE id."""
    return player.number("fideId")


def membership(player: Section) -> tuple[str, int] | None:
    """Return club code and member number, None unless both are given."""
    vkz, number = player.text("vkz").upper(), player.number("numberClubMember")
    return (vkz, number) if vkz and number else None


def sharing(
    people: Iterable[Section], key: Callable[[Section], Key]
) -> Iterator[tuple[Section, Section]]:
    """Yield each person who has the key of an earlier one, with the first of those."""
    owners: dict[Key, list[Section]] = defaultdict(list)
    for player in people:
        shared = key(player)
        if shared:
            owners[shared].append(player)
    for first, *others in owners.values():
        for player in others:
            yield player, first


def same(key: Callable[[Section], Key], one: Section, two: Section) -> bool:
    """Return whether two persons share a key."""
    return bool(key(one)) and key(one) == key(two)


def taken(field: str, player: Section, first: Section) -> Text:
    """Return the words for an id that an earlier person has already."""
    value, name = player.text(field), full_name(first)
    return Text(
        f"{value} is already the {field} of {name}. Correct it, or list the person "
        "only once.",
        f"{value} ist schon die {field} von {name}. Bitte berichtigen oder die Person "
        "nur einmal aufführen.",
    )


def _has_marker(name: str) -> bool:
    return "##" in name and "computer" in name.casefold()
