from __future__ import annotations

import datetime as dt

import pytest
import tournaments

from syncd.errors import ConfigError
from syncd.sync.answers import changes_for, value_of
from syncd.sync.apply import apply
from syncd.sync.places import Cell, Part, Place, Score

GAME = Place(Part.GAME, (1, 1, 2, 0))
OURS, THEIRS = Score(2, 1, "1", "0"), Score(2, 1, "0", "1")
SURNAME = Place(Part.PLAYER, (1,), "surname")
ELO = Place(Part.PLAYER, (1,), "elo")
SEX = Place(Part.PLAYER, (1,), "sex")
BORN = Place(Part.PLAYER, (1,), "birth_year")
ROUNDS = Place(Part.TOURNAMENT, (), "rounds")
START = Place(Part.TOURNAMENT, (), "start")
ROSTER = Place(Part.TEAM, (1, 0), "roster")


@pytest.mark.parametrize(
    ("answer", "codes"),
    [
        ("ours", "10"), ("theirs", "01"), ("1-0", "10"), (" 0 : 1 ", "01"),
        ("½-½", "=="), ("1/2-1/2", "=="), ("0,5:0.5", "=="), ("+:-", "+-"),
        ("-:+", "-+"), ("-:-", "--"), ("0-0", "00"), ("1–0", "10"),
    ],
)  # fmt: skip
def test_results_are_given_for_white_first(answer: str, codes: str) -> None:
    assert value_of(GAME, OURS, THEIRS, answer) == Score(2, 1, *codes)


@pytest.mark.parametrize(
    ("place", "answer", "value"),
    [
        (SURNAME, "Müller", "Müller"),
        (ELO, "2100", 2100),
        (BORN, "1999", 1999),
        (SEX, "w", "w"),
        (Place(Part.PLAYER, (1,), "fide_id"), "24681357", 24681357),
        (START, "2026-10-03", dt.date(2026, 10, 3)),
        (Place(Part.ROUND, (2,), "date"), "2026-10-03", dt.date(2026, 10, 3)),
        (Place(Part.ROUND, (2,), "time"), "10:00:00", "10:00:00"),
    ],
)
def test_single_values_can_be_named(place: Place, answer: str, value: object) -> None:
    assert value_of(place, None, None, answer) == value


@pytest.mark.parametrize(
    ("place", "answer", "en", "de"),
    [
        (GAME, "2-0", "is no result. Write for instance 1-0", "kein Ergebnis"),
        (GAME, "", "is no result", "kein Ergebnis"),
        (GAME, "1", "is no result", "kein Ergebnis"),
        (ELO, "much", "Write a whole number, or ours or", "eine ganze Zahl"),
        (START, "3.10.2026", "Write a day as 2026-10-03", "einen Tag wie 2026-10-03"),
        (ELO, "9" * 30, "Write a whole number", "eine ganze Zahl"),
        (ELO, "9" * 5000, "Write a whole number", "eine ganze Zahl"),
        (ELO, "10000", "Write a whole number", "eine ganze Zahl"),
        (ELO, "0", "Write a whole number", "eine ganze Zahl"),
        (ELO, "-1", "Write a whole number", "eine ganze Zahl"),
        (ELO, "2_100", "Write a whole number", "eine ganze Zahl"),
        (ELO, "\u0662\u0661", "Write a whole number", "eine ganze Zahl"),
        (BORN, "99", "Write a whole number", "eine ganze Zahl"),
        (BORN, "3000", "Write a whole number", "eine ganze Zahl"),
        (ROUNDS, "1000", "Write a whole number", "eine ganze Zahl"),
        (START, "0001-01-01", "Write a day as 2026-10-03", "einen Tag wie 2026-10-03"),
        (SURNAME, "a\nb", "Write the text", "den Text"),
        (SURNAME, "a\0b", "Write the text", "den Text"),
        (SURNAME, "a\u202eb", "Write the text", "den Text"),
        (SURNAME, "a" * 501, "Write the text", "den Text"),
        (SEX, "x", "Write the text", "den Text"),
        (SURNAME, " ", "Write the text, or ours or theirs.", "den Text"),
        (ROSTER, "1, 2", "Write ours or theirs.", "ours oder theirs"),
        (Place(Part.CELL, (1, 1)), "U", "Write ours or theirs.", "ours oder theirs"),
    ],
)
def test_what_cannot_stand_there_is_refused(
    place: Place, answer: str, en: str, de: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        value_of(place, OURS, None, answer)
    assert en in caught.value.text.en
    assert de in caught.value.text.de


def test_a_chosen_pairing_takes_the_place_of_what_stood_there() -> None:
    before = tournaments.tournament(rows={1: "2w1", 2: "1b0", 3: "4w=", 4: "3b="})
    chosen: dict[Place, object] = {
        Place(Part.GAME, (1, 1, 3, 0)): Score(1, 3, "1", "0"),
        Place(Part.GAME, (1, 2, 4, 0)): Score(4, 2, "=", "="),
    }
    after = apply(changes_for(before, chosen), before)

    rows = {1: "3w1", 2: "4b=", 3: "1b0", 4: "2w="}
    assert after == tournaments.tournament(rows=rows)


def test_a_chosen_bye_leaves_nobody_with_half_a_game() -> None:
    before = tournaments.tournament(rows={1: "2w0", 2: "1b0", 3: "4w=", 4: "3b="})
    bye: dict[Place, object] = {Place(Part.CELL, (1, 1)): Cell(0, "-", "U")}
    after = apply(changes_for(before, bye), before)

    assert after.pairings.rows[1].results == "U"
    assert after.pairings.rows[2].opponents == (0,)


def test_nothing_can_be_chosen() -> None:
    before = tournaments.tournament(rows={1: "2w1", 2: "1b0", 3: "4w=", 4: "3b="})
    after = apply(changes_for(before, {GAME: None}), before)

    assert after.pairings.rows[1].opponents == (0,)
    assert after.pairings.rows[3] == before.pairings.rows[3]
