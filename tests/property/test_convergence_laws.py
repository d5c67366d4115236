"""Installations that pass files around end with one tournament, and fall silent."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from installations import SHAPES, World, happen, steps

from syncd.sync.policy import Policy

WORLDS = st.builds(
    World,
    st.integers(2, 5),
    st.sampled_from(SHAPES),
    st.sampled_from([Policy(), Policy(owner="A"), Policy(owner="B")]),
)
STEPS = st.lists(steps(), min_size=20, max_size=60)


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


@settings(deadline=None, max_examples=25)
@given(WORLDS, STEPS)
def test_installations_converge(
    world: World, happened: list[tuple[object, ...]]
) -> None:
    converge(world, happened)


def test_everything_is_drawn_that_can_happen() -> None:
    """Else the laws would prove less than they say."""
    drawn: Counter[str] = Counter()

    @seed(1)
    @settings(deadline=None, max_examples=60, database=None, phases=[Phase.generate])
    @given(WORLDS, STEPS)
    def look(world: World, happened: list[tuple[object, ...]]) -> None:
        converge(world, happened)
        drawn.update([world.shape, f"{world.size} installations"])
        drawn.update(str(step[0]) for step in happened)
        drawn.update(world.mishaps)
        drawn["asked"] += any(at.replica.questions for at in world.installations)

    look()
    rare = {what: count for what, count in drawn.items() if count < FEWEST}
    assert rare == {}
    assert set(drawn) == {
        *SHAPES, *(f"{size} installations" for size in range(2, 6)),
        "enter", "export", "send", "deliver", "join", "pair", "load", "lose", "answer",
        "doubled", "lost", "overtaken", "asked",
    }  # fmt: skip


FEWEST = 5


@pytest.mark.full
@settings(deadline=None, max_examples=6000)
@given(WORLDS, STEPS)
def test_installations_converge_in_thousands_of_runs(
    world: World, happened: list[tuple[object, ...]]
) -> None:
    converge(world, happened)
