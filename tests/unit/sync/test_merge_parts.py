"""The parts of a merge that tell loops, points, former names and green tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
import tournaments

from syncd.errors import LostLoopError
from syncd.model.tournament import Team, TeamMatch, Tournament
from syncd.sync.diff import changes_between
from syncd.sync.former import was_called, with_former
from syncd.sync.loops import refuse_lost_loop
from syncd.sync.merge3 import merge
from syncd.sync.notes import GREEN_TABLE, TEAM_GONE, notes
from syncd.sync.places import LISTED, Change, Part, Place
from syncd.sync.policy import Policy
from syncd.sync.renumber import renumbered_teams
from syncd.sync.stated import points_of_rows

FIRST = {1: "2w1 3b=", 2: "1b0 4w1", 3: "4w= 1w=", 4: "3b= 2b0"}
SECOND = {1: "2b0 3w1", 2: "1w1 4b0", 3: "4b0 1b0", 4: "3w1 2w1"}
BEGUN = {1: "2b0 3b=", 2: "1w1 4w1", 3: "4b0 1w=", 4: "3w1 2b0"}
TURNED = {1: "2b1 3w=", 2: "1w0 4b1", 3: "4b= 1b=", 4: "3w= 2w0"}
OPENED = {1: "2b0 3b=", 2: "1w0 4w1", 3: "4b0 1w=", 4: "3w0 2b0"}
POINTS = {1: 15, 2: 10, 3: 10, 4: 5}
NAME = Place(Part.PLAYER, (1,), "surname")


def with_points(
    rows: dict[int, str], points: dict[int, int | None] | None
) -> Tournament:
    """Return the tournament with these rows and stated points, if any."""
    t = tournaments.tournament(rows=rows)
    stated: dict[int, int | None] = points or {}
    players = (replace(one, points_x10=stated.get(one.id)) for one in t.entrants)
    return replace(t, entrants=tuple(players))


def more(**points: int) -> dict[int, int | None]:
    """Return the points of the first loop and so many more; `p1=10` for player 1."""
    return {n: x + points.get(f"p{n}", 0) for n, x in POINTS.items()}


def refuse(theirs: Tournament, base: Tournament) -> None:
    refuse_lost_loop(changes_between(base, theirs), theirs, base)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param(SECOND, more(p1=10, p2=10, p4=20), id="the whole second loop"),
        pytest.param(BEGUN, more(p2=10, p4=10), id="its first round"),
        pytest.param(OPENED, more(), id="its first round, still open"),
        pytest.param(SECOND, None, id="no points tell"),
    ],
)
def test_a_second_loop_over_the_first_is_refused(
    rows: dict[int, str], points: dict[int, int | None] | None
) -> None:
    base = with_points(FIRST, more() if points else None)
    with pytest.raises(LostLoopError) as raised:
        refuse(with_points(rows, points), base)
    assert "XML" in raised.value.text.en
    assert "XML" in raised.value.text.de


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        pytest.param(FIRST, more(), id="the same"),
        pytest.param(TURNED, more(), id="only the colours turned"),
        pytest.param({**FIRST, 1: "2b0 3b=", 2: "1w1 4w1"}, more(p1=-10, p2=10),
                     id="one correction, colours as well"),
        pytest.param(FIRST, more(p1=10, p2=20), id="only the points grow"),
        pytest.param(BEGUN, None, id="no points, and few games"),
        pytest.param({n: f"{row} ." for n, row in SECOND.items()}, more(p1=50),
                     id="there is room for further rounds"),
    ],
)  # fmt: skip
def test_what_is_no_second_loop(
    rows: dict[int, str], points: dict[int, int | None] | None
) -> None:
    base = with_points(FIRST, more() if points else None)
    refuse(with_points(rows, points), base)


def test_points_are_counted_where_games_come_from_both_sides() -> None:
    head = with_points({**FIRST, 1: "2w0 3b=", 2: "1b1 4w1"}, more(p1=-10, p2=10))
    theirs = with_points({**FIRST, 1: "2w1 3b1", 3: "4w= 1w0"}, more(p1=5, p3=-5))
    made = with_points(
        {**FIRST, 1: "2w0 3b1", 2: "1b1 4w1", 3: "4w= 1w0"}, more(p1=5, p3=-5)
    )
    found = {c.place.key[0]: c.new for c in points_of_rows(made, head, theirs)}
    assert found == {1: 10, 2: 20}


def test_points_of_an_unknown_way_of_counting_stay_open() -> None:
    head = with_points({**FIRST, 1: "2w0 3b="}, {1: 17})
    theirs = with_points({**FIRST, 1: "2w1 3b1"}, {1: 60})
    made = with_points({**FIRST, 1: "2w0 3b1"}, {1: 60})
    assert [c.new for c in points_of_rows(made, head, theirs)] == [None]


def test_a_league_counts_no_forfeits() -> None:
    head = with_points({**FIRST, 1: "2w+ 3b="}, {1: 5})
    theirs = with_points({**FIRST, 1: "2w1 3b1"}, {1: 20})
    made = with_points({**FIRST, 1: "2w+ 3b1"}, {1: 20})
    assert [c.new for c in points_of_rows(made, head, theirs)] == [10]


def test_former_names_are_real_ones_and_said_once() -> None:
    t = tournaments.tournament()
    married = [Change(NAME, "Ärmel", "Zeisig")]
    once = with_former({}, t, married)
    assert once == {1: (("Ärmel", "Anna"),)}
    assert with_former(once, t, married) == once
    for other in ("Aermel", "?rmel"):
        assert with_former({}, t, [Change(NAME, "Ärmel", other)]) == {}
    assert with_former({}, t, [Change(NAME, None, "Neu")]) == {}


def test_a_former_name_is_known_in_any_spelling() -> None:
    former = {1: (("Ärmel", "Anna"),)}
    assert was_called(NAME, "Aermel", former)
    assert was_called(NAME._replace(field="forename"), "Anna", former)
    assert not was_called(NAME, "Anna", former)
    assert not was_called(NAME._replace(field="club"), "Ärmel", former)
    assert not was_called(NAME._replace(key=(2,)), "Ärmel", former)


def league(one_x10: int, two_x10: int, rows: dict[int, str] = FIRST) -> Tournament:
    teams = (
        Team(1, "Nord", (1, 3), game_points_x10=one_x10),
        Team(2, "Süd", (2, 4), game_points_x10=two_x10),
    )
    return replace(tournaments.tournament(rows=rows), is_team=True, teams=teams)


@pytest.mark.parametrize(
    ("theirs", "codes"),
    [
        pytest.param(league(30, 0), [GREEN_TABLE], id="boards are equal"),
        pytest.param(league(30, 15), [], id="a win against an empty seat"),
        pytest.param(league(25, 15), [], id="nothing"),
        pytest.param(league(15, 25, {**FIRST, 1: "2w0 3b=", 2: "1b1 4w1"}), [],
                     id="a correction"),
    ],
)  # fmt: skip
def test_a_green_table_is_told(theirs: Tournament, codes: list[str]) -> None:
    base = league(25, 15)
    found = list(notes(changes_between(base, theirs), (), base))
    assert [one.code for one in found] == codes
    assert all("Süd" in one.text.de and "Süd" in one.text.en for one in found)


def test_a_team_that_stays_is_told() -> None:
    place = Place(Part.TEAM, (2, 0), LISTED)
    (found,) = notes((), (place,), league(25, 15))
    assert (found.code, found.place) == (TEAM_GONE, place)
    assert found.text.de.startswith("Süd fehlt")


def test_where_nobody_knows_who_was_home_the_lower_team_stands_first() -> None:
    matches = (
        TeamMatch(1, 1, 2, is_home_known=False, forfeited="+-"),
        TeamMatch(2, 1, 2, forfeited="+-"),
    )
    moved = renumbered_teams(replace(league(0, 0), matches=matches), {1: 2, 2: 1})
    assert moved.matches == (
        TeamMatch(1, 1, 2, is_home_known=False, forfeited="-+"),
        TeamMatch(2, 2, 1, forfeited="+-"),
    )


@pytest.mark.parametrize("loops", [1, 2])
def test_loops_in_one_row_are_the_same_tournament(loops: int) -> None:
    """CLM's file for import knows no loops; what comes back has more rounds."""
    head = replace(tournaments.tournament(rows=FIRST), rounds=1, loops=2)
    echo = replace(head, rounds=2 if loops == 1 else 1, loops=loops)
    merged = merge(head, head, echo, Policy())
    assert merged.tournament == head
    assert {one.place.field for one in merged.kept} == (
        {"rounds", "loops"} if loops == 1 else set()
    )
    assert merge(echo, head, echo, Policy()).kept == ()


def test_other_rounds_are_news() -> None:
    head = replace(tournaments.tournament(rows=FIRST), rounds=1, loops=2)
    more = merge(head, head, replace(head, rounds=3, loops=1), Policy())
    assert more.tournament.rounds == 3


def test_a_second_loop_is_added_once() -> None:
    """Ours has one round less; with their loop it has as many as they had before."""
    base = replace(tournaments.tournament(rows=FIRST), rounds=2)
    theirs = replace(base, loops=2)
    first = merge(base, replace(base, rounds=1), theirs, Policy())
    assert (first.tournament.rounds, first.tournament.loops) == (1, 2)
    again = merge(base, first.tournament, theirs, Policy())
    assert (again.tournament, again.applied) == (first.tournament, ())


def test_more_rounds_of_who_knows_no_loops_are_asked_about() -> None:
    head = replace(tournaments.tournament(rows=FIRST), rounds=1, loops=2)
    base, theirs = (replace(head, rounds=rounds, loops=1) for rounds in (2, 3))
    merged = merge(base, head, theirs, Policy())
    assert merged.tournament == head
    assert [one.place.field for one in merged.conflicts] == ["rounds"]
