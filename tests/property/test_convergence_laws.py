"""Installations that pass files around end with one tournament, and fall silent."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from installations import SHAPES, World, happen, steps

from syncd.sync.places import Change
from syncd.sync.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 20261130
SIZES = range(2, 6)
WORLDS = st.builds(
    World,
    st.integers(min(SIZES), max(SIZES)),
    st.sampled_from(SHAPES),
    st.sampled_from([Policy(), Policy(owner="A"), Policy(owner="B")]),
)
STEPS = st.lists(steps(), min_size=20, max_size=60)
MISHAPS = {"doubled", "lost", "overtaken"}
EDITS = {
    "tournament city", "tournament venue", "tournament name", "parameter a",
    "parameter b", "round date", "player club", "player rating", "game ",
}  # fmt: skip
"""What is entered besides players who join and pairings: part and field."""


def converge(world: World, happened: list[tuple[object, ...]]) -> None:
    """Let things happen, then let files flow: all are equal, and nothing moves."""
    for step in happened:
        happen(world, step)
    for one in range(world.size):
        world.export(one)
    assert world.settle() >= 0
    first, *others = world.shown()
    assert all(other == first for other in others)
    asked = [len(at.replica.questions) for at in world.installations]
    assert len(set(asked)) == 1
    assert world.settle() == 0


def drawn_in(runs: int) -> Counter[str]:
    """Return in how many of so many runs something was drawn."""
    drawn: Counter[str] = Counter()

    @seed(SEED)
    @settings(deadline=None, max_examples=runs, database=None)
    @given(WORLDS, STEPS)
    def law(world: World, happened: list[tuple[object, ...]]) -> None:
        converge(world, happened)
        drawn.update({"runs", world.shape, f"{world.shape} of {world.size}"})
        drawn.update({*+world.mishaps})
        drawn.update({str(step[0]) for step in happened})
        drawn.update({*_entered(happened)})
        drawn["asked"] += any(at.replica.questions for at in world.installations)
        drawn["several said something"] += len(world.installations[0].replica.seen) > 1

    law()
    return drawn


def _entered(happened: list[tuple[object, ...]]) -> Iterator[str]:
    """Yield part and field of everything that somebody has entered."""
    for kind, *rest in happened:
        if kind == "enter":
            assert isinstance(rest[1], list)
            for change in rest[1]:
                assert isinstance(change, Change)
                yield f"{change.place.part} {change.place.field}"


WEBS = {f"{shape} of {size}" for shape in SHAPES for size in SIZES}
ALL = {
    *SHAPES, *MISHAPS, *EDITS, "enter", "export", "send", "deliver", "join", "pair",
    "load", "lose", "answer", "asked", "several said something", "runs",
}  # fmt: skip


def test_installations_converge() -> None:
    """A few runs, in which everything is drawn that can happen."""
    drawn = drawn_in(runs=60)
    assert ALL == {*drawn} - WEBS


@pytest.mark.full
def test_installations_converge_in_thousands_of_runs() -> None:
    runs, fewest = 6000, 100
    drawn = drawn_in(runs)
    print(dict(sorted(drawn.items())))
    assert ALL | WEBS == {*drawn}
    assert drawn["runs"] >= runs
    assert {what for what, count in drawn.items() if count < fewest} == set()
    assert {what for what in MISHAPS if 3 * drawn[what] < runs} == set()
    assert 2 * drawn["several said something"] > runs
