"""What is looked up in the lists for one tournament, and what was found there.

Only the people who can be meant are fetched, never a whole list: by their ids, by club
and number, and by a key of their names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.rating.personkey import name_key
from syncd.sync.soundkeys import wanted_keys

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from syncd.model.lists import FidePlayer, Member
    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant

NameAndYear = tuple[int, int | None]

MOST_NAMESAKES: Final = 25
"""So many people of one name and sex are looked at where the birth year is missing:
they are asked about, and more would tell nobody anything."""


class Undated(NamedTuple):
    """Somebody whose birth year is missing, with what else tells namesakes apart.

    Attributes:
        name: key of the name, see `syncd.rating.personkey`.
        vkz: club code, may be empty.
        fide_id: FIDE id, by which the birth year may be found.
    """

    name: int
    vkz: str
    fide_id: int | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What identifies the people of a tournament.

    Attributes:
        dsb_ids: person ids of the DSB.
        numbers: club code and number in the club.
        fide_ids: FIDE ids.
        names: key of a name, see `syncd.rating.personkey`, and birth year or None
            -> the keys of names that are spelled in another way, in case that nobody
            has this name.
        clubs: club codes whose names are asked for.
        undated: who is looked for by a name without a birth year.
    """

    dsb_ids: frozenset[str]
    numbers: frozenset[tuple[str, int]]
    fide_ids: frozenset[int]
    names: Mapping[NameAndYear, frozenset[int]]
    clubs: frozenset[str]
    undated: frozenset[Undated] = frozenset()


def wanted_of(entrants: Iterable[Entrant], linked: Iterable[str] = ()) -> Wanted:
    """Return what to look up.

    Args:
        entrants: people of the tournament.
        linked: ids of the DSB that a person has named for some of them.
    """
    people = list(entrants)
    return Wanted(
        dsb_ids=frozenset({one.dsb_id for one in people if one.dsb_id} | {*linked}),
        numbers=frozenset(
            (one.vkz.upper(), one.member_number)
            for one in people
            if one.vkz and one.member_number
        ),
        fide_ids=frozenset(one.fide_id for one in people if one.fide_id),
        names={
            (name_key(one.surname, one.forename), one.birth_year): frozenset()
            if one.dsb_id
            else wanted_keys(one.surname, one.forename)
            for one in people
        },
        clubs=frozenset(one.vkz.upper() for one in people if one.vkz),
        undated=frozenset(
            Undated(name_key(one.surname, one.forename), one.vkz.upper(), one.fide_id)
            for one in people
            if not one.birth_year
        ),
    )


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the lists say of people who can be meant.

    Attributes:
        persons: entered by hand.
        members: memberships of the DSB's list.
        members_day: day of that list, None if there is none.
        clubs: club code -> name.
        players: of the newest FIDE list.
        players_month: `YYYY-MM` of that list, empty if there is none.
        ratings: FIDE id -> standard rating in the month that counts.
        ratings_month: that month, empty if its list was not imported.
    """

    persons: tuple[Person, ...] = ()
    members: tuple[Member, ...] = ()
    members_day: dt.date | None = None
    clubs: Mapping[str, str] = field(default_factory=dict)
    players: tuple[FidePlayer, ...] = ()
    players_month: str = ""
    ratings: Mapping[int, int] = field(default_factory=dict)
    ratings_month: str = ""
