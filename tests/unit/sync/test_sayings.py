"""What follows from who said what last: news, old, or said beside ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Tournament
from syncd.sync.facts import facts_of
from syncd.sync.merge3 import merge
from syncd.sync.places import LISTED, Part, Place
from syncd.sync.policy import Policy, Voices
from syncd.sync.renumber import renumbered
from syncd.sync.sayings import Dot, Sayings, Told, entered, moved, started

CITY = Place(Part.TOURNAMENT, (), "city")
VENUE = Place(Part.TOURNAMENT, (), "venue")
START = Tournament(
    "Open",
    entrants=(Entrant(1, "Amsel", dsb_id="1"),),
    pairings=Pairings(0, {1: Cells((), "", "")}),
)
FIRST = ("nord", 1)


def said(dot: Dot, *, rivals: tuple[Dot, ...] = (), **seen: int) -> Sayings:
    """Return sayings of which only the city is not of the first one."""
    open_ = {CITY: frozenset(rivals)} if rivals else {}
    return Sayings(FIRST, {CITY: dot}, open_, {"nord": 1, **seen})


@pytest.mark.parametrize(
    ("ours", "theirs", "owner", "city", "last", "asked"),
    [
        (FIRST, said(("sued", 2), sued=2), "", "Bonn", ("sued", 2), 0),
        (("sued", 3), said(("sued", 2), sued=2), "", "Aachen", ("sued", 3), 0),
        (("sued", 2), said(("sued", 3), sued=3), "", "Bonn", ("sued", 3), 0),
        (("west", 2), said(("sued", 2), sued=2), "", "Aachen", ("west", 2), 1),
        (("west", 2), said(("sued", 2), sued=2), "sued", "Bonn", ("sued", 2), 0),
        (("west", 2), said(("sued", 2), sued=2), "west", "Aachen", ("west", 2), 0),
        (
            ("west", 2),
            said(("sued", 2), sued=2, west=2),
            "",
            "Bonn",
            ("sued", 2),
            0,
        ),
        (
            ("west", 2),
            said(("sued", 2), rivals=(("west", 2),), sued=2, west=2),
            "",
            "Aachen",
            ("west", 2),
            1,
        ),
    ],
)
def test_what_becomes_of_a_value_of_another_installation(
    ours: Dot, theirs: Sayings, owner: str, city: str, last: Dot, asked: int
) -> None:
    """Theirs says Bonn, ours Aachen; who brings it does not matter."""
    mine = said(ours)
    mine = replace(mine, seen={**mine.seen, ours[0]: ours[1]})
    told = Told(("nord", 7), owner, mine, theirs)
    made = merge(
        START, replace(START, city="Aachen"), replace(START, city="Bonn"),
        Policy(owner=owner, most_lost_percent=100), voices=Voices(told=told),
    )  # fmt: skip
    assert made.tournament.city == city
    assert len(made.conflicts) == asked
    assert made.sayings is not None
    assert made.sayings.at(CITY) == last
    assert made.sayings.seen[theirs.at(CITY)[0]] >= theirs.at(CITY)[1]
    assert len(made.sayings.rivals) == asked


def test_a_question_is_no_knowledge_until_it_is_answered() -> None:
    mine = said(("west", 2), rivals=(("sued", 2),), west=2, sued=2)
    assert not mine.knows(("sued", 2), CITY)
    assert mine.knows(("sued", 2), VENUE)
    same = replace(START, city="Aachen")
    answered = entered(mine, ("nord", 5), same, same, {CITY})
    assert answered.at(CITY) == ("nord", 5)
    assert answered.knows(("sued", 2), CITY)
    assert answered.seen == {"nord": 5, "west": 2, "sued": 2}


def test_what_changes_nothing_says_nothing() -> None:
    assert entered(started(FIRST), ("nord", 2), START, START) == started(FIRST)


def test_a_store_put_back_goes_on_above_what_others_have_heard_of_it() -> None:
    known = Sayings(FIRST, seen={"nord": 9})
    now = entered(known, ("nord", 4), START, replace(START, city="Bonn"))
    assert now.at(CITY) == ("nord", 10)


def test_who_moves_keeps_what_was_said_of_him() -> None:
    player, team = Place(Part.PLAYER, (1,), LISTED), Place(Part.TEAM, (1, 0), "name")
    match = Place(Part.MATCH, (1, 1, 2, 0))
    known = Sayings(FIRST, dict.fromkeys((player, team, match), ("sued", 2)))
    assert set(moved(known, {1: 5}, {1: 3, 2: 1}).last) == {
        Place(Part.PLAYER, (5,), LISTED),
        Place(Part.TEAM, (3, 0), "name"),
        Place(Part.MATCH, (1, 1, 3, 0)),
    }
    assert moved(known, {1: 1}, {1: 1}) is known


def test_numbers_that_move_here_take_the_sayings_along() -> None:
    now = renumbered(START, {1: 4})
    known = Sayings(FIRST, {Place(Part.PLAYER, (1,), "club"): ("sued", 2)})
    assert entered(known, ("nord", 2), START, now).last == {
        Place(Part.PLAYER, (4,), "club"): ("sued", 2)
    }


@pytest.mark.parametrize("order", [(1, 5), (5, 1)])
def test_who_gets_the_number_of_somebody_gone_is_the_one_spoken_of(
    order: tuple[int, int],
) -> None:
    """5 is gone in theirs; 1, who is there, is 5 here."""
    dots = {1: ("sued", 3), 5: ("sued", 2)}
    known = Sayings(
        FIRST, {Place(Part.PLAYER, (one,), LISTED): dots[one] for one in order}
    )
    assert moved(known, {1: 5}).last == {Place(Part.PLAYER, (5,), LISTED): ("sued", 3)}


def test_who_is_gone_elsewhere_is_found_under_the_number_that_he_has_here() -> None:
    """Theirs has had Amsel as 2 and Buchfink as 1, and has removed Buchfink."""
    players = Entrant(1, "Amsel", dsb_id="1"), Entrant(2, "Buchfink", dsb_id="2")
    cells = Cells((), "", "")
    head = Tournament(
        "Open", entrants=players, pairings=Pairings(0, {1: cells, 2: cells})
    )
    there = renumbered(head, {1: 2, 2: 1})
    left = Tournament(
        "Open", entrants=(Entrant(2, "Amsel", dsb_id="1"),),
        pairings=Pairings(0, {2: cells}),
    )  # fmt: skip
    gone = {
        place._replace(key=(1,)): ("sued", 2)
        for place in facts_of(head)
        if place.part is Part.PLAYER and place.key == (2,)
    }
    theirs = Sayings(FIRST, gone, seen={"nord": 1, "sued": 2})
    told = Told(("nord", 2), "", started(FIRST), theirs)
    merged = merge(
        there, head, left, Policy(most_lost_percent=100), {1: 2, 2: 1},
        voices=Voices(told=told),
    )  # fmt: skip
    assert [one.surname for one in merged.tournament.entrants] == ["Amsel"]
