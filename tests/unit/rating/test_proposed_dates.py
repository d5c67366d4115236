from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.model.tournament import GameDate
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.dates import game_dates, proposed_dates

THREE_ROUNDS = crosstables.drawn_up("1 | 2w1 2b0 2w+\n2 | 1b0 1w1 1b-")
DAY = dt.timedelta(days=1)
FIRST = crosstables.FIRST_DAY
SECOND = FIRST + DAY
EARLIER, LATER = FIRST - DAY, FIRST + 7 * DAY


def test_only_rounds_with_played_games_count() -> None:
    assert proposed_dates(THREE_ROUNDS, Confirmed()) == (FIRST, SECOND)


def test_planning_values_are_never_used() -> None:
    t = replace(THREE_ROUNDS, start=EARLIER, end=LATER)
    assert proposed_dates(t, Confirmed()) == (FIRST, SECOND)
    t = replace(t, round_dates=())
    assert proposed_dates(t, Confirmed()) == (None, None)


def test_rounds_in_another_order_than_their_dates() -> None:
    t = replace(THREE_ROUNDS, round_dates=(SECOND, FIRST, LATER))
    assert proposed_dates(t, Confirmed()) == (FIRST, SECOND)


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        ((None, SECOND, LATER), (None, SECOND)),
        ((FIRST, None, LATER), (FIRST, None)),
        ((FIRST,), (FIRST, None)),
        ((None, None, LATER), (None, None)),
    ],
)
def test_an_undated_end_stays_unknown(
    dates: tuple[dt.date | None, ...], expected: tuple[dt.date | None, dt.date | None]
) -> None:
    t = replace(THREE_ROUNDS, round_dates=dates)
    assert proposed_dates(t, Confirmed()) == expected


def test_a_person_goes_before_the_file() -> None:
    assert proposed_dates(THREE_ROUNDS, Confirmed(start=EARLIER)) == (EARLIER, SECOND)
    assert proposed_dates(THREE_ROUNDS, Confirmed(end=LATER)) == (FIRST, LATER)


@pytest.mark.parametrize(
    ("dates", "confirmed", "expected"),
    [
        ((FIRST, SECOND, LATER), Confirmed(), {1: FIRST, 2: SECOND}),
        ((FIRST, SECOND), Confirmed(start=FIRST, end=SECOND), {1: FIRST, 2: SECOND}),
        ((FIRST, SECOND), Confirmed(end=LATER), {}),
        ((FIRST, SECOND), Confirmed(start=EARLIER), {}),
        ((None, SECOND), Confirmed(), {2: SECOND}),
        ((None, SECOND), Confirmed(start=FIRST), {2: SECOND}),
        ((None, SECOND), Confirmed(start=LATER), {}),
    ],
)
def test_games_lose_their_dates_when_a_person_names_other_days(
    dates: tuple[dt.date | None, ...],
    confirmed: Confirmed,
    expected: dict[int, dt.date],
) -> None:
    t = replace(THREE_ROUNDS, round_dates=dates)
    found = game_dates(crosstable(t, confirmed), confirmed)
    assert {number: day for (number, _, _), day in found.items()} == expected


def test_a_moved_game_has_its_own_day() -> None:
    moved = (GameDate(1, 2, 1, LATER),)
    t = replace(THREE_ROUNDS, game_dates=moved)
    assert proposed_dates(t, Confirmed()) == (SECOND, LATER)
    found = game_dates(crosstable(t, Confirmed()), Confirmed())
    assert found == {(1, 1, 2): LATER, (2, 2, 1): SECOND}
