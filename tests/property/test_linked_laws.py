"""Installations that pass on what the real merge makes end as one, and fall silent.

In a chain, star, ring or mesh, whoever's word counts, and whatever happens to files.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from installations import happen, steps
from linked_sites import Web
from tournament_edits import edits, start

from syncd.sync.places import Change, Part, Place, Score

SEED = 20261130
SHAPES = ("ring", "star", "mesh", "chain", "circle")
SIZES = range(2, 6)
WEBS = st.builds(
    Web,
    st.integers(min(SIZES), max(SIZES)),
    st.sampled_from(SHAPES),
    st.sampled_from([None, 0, 1]),
)
_SITE = st.integers(0, max(SIZES) - 1)
_ENTERED = st.tuples(st.just("enter"), _SITE, edits(start()), st.just("at once"))
_SENT = st.tuples(st.just("send"), _SITE)
STEPS = st.lists(st.one_of(steps(), _ENTERED, _SENT, _SENT), min_size=20, max_size=60)
"""So many are entered and sent that files overtake each other."""

Step = tuple[object, ...]


def converge(web: Web, happened: list[Step]) -> None:
    """Let things happen, then let files flow: all are equal, and nothing moves."""
    for step in happened:
        happen(web, step)
    for one in range(web.size):
        web.export(one)
    assert web.settle()
    first, *others = web.shown()
    assert all(other == first for other in others)
    assert web.flow() >= 0  # the newest files come once more
    assert web.shown() == [first, *others]


@seed(SEED)
@settings(max_examples=25, deadline=None)
@given(WEBS, STEPS)
def test_linked_installations_converge(web: Web, happened: list[Step]) -> None:
    converge(web, happened)


@pytest.mark.full
@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_converges_in_a_thousand_runs(shape: str) -> None:
    """Of each size, with files lost, doubled and overtaken, with and without owner."""
    drawn: Counter[str] = Counter()

    @seed(SEED)
    @settings(max_examples=1000, deadline=None, database=None)
    @given(st.integers(min(SIZES), max(SIZES)), st.sampled_from([None, 0, 1]), STEPS)
    def law(size: int, owner: int | None, happened: list[Step]) -> None:
        web = Web(size, shape, owner)
        converge(web, happened)
        drawn.update({"runs", f"of {size}", f"owner {owner}", *+web.mishaps})
        drawn["asked"] += any(site.questions for site in web.sites)

    law()
    assert drawn["runs"] >= 1000
    wanted = {*(f"of {size}" for size in SIZES), "owner None", "owner 0", "owner 1"}
    wanted |= {"lost", "doubled", "overtaken", "asked"}
    assert min(drawn[what] for what in wanted) > 50, drawn


def enter(one: int, place: Place, value: object) -> Step:
    return "enter", one, [Change(place, None, value)], True


B = Place(Part.PARAMETER, (), "b")
CITY = Place(Part.TOURNAMENT, (), "city")
GAME = Place(Part.GAME, (1, 1, 2, 0))


def test_what_one_corrects_while_its_old_value_goes_round() -> None:
    """The old value comes back through a third one, and is no news from there."""
    ring = Web(3, "ring", owner=0)
    happened: list[Step] = [
        enter(1, B, ("Celle",)), ("send", 1), enter(1, B, ("Bonn",)),
        ("deliver", 2, False),
    ]  # fmt: skip
    converge(ring, happened)
    assert {shown[B] for shown in ring.shown()} == {("Bonn",)}


def test_a_value_that_the_owner_passed_on_is_not_his_word() -> None:
    """Who judges by the owner asks who said it, not who brought it."""
    chain = Web(3, "chain", owner=0)
    happened: list[Step] = [
        enter(1, CITY, "Bonn"), ("send", 1), enter(1, CITY, "Celle"),
        ("deliver", 0, False), ("send", 0),
    ]  # fmt: skip
    converge(chain, happened)
    assert {shown[CITY] for shown in chain.shown()} == {"Celle"}


def test_two_results_are_asked_until_one_is_chosen() -> None:
    """An answer is a saying of its own, which goes before both."""
    ring = Web(3, "ring")
    happen(ring, enter(0, GAME, Score(1, 2, "1", "0")))
    happen(ring, enter(1, GAME, Score(1, 2, "0", "1")))
    assert ring.flow() >= 0
    asked = [site for site in ring.sites if site.asked_first]
    assert asked
    assert ring.settle()
    first, *others = ring.shown()
    assert others == [first, first]
    assert first[GAME] in {Score(1, 2, "1", "0"), Score(1, 2, "0", "1")}
