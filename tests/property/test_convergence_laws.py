"""Installations that pass files around end with one tournament, and fall silent."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from installations import SHAPES, World, happen, steps

from syncd.sync.policy import Policy

WORLDS = st.builds(
    World,
    st.integers(2, 5),
    st.sampled_from(SHAPES),
    st.sampled_from([Policy(), Policy(owner="A"), Policy(owner="B")]),
)
STEPS = st.lists(steps(), min_size=5, max_size=60)


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


@pytest.mark.full
@settings(deadline=None, max_examples=6000)
@given(WORLDS, STEPS)
def test_installations_converge_in_thousands_of_runs(
    world: World, happened: list[tuple[object, ...]]
) -> None:
    converge(world, happened)
