"""Who of the lists a player is: certain, a question for a person, or nobody.

In this order: the id that a person or the file names; club and number; the FIDE id;
the whole name with the birth year, if nobody else has both and neither club code nor
FIDE id says otherwise. If nobody has the name, those are asked about who have a similar
one (`syncd.sync.resemblance`). An id or number counts only if the person agrees with it
(see `syncd.rating.accord`), since numbers are given again and mistyped. Everything else
is a question and never a guess.

Source: practice of rating officers; rules P11, P13, P27 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.rating.accord import accord
from syncd.rating.personkey import name_key
from syncd.sync.nameforms import folded_person
from syncd.sync.resemblance import is_asked, resemblance
from syncd.sync.soundkeys import stored_keys, wanted_keys

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence

    from syncd.model.lists import FidePlayer, Member
    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant
    from syncd.rating.accord import Accord


_MOST_COMPARED: Final = 20
"""So many candidates of a player are compared in detail; a question shows fewer."""


@dataclass(frozen=True, slots=True)
class Match:
    """What was found for one player.

    Attributes:
        rows: his memberships; empty if nobody is certain.
        question: memberships of the people who can be meant, the likeliest first.
        misfit: a row that an id or number leads to, but that is somebody else.
    """

    rows: tuple[Member, ...] = ()
    question: tuple[Member, ...] = ()
    misfit: Member | None = None


_NOBODY = Match()


class Members:
    """The memberships that were found, by everything that leads to them."""

    def __init__(self, members: Iterable[Member]) -> None:
        self.by_id: dict[str, list[Member]] = defaultdict(list)
        self.by_number: dict[tuple[str, int], list[Member]] = defaultdict(list)
        self.by_fide_id: dict[int, list[Member]] = defaultdict(list)
        self.by_name: dict[int, list[Member]] = defaultdict(list)
        self._by_sound: dict[int | None, list[Member]] = defaultdict(list)
        keys: dict[tuple[str, str], _Keys] = {}  # most names are many people's
        for row in members:
            name = row.surname, row.forename
            whole, sounds = keys.get(name) or keys.setdefault(name, _keys(*name))
            for sound in sounds:
                self._by_sound[sound].append(row)
            self.by_id[row.dsb_id].append(row)
            self.by_name[whole].append(row)
            if row.member_number:
                self.by_number[row.vkz, row.member_number].append(row)
            if row.fide_id:
                self.by_fide_id[row.fide_id].append(row)

    def all_of(self, row: Member) -> tuple[Member, ...]:
        """Return every membership of the same person."""
        return tuple(self.by_id[row.dsb_id]) if row.dsb_id else (row,)

    def match(self, entrant: Entrant, linked: str = "") -> Match:
        """Return who a player is.

        Args:
            entrant: the player as the file has him.
            linked: id of the DSB that a person has named for him.
        """
        named = linked or entrant.dsb_id
        if named:
            rows = self.by_id.get(named, [])
            if not rows:
                return _NOBODY
            fits = bool(linked) or all(
                accord(entrant, row, _codes(rows)).is_possible for row in rows
            )
            return Match(rows=tuple(rows)) if fits else Match(misfit=rows[0])
        found = self._by_numbers(entrant)
        return self._by_name(entrant) if found is None else found

    def _alike(self, entrant: Entrant) -> list[Member]:
        """Return who has a similar name, and nothing more against him."""
        keys = wanted_keys(entrant.surname, entrant.forename)
        rows = (row for key in keys for row in self._by_sound.get(key, ()))
        return [row for row in rows if is_asked(entrant, row)]

    def _by_numbers(self, entrant: Entrant) -> Match | None:
        """Return who the numbers lead to, None if they lead nowhere."""
        number, fide_id = entrant.member_number, entrant.fide_id
        rows = self.by_number.get((entrant.vkz.upper(), number), []) if number else []
        rows = rows or (self.by_fide_id.get(fide_id, []) if fide_id else [])
        if not rows:
            return None
        people = {_who(row): row for row in rows}
        if len(people) > 1:
            return Match(question=tuple(people.values()))
        everything = self.all_of(rows[0])
        codes = _codes(everything)
        if all(accord(entrant, row, codes).is_likely for row in everything):
            return Match(rows=everything)
        return Match(misfit=rows[0])

    def _by_name(self, entrant: Entrant) -> Match:
        rows = [
            row
            for row in self.by_name.get(name_key(entrant.surname, entrant.forename), [])
            if _fits(entrant.birth_year, row.birth_year) and _fits(entrant.sex, row.sex)
        ]
        same = [row for row in rows if is_same_name(entrant, row)]
        certain = _only_person(same) or _only_person(
            [row for row in same if row.vkz == entrant.vkz.upper()]
        )
        if certain is not None:
            everything = self.all_of(certain)
            if all(_is_certain(entrant, row, _codes(everything)) for row in everything):
                return Match(rows=everything)
        people = {_who(row): row for row in rows or self._alike(entrant)}
        return Match(question=_likeliest_first(entrant, people.values()))


_Keys = tuple[int, tuple[int | None, int | None]]


def _keys(surname: str, forename: str) -> _Keys:
    """Return the key of a whole name, and those of how it sounds."""
    return name_key(surname, forename), stored_keys(surname, forename)


def match_person(
    entrant: Entrant, persons: Sequence[Person], linked: str = ""
) -> Person | None:
    """Return what was entered by hand for a player, None if that is not certain.

    A name alone is enough where only one person of that name was entered: that is
    what the entry was made for.

    Args:
        entrant: the player as the file has him.
        persons: what was entered.
        linked: id of the DSB that a person has named for him.
    """
    for person in persons:
        if linked and person.dsb_id == linked:
            return person
        is_named = (person.dsb_id and person.dsb_id == entrant.dsb_id) or (
            person.fide_id and person.fide_id == entrant.fide_id
        )
        if is_named and accord(entrant, person, _codes([person])).is_possible:
            return person
    fitting = [
        person
        for person in persons
        if is_same_name(entrant, person)
        and _is_meant(accord(entrant, person, _codes([person])))
        and _fits(entrant.dsb_id, person.dsb_id)
        and _fits(entrant.fide_id, person.fide_id)
    ]
    return fitting[0] if len(fitting) == 1 else None


def has_unused(entrant: Entrant, persons: Iterable[Person]) -> bool:
    """Return whether an entry of this name is for a player or for a namesake."""
    return any(
        is_same_name(entrant, person) and _fits(entrant.birth_year, person.birth_year)
        for person in persons
    )


def is_same_name(entrant: Entrant, other: Member | Person | FidePlayer) -> bool:
    """Return whether the whole names are the same but for their spelling."""
    return folded_person(entrant.surname, entrant.forename) == folded_person(
        other.surname, other.forename
    )


def _is_meant(found: Accord) -> bool:
    """Return whether an entry of the same name is for the player."""
    is_same_year = "birth_year" in found.same
    return found.is_likely and (is_same_year or not found.other)


def _is_certain(entrant: Entrant, row: Member, codes: Collection[str]) -> bool:
    """Return whether a member of the same name is certainly the player."""
    found = accord(entrant, row, codes)
    is_same_year = "birth_year" in found.same
    return is_same_year and not found.other and _fits(entrant.fide_id, row.fide_id)


def _codes(rows: Iterable[Member | Person]) -> frozenset[str]:
    """Return the club codes of a person's memberships."""
    return frozenset(row.vkz for row in rows if row.vkz)


def _likeliest_first(entrant: Entrant, rows: Iterable[Member]) -> tuple[Member, ...]:
    """Return people in order; of very many, those of the club come first."""
    code = entrant.vkz.upper()
    people = sorted(rows, key=lambda row: (row.vkz != code, row.dsb_id))
    some, rest = people[:_MOST_COMPARED], people[_MOST_COMPARED:]
    if len(some) > 1:
        some.sort(key=lambda row: -resemblance(entrant, row).score)
    return (*some, *rest)


def _fits(one: str | int | None, two: str | int | None) -> bool:
    """Return whether two values are equal or one of them is unknown."""
    return not one or not two or one == two


def _who(row: Member) -> Hashable:
    """Return what tells people of the list apart."""
    return row.dsb_id or row


def _only_person(rows: Sequence[Member]) -> Member | None:
    """Return a row of the only person in the rows, None if there are more or none."""
    return rows[0] if len({_who(row) for row in rows}) == 1 else None
