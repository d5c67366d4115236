from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from small_events import tournament

from syncd.model.tournament import GameDate, Kind, Tournament
from syncd.standings.options import Options
from syncd.standings.provisional import open_boards, provisional
from syncd.standings.standings import contest_of

USUAL = Options()
DAY = dt.date(2026, 5, 3)


def reasons(event: Tournament, options: Options = USUAL) -> list[str]:
    return [reason.en for reason in provisional(event, options)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("2w1", "1b0"), []),
        (("2w* 3w1", "1b* 4w1", "4w1 1b0", "3b0 2b0"),
         ["Postponed or not entered: 1 game, round 1."]),
        # round 2 is not complete, so round 1 is not over
        (("2w* 3w*", "1b* 4w1", "4w1 1b*", "3b0 2b0"),
         ["Still open: 2 games, round 1, 2."]),
        (("2w1 3w*", "1b0 4w1", "4w1 1b*", "3b0 2b0"),
         ["Still open: 1 game, round 2."]),
        # one row has the result already, the other has not
        (("2w1", "1b*", "U"), []),
        # round 2 has not begun
        (("2w1 2b*", "1b0 1w*"), []),
        (("2w0", "1b0", "4w1", "3b0"),
         ["0 on both sides, which can mean open: 1 game."]),
    ],
)  # fmt: skip
def test_open_games(lines: tuple[str, ...], expected: list[str]) -> None:
    assert reasons(tournament(*lines)) == expected


def test_nothing_played_is_nothing_open() -> None:
    assert reasons(tournament("2w*", "1b*")) == []
    assert reasons(Tournament("X")) == []


def test_an_earlier_round_knows_nothing_of_later_ones() -> None:
    event = tournament("2w* 3w1", "1b* 4w1", "4w1 1b0", "3b0 2b0")
    assert reasons(event, Options(after_round=1)) == ["Still open: 1 game, round 1."]


def test_a_zero_on_both_sides_that_was_stated_is_a_result() -> None:
    event = replace(tournament("2w0", "1b0"), played_zeros=((1, 1, 2),))
    assert reasons(event) == []


def test_a_round_of_zeros_alone_was_not_played() -> None:
    event = tournament("2w1 3w0 Z", "1b0 U Z", "U 1b0 Z")
    assert contest_of(event).primary.rounds == 1
    assert reasons(event) == []
    chosen = Options(after_round=2)
    assert contest_of(event, chosen).primary.rounds == 2
    assert reasons(event, chosen) == ["0 on both sides, which can mean open: 1 game."]
    stated = replace(event, played_zeros=((2, 1, 3),))
    assert contest_of(stated).primary.rounds == 2


@pytest.mark.parametrize(
    ("lines", "rounds"),
    [
        (("2w0 4w0", "1b0 3b0", "4w0 2w0", "3b0 1b0"), 0),
        (("2w1 4w0", "1b0 3b0", "4w0 2w0", "3b0 1b0"), 1),
        # a round of zeros in front of one that was played
        (("2w0 4w1", "1b0 3b0", "4w0 2w0", "3b0 1b0"), 2),
        # what is not entered is as open as a zero on both sides
        (("2w1 4w0", "1b0 3b*", "4w1 2w*", "3b0 1b0"), 1),
        # forfeits of both are a result
        (("2w1 4w-", "1b0 3b-", "4w1 2w-", "3b0 1b-"), 2),
    ],
)
def test_the_last_round_that_was_played(lines: tuple[str, ...], rounds: int) -> None:
    assert contest_of(tournament(*lines)).primary.rounds == rounds


def test_a_postponed_game_with_its_day() -> None:
    event = tournament("2w* 3w1", "1b* 4w1", "4w1 1b0", "3b0 2b0")
    dates = (GameDate(1, 1, 2, DAY), GameDate(1, 3, 4, DAY), GameDate(1, 9, 2, DAY))
    assert reasons(replace(event, game_dates=dates)) == [
        "Postponed or not entered: 1 game, round 1; 1 with a new day."
    ]


def test_a_board_of_a_round_robin_that_is_not_in_the_file() -> None:
    lines = "Z 3w1", "Z 4w1", "4w1 1b0", "3b0 2b0"
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert reasons(event) == [
        "Not in the file: 1 game of rounds that are over, round 1."
    ]
    assert reasons(tournament(*lines)) == []
    assert reasons(replace(event, is_team=True)) == []


def test_who_is_free_or_has_left_lacks_no_game() -> None:
    free = tournament("2w1 3w1 Z", "1b0 Z 3b1", "Z 1b0 2w0", kind=Kind.ROUND_ROBIN)
    assert reasons(free) == []
    # number 4 has left after round 1; number 3, then 2 has nobody to play
    left = tournament(
        "2w1 3w1 Z", "1b0 Z 3b1", "4w1 1b0 2w0", "3b0 Z Z", kind=Kind.ROUND_ROBIN
    )
    assert reasons(left) == []


def test_a_row_that_is_not_answered_counts_once() -> None:
    event = tournament("2w* 2w1", "3b1 1b0", "2w0 U")
    assert open_boards(event, USUAL).late == {1: 1}
    nobody = tournament("9w* 2w1", "U 1b0")
    assert open_boards(nobody, USUAL).late == {}
