"""Who meets whom: changes of pairings, taken whole or not at all.

If theirs pairs 1-3 and 2-4 where base had 1-2 and 3-4, these are four facts that belong
together: half of them would leave a player with two games or with none. Facts of one
round that share a player are therefore judged as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.sync.decompose import cell_facts
from syncd.sync.places import Change, Part, Place
from syncd.sync.verdict import (
    Case,
    Reason,
    Ruling,
    Sides,
    Verdict,
    by_policy,
    has_result,
    judge,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.pairings import Pairings

_Cells = tuple[tuple[int, int], ...]

_NONE: Final = Sides(None, None, None)


class Ruled(NamedTuple):
    """What becomes of one fact."""

    place: Place
    sides: Sides
    ruling: Ruling


def judge_rounds(
    changes: Iterable[Change], head: Pairings, gone: set[int], case: Case
) -> list[Ruled]:
    """Judge all changes of games and cells.

    Args:
        changes: what theirs has changed since base; of the rows, no further games.
        head: pairings of ours.
        gone: players who leave with this merge; their cells go with them.
        case: what to judge by.
    """
    groups = _groups(changes)
    cells = {cell for group in groups for one in group for cell in cells_of(one.place)}
    there = _occupied(head, cells)
    found: list[Ruled] = []
    for group in groups:
        standing = {
            fact[0]: fact[1]
            for one in group
            for cell in cells_of(one.place)
            if (fact := there.get(cell)) is not None
        }
        found += _judge_group(group, standing, gone, case)
    return found


def cells_of(place: Place) -> _Cells:
    """Return entrant id and round of the cells that a game or cell fills."""
    if place.part is Part.CELL:
        number, index = place.key
        return ((number, index),)
    index, low, high, _ = place.key
    return (low, index), (high, index)


def _groups(changes: Iterable[Change]) -> list[list[Change]]:
    """Return changes that share a cell together, also over several steps."""
    above: dict[tuple[int, int], tuple[int, int]] = {}

    def top(cell: tuple[int, int]) -> tuple[int, int]:
        while above.setdefault(cell, cell) != cell:
            above[cell] = above[above[cell]]
            cell = above[cell]
        return cell

    rest = list(changes)
    for change in rest:
        cells = cells_of(change.place)
        above[top(cells[0])] = top(cells[-1])
    groups: dict[tuple[int, int], list[Change]] = {}
    for change in rest:
        groups.setdefault(top(cells_of(change.place)[0]), []).append(change)
    return list(groups.values())


def _occupied(
    head: Pairings, cells: set[tuple[int, int]]
) -> dict[tuple[int, int], tuple[Place, object]]:
    """Return what stands in these cells of ours."""
    wanted = {(number, index - 1) for number, index in cells}
    for number, index in list(wanted):
        row = head.rows.get(number)
        if row is not None and index < len(row.opponents):
            wanted.add((row.opponents[index], index))
    return {
        cell: fact for fact in cell_facts(head, wanted) for cell in cells_of(fact[0])
    }


def _judge_group(
    group: list[Change], standing: dict[Place, object], gone: set[int], case: Case
) -> list[Ruled]:
    first = group[0]
    if len(group) == 1 and set(standing) <= {first.place}:
        sides = Sides(first.old, standing.get(first.place), first.new)
        if sides.ours == sides.theirs:
            return []
        is_leaving = first.new is None and first.place.key[0] in gone
        if first.place.part is Part.CELL and is_leaving:
            return [Ruled(first.place, sides, Ruling(Verdict.TAKE, None))]
        return [Ruled(first.place, sides, judge(first.place, sides, case))]
    wanted = {one.place: one.new for one in group if one.new is not None}
    if standing == wanted:
        return []
    before = {one.place: one.old for one in group if one.old is not None}
    verdict = _verdict(before, standing, wanted, case)
    return _carried_out(before, standing, wanted, verdict)


def _verdict(
    before: Mapping[Place, object],
    standing: Mapping[Place, object],
    wanted: Mapping[Place, object],
    case: Case,
) -> Ruling:
    """Return what becomes of a group as a whole."""
    lost = [place for place in standing if place not in wanted]
    is_owners = any(map(case.is_owner_speaking, (*wanted, *lost)))
    refused = [
        place
        for place, value in wanted.items()
        if (decided := case.voices.resolved.get(place)) is not None
        and value in decided.refused
        and not case.voices.knows(before.get(place), decided)
    ]
    if refused:
        return Ruling(Verdict.KEEP, None, Reason.RESOLVED)
    if any(has_result(place, standing[place], case) for place in lost):
        asks = any(has_result(place, value, case) for place, value in wanted.items())
        if not asks and all(map(case.is_of_lacked, lost)):
            return Ruling(Verdict.KEEP, None, Reason.PLAYED)
        if asks or (is_owners and standing == before):
            return Ruling(Verdict.ASK, None, Reason.PAIRING)
        return Ruling(Verdict.KEEP, None, Reason.PLAYED)
    is_played = case.voices.told is not None and any(
        has_result(place, value, case) for place, value in wanted.items()
    )
    if standing == before or is_played:  # as theirs will keep what is played
        return Ruling(Verdict.TAKE, None)
    place, here = min(wanted or standing), min(standing or wanted)
    return by_policy(place, _NONE, case, Reason.PAIRING, here)


def _carried_out(
    before: Mapping[Place, object],
    standing: Mapping[Place, object],
    wanted: Mapping[Place, object],
    verdict: Ruling,
) -> list[Ruled]:
    """Return the verdict on a group for each of its places.

    A question is asked for each pairing of theirs that ours does not have.
    """
    found = []
    for place in dict.fromkeys((*standing, *wanted)):
        sides = Sides(before.get(place), standing.get(place), wanted.get(place))
        if sides.ours == sides.theirs:
            continue
        ruling = verdict._replace(value=sides.ours)
        if verdict.verdict is Verdict.TAKE:
            ruling = Ruling(Verdict.TAKE, sides.theirs)
        elif sides.theirs is None:
            ruling = Ruling(Verdict.KEEP, sides.ours, verdict.reason)
        found.append(Ruled(place, sides, ruling))
    return found
