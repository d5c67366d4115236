"""Who said last what stands where, counted, as installations tell each other.

A value alone does not say whether it is an echo, a correction that was taken back, or
somebody else's opinion; passed on over several installations, old values would chase
the new ones for ever. So an installation counts what it says. With a tournament it
tells who has said which place last, under which count, and up to which count it knows
everybody. From that follows of each difference whether theirs is news, old, or was said
beside ours; only then it is judged, by the rules of every merge. Name and count follow
from the time of the revision (`counting.py`), so that they follow from the history even
where words in it were erased.

What a person still has to decide is no knowledge: there the sayings of the other side
stay unknown, and so they are asked about wherever both meet.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from syncd.sync.apply import apply
from syncd.sync.counting import installation_of
from syncd.sync.decompose import ENTRANTS, ROWS
from syncd.sync.diff import changes_between, diff
from syncd.sync.moved import moved_place, moved_team_place
from syncd.sync.places import Change, Part, Place
from syncd.sync.provenance import numbers_moved
from syncd.sync.renumber import renumbered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from syncd.model.tournament import Tournament

Dot = tuple[str, int]
"""Name under which an installation counts, and count of what it said, from 1."""

_NOBODY = frozenset[Dot]()
_LOCAL = {Place(Part.ORDER, (), ENTRANTS), Place(Part.ORDER, (), ROWS)}
"""Orders of start numbers, which are each installation's own."""


@dataclass(frozen=True, slots=True)
class Sayings:
    """Who has said a tournament.

    Attributes:
        first: the saying of every place that is not named.
        last: place -> its last saying.
        rivals: place -> sayings that a person has to decide about.
        seen: name of who counts -> up to which count its sayings are known.
    """

    first: Dot
    last: Mapping[Place, Dot] = field(default_factory=dict)
    rivals: Mapping[Place, frozenset[Dot]] = field(default_factory=dict)
    seen: Mapping[str, int] = field(default_factory=dict)

    def at(self, place: Place) -> Dot:
        """Return who has said last what stands at a place, or that nothing does."""
        return self.last.get(place, self.first)

    def rivals_at(self, place: Place) -> frozenset[Dot]:
        """Return the sayings that a person has to decide about."""
        return self.rivals.get(place, _NOBODY)

    def knows(self, dot: Dot, place: Place) -> bool:
        """Return whether a saying went into what stands at a place."""
        is_seen = self.seen.get(dot[0], 0) >= dot[1]
        return is_seen and dot not in self.rivals_at(place)


class Told(NamedTuple):
    """What two installations know when a file of one reaches the other.

    Attributes:
        by: name and count of what the one says that takes the file, if it does.
        owner: the installation whose word counts, empty if there is none.
        ours: what it knows.
        theirs: what the file tells, under its own numbers.
    """

    by: Dot
    owner: str
    ours: Sayings
    theirs: Sayings

    @property
    def is_of_one(self) -> bool:
        """Whether theirs goes back to what ours began with: one tournament, surely."""
        first, count = self.ours.first
        return self.theirs.seen.get(first, 0) >= count


def started(by: Dot) -> Sayings:
    """Return the sayings of a tournament that an installation is the first to have."""
    return Sayings(by, seen=dict([by]))


def moved(
    sayings: Sayings, ids: Mapping[int, int], teams: Mapping[int, int] | None = None
) -> Sayings:
    """Return sayings under other start numbers, and other numbers of teams.

    A number that somebody gets may be one that somebody has had who is gone: then it is
    the former who is spoken of.
    """
    teams = teams or {}
    if all(before == now for before, now in (*ids.items(), *teams.items())):
        return sayings

    def here(place: Place) -> Place:
        return moved_team_place(moved_place(place, ids), teams)

    return replace(
        sayings,
        last=_under(here, sayings.last),
        rivals=_under(here, sayings.rivals),
    )


_Dots = TypeVar("_Dots")


def _under(
    here: Callable[[Place], Place], said: Mapping[Place, _Dots]
) -> dict[Place, _Dots]:
    """Return what was said, at other places; who moves goes before who stays."""
    at = {place: here(place) for place in said}
    stay = {place: dots for place, dots in said.items() if at[place] == place}
    return stay | {at[place]: said[place] for place in said if place not in stay}


