"""Laws of facts and changes: nothing is lost, nothing is made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from model_tournaments import tournaments

from syncd.formats.snapshot import encode_snapshot
from syncd.sync.apply import apply
from syncd.sync.diff import changes_between, diff
from syncd.sync.facts import facts_of, tournament_of
from syncd.sync.places import Change

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament


@given(tournaments())
def test_facts_are_the_whole_tournament(t: Tournament) -> None:
    again = tournament_of(facts_of(t))
    assert again == t
    assert encode_snapshot(again) == encode_snapshot(t)
    assert facts_of(again) == facts_of(t)


@given(tournaments())
def test_the_order_of_facts_is_no_matter(t: Tournament) -> None:
    facts = facts_of(t)
    assert tournament_of(dict(reversed(facts.items()))) == t


@given(tournaments(), tournaments())
def test_changes_lead_from_one_state_to_the_other(a: Tournament, b: Tournament) -> None:
    made = apply(diff(a, b), a)
    assert made == b
    assert encode_snapshot(made) == encode_snapshot(b)


@given(tournaments(), tournaments())
def test_what_is_passed_over_is_equal(a: Tournament, b: Tournament) -> None:
    old, new = facts_of(a), facts_of(b)
    assert set(changes_between(a, b)) == {
        Change(place, old.get(place), new.get(place))
        for place in old.keys() | new.keys()
        if old.get(place) != new.get(place)
    }


@given(tournaments())
def test_no_change_makes_the_same_tournament(t: Tournament) -> None:
    assert diff(t, t) == ()
    assert apply((), t) is t
