"""What a source knew of the tournament when it spoke.

A file of another syncd names the state of ours that went into it. What stood there then
and stands otherwise in the file was changed knowingly, also where the source has never
sent that value itself: it had it from us. So what it last sent is not all that both
have in common.

An export of CLM names nothing. CLM may have been given a state of ours, and nobody
knows whether a person has imported it. So only what the export repeats of that state is
common ground: it is no news, where we have something newer. All else is held against
what the source sent last, and asked about where both have changed it.

Source: docs/architecture.md, "Merging".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from syncd.sync.apply import apply
from syncd.sync.diff import changes_between, diff
from syncd.sync.facts import facts_of
from syncd.sync.places import Change
from syncd.sync.provenance import numbers_moved
from syncd.sync.renumber import renumbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.sync.places import Place
    from syncd.sync.provenance import Cause, Mark


@dataclass(frozen=True, slots=True)
class Past:
    """The state of a tournament that a source knew.

    Attributes:
        then: that state, under the numbers that the tournament has now.
        since: places that others than this source have changed or decided after it.
        is_certain: whether the source says so itself; else it was given that state.
    """

    then: Tournament
    since: frozenset[Place] = field(default_factory=frozenset)
    is_certain: bool = True


def past_of(
    later: Sequence[tuple[Cause, Tournament]],
    marks: Mapping[Place, Mark],
    source: str,
    decided: Iterable[Place] = (),
    *,
    is_certain: bool = True,
) -> Past:
    """Return what a source knew.

    Args:
        later: the revision that it knew and all after it, oldest first; not empty.
        marks: place -> the last change there.
        source: its name; what it has said itself since then it knows.
        decided: places about which a person has decided since then.
        is_certain: whether the source says itself that it knew that one.
    """
    known, then = later[0]
    before = then
    for _, now in later[1:]:
        if ids := numbers_moved(diff(before, now)):
            then = renumbered(then, _of_all(then, ids))
        before = now
    changed = {
        place
        for place, mark in marks.items()
        if mark.cause.revision > known.revision and mark.cause.source != source
    }
    return Past(then, frozenset(changed.union(decided)), is_certain)


def _of_all(then: Tournament, ids: Mapping[int, int]) -> dict[int, int]:
    """Return a new number for those too who have left before numbers were moved."""
    known = {one.id for one in then.entrants}
    free = count(max(known.union(ids.values())) + 1)
    return {number: ids[number] if number in ids else next(free) for number in known}


def common(
    base: Tournament, head: Tournament, theirs: Tournament, past: Past
) -> Tournament:
    """Return what a source and the tournament had in common before it spoke.

    What stands in head is known to the source, or comes from it, unless it was changed
    since; there it is what the source sent last, or what it has taken over from us.

    Args:
        base: as the source last sent it.
        head: the tournament.
        theirs: as the source sends it now; all under the same numbers.
        past: what it knew.
    """
    if not past.is_certain:
        return apply(_repeated(base, past.then, theirs), base)
    known = [
        Change(place, old, new)
        for place, old, new in changes_between(base, head)
        if place not in past.since
    ]
    if past.since:
        then, now = facts_of(past.then), facts_of(theirs)
        known += [
            Change(place, None, then.get(place))
            for place in sorted(past.since)
            if then.get(place) == now.get(place)
        ]
    return apply(known, base)


def _repeated(base: Tournament, then: Tournament, theirs: Tournament) -> list[Change]:
    """Return what a source says as it stood in a state that it was given.

    That is old news, whether it was imported or entered there as well. What stands
    otherwise in the export is no correction for certain: nobody knows whether the state
    was imported at all.
    """
    now = facts_of(theirs)
    return [one for one in changes_between(base, then) if now.get(one.place) == one.new]
