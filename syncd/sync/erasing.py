"""Taking one person out of a tournament: results stay, who it was does not.

The person becomes `N.N.` with four letters that follow from the name, so that the same
person is the same entry in all files of a tournament, and two who were erased are not
taken for one. Numbers, pairings, results, ratings and the sex stay; the games of the
others depend on them. `syncd.sync.erasing_files` does the same to files, so that an
erased file and an erased tournament still say the same.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from syncd.model.persons import Person
from syncd.sync.identity import fold_name
from syncd.sync.lostletters import LOST, reads_as
from syncd.sync.nameforms import folded_person, name_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Entrant, Tournament

NOBODY: Final = "N.N."
_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
_MARKS: Final = 4
Names = frozenset[tuple[str, str]]
"""Surname and forename as files spell them."""


@dataclass(frozen=True, slots=True)
class KnownAs(Person):
    """A person with the other names that his entries have had.

    Attributes:
        others: the same person as other files name him.
    """

    others: tuple[Person, ...] = ()

    @classmethod
    def of(cls, person: Person, others: Iterable[Person]) -> KnownAs:
        """Return a person with further names."""
        values = {one.name: getattr(person, one.name) for one in fields(Person)}
        return cls(**values, others=tuple(others))


def names_known(person: Person) -> tuple[Person, ...]:
    """Return a person under every name that is known, the one asked for first."""
    others = person.others if isinstance(person, KnownAs) else ()
    return (person, *others)


def alias(person: Person) -> str:
    """Return the four letters that stand for the forename of an erased person."""
    name = folded_person(person.surname, person.forename)
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])
    letters = (number // len(_LETTERS) ** at % len(_LETTERS) for at in range(_MARKS))
    return "".join(_LETTERS[each] for each in letters)


def is_person(entrant: Entrant | Person, person: Person) -> bool:
    """Return whether an entry is the person, under any name that is known.

    Somebody is who has the same id, or the same name and no other year.

    Args:
        entrant: as a file or a list has it.
        person: who is to be erased, with what is known.
    """
    return any(_is_one(entrant, one) for one in names_known(person))


def _is_one(entrant: Entrant | Person, person: Person) -> bool:
    for mine, yours in (
        (entrant.dsb_id, person.dsb_id),
        (entrant.fide_id, person.fide_id),
    ):
        if mine and yours:
            return mine == yours
    years = {entrant.birth_year, person.birth_year} - {None}
    return len(years) < 2 and _has_name(entrant, person)  # noqa: PLR2004 - two years


def _has_name(entrant: Entrant | Person, person: Person) -> bool:
    one = f"{entrant.surname} {entrant.forename}"
    two = f"{person.surname} {person.forename}"
    if fold_name(one) == fold_name(two) != "":
        return True
    words = name_words(entrant.surname, entrant.forename)
    is_same = bool(words) and words == name_words(person.surname, person.forename)
    return is_same or (LOST in one and reads_as(one, two))


ERASED: Final = (
    "surname", "forename", "title", "fide_id", "birth_year", "birth_date", "club",
    "vkz", "member_number", "dsb_id", "national",
)  # fmt: skip
"""Attributes of an entry that say who it is."""


def erased(entrant: Entrant, person: Person) -> Entrant:
    """Return an entry that says nothing about who it is."""
    return replace(
        entrant, surname=NOBODY, forename=alias(person), title="", fide_id=None,
        birth_year=None, birth_date=None, club="", vkz="", member_number=None,
        dsb_id="", national=(),
    )  # fmt: skip


def found_in(tournament: Tournament, person: Person) -> tuple[Entrant, ...]:
    """Return the entries of the person."""
    return tuple(one for one in tournament.entrants if is_person(one, person))


def without_person(tournament: Tournament, person: Person) -> Tournament:
    """Return the tournament without the person; the same if he is not in it."""
    his = found_in(tournament, person)
    numbers = {one.id for one in his}
    entrants = tuple(
        erased(one, person) if one.id in numbers else one for one in tournament.entrants
    )
    names = names_of(his, person)
    values: dict[str, Any] = {"entrants": entrants} if his else {}
    for field in fields(tournament):
        value = getattr(tournament, field.name)
        if type(value) is str and (new := without_names(value, names)) != value:
            values[field.name] = new
    deputies = tuple(without_names(one, names) for one in tournament.deputies)
    if deputies != tournament.deputies:
        values["deputies"] = deputies
    return replace(tournament, **values) if values else tournament


def names_of(entrants: Iterable[Entrant], person: Person) -> Names:
    """Return all spellings of the person's name."""
    return frozenset(
        (one.surname, one.forename)
        for one in _and(person, entrants)
        if one.surname and one.forename
    )


def without_names(text: str, names: Names) -> str:
    """Return a text with the whole names replaced, in either order."""
    for surname, forename in sorted(names):
        last, first = re.escape(surname), re.escape(forename)
        whole = rf"(?<!\w)(?:{last}\s*,?\s*{first}|{first}\s+{last})(?!\w)"
        text = re.sub(whole, NOBODY, text, flags=re.IGNORECASE)
    return text


def _and(person: Person, entrants: Iterable[Entrant]) -> list[Entrant | Person]:
    return [*names_known(person), *entrants]
