"""All names under which one entry of a tournament has ever been known.

Who marries, or is spelled otherwise by another source, stays one entry. Whoever asks
for one of its names means the entry, so the others belong to the same person. A name
that another entry bears now is not taken along: numbers that a source has mixed up must
cost nobody else his name. No I/O.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.model.persons import Person
from syncd.sync.erasing import KnownAs, is_person
from syncd.sync.places import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.model.tournament import Entrant, Tournament
    from syncd.sync.former import Former
    from syncd.sync.places import Place

_SURNAME: Final = "surname"
_NAMES: Final = (_SURNAME, "forename")
Said = tuple["tuple[Entrant, ...]", "Mapping[int, int]"]
"""Entries that a source has sent, and id of them -> entrant id in the tournament."""


def known_as(
    person: Person,
    head: Tournament,
    former: Former,
    said: Iterable[Said],
    disputed: Iterable[tuple[Place, tuple[object, ...]]],
) -> Person:
    """Return the person with all names that his entries have had; himself if none.

    Args:
        person: who is meant, by any of these names.
        head: what the tournament says.
        former: entrant id -> names that the tournament has shown before.
        said: what sources have sent, last or in an earlier file.
        disputed: places of questions between sources -> the values that were named.
    """
    entries = {one.id: one for one in head.entrants}
    names = {number: [_described(one)] for number, one in entries.items()}
    for number, entrant in _named_otherwise(entries, former, said):
        names[number].append(_described(entrant))
    for place, values in disputed:
        if place.part is Part.PLAYER and place.field in _NAMES:
            known = names.get(place.key[0], [])
            known += _with_values(known, place.field, values)
    others: dict[Person, None] = {}
    for number, known in names.items():
        if any(is_person(one, person) for one in known):
            rest = [one for other, one in entries.items() if other != number]
            others |= dict.fromkeys(one for one in known if not _is_of(one, rest))
    others.pop(person, None)
    return KnownAs.of(person, others) if others else person


def _named_otherwise(
    entries: Mapping[int, Entrant], former: Former, said: Iterable[Said]
) -> Iterator[tuple[int, Entrant]]:
    """Yield entrant id -> the entry as it was before, and as sources have it."""
    for number, names in former.items():
        for surname, forename in names if number in entries else ():
            yield number, replace(entries[number], surname=surname, forename=forename)
    for entrants, ids in said:
        for one in entrants:
            if (number := ids.get(one.id, 0)) in entries:
                yield number, one


def _with_values(
    names: Iterable[Person], field: str, values: Iterable[object]
) -> list[Person]:
    """Return names with each of the disputed values in them."""
    texts = [value for value in values if isinstance(value, str) and value]
    return [
        replace(one, surname=text) if field == _SURNAME else replace(one, forename=text)
        for one in names
        for text in texts
    ]


def _described(entrant: Entrant) -> Person:
    return Person(
        entrant.surname, entrant.forename, birth_year=entrant.birth_year,
        dsb_id=entrant.dsb_id, fide_id=entrant.fide_id,
    )  # fmt: skip


def _is_of(name: Person, entrants: Iterable[Entrant]) -> bool:
    return any(is_person(one, name) for one in entrants)
