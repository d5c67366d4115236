from __future__ import annotations

import pytest
import tournaments

from syncd.sync.facts import facts_of
from syncd.sync.places import Part, Place
from syncd.sync.wanted import field_of, wanted

OPEN = tournaments.tournament()


def places(text: str) -> set[Place]:
    """Return the places of the tournament that a person means."""
    asked = wanted(text)
    players = asked.players(OPEN)
    return {place for place in facts_of(OPEN) if asked.fits(place, players)}


def player(number: int, *fields: str) -> set[Place]:
    return {Place(Part.PLAYER, (number,), field) for field in fields}


def game(*key: int) -> set[Place]:
    return {Place(Part.GAME, (*key, 0))}


CLUB = player(1, "club")
SECOND_ROUND = {*game(2, 1, 3), *game(2, 2, 4), Place(Part.ROUND, (2,), "date")}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("player 1 club", CLUB),
        ("1 Verein", CLUB),
        ("Verein Ärmel", CLUB),
        ("aermel anna verein", CLUB),
        ("1 Ärmel, Verein", CLUB),
        ("spieler 2 Wertungszahl", player(2, "rating")),
        ("Bolt birth_year", player(2, "birth_year")),
        ("Geburtsjahr 2", player(2, "birth_year")),
        ("1-3", game(2, 1, 3)),
        ("3 : 1", game(2, 1, 3)),
        ("Cramer – Ärmel", game(2, 1, 3)),
        ("Cramer gegen 1", game(2, 1, 3)),
        ("Runde 1, 1 Ärmel, Anna – 2 Bolt, Bert", game(1, 1, 2)),
        ("Runde 1, Weiß Bolt, Bert (2) – Schwarz Ärmel, Anna (1)", game(1, 1, 2)),
        ("Round 2, White Ärmel, Anna (1) – Black Cramer (3)", game(2, 1, 3)),
        ("Weiß – Schwarz", set()),
        ("Bedenkzeit", {Place(Part.TOURNAMENT, (), "time_control_text")}),
        ("player 4 round 2", game(2, 2, 4)),
        ("Dorn Runde 2 Ergebnis", game(2, 2, 4)),
        ("Runde 2", SECOND_ROUND),
        ("round 2 date", {Place(Part.ROUND, (2,), "date")}),
        ("round 2 cell", {*game(2, 1, 3), *game(2, 2, 4)}),
        ("city", {Place(Part.TOURNAMENT, (), "city")}),
        ("Turnier Name", {Place(Part.TOURNAMENT, (), "name")}),
        ("Bedenkzeit (Code)", {Place(Part.TOURNAMENT, (), "time_control_code")}),
        ("parameter bem_int", {Place(Part.PARAMETER, (), "bem_int")}),
        ("Punkte 2", player(2, "points_x10")),
        ("Nobody", set()),
    ],
)
def test_a_place_is_found_by_what_people_call_it(text: str, found: set[Place]) -> None:
    assert places(text) == found


def test_a_player_alone_is_everything_of_his() -> None:
    assert places("Dorn") == {
        *player(4, "listed", "surname", "forename"), *game(1, 3, 4), *game(2, 2, 4)
    }  # fmt: skip


def test_everything_that_is_printed_is_found() -> None:
    for place in facts_of(OPEN):
        if field_of(place) and place.part in {Part.TOURNAMENT, Part.PLAYER}:
            numbers = " ".join(map(str, place.key))
            assert place in places(f"{place.part.value} {numbers} {place.field}")
