"""What two descriptions of a person have in common, and in what they contradict.

Only a value that both have can agree or contradict. Spelling is no contradiction (see
`syncd.sync.nameforms`), nor are surname and forename in each other's place. Sex and
club never show who somebody is, as many share them; they can only show who he is not.

Source: practice of rating officers; names change with marriage, numbers are given
again, twins share surname, birth year and club.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.sync.nameforms import is_same_forename, is_same_surname, loosely

if TYPE_CHECKING:
    from collections.abc import Collection

    from syncd.model.lists import FidePlayer, Member
    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant


class Accord(NamedTuple):
    """How two descriptions compare.

    Attributes:
        same: which of `surname`, `forename` and `birth_year` are the same.
        other: which of these, `sex` and `vkz` are different.
    """

    same: frozenset[str]
    other: frozenset[str]

    @property
    def is_possible(self) -> bool:
        """Whether it is one person, if an id says so: more agrees than contradicts.

        At most one fact contradicts. With another surname, forename and birth year
        have to agree; with another forename, surname and birth year.
        """
        return len(self.other) <= 1 and len(self.same) > len(self.other)

    @property
    def is_likely(self) -> bool:
        """Whether it is one person, if a number says so that may be another's.

        Surname (marriage) and club change; forename, birth year and sex do not.
        """
        return self.is_possible and self.other <= {"surname", "vkz"}


def accord(
    entrant: Entrant, other: Member | FidePlayer | Person, codes: Collection[str] = ()
) -> Accord:
    """Return how a player of a file compares with somebody of a list.

    Args:
        entrant: the player as the file has him.
        other: the person of the list.
        codes: club codes of all his memberships; empty if they do not count.
    """
    judged = {
        **_names(entrant, other),
        "birth_year": _judge(entrant.birth_year, other.birth_year),
    }
    only_other = {
        "sex": _judge(entrant.sex, other.sex),
        "vkz": not (entrant.vkz and codes) or entrant.vkz.upper() in codes,
    }
    everything = judged | only_other
    return Accord(
        frozenset(name for name, value in judged.items() if value),
        frozenset(name for name, value in everything.items() if value is False),
    )


def _judge(one: str | int | None, two: str | int | None) -> bool | None:
    """Return whether two values are equal, None if one of them is unknown."""
    return one == two if one and two else None


def _names(
    entrant: Entrant, other: Member | FidePlayer | Person
) -> dict[str, bool | None]:
    last, first = loosely(entrant.surname, entrant.forename)
    last_2, first_2 = loosely(other.surname, other.forename)
    if last and first and (last, first) == (first_2, last_2):
        return {"surname": True, "forename": True}
    return {
        "surname": is_same_surname(last, last_2),
        "forename": is_same_forename(first, first_2),
    }
