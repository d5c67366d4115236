"""Names that players had before: who marries or is spelled right stays who he is.

A file that lags behind, or a source that is met for the first time, may still use an
old name. It then means the same person, and it is no news.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.sync.identity import fold_name
from syncd.sync.lostletters import reads_as
from syncd.sync.persons import link
from syncd.sync.places import Part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Entrant, Tournament
    from syncd.sync.places import Change, Place

Name = tuple[str, str]
"""Surname and forename."""

Former = Mapping[int, tuple[Name, ...]]
"""Start number -> names that this player had, the oldest first."""

_FIELDS: Final = ("surname", "forename")


def with_former(
    former: Former, before: Tournament, changes: Iterable[Change]
) -> Former:
    """Return the former names after some changes were taken over.

    Args:
        former: names that were known before.
        before: the tournament to which the changes were applied.
        changes: what was taken over; another spelling makes no former name.
    """
    renamed = {
        place.key[0]
        for place, old, new in changes
        if place.part is Part.PLAYER and place.field in _FIELDS and _is_other(old, new)
    }
    names = {
        one.id: (one.surname, one.forename)
        for one in before.entrants
        if one.id in renamed
    }
    if not names:
        return former
    found = dict(former)
    for number, name in names.items():
        if name not in found.get(number, ()):
            found[number] = (*found.get(number, ()), name)
    return found


def _is_other(old: object, new: object) -> bool:
    if not isinstance(old, str) or not isinstance(new, str) or not (old and new):
        return False
    return fold_name(old) != fold_name(new) and not (
        reads_as(old, new) or reads_as(new, old)
    )


def was_called(place: Place, value: object, former: Former) -> bool:
    """Return whether a value is part of a name that the player had before."""
    if place.part is not Part.PLAYER or place.field not in _FIELDS:
        return False
    part = _FIELDS.index(place.field)
    names = former.get(place.key[0], ())
    return any(fold_name(name[part]) == fold_name(str(value)) for name in names)


def link_former(
    ours: Iterable[Entrant], theirs: Iterable[Entrant], former: Former
) -> dict[int, int]:
    """Return id of theirs -> id of ours, for everybody whom a former name tells."""
    left = list(theirs)
    found: dict[int, int] = {}
    for one in ours if left and former else ():
        for surname, forename in former.get(one.id, ()):
            named = replace(one, surname=surname, forename=forename)
            found |= link([named], [two for two in left if two.id not in found])
    return found
