"""W - We by hand."""

from __future__ import annotations

import datetime as dt

from small_events import tournament

from syncd.standings.expectation import Expectation, expectations
from syncd.standings.standings import contest_of


def test_points_against_expected_points() -> None:
    # number 1 (2000) beat 2 (1900): 0.64, drew 3 (1800): 0.76; the bye says nothing
    event = tournament("2w1 3b= U", "1b0 Z 3w1", "U 1w= 2b0")
    field = contest_of(event).primary
    first, second, third = expectations(field, (2000, 1900, 1800))
    assert first == Expectation(2, 150, 140)
    assert first.difference_x100 == 10
    # number 2: 0.36 and 0.64 expected, 0 and 1 scored
    assert second == Expectation(2, 100, 100)
    # number 3: 0.24 and 0.36 expected, 0.5 and 0 scored
    assert third == Expectation(2, 50, 60)


def test_the_unrated_and_forfeits_say_nothing() -> None:
    event = tournament("2w1 3b+", "1b0 Z", "U 1w-")
    field = contest_of(event).primary
    assert expectations(field, (2000, None, 1800)) == [
        Expectation(0, 0, 0),
        None,
        Expectation(0, 0, 0),
    ]


def test_a_difference_above_400_counts_as_400() -> None:
    field = contest_of(tournament("2w1", "1b0")).primary
    # 400 gives 0.92, 500 would give 0.96
    assert expectations(field, (2000, 1500))[0] == Expectation(1, 100, 92)
    assert expectations(field, (2000, 1500))[1] == Expectation(1, 0, 8)


def test_since_october_2025_not_from_2650_on() -> None:
    field = contest_of(tournament("2w1", "1b0")).primary
    ratings = (2650, 2150)
    assert expectations(field, ratings)[0] == Expectation(1, 100, 96)
    before = dt.date(2025, 9, 30)
    assert expectations(field, ratings, before)[0] == Expectation(1, 100, 92)
    # the opponent has less than 2650
    assert expectations(field, ratings)[1] == Expectation(1, 0, 8)