def known_before(told: Told, head: Tournament, theirs: Tournament) -> Tournament:
    """Return what theirs is to be compared with: all of it that is no news.

    Where theirs was said knowing ours, that is what stands here; where both were said
    beside each other, nothing.

    Args:
        told: what both know, under the same numbers.
        head: the tournament.
        theirs: what the file says.
    """
    ours, yours = told.ours, told.theirs
    old = []
    for place, mine, its in changes_between(head, theirs):
        if place in _LOCAL:
            continue
        one, two = ours.at(place), yours.at(place)
        is_news, knows_ours = not ours.knows(two, place), yours.knows(one, place)
        if is_news and knows_ours:
            old.append(Change(place, its, mine))
        elif is_news or knows_ours:
            old.append(Change(place, its, None))
    return apply(old, theirs)


def entered(
    sayings: Sayings,
    by: Dot,
    before: Tournament,
    after: Tournament,
    decided: Iterable[Place] = (),
) -> Sayings:
    """Return the sayings after an installation has said something itself.

    Args:
        sayings: what was known.
        by: its name, and the count of what it says.
        before: the tournament as it stood.
        after: as it stands now.
        decided: places that a person has decided, under the numbers of now, also
            where nothing changes thereby.
    """
    if ids := numbers_moved(diff(before, after)):
        sayings, before = moved(sayings, ids), renumbered(before, ids)
    said = _differing(before, after).union(decided)
    if not said:
        return sayings
    dot = _next(by, sayings.seen)
    return replace(
        sayings,
        last={**sayings.last, **dict.fromkeys(said, dot)},
        rivals={p: n for p, n in sayings.rivals.items() if p not in said},
        seen={**sayings.seen, dot[0]: dot[1]},
    )


def _differing(one: Tournament, two: Tournament) -> set[Place]:
    return {change.place for change in changes_between(one, two)} - _LOCAL


def _next(by: Dot, seen: Mapping[str, int]) -> Dot:
    return by[0], max(by[1], seen.get(by[0], 0) + 1)


class Crossed(NamedTuple):
    """The tournaments of a merge, under the same numbers."""

    head: Tournament
    theirs: Tournament
    made: Tournament


def joined(told: Told, crossed: Crossed, asked: Iterable[Place]) -> Sayings:
    """Return what is known after a merge.

    What neither side has said (points that follow from games of both) says the
    installation itself.

    Args:
        told: what both knew, under the same numbers.
        crossed: both tournaments and what has become of them.
        asked: places that a person has to decide.
    """
    ours, yours = told.ours, told.theirs
    head, theirs, made = crossed
    differ, taken = _differing(head, theirs), _differing(head, made)
    own_words = taken & _differing(theirs, made)
    open_places = frozenset(asked)
    seen = {
        who: max(ours.seen.get(who, 0), yours.seen.get(who, 0))
        for who in sorted({*ours.seen, *yours.seen})
    }
    own = _next(told.by, seen)
    last, rivals = dict.fromkeys(own_words, own), {}
    named = {*ours.last, *yours.last, *ours.rivals, *yours.rivals}
    for place in (named | differ | taken) - own_words:
        one, two = ours.at(place), yours.at(place)
        if place in differ:
            last[place] = two if place in taken else one
        else:
            last[place] = _of_equals(told, place)
        left = _left(told, place) | ({two} if place in open_places else _NOBODY)
        if left := left - {last[place]}:
            rivals[place] = left
    if own_words:
        seen[own[0]] = own[1]
    last = {place: dot for place, dot in last.items() if dot != ours.first}
    return Sayings(ours.first, last, rivals, seen)


def _of_equals(told: Told, place: Place) -> Dot:
    """Return which of two sayings of the same value counts."""
    ours, yours = told.ours, told.theirs
    one, two = ours.at(place), yours.at(place)
    is_old, is_news = yours.knows(one, place), not ours.knows(two, place)
    if is_old != is_news or one == two:
        return max(
            (one, two), key=lambda dot: (installation_of(dot[0]) == told.owner, dot)
        )
    return two if is_news else one


def _left(told: Told, place: Place) -> frozenset[Dot]:
    """Return the rivals of either side that the other one has not done with."""
    ours, yours = told.ours, told.theirs
    mine = (dot for dot in ours.rivals_at(place) if not yours.knows(dot, place))
    its = (dot for dot in yours.rivals_at(place) if not ours.knows(dot, place))
    return frozenset((*mine, *its)) - ({ours.at(place)} & {yours.at(place)})
