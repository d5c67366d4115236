from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from syncd.errors import DecodeError
from syncd.formats.trf import decode, to_tournament
from syncd.model.tournament import Kind, LineUp, TeamMatch
from syncd.sync.facts import facts_of
from syncd.sync.placejson import (
    decode_place,
    decode_value,
    encode_place,
    encode_value,
)
from syncd.sync.places import Cell, Part, Place, Score

DATA = Path(__file__).parents[2] / "data"
FILES = [DATA / "clm" / f"{name}_clm.trf" for name in ("E02", "E05", "E10")]


def test_every_fact_of_a_file_comes_back() -> None:
    parts = set()
    for file in FILES:
        facts = facts_of(to_tournament(decode(file.read_bytes())).tournament)
        for place, value in facts.items():
            parts.add(place.part)
            assert decode_place(encode_place(place)) == place
            found = decode_value(place, encode_value(value))
            assert (found, type(found)) == (value, type(value))
    assert {Part.GAME, Part.CELL, Part.PLAYER, Part.ROUND, Part.PARAMETER} <= parts


@pytest.mark.parametrize(
    ("place", "value", "text"),
    [
        (
            Place(Part.GAME, (1, 2, 3, 0)),
            Score(3, 2, "1", "0"),
            '[3, 2, "1", "0", true, true]',
        ),
        (Place(Part.CELL, (2, 1)), Cell(0, "-", "U"), '[0, "-", "U"]'),
        (Place(Part.PLAYER, (2,), "listed"), True, "true"),
        (Place(Part.PLAYER, (2,), "elo"), 2100, "2100"),
        (Place(Part.PLAYER, (2,), "surname"), None, "null"),
        (Place(Part.TOURNAMENT, (), "start"), dt.date(2026, 10, 3), '"2026-10-03"'),
        (Place(Part.TOURNAMENT, (), "kind"), Kind.SWISS, '"swiss"'),
        (Place(Part.TEAM, (3, 0), "roster"), (7, 8), "[7, 8]"),
        (
            Place(Part.MATCH, (1, 3, 4, 0)),
            TeamMatch(1, 4, 3, forfeited="+-"),
            '{"forfeited": "+-", "guest": 3, "home": 4, "round": 1}',
        ),
        (
            Place(Part.LINE_UP, (1, 3, 0)),
            LineUp(1, 3, 4, (8, 0)),
            '{"opponent": 4, "players": [8, 0], "round": 1, "team": 3}',
        ),
        (Place(Part.PLAYED_ZERO, (1, 2, 3, 0)), (1, 3, 2), "[1, 3, 2]"),
        (Place(Part.ORDER, (), "teams"), ((2,), (1,)), "[[2], [1]]"),
    ],
)
def test_how_values_are_written(place: Place, value: object, text: str) -> None:
    assert encode_value(value) == text
    assert decode_value(place, text) == value


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(Part.GAME, (1, 2, 3, 0)), "[3, 2]"),
        (Place(Part.GAME, (1, 2, 3, 0)), '["3", 2, "1", "0", true, true]'),
        (Place(Part.PLAYER, (2,), "elo"), '"much"'),
        (Place(Part.PLAYER, (2,), "shoe_size"), "43"),
        (Place(Part.TOURNAMENT, (), "start"), '"today"'),
        (Place(Part.CELL, (2, 1)), "{"),
        (Place(Part.CELL, (2, 1)), "7"),
    ],
)
def test_what_cannot_stand_there_is_an_error(place: Place, text: str) -> None:
    with pytest.raises(DecodeError):
        decode_value(place, text)


@pytest.mark.parametrize("text", ["", "[]", '["nowhere", [], ""]', '["game", 1, ""]'])
def test_what_is_no_place_is_an_error(text: str) -> None:
    with pytest.raises(DecodeError):
        decode_place(text)
