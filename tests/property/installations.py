"""Installations that pass files to their neighbours while people enter things."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from replica import Replica, entered, exchanged, started, stated
from tournament_edits import edits, joining, meeting, start

from syncd.sync.apply import apply
from syncd.sync.merge3 import merge
from syncd.sync.numbers import align
from syncd.sync.policy import Origin, Policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from linked_sites import Web

    from syncd.model.tournament import Tournament
    from syncd.sync.places import Change

NAMES = "ABCDE"
SHAPES = ("ring", "star", "mesh")


@dataclass
class Installation:
    """A CLM with its export of last time, and the replica beside it."""

    name: str
    replica: Replica
    clm: Tournament = field(default_factory=start)
    base: Tournament = field(default_factory=start)


@dataclass
class World:
    """Installations, who sends to whom, and the files under way.

    What becomes of files is counted in `mishaps`: doubled, lost, overtaken.
    """

    size: int
    shape: str
    policy: Policy
    installations: list[Installation] = field(default_factory=list)
    files: list[tuple[int, Replica]] = field(default_factory=list)
    mishaps: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        first = started(start(), Origin("A"), self.policy)
        for name in NAMES[: self.size]:
            self.installations.append(Installation(name, first))

    def links(self) -> Iterator[tuple[int, int]]:
        """Yield who sends to whom."""
        return links(self.size, self.shape)

    def enter(self, one: int, changes: list[Change], exports: object) -> None:
        """Let somebody enter something in his CLM, which may export it at once."""
        at = self.installations[one]
        at.clm = apply(changes, at.clm)
        if exports:
            self.export(one)

    def join(self, one: int, who: int) -> None:
        """Let somebody join, under the next number that this CLM has free."""
        at = self.installations[one]
        at.clm = joined(at.clm, who)

    def pair(self, one: int, two: int, three: int) -> None:
        """Let two players who are free in a new round meet."""
        at = self.installations[one]
        at.clm = paired(at.clm, two, three)

    def export(self, one: int) -> None:
        """Let a CLM export; what it has changed since last time is said to all."""
        at = self.installations[one]
        merged = merge(at.base, at.replica.tournament, at.clm, self.policy)
        origin = Origin(at.name)
        at.replica = entered(at.replica, merged.tournament, origin, self.policy)
        at.base = at.clm

    def load(self, one: int) -> None:
        """Let a CLM import what its replica shows."""
        at = self.installations[one]
        at.clm = at.base = at.replica.tournament

    def answer(self, one: int) -> None:
        """Let a person decide the first open question: what is shown is right."""
        at = self.installations[one]
        for asked in at.replica.questions[:1]:
            values = {asked.place: asked.shown}
            at.replica = stated(at.replica, values, Origin(at.name), self.policy)

    def send(self, one: int) -> None:
        """Put a file on its way to each neighbour."""
        replica = self.installations[one].replica
        self.files += [(two, replica) for sender, two in self.links() if sender == one]

    def deliver(self, which: int, *, again: bool) -> None:
        """Let any file arrive, also out of turn; it may come again later."""
        if not self.files:
            return
        which %= len(self.files)
        self.mishaps["doubled"] += again
        self.mishaps["overtaken"] += which > 0
        to, replica = self.files[which] if again else self.files.pop(which)
        self._receive(to, replica)

    def lose(self, which: int) -> None:
        """Lose a file."""
        if self.files:
            self.mishaps["lost"] += 1
            del self.files[which % len(self.files)]

    def _receive(self, to: int, replica: Replica) -> None:
        at = self.installations[to]
        at.replica = exchanged(at.replica, replica, self.policy)

    def settle(self) -> int:
        """Send everything to all neighbours until nothing moves; return the rounds."""
        for count in range(2 * self.size + 2):
            before = [at.replica for at in self.installations]
            for one, two in self.links():
                self._receive(two, self.installations[one].replica)
            if all(
                at.replica is old
                for at, old in zip(self.installations, before, strict=True)
            ):
                return count
        return -1

    def shown(self) -> list[Tournament]:
        """Return all tournaments under the numbers of the first."""
        first = self.installations[0].replica.tournament
        return [
            align(first, first, at.replica.tournament).theirs
            for at in self.installations
        ]


def links(size: int, shape: str) -> Iterator[tuple[int, int]]:
    """Yield who sends to whom; in a circle both ways, in a ring only one."""
    for one, two in permutations(range(size), 2):
        is_next = (two - one) % size == 1
        if (
            shape == "mesh"
            or (shape == "ring" and is_next)
            or (shape == "star" and 0 in {one, two})
            or (shape == "chain" and abs(one - two) == 1)
            or (shape == "circle" and (is_next or (one - two) % size == 1))
        ):
            yield one, two


def joined(t: Tournament, who: int) -> Tournament:
    """Return a tournament that somebody has joined, under the next number."""
    if any(player.dsb_id == f"N{who}" for player in t.entrants):
        return t
    number = 1 + max(player.id for player in t.entrants)
    return apply(joining(number, f"N{who}"), t)


def paired(t: Tournament, one: int, two: int) -> Tournament:
    """Return a tournament in which two players meet in a new round, if both can."""
    ids = [player.id for player in t.entrants]
    return apply(meeting(t, ids[one % len(ids)], ids[two % len(ids)]), t)


def steps() -> st.SearchStrategy[tuple[object, ...]]:
    """Return one thing that may happen."""
    small = st.integers(0, 5)
    return st.one_of(
        st.tuples(st.just("enter"), small, edits(start()), st.booleans()),
        st.tuples(st.just("export"), small),
        st.tuples(st.just("send"), small),
        st.tuples(st.just("deliver"), small, st.booleans()),
        st.tuples(st.just("deliver"), small, st.booleans()),
        st.tuples(st.just("join"), small, st.integers(1, 2)),
        st.tuples(st.just("pair"), small, small, small),
        st.tuples(st.just("load"), small),
        st.tuples(st.just("lose"), small),
        st.tuples(st.just("answer"), small),
    )


def happen(world: World | Web, step: tuple[object, ...]) -> None:
    """Let it happen."""
    kind, first, *rest = step
    assert isinstance(kind, str)
    assert isinstance(first, int)
    if kind == "deliver":
        world.deliver(first, again=bool(rest[0]))
    elif kind == "lose":
        world.lose(first)
    else:
        getattr(world, kind)(first % world.size, *rest)
