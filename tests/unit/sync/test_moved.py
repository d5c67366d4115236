"""Places and values under other start numbers."""

from __future__ import annotations

import datetime as dt

import pytest
import tournaments

from syncd.model.tournament import GameDate, LineUp
from syncd.sync.decompose import ENTRANTS, ROWS
from syncd.sync.facts import facts_of
from syncd.sync.moved import moved_place, moved_value
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.renumber import renumbered

IDS = {1: 9, 2: 3, 3: 2}
DAY = dt.date(2026, 10, 3)
GAME = Place(Part.GAME, (1, 1, 2, 0))
TEAM = Place(Part.TEAM, (1, 0), "roster")


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Place(Part.PLAYER, (1,), "club"), Place(Part.PLAYER, (9,), "club")),
        (Place(Part.PLAYER, (4,), "club"), Place(Part.PLAYER, (4,), "club")),
        (Place(Part.CELL, (2, 5)), Place(Part.CELL, (3, 5))),
        (GAME, Place(Part.GAME, (1, 3, 9, 0))),
        (Place(Part.GAME, (1, 2, 3, 1)), Place(Part.GAME, (1, 2, 3, 1))),
        (Place(Part.GAME_DATE, (2, 1, 4, 0)), Place(Part.GAME_DATE, (2, 4, 9, 0))),
        (Place(Part.PLAYED_ZERO, (2, 1, 3, 0)), Place(Part.PLAYED_ZERO, (2, 2, 9, 0))),
        (Place(Part.TEAM, (1, 0), "name"), Place(Part.TEAM, (1, 0), "name")),
        (Place(Part.MATCH, (1, 1, 2, 0)), Place(Part.MATCH, (1, 1, 2, 0))),
        (Place(Part.ROUND, (1,), "date"), Place(Part.ROUND, (1,), "date")),
    ],
)
def test_a_place_moves_with_its_players_only(place: Place, expected: Place) -> None:
    assert moved_place(place, IDS) == expected


@pytest.mark.parametrize(
    ("place", "value", "expected"),
    [
        (GAME, Score(1, 2, "1", "0"), Score(9, 3, "1", "0")),
        (GAME, Score(1, 2, "1", "0", has_colours=False),
         Score(3, 9, "0", "1", has_colours=False)),
        (GAME, Score(2, 3, "1", "0", has_colours=False),
         Score(2, 3, "0", "1", has_colours=False)),
        (GAME, Score(1, 2, "1", " ", has_colours=False, is_mutual=False),
         Score(9, 3, "1", " ", has_colours=False, is_mutual=False)),
        (Place(Part.CELL, (1, 1)), Cell(2, "w", "1"), Cell(3, "w", "1")),
        (Place(Part.CELL, (1, 1)), Cell(0, "-", "U"), Cell(0, "-", "U")),
        (Place(Part.LINE_UP, (1, 1, 0)), LineUp(1, 1, 2, (3, 0, 1)),
         LineUp(1, 1, 2, (2, 0, 9))),
        (Place(Part.GAME_DATE, (1, 1, 2, 0)), GameDate(1, 1, 2, DAY),
         GameDate(1, 9, 3, DAY)),
        (Place(Part.PLAYED_ZERO, (2, 1, 3, 0)), (2, 1, 3), (2, 9, 2)),
        (TEAM, (3, 4), (2, 4)),
        (Place(Part.ORDER, (), ENTRANTS), ((2,), (1,)), ((3,), (9,))),
        (Place(Part.ORDER, (), ROWS), ((2,), (1,)), ((3,), (9,))),
        (Place(Part.ORDER, (), "teams"), ((2, 0), (1, 0)), ((2, 0), (1, 0))),
        (Place(Part.TOURNAMENT, (), "tiebreaks"), (1, 2, 3), (1, 2, 3)),
        (Place(Part.PLAYER, (1,), "club"), "SK Köln", "SK Köln"),
        (GAME, None, None),
    ],
)  # fmt: skip
def test_a_value_names_the_same_players(
    place: Place, value: object, expected: object
) -> None:
    assert moved_value(place, value, IDS) == expected


def test_moved_facts_are_the_facts_of_the_moved_tournament() -> None:
    before = tournaments.tournament()
    ids = {1: 2, 2: 1, 3: 3, 4: 4}
    moved = {
        moved_place(place, ids): moved_value(place, value, ids)
        for place, value in facts_of(before).items()
    }
    after = facts_of(renumbered(before, ids))
    orders = {Place(Part.ORDER, (), ENTRANTS), Place(Part.ORDER, (), ROWS)}
    assert moved == {place: after[place] for place in after if place not in orders}
