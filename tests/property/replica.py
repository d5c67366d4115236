"""A tournament that several installations keep, and how two of them come together.

A file alone does not say whether an old value in it is an echo, a correction that was
taken back, or somebody else's opinion; passed around a ring, such values would chase
each other for ever. So installations that run syncd count what they say, and tell each
other with every value who said it under which count, and up to which count they know
everybody. What the other side knew and no longer has was replaced there; what it did
not know stands beside what it has. That is all: lost, doubled and old files do no harm,
and who knows the same sayings shows the same tournament.

What CLM itself exports has no such notes: it is compared with the export before
(`merge3`), and what changed is a saying of that installation.

Two sayings at one place are decided as in a merge; where that is a question, all
installations show the same value meanwhile, and ask the same question until one of them
says more.

Start numbers are each installation's own. Who is who is told by the sayings that
brought him in, and among those by what tells persons apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model.tournament import Tournament
from syncd.sync.changewords import names_of
from syncd.sync.conflictwords import question
from syncd.sync.decompose import ENTRANTS, ROWS
from syncd.sync.diff import changes_between
from syncd.sync.facts import facts_of, tournament_of
from syncd.sync.moved import moved_place, moved_value
from syncd.sync.numbers import numbers_for, same_players
from syncd.sync.places import LISTED, Part, Place
from syncd.sync.policy import Origin, Policy, Voices
from syncd.sync.repairing import cells_of
from syncd.sync.verdict import Case, Reason, Sides, Verdict, has_result, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.bilingual import Text

Dot = tuple[str, int]
"""Installation, and its count of the saying, from 1."""

Birth = tuple[str, int, int]
"""A dot, and the start number that a player had there."""


class Said(NamedTuple):
    """A value that an installation has said.

    Attributes:
        dot: who, and which of his sayings.
        value: None where he has taken it away.
        origin: source and time, for the policy.
    """

    dot: Dot
    value: object
    origin: Origin


class Open(NamedTuple):
    """A question that is open at all installations.

    Attributes:
        place: under the numbers of this installation.
        shown: what stands there meanwhile.
        other: what was said too.
        reason: why it is asked.
        text: the question.
    """

    place: Place
    shown: object
    other: object
    reason: Reason
    text: Text


@dataclass(frozen=True, slots=True)
class Replica:
    """A tournament as one installation has it.

    Attributes:
        tournament: what it shows.
        said: place -> what stands there, several sayings where they contradict.
        seen: installation -> so many of its sayings are known here.
        born: start number -> where this player was brought in; at several places
            where several did so.
        questions: what a person has to decide.
    """

    tournament: Tournament = field(default_factory=lambda: Tournament(""))
    said: Mapping[Place, tuple[Said, ...]] = field(default_factory=dict)
    seen: Mapping[str, int] = field(default_factory=dict)
    born: Mapping[int, frozenset[Birth]] = field(default_factory=dict)
    questions: tuple[Open, ...] = ()


def entered(replica: Replica, t: Tournament, origin: Origin, policy: Policy) -> Replica:
    """Return the replica after its own installation has changed the tournament.

    Args:
        replica: what there was.
        t: what it is to show, under the numbers of the replica.
        origin: the installation, and when.
        policy: who decides where sayings contradict each other elsewhere.
    """
    values = {
        change.place: change.new for change in changes_between(replica.tournament, t)
    }
    return stated(replica, values, origin, policy)


def stated(
    replica: Replica, values: Mapping[Place, object], origin: Origin, policy: Policy
) -> Replica:
    """Return the replica after its own installation has said these values.

    To say what is shown already is no waste: it answers a question.
    """
    values = {place: values[place] for place in values if place not in _LOCAL}
    if not values:
        return replica
    dot = origin.source, replica.seen.get(origin.source, 0) + 1
    said = dict(replica.said)
    born = dict(replica.born)
    for place, value in values.items():
        said[place] = (Said(dot, value, origin),)
        if place.part is Part.PLAYER and place.field == LISTED and value is not None:
            number = place.key[0]
            born[number] = born.get(number, frozenset()) | {(*dot, number)}
    seen = {**replica.seen, origin.source: dot[1]}
    return _shown(Replica(replica.tournament, said, seen, born), policy)


def knows_all(seen: Mapping[str, int], other: Replica) -> bool:
    """Return whether somebody who has seen so much learns nothing from a replica."""
    return all(seen.get(who, 0) >= count for who, count in other.seen.items())


def exchanged(ours: Replica, theirs: Replica, policy: Policy) -> Replica:
    """Return our replica after a file of another; the same one if nothing is new."""
    if knows_all(ours.seen, theirs):
        return ours
    ids = _numbers(ours, theirs)
    moved = {
        moved_place(place, ids): tuple(
            one._replace(value=moved_value(place, one.value, ids)) for one in said
        )
        for place, said in theirs.said.items()
    }
    said = dict(ours.said)
    for place in ours.said.keys() | moved.keys():
        mine, yours = said.get(place, ()), moved.get(place, ())
        said[place] = _joined((mine, ours.seen), (yours, theirs.seen))
    seen = {
        who: max(ours.seen.get(who, 0), theirs.seen.get(who, 0))
        for who in ours.seen.keys() | theirs.seen.keys()
    }
    born = dict(ours.born)
    for number, births in theirs.born.items():
        here = ids.get(number, number)
        born[here] = born.get(here, frozenset()) | births
    return _shown(Replica(ours.tournament, said, seen, born), policy)


_Sayings = tuple[Said, ...]


def _joined(
    mine: tuple[_Sayings, Mapping[str, int]], yours: tuple[_Sayings, Mapping[str, int]]
) -> _Sayings:
    """Return what stands at a place: of what one side lacks, what it did not know."""
    left = [*_standing(mine[0], *yours), *_standing(yours[0], *mine)]
    return tuple(sorted({one.dot: one for one in left}.values(), key=_by_dot))


def _standing(
    sayings: _Sayings, others: _Sayings, seen: Mapping[str, int]
) -> Iterable[Said]:
    there = {one.dot for one in others}
    return (
        one
        for one in sayings
        if one.dot in there or one.dot[1] > seen.get(one.dot[0], 0)
    )


def _by_dot(said: Said) -> Dot:
    return said.dot


def _numbers(ours: Replica, theirs: Replica) -> dict[int, int]:
    """Return number of theirs -> number of ours, a free one for who is new."""
    known = {one: number for number, births in ours.born.items() for one in births}
    found: dict[int, int] = {}
    for number, births in theirs.born.items():
        same = [known[one] for one in births if one in known]
        if same:
            found[number] = min(same)
    taken = set(found.values())
    found |= same_players(
        [one for one in ours.tournament.entrants if one.id not in taken],
        [one for one in theirs.tournament.entrants if one.id not in found],
        (ours.tournament, theirs.tournament),
    )
    return numbers_for(sorted(theirs.born), found, ours.born)


_LOCAL: Final = {Place(Part.ORDER, (), ENTRANTS), Place(Part.ORDER, (), ROWS)}
"""Orders of start numbers, which are each installation's own."""

