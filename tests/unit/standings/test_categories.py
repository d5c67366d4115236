from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from small_events import code, standings_of, tournament

from syncd.bilingual import Text
from syncd.model.tournament import Entrant, Kind
from syncd.standings.categories import (
    Category,
    Filtered,
    filtered,
    is_in,
    members,
    parse_category,
)
from syncd.standings.options import Options
from syncd.standings.prizes import Prize, prize_places
from syncd.standings.ties import placed

ENTRANTS = (
    Entrant(1, "A", sex="m", rating=2100, birth_year=1960, club="SK Ulm"),
    Entrant(2, "B", sex="w", rating=1550, birth_date=dt.date(2012, 5, 1)),
    Entrant(3, "C", sex="m", rating=1600, birth_year=2013, federation="AUT"),
    Entrant(4, "D", club="SK Ulm"),
)
# 1 beats 3, 2 beats 4: two share the first place, two the third
EVENT = replace(tournament("3w1", "4w1", "1b0", "2b0"), entrants=ENTRANTS)
PLACED = placed(standings_of(EVENT, [code("PTS")]), EVENT)


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("U14", {2, 3}),
        ("u13", {3}),
        ("S60", {1}),
        ("65+", {1}),
        ("S67", set()),
        ("w", {2}),
        ("F", {2}),
        ("m", {1, 3}),
        ("<1600", {2, 4}),
        ("1600-2100", {1, 3}),
        (">1600", {1}),
        ("club:SK Ulm", {1, 4}),
        ("Verein: SK Ulm", {1, 4}),
        ("fed:aut", {3}),
        ("fed:GER", set()),
        ("club:Ulm", set()),
    ],
)
def test_categories_as_people_write_them(written: str, numbers: set[int]) -> None:
    category = parse_category(written, 2026)
    assert isinstance(category, Category)
    assert category.name == written
    assert members(EVENT, category) == numbers


@pytest.mark.parametrize(
    "written", ["", "U", "U1x", "1600-", "club", "club:", "fed: ", "=1600", "٣+"]
)
def test_what_is_no_category(written: str) -> None:
    told = parse_category(written, 2026)
    assert isinstance(told, Text)
    assert "is no category" in told.en


@pytest.mark.parametrize(
    ("category", "numbers"),
    [
        (Category("all"), {1, 2, 3, 4}),
        (Category("club", club="SK Ulm"), {1, 4}),
        (Category("guests", federation="AUT"), {3}),
        (Category("chosen", numbers=(2, 4)), {2, 4}),
        (Category("girls", sex="w", born_from=2012), {2}),
    ],
)
def test_other_categories(category: Category, numbers: set[int]) -> None:
    assert {one.id for one in ENTRANTS if is_in(one, category)} == numbers


def test_places_inside_a_category() -> None:
    def places(numbers: set[int]) -> list[tuple[int, int]]:
        return [(one.placed.number, one.place) for one in filtered(PLACED, numbers)]

    assert places({1, 2, 3, 4}) == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert places({2, 3}) == [(2, 1), (3, 2)]
    assert places({3, 4}) == [(3, 1), (4, 1)]
    assert filtered(PLACED, {4}) == [Filtered(PLACED[3], 1)]
    assert places(set()) == []


def test_prize_places_are_marked_with_all_who_share_the_last_one() -> None:
    young = parse_category("U14", 2026)
    assert isinstance(young, Category)
    prizes = [Prize("main", 1), Prize("U14", 1, young), Prize("none", 0)]
    assert prize_places(PLACED, EVENT, prizes) == {1: ("main",), 2: ("main", "U14")}
    assert set(prize_places(PLACED, EVENT, [Prize("main", 3)])) == {1, 2, 3, 4}


def test_who_does_not_count_gets_no_prize() -> None:
    event = tournament(
        "2w1 3w1 4w+", "1b0 4w1 3b0", "4b+ 1b0 2w1", "3w- 2b0 1b-",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    options = Options(removes_early_leavers=True)
    places = placed(standings_of(event, [code("PTS")], options), event)
    everybody = Category("all")
    prizes = [Prize("main", 4), Prize("all", 4, everybody)]
    assert sorted(prize_places(places, event, prizes)) == [1, 2, 3]
