"""Sayings between installations, one by one; the laws are tested with many."""

from __future__ import annotations

from dataclasses import replace

import pytest
import tournaments
from replica import (
    Replica,
    entered,
    exchanged,
    knows_all,
    started,
    stated,
)

from syncd.model.tournament import Entrant, Tournament
from syncd.sync.places import LISTED, Part, Place, Score
from syncd.sync.policy import Origin, Policy
from syncd.sync.verdict import Reason

ASKING = Policy()
BASE = tournaments.tournament()
CITY = Place(Part.TOURNAMENT, (), "city")
GAME = Place(Part.GAME, (1, 1, 2, 0))


def said(replica: Replica, who: str, policy: Policy = ASKING, **fields: str) -> Replica:
    """Let an installation change fields of the tournament."""
    t = replace(replica.tournament, **fields)  # type: ignore[arg-type] # its attributes
    return entered(replica, t, Origin(who), policy)


def resulted(replica: Replica, who: str, one: str, two: str) -> Replica:
    return stated(replica, {GAME: Score(1, 2, one, two)}, Origin(who), ASKING)


@pytest.fixture
def first() -> Replica:
    return started(BASE, Origin("A"), ASKING)


def test_a_first_export_is_shown_and_counted(first: Replica) -> None:
    assert first.tournament == BASE
    assert first.seen == {"A": 1}
    assert set(first.born) == {1, 2, 3, 4}
    assert first.questions == ()


def test_who_says_nothing_new_counts_nothing(first: Replica) -> None:
    assert entered(first, BASE, Origin("B"), ASKING) is first
    assert stated(first, {}, Origin("B"), ASKING) is first


def test_news_goes_over_and_an_echo_does_not_come_back(first: Replica) -> None:
    ours = said(first, "A", city="Bonn")
    theirs = exchanged(first, ours, ASKING)
    assert theirs.tournament.city == "Bonn"
    assert exchanged(ours, theirs, ASKING) is ours
    assert knows_all(ours.seen, theirs)
    assert not knows_all(first.seen, ours)


def test_an_old_file_changes_nothing(first: Replica) -> None:
    newer = said(said(first, "A", city="Bonn"), "A", city="Celle")
    assert exchanged(newer, said(first, "A", city="Bonn"), ASKING) is newer


def test_a_correction_that_is_taken_back_is_no_echo(first: Replica) -> None:
    bonn = said(first, "A", city="Bonn")
    there = exchanged(first, bonn, ASKING)
    back = said(bonn, "A", city=BASE.city)
    assert exchanged(there, back, ASKING).tournament.city == BASE.city


def test_both_ask_the_same_and_show_the_same(first: Replica) -> None:
    one, two = resulted(first, "A", "0", "1"), resulted(first, "B", "=", "=")
    ours, theirs = exchanged(one, two, ASKING), exchanged(two, one, ASKING)
    assert ours.tournament == theirs.tournament
    (asked,) = ours.questions
    assert asked == theirs.questions[0]
    assert (asked.place, asked.reason) == (GAME, Reason.RESULT)
    assert {asked.shown, asked.other} == {
        Score(1, 2, "0", "1"), Score(1, 2, "=", "="),
    }  # fmt: skip


def test_an_answer_ends_the_question_everywhere(first: Replica) -> None:
    ours = exchanged(
        resulted(first, "A", "0", "1"), resulted(first, "B", "=", "="), ASKING
    )
    answered = resulted(ours, "A", "0", "1")
    assert answered.questions == ()
    there = exchanged(ours, answered, ASKING)
    assert there.questions == ()
    assert there.tournament == answered.tournament


@pytest.mark.parametrize(("owner", "city"), [("A", "Bonn"), ("B", "Celle")])
def test_the_owner_decides(first: Replica, owner: str, city: str) -> None:
    policy = Policy(owner=owner)
    one = said(first, "A", policy, city="Bonn")
    two = said(first, "B", policy, city="Celle")
    for ours, theirs in ((one, two), (two, one)):
        shown = exchanged(ours, theirs, policy)
        assert shown.tournament.city == city
        assert shown.questions == ()


def test_who_joins_on_both_sides_is_one(first: Replica) -> None:
    def joined(dsb_id: str, number: int, who: str) -> Replica:
        key = (number,)
        fields = {LISTED: True, "surname": f"Neu{dsb_id}", "dsb_id": dsb_id}
        values = {Place(Part.PLAYER, key, k): value for k, value in fields.items()}
        return stated(first, values, Origin(who), ASKING)

    one, two = joined("X", 5, "A"), joined("X", 7, "B")
    assert [e.id for e in exchanged(one, two, ASKING).tournament.entrants] == [
        1, 2, 3, 4, 5,
    ]  # fmt: skip
    other = exchanged(one, joined("Y", 5, "B"), ASKING)
    assert [e.dsb_id for e in other.tournament.entrants[4:]] == ["X", "Y"]
    assert [e.id for e in other.tournament.entrants[4:]] == [5, 6]


def test_of_two_pairings_the_played_one_is_shown_and_asked_about() -> None:
    rows = {1: ".", 2: ".", 3: "."}
    players = tuple(Entrant(n, f"P{n}", dsb_id=str(n)) for n in rows)
    empty = Tournament("T", entrants=players, pairings=tournaments.pairings(rows))
    first = started(empty, Origin("A"), ASKING)
    other = Place(Part.GAME, (1, 1, 3, 0))
    one = stated(first, {GAME: Score(1, 2, "*", "*")}, Origin("A"), ASKING)
    two = stated(first, {other: Score(1, 3, "1", "0")}, Origin("B"), ASKING)
    shown = exchanged(one, two, ASKING)
    assert shown.tournament.pairings.rows[1].opponents == (3,)
    assert [(q.place, q.reason) for q in shown.questions] == [(GAME, Reason.PAIRING)]
    assert exchanged(two, one, ASKING).questions == shown.questions