_ELSE: Final = object()
"""A base that nobody has: both sides have changed it."""


def _shown(replica: Replica, policy: Policy) -> Replica:
    """Return the replica with tournament and questions as its sayings make them."""
    zeros = frozenset(
        (place.key[0], place.key[1], place.key[2])
        for place, said in replica.said.items()
        if place.part is Part.PLAYED_ZERO and any(one.value for one in said)
    )
    case = Case(policy, Voices(), zeros)
    facts: dict[Place, object] = {}
    asked: list[tuple[Place, Sides, Reason]] = []
    for place, said in sorted(replica.said.items()):
        value = said[0].value if said else None
        if len(said) > 1:
            value, doubts = _decided(place, said, case)
            asked += doubts
        if value is not None:
            facts[place] = value
    asked += _without_collisions(facts, replica.said, case)
    made = tournament_of(facts)
    names = names_of(made)
    questions = (
        Open(
            place,
            sides.ours,
            sides.theirs,
            reason,
            question(place, sides, reason, names),
        )
        for place, sides, reason in asked
    )
    return replace(replica, tournament=made, questions=tuple(questions))


def _decided(
    place: Place, said: _Sayings, case: Case
) -> tuple[object, list[tuple[Place, Sides, Reason]]]:
    """Return what is shown of several sayings, and what is asked about them."""
    first, *others = said
    asked: list[tuple[Place, Sides, Reason]] = []
    for other in others:
        if other.value == first.value:
            continue
        sides = Sides(_ELSE, first.value, other.value)
        voices = Voices(other.origin, first.origin)
        ruling = judge(place, sides, replace(case, voices=voices))
        if ruling.verdict is Verdict.TAKE:
            first = other._replace(value=ruling.value)
        elif ruling.verdict is Verdict.ASK and ruling.reason is not None:
            asked.append((place, sides, ruling.reason))
    return first.value, asked


def _without_collisions(
    facts: dict[Place, object], said: Mapping[Place, _Sayings], case: Case
) -> list[tuple[Place, Sides, Reason]]:
    """Take out second games of a player in one round, and ask about them.

    Of two pairings the one with a result stays, else the one that was said first by
    its dot, which all installations see alike; a bye gives way to a game.
    """

    def rank(place: Place) -> tuple[bool, bool, Dot]:
        is_open = not has_result(place, facts[place], case)
        return is_open, place.part is Part.CELL, min(map(_by_dot, said[place]))

    taken: dict[tuple[int, int], Place] = {}
    asked = []
    for place in sorted(filter(_is_of_rows, facts), key=rank):
        cells = cells_of(place)
        rivals = [taken[cell] for cell in cells if cell in taken]
        if not rivals and all(_is_listed(one, facts) for one, _ in cells):
            taken |= dict.fromkeys(cells, place)
            continue
        value = facts.pop(place)
        if place.part is Part.GAME and rivals:
            asked.append((place, Sides(None, None, value), Reason.PAIRING))
    return asked


def _is_of_rows(place: Place) -> bool:
    return place.part is Part.CELL or (place.part is Part.GAME and not place.key[3])


def _is_listed(number: int, facts: Mapping[Place, object]) -> bool:
    return Place(Part.PLAYER, (number,), LISTED) in facts


def started(t: Tournament, origin: Origin, policy: Policy) -> Replica:
    """Return the replica that a first export makes."""
    return stated(Replica(), facts_of(t), origin, policy)
