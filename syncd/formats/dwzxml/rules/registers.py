"""The lists of members, clubs and FIDE players, arranged to hold a report against.

A person is found by dsbId, else by club code and member number. A list is a snapshot,
perhaps of one federation only: who is not in it proves nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.roster import dsb_id, membership

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.formats.dwzxml.document import Section
    from syncd.model.lists import Club, FidePlayer, Member

_NO_WORD: Final = re.compile(r"[^\w]+")
_REGISTERED: Final = re.compile(r" e ?v$")


@dataclass(frozen=True, slots=True)
class FideRegister:
    """FIDE's list of one month.

    Attributes:
        month: `YYYY-MM`.
        players: FIDE id -> player; those of the report are enough.
    """

    month: str
    players: Mapping[int, FidePlayer]


@dataclass(frozen=True, slots=True)
class Registers:
    """What the lists say; each part is empty if its list was not given.

    Attributes:
        by_id: dsbId in capitals -> memberships, those in force first.
        by_membership: club code and member number -> membership.
        by_person: plain name and year of birth -> dsbIds.
        clubs: club code -> club.
        codes: plain name -> club codes.
        fide: FIDE's list, None without one.
    """

    by_id: Mapping[str, tuple[Member, ...]] = field(default_factory=dict)
    by_membership: Mapping[tuple[str, int], Member] = field(default_factory=dict)
    by_person: Mapping[tuple[str, int], frozenset[str]] = field(default_factory=dict)
    clubs: Mapping[str, Club] = field(default_factory=dict)
    codes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    fide: FideRegister | None = None

    def memberships(self, player: Section) -> tuple[Member, ...]:
        """Return the memberships of a listed person, those in force first.

        Nothing for somebody who is not in the list, or whose id or member number is
        there that of somebody else.
        """
        found = self.by_id.get(dsb_id(player))
        if found is None:
            entry = self.by_membership.get(membership(player) or ("", 0))
            found = (entry,) if entry is not None else ()
            if entry is not None and entry.dsb_id and not dsb_id(player):
                found = self.by_id.get(entry.dsb_id.upper(), found)
        return found if found and is_same_person(player, found[0]) else ()


NO_REGISTERS: Final = Registers()


def index_lists(
    members: Iterable[Member] = (),
    clubs: Iterable[Club] = (),
    fide: FideRegister | None = None,
) -> Registers:
    """Return the lists arranged for look-ups; one run over each."""
    by_id: dict[str, list[Member]] = defaultdict(list)
    by_membership: dict[tuple[str, int], Member] = {}
    by_person: dict[tuple[str, int], set[str]] = defaultdict(set)
    for member in members:
        if member.dsb_id:
            by_id[member.dsb_id.upper()].append(member)
        if member.vkz and member.member_number:
            by_membership.setdefault((member.vkz, member.member_number), member)
        if member.birth_year and member.dsb_id:
            name = plain(f"{member.surname}, {member.forename}")
            by_person[name, member.birth_year].add(member.dsb_id)
    named = {club.vkz: club for club in clubs}
    codes: dict[str, set[str]] = defaultdict(set)
    for club in named.values():
        codes[plain_club(club.name)].add(club.vkz)
    return Registers(
        {key: tuple(sorted(rows, key=_is_passive)) for key, rows in by_id.items()},
        by_membership,
        {key: frozenset(ids) for key, ids in by_person.items()},
        named,
        {key: frozenset(vkz) for key, vkz in codes.items()},
        fide,
    )


def is_same_person(player: Section, member: Member) -> bool:
    """Return whether an entry can be this person: surname or year of birth agree."""
    return (
        plain(player.text("surname")) == plain(member.surname)
        or player.number("dobYear") == member.birth_year
    )


def plain(name: str) -> str:
    """Return a name without capitals and doubled blanks."""
    return " ".join(name.casefold().split())


def plain_club(name: str) -> str:
    """Return the name of a club without punctuation and the end “e. V.”."""
    return _REGISTERED.sub("", plain(_NO_WORD.sub(" ", name)))


def _is_passive(member: Member) -> bool:
    return not member.is_active
