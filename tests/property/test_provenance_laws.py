"""Laws of provenance: it says what the revisions say, of any sequence of them."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from model_tournaments import tournaments
from tournament_edits import STARTS, edits, made

from syncd.sync.diff import diff
from syncd.sync.facts import facts_of
from syncd.sync.places import Part
from syncd.sync.provenance import Cause, blame, origins_of, traces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Tournament
    from syncd.sync.places import Place

START = dt.datetime(2026, 10, 1, tzinfo=dt.UTC)


def numbered(states: Sequence[Tournament]) -> list[tuple[Cause, Tournament]]:
    days = [START + dt.timedelta(days=number) for number in range(len(states))]
    return [
        (Cause(number, day, day, source=f"s{number}"), state)
        for number, (day, state) in enumerate(zip(days, states, strict=True), 1)
    ]


@st.composite
def histories(draw: st.DrawFn) -> list[Tournament]:
    states = [draw(STARTS)]
    for _ in range(draw(st.integers(0, 6))):
        states.append(made(states[-1], draw(edits(states[-1]))))
    return states


def last_change(states: Sequence[Tournament], place: Place) -> tuple[int, object]:
    """Return in which revision a place has changed last, and what stood there."""
    values = [None, *(facts_of(state).get(place) for state in states)]
    return max(
        (number, old)
        for number, (old, new) in enumerate(pairwise(values), 1)
        if old != new
    )  # fmt: skip


@given(histories())
def test_blame_names_the_last_change_of_every_value(states: list[Tournament]) -> None:
    traces = traces_of(numbered(states))
    lines = blame(traces)
    assert {line.place: line.value for line in lines} == facts_of(states[-1])
    for line in lines:
        found = (line.mark.cause.revision, line.mark.replaced)
        assert found == last_change(states, line.place)
        assert origins_of(traces)[line.place].source == f"s{found[0]}"


@given(st.lists(tournaments(), min_size=1, max_size=4))
def test_blame_is_whole_whatever_numbers_do(states: list[Tournament]) -> None:
    traces = traces_of(numbered(states))
    lines = blame(traces)
    assert {line.place: line.value for line in lines} == facts_of(states[-1])
    changed = {one.place for one in diff(states[-2], states[-1])} if states[1:] else ()
    for line in lines:
        assert line.place.part is not Part.NUMBERS
        if line.place in changed:
            assert line.mark.cause.revision == len(states)
