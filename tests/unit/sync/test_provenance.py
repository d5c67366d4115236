from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import tournaments
from tournaments import ANNA, BERT, CARL, DORA

from syncd.sync.changewords import lines
from syncd.sync.places import Part, Place
from syncd.sync.policy import Origin, Resolution
from syncd.sync.provenance import (
    Cause,
    blame,
    changes_at,
    origins_of,
    refused_in,
    traces_of,
)
from syncd.sync.wanted import wanted

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

DAY = dt.datetime(2026, 10, 5, tzinfo=dt.UTC)
FIRST = Cause(1, DAY, DAY, "north", 11, "a.trf")
SECOND = Cause(2, DAY, DAY, "south", 12, "b.trf")
UNDONE = Cause(3, DAY, DAY, decision="revert", by="rita")
OPEN = tournaments.tournament()
CLUB, RATING, POINTS = (
    Place(Part.PLAYER, (number,), field)
    for number, field in [(1, "club"), (2, "rating"), (1, "points_x10")]
)


def with_clubs(t: Tournament, club: str, rating: int | None) -> Tournament:
    anna, bert, *others = t.entrants
    changed = (replace(anna, club=club), replace(bert, rating=rating))
    return replace(t, entrants=(*changed, *others))


CHANGED = with_clubs(OPEN, "Bonn", None)
HISTORY = [(FIRST, OPEN), (SECOND, CHANGED), (UNDONE, OPEN)]


def told(history: list[tuple[Cause, Tournament]], text: str) -> list[object]:
    """Return revision, old and new of every change that a person asks for."""
    return [
        (cause.revision, line.place, line.field, line.old, line.new)
        for cause, changes in changes_at(reversed(history), wanted(text))
        for line in lines(changes)
    ]


def test_a_value_is_of_the_revision_that_changed_it_last() -> None:
    found = {line.place: line for line in blame(traces_of(HISTORY[:2]))}
    assert (found[CLUB].value, found[CLUB].mark) == ("Bonn", (SECOND, "SK Köln"))
    assert (found[POINTS].value, found[POINTS].mark) == (10, (FIRST, None))
    assert RATING not in found


def test_who_has_emptied_a_place_is_known() -> None:
    origins = origins_of(traces_of(HISTORY[:2]))
    assert origins[RATING] == origins[CLUB] == Origin("south", DAY)
    assert origins[POINTS] == Origin("north", DAY)


def test_what_a_person_has_undone_is_refused_from_everybody() -> None:
    assert refused_in(traces_of(HISTORY), frozenset({"revert"})) == {
        CLUB: Resolution("SK Köln", frozenset({"Bonn"})),
        RATING: Resolution(1700, frozenset({None})),
    }
    assert origins_of(traces_of(HISTORY))[CLUB] == Origin("", DAY)


def test_the_changes_at_a_place_come_with_what_they_replaced() -> None:
    place, field = "player 1", "club"
    assert told(HISTORY, "Ärmel Verein") == [
        (3, place, field, "Bonn", "SK Köln"),
        (2, place, field, "SK Köln", "Bonn"),
        (1, place, field, "", "SK Köln"),
    ]


MOVED = tournaments.tournament(
    (
        replace(BERT, id=1),
        replace(ANNA, id=2),
        replace(CARL, id=3, club="Bonn"),
        replace(DORA, id=4),
    ),
    {1: "2b0 4w1", 2: "1w1 3b=", 3: "4w= 2w=", 4: "3b= 1b0"},
)
"""The same with the first two under each other's number, and one new value."""


def test_who_gets_another_number_keeps_what_is_known_of_him() -> None:
    traces = traces_of([(FIRST, OPEN), (SECOND, MOVED)])
    found = {line.place: line for line in blame(traces)}
    changed = {place for place, line in found.items() if line.mark.cause is SECOND}
    assert changed == {Place(Part.PLAYER, (3,), "club")}
    assert found[Place(Part.PLAYER, (2,), "club")].value == "SK Köln"


def test_who_gets_another_number_is_followed() -> None:
    history = [(FIRST, OPEN), (SECOND, with_clubs(OPEN, "Köln", 1)), (UNDONE, MOVED)]
    renumbered = told(history, "2 club")
    assert renumbered == told(history, "Ärmel club")
    assert [line[:2] for line in renumbered] == [  # type: ignore[index]
        (3, "player 2"), (2, "player 1"), (1, "player 1"),
    ]  # fmt: skip


def test_who_is_gone_is_found_by_name() -> None:
    smaller = tournaments.tournament((ANNA, BERT), {1: "2w1 .", 2: "1b0 ."})
    history = [(FIRST, OPEN), (SECOND, smaller)]
    assert (2, "player 4", "player", "Dorn, Dora", "") in told(history, "Dorn")
