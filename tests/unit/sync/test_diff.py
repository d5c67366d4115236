from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
import tournaments

from syncd.model.tournament import Kind, Team, TeamMatch, Tournament
from syncd.sync.changewords import Line, told

OPEN = tournaments.tournament()
ANNA = tournaments.ANNA


def with_anna(**changes: object) -> Tournament:
    anna = replace(ANNA, **changes)  # type: ignore[arg-type]
    return replace(OPEN, entrants=(anna, *OPEN.entrants[1:]))


@pytest.mark.parametrize(
    ("field", "value", "old", "new"),
    [
        ("name", "Open", "Köln-Mülheim Open", "Open"),
        ("kind", Kind.UNKNOWN, "swiss", "unknown"),
        ("is_team", True, "no", "yes"),
        ("rounds", 3, "2", "3"),
        ("start", None, "2026-10-03", ""),
        ("end", dt.date(2026, 10, 5), "2026-10-04", "2026-10-05"),
        ("venue", "", "Bürgerhaus", ""),
        ("tiebreaks", (1,), "1; 2", "1"),
        ("deputies", (), "Helfer, Hans", ""),
        ("missing_results", "### Warnung!", "", "### Warnung!"),
    ],
)
def test_a_field_of_the_tournament(
    field: str, value: object, old: str, new: str
) -> None:
    changed = replace(OPEN, **{field: value})  # type: ignore[arg-type]
    assert told(OPEN, changed) == (Line("tournament", field, old, new),)
    assert told(changed, OPEN) == (Line("tournament", field, new, old),)


def test_teams_are_compared() -> None:
    one, two = Team(1, "Köln I", (1, 2)), Team(2, "Bonn", (3, 4))
    before, after = (replace(OPEN, teams=teams) for teams in ((two,), (one, two)))
    assert told(before, after) == (
        Line("tournament", "teams", "", "number 1, name Köln I, roster 1; 2"),
    )


def test_a_match_is_told_in_words() -> None:
    changed = replace(OPEN, matches=(TeamMatch(1, 2, 3),))
    (change,) = told(OPEN, changed)
    assert change.new == "round 1, home 2, guest 3, is home known yes"


def test_who_has_another_number_is_compared_with_himself() -> None:
    """The last two have changed places, and one of them has got a rating."""
    anna, bert, carl, dora = OPEN.entrants
    turned = (anna, bert, replace(dora, id=3), replace(carl, id=4, rating=1500))
    rows = {1: "2w1 4b=", 2: "1b0 3w1", 4: "3w= 1w=", 3: "4b= 2b0"}
    assert told(OPEN, tournaments.tournament(turned, rows)) == (
        Line("tournament", "start_numbers", "", "2"),
        Line("player 4", "rating", "", "1500"),
    )


def test_who_is_gone_is_told_among_moved_numbers() -> None:
    anna, bert, _, dora = OPEN.entrants
    three = (anna, bert, replace(dora, id=3))
    rows = {1: "2w1 .", 2: "1b0 3w1", 3: ". 2b0"}
    changes = told(OPEN, tournaments.tournament(three, rows))
    assert changes[0] == Line("tournament", "start_numbers", "", "2")
    assert Line("player 5", "player", "Cramer, Carl", "") in changes


@pytest.mark.parametrize(
    ("field", "value", "old", "new"),
    [
        ("surname", "Aermel", "Ärmel", "Aermel"),
        ("fide_id", None, "12345678", ""),
        ("birth_year", 2002, "2001", "2002"),
        ("rating", 1800, "", "1800"),
        ("points_x10", 15, "10", "15"),
    ],
)
def test_a_field_of_a_player(field: str, value: object, old: str, new: str) -> None:
    assert told(OPEN, with_anna(**{field: value})) == (
        Line("player 1", field, old, new),
    )


def test_players_come_and_go_with_their_rounds() -> None:
    three = tournaments.tournament(OPEN.entrants[:3])
    expected = [
        ("player 4", "player", "", "Dorn, Dora"),
        ("player 4 round 1", "cell", "", "3 b ="),
        ("player 4 round 2", "cell", "", "2 b 0"),
    ]

    assert told(three, OPEN) == tuple(Line(*parts) for parts in expected)
    assert told(OPEN, three) == tuple(
        Line(place, field, new, old) for place, field, old, new in expected
    )


def test_a_player_without_forename() -> None:
    five = (*OPEN.entrants, replace(ANNA, id=5, surname="Solo", forename=""))
    rows = {1: ".", 2: ".", 3: ".", 4: ".", 5: "."}
    before = tournaments.tournament(rows=rows)
    assert told(before, tournaments.tournament(five, rows)) == (
        Line("player 5", "player", "", "Solo"),
    )


def test_a_result_changes_in_both_rows() -> None:
    rows = {1: "2w0 3b=", 2: "1b1 4w1", 3: "4w= 1w=", 4: "3b= 2b0"}
    assert told(OPEN, tournaments.tournament(rows=rows)) == (
        Line("player 1 round 1", "cell", "2 w 1", "2 w 0"),
        Line("player 2 round 1", "cell", "1 b 0", "1 b 1"),
    )


def test_a_new_round() -> None:
    rows = {1: "2w1 3b= 4w*", 2: "1b0 4w1 .", 3: "4w= 1w= 0-Z", 4: "3b= 2b0 1b*"}
    assert told(OPEN, tournaments.tournament(rows=rows)) == (
        Line("player 1 round 3", "cell", "", "4 w *"),
        Line("player 3 round 3", "cell", "", "0 - Z"),
        Line("player 4 round 3", "cell", "", "1 b *"),
    )


def test_the_order_of_players_is_no_change() -> None:
    turned = tournaments.tournament(OPEN.entrants[::-1])
    assert told(OPEN, turned) == ()


def test_tournament_comes_first_then_players_then_rounds() -> None:
    rows = {1: "2w0 3b=", 2: "1b1 4w1", 3: "4w= 1w=", 4: "3b= 2b0"}
    changed = replace(
        tournaments.tournament(with_anna(rank=2).entrants, rows), city="Bonn"
    )
    assert [change.place for change in told(OPEN, changed)] == [
        "tournament",
        "player 1",
        "player 1 round 1",
        "player 2 round 1",
    ]
