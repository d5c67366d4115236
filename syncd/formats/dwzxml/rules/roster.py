"""The list of players: who is a person, a computer or nobody, and who is the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
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


class Roster(NamedTuple):
    """The players of a file, each in one of three groups.

    Attributes:
        people: natural persons.
        computers: marked as such, rightly or not quite.
        dummies: they stand for nobody.
    """

    people: tuple[Section, ...]
    computers: tuple[Section, ...]
    dummies: tuple[Section, ...]


def sorted_out(document: Document) -> Roster:
    """Return the players of a file by what they are."""
    people: list[Section] = []
    computers: list[Section] = []
    dummies: list[Section] = []
    for player in document.players:
        if is_dummy(player):
            dummies.append(player)
        elif is_computer(player):
            computers.append(player)
        else:
            people.append(player)
    return Roster(tuple(people), tuple(computers), tuple(dummies))


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


def _has_marker(name: str) -> bool:
    return "##" in name and "computer" in name.casefold()
