"""What is kept about single players of a tournament, and whose it is later on.

Start numbers change when another export of the tournament arrives, and names gain
letters that were lost before. So whatever is kept names the person as the file had him
then, and is given to whom two exports would be joined by (`syncd.sync.persons`). Only
who cannot be told apart that way is found by start number and name.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

from syncd.model.persons import Person
from syncd.model.tournament import Entrant
from syncd.rating.listmatch import is_same_name
from syncd.rating.personkey import name_key
from syncd.sync.persons import link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Values = dict[str, str | int | None]
"""Attributes of `Entrant` by name, days as text."""

_WHO: Final = (
    "id", "surname", "forename", "birth_year", "dsb_id", "vkz", "member_number",
    "fide_id",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is kept about one player.

    Attributes:
        who: the player as the file had him, with what identifies him and no more.
        values: what was filled in.
        linked: id of the DSB that a person had named for him, None if that is unknown.
    """

    who: Entrant
    values: Values
    linked: str | None = ""


Fills = tuple[Remembered, ...]
"""What one report has filled in, player by player."""


def remembered(entrant: Entrant, values: Values, linked: str = "") -> Remembered:
    """Return what is to be kept about a player.

    Args:
        entrant: the player as the file has him.
        values: what was filled in.
        linked: id of the DSB that a person has named for him.
    """
    who: dict[str, Any] = {name: getattr(entrant, name) for name in _WHO}
    return Remembered(Entrant(**who), values, linked)


def whose(kept: Sequence[Remembered], entrants: Iterable[Entrant]) -> dict[int, int]:
    """Return entrant id -> position in what is kept."""
    people = list(entrants)
    then = [replace(one.who, id=place + 1) for place, one in enumerate(kept)]
    found = {now: number - 1 for number, now in link(people, then).items()}
    taken = set(found.values())
    left = {_key(one.who): at for at, one in enumerate(kept) if at not in taken}
    for entrant in people:
        if entrant.id not in found and _key(entrant) in left:
            found[entrant.id] = left[_key(entrant)]
    return found


def to_json(kept: Iterable[Remembered]) -> list[dict[str, Any]]:
    """Return what is kept, to be written as JSON."""
    return [
        {
            "who": {name: getattr(one.who, name) for name in _WHO},
            "values": one.values,
            "linked": one.linked,
        }
        for one in kept
    ]


def without(stored: Any, person: Person) -> Any:  # noqa: ANN401
    """Return what is kept without what came from an entry of a person.

    All that is kept of him goes: the next report takes it anew from what there is then.

    Args:
        stored: result of `to_json`, or the form that earlier versions wrote.
        person: the entry.
    """
    known = {_plain(getattr(person, item.name)) for item in fields(Person)} - {"", None}
    if isinstance(stored, dict):
        end = f"/{name_key(person.surname, person.forename)}"
        return {
            key: values
            for key, values in stored.items()
            if not (key.endswith(end) and known & {*values.values()})
        }
    return [
        one
        for one in stored
        if not (_is_his(one["who"], person) and known & {*one["values"].values()})
    ]


def _is_his(who: Mapping[str, Any], person: Person) -> bool:
    entrant = Entrant(**who)
    ids = {(entrant.dsb_id, ""), ("", entrant.fide_id)} - {("", ""), ("", None)}
    return is_same_name(entrant, person) or bool(
        ids & {(person.dsb_id, ""), ("", person.fide_id)}
    )


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, dt.date) else value


def from_json(stored: Any, entrants: Iterable[Entrant]) -> Fills:  # noqa: ANN401
    """Return what was kept.

    Args:
        stored: result of `to_json`, or the form that earlier versions wrote.
        entrants: the tournament's people as they are now.
    """
    if isinstance(stored, dict):
        return tuple(_from_numbers(stored, entrants))
    return tuple(
        Remembered(Entrant(**one["who"]), one["values"], one["linked"])
        for one in stored
    )


def _from_numbers(
    stored: Mapping[str, Values], entrants: Iterable[Entrant]
) -> Iterable[Remembered]:
    """Yield what an earlier version kept by start number and name."""
    for entrant in entrants:
        number, name = _key(entrant)
        values = stored.get(f"{number}/{name}")
        if values is not None:
            yield replace(remembered(entrant, values), linked=None)


def _key(entrant: Entrant) -> tuple[int, int]:
    return entrant.id, name_key(entrant.surname, entrant.forename)
