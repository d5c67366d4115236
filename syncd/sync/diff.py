"""What changed between two states of a tournament, as changes that can be applied.

`apply(diff(a, b), a) == b` for any two tournaments. Only what differs is taken apart
into facts: equal players and equal rows are passed over, so comparing costs about what
has changed, not what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.model.pairings import NO_COLOUR
from syncd.model.results import BLANK
from syncd.sync.decompose import cell_facts, own_facts, player_facts
from syncd.sync.places import Change, Part, Place
from syncd.sync.renumber import moved_numbers, renumbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.pairings import Cells, Pairings
    from syncd.model.tournament import Tournament

_NOBODY = (0, NO_COLOUR, BLANK)


def diff(old: Tournament, new: Tournament) -> tuple[Change, ...]:
    """Return every difference: of the tournament, the players, the rounds, in turn.

    Where start numbers have moved, everybody is compared with himself: then the first
    change is that of the numbers, and all places are those of the new state.
    """
    ids = moved_numbers(old, new)
    if not ids:
        return changes_between(old, new)
    numbers = Change(Place(Part.NUMBERS), None, tuple(sorted(ids.items())))
    return (numbers, *changes_between(renumbered(old, ids), new))


def changes_between(old: Tournament, new: Tournament) -> tuple[Change, ...]:
    """Return every difference of two states with the same start numbers."""
    if old is new:
        return ()
    return (
        *_unequal(dict(own_facts(old)), dict(own_facts(new))),
        *_players(old, new),
        *_rounds(old.pairings, new.pairings),
    )


def _unequal(old: dict[Place, object], new: dict[Place, object]) -> Iterator[Change]:
    """Yield the places at which two collections of facts differ."""
    for place, value in old.items():
        if new.get(place) != value:
            yield Change(place, value, new.get(place))
    for place, value in new.items():
        if place not in old:
            yield Change(place, None, value)


def _players(old: Tournament, new: Tournament) -> Iterator[Change]:
    before = {entrant.id: entrant for entrant in old.entrants}
    after = {entrant.id: entrant for entrant in new.entrants}
    for number in sorted(before.keys() | after.keys()):
        one, two = before.get(number), after.get(number)
        if one is not two and one != two:
            yield from _unequal(
                dict(player_facts(one)) if one else {},
                dict(player_facts(two)) if two else {},
            )


def _rounds(old: Pairings, new: Pairings) -> Iterator[Change]:
    cells = sorted(_cells_apart(old, new))
    found = _unequal(dict(cell_facts(old, cells)), dict(cell_facts(new, cells)))
    yield from sorted(found, key=lambda change: change.place)


def _cells_apart(old: Pairings, new: Pairings) -> set[tuple[int, int]]:
    """Return the cells that differ, and those of all opponents in them.

    An opponent's own cell may be the same and yet be half a game no longer.
    """
    found: set[tuple[int, int]] = set()
    for number in old.rows.keys() | new.rows.keys():
        one, two = old.rows.get(number), new.rows.get(number)
        if one is two or one == two:
            continue
        for index in range(max(old.rounds, new.rounds)):
            was, now = _cell(one, index), _cell(two, index)
            if was != now:
                found |= {(number, index), (was[0], index), (now[0], index)}
            elif one is None or two is None:
                found |= {(number, index), (now[0], index)}
    return found


def _cell(row: Cells | None, index: int) -> tuple[int, str, str]:
    if row is None or index >= len(row.results):
        return _NOBODY
    return row.opponents[index], row.colours[index], row.results[index]
