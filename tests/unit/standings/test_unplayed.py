"""Articles 15 and 16 by hand: what unplayed rounds are worth to whom."""

from __future__ import annotations

import pytest
from small_events import tournament, values

from syncd.model.tournament import Kind
from syncd.standings.field import Edition
from syncd.standings.options import Options
from syncd.standings.standings import contest_of
from syncd.standings.unplayed import Category, category

# 3, 2 and 1 points; each has one bye
BYES = tournament("2w1 U 3w1", "1b0 3w1 U", "U 2b0 1b0")


def test_a_pairing_bye_is_a_dummy_of_a_draw_per_round_at_most() -> None:
    # 16.2.1, 16.4.2: own score, at most 3 x 0.5: 2 + 1.5 + 1 | 3 + 1 + 1.5 | 1 + 2 + 3
    assert values(BYES, "BH") == [4.5, 5.5, 6]
    # points given times the dummy: 2 + 1.5 + 1 | 0 + 1 + 1.5 | 1 + 0 + 0
    assert values(BYES, "SB") == [4.5, 2.5, 1]


def test_the_edition_of_2024_knows_no_cap() -> None:
    # the dummy is the own score: 2 + 3 + 1 | 3 + 1 + 2 | 1 + 2 + 3
    options = Options(edition=Edition.AUGUST_2024)
    assert values(BYES, "BH", options) == [6, 6, 6]


def test_the_cap_part_way() -> None:
    # after 2 rounds: 2, 1 and 1 points; 1: opponent 1 + dummy min(2, 2 x 0.5)
    after_2 = Options(after_round=2)
    assert values(BYES, "BH", after_2)[0] == 2


# 2, 0.5, 1 and 0.5 points; 2 did not come to round 1
FORFEIT = tournament("2w+ 3b1", "1b- 4w=", "4w1 1w0", "3b0 2b=")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 16.2.2, 16.4.1: own score, at most that of the scheduled opponent:
        # min(2, 0.5) + 1 | 16.2.4: min(0.5, 2) + 0.5 | 0.5 + 2 | 1 + 0.5
        ("BH", [1.5, 1, 2.5, 1.5]),
        # forfeits as games: 0.5 + 1 | 2 + 0.5
        ("BH/P", [1.5, 2.5, 2.5, 1.5]),
        # a forfeit that is a game is no VUR: without 0.5 each
        ("BH/C1/P", [1, 2, 2, 1]),
        # 0.5 x 1 + 1 x 1 | 2 x 0 + 0.5 x 0.5 | 0.5 x 1 + 2 x 0 | 1 x 0 + 0.5 x 0.5
        ("SB/P", [1.5, 0.25, 0.5, 0.25]),
        # without the product of the opponent with 0.5
        ("SB/C1/P", [1, 0, 0, 0]),
        # 8.2: only over the board: BH/P of 3 | of 4 | (1.5 + 1.5) / 2 | (2.5 + 2.5) / 2
        ("AOB/P", [2.5, 1.5, 1.5, 2.5]),
        # 8.3: with round 2 drawn 1.5, 0.5, 1.5 and 0.5, and everybody met one with 1.5
        # and one with 0.5; without 0.5 each has 1.5 left
        ("FB/P", [2, 2, 2, 2]),
        ("FB/C1/P", [1.5, 1.5, 1.5, 1.5]),
        # 0.5 x 1 + 1 x 1 | 0.5 x 0 + 0.5 x 0.5 | 0.5 x 1 | 0.5 x 0.5
        ("SB", [1.5, 0.25, 0.5, 0.25]),
        # 16.5: the forfeit loss is a VUR, the forfeit win is not:
        # without 0.5 | without the VUR 0.5
        ("BH/C1", [1, 0.5, 2, 1]),
        # 8.2: only over the board: BH of 3 | of 4 | (1.5 + 1.5) / 2 | (2.5 + 1) / 2
        ("AOB", [2.5, 1.5, 1.5, 1.75]),
    ],
)
def test_a_forfeit_in_a_swiss(code: str, expected: list[float]) -> None:
    assert values(FORFEIT, code) == expected


# 2.5, 1 and 0 points
REQUESTED = tournament("2w1 H 3w1", "1b0 3w1 Z", "Z 2b0 1b0")


def test_requested_byes_early_and_at_the_end() -> None:
    # 16.2.5: number 2 is away in the last round: a draw to his opponents, so 1.5.
    # 16.2.3: number 3 is away in round 1, games follow: 0 as given.
    assert contest_of(REQUESTED).primary.adjusted == [25, 15, 0]
    # number 1: 1.5 + min(2.5, 1.5) + 0, 2: 2.5 + 0 + min(1, 1.5), 3: 0 + 1.5 + 2.5
    assert values(REQUESTED, "BH") == [3, 3.5, 4]
    # 1.5 x 1 + 1.5 x 0.5 + 0 x 1 | 0 | 0
    assert values(REQUESTED, "SB") == [2.25, 0, 0]


@pytest.mark.parametrize(
    ("line", "adjusted", "what"),
    [
        ("U Z Z", 20, "away twice at the end: 1 + 0.5 + 0.5"),
        ("U H H", 20, "half-point byes are draws anyhow: 1 + 0.5 + 0.5"),
        ("Z H Z", 15, "requested byes all the way: 3 x 0.5"),
        ("Z 2w- Z", 10, "between VURs a forfeit loss keeps its 0: 0.5 + 0 + 0.5"),
        ("Z Z 2w-", 10, "16.2.5: before a forfeit loss: 0.5 + 0.5 + 0"),
        ("Z Z 2w+", 10, "16.2.3: before a forfeit win: 0 + 0 + 1"),
        ("Z Z U", 10, "before a pairing bye: 0 + 0 + 1"),
        ("Z Z F", 10, "before a full-point bye: 0 + 0 + 1"),
    ],
)
def test_what_is_at_the_end(line: str, adjusted: int, what: str) -> None:
    field = contest_of(tournament(line, "3w1 3w1 3w1", "2b0 2b0 2b0")).primary
    assert field.adjusted[0] == adjusted, what


def test_an_absence_may_be_no_voluntary_round() -> None:
    # then it is worth what it gave, also at the end, and is not cut first
    options = Options(is_absence_voluntary=False)
    assert contest_of(REQUESTED, options).primary.adjusted == [25, 10, 0]
    # 2.5 + 0 + 1: the least significant goes, not the dummy
    assert values(REQUESTED, "BH/C1", options)[1] == 3.5
    assert values(REQUESTED, "BH/C1")[1] == 2.5


def test_a_voluntary_round_is_cut_before_a_lower_one() -> None:
    # 2.5, 0, 1 and 3 points. Number 1: 0 + 1 + dummy min(2.5, 1.5); 16.5: the VUR 1.5
    # is at least as much as the least significant 0, so it goes first, then the 0
    event = tournament("2w1 3b1 H", "1b0 4w0 3b0", "4w0 1w0 2w1", "3b1 2b1 U")
    assert values(event, "BH")[0] == 2.5
    assert values(event, "BH/C1")[0] == 1
    assert values(event, "BH/C2")[0] == 1
    # the high cut knows no VURs: 1 goes, 0 is left
    assert values(event, "BH/M1")[0] == 0
    # 0 x 1 + 1 x 1 + 1.5 x 0.5: the VUR adds 0.75, the least significant 0
    assert values(event, "SB")[0] == 1.75
    assert values(event, "SB/C1")[0] == 1


def test_a_voluntary_round_that_adds_less_stays() -> None:
    # 1, 0.5, 2.5 and 2 points. Number 1: 0.5 x 1 + dummy min(1, 1.5) x 0 + 2.5 x 0. The
    # lowest score is 0.5 and adds 0.5; the VUR adds 0, which is less: 0.5 goes
    event = tournament("2w1 Z 3b0", "1b0 3w= 4w0", "4w1 2b= 1w1", "3b0 U 2b1")
    assert values(event, "SB")[0] == 0.5
    assert values(event, "SB/C1")[0] == 0


def test_fore_makes_games_of_the_forfeits_of_the_last_round() -> None:
    # 8.3: 2 is away in round 1 and forfeits round 2; as a drawn game that gives 0.5,
    # and the absence no longer stands at the end: 0 + 0.5
    event = tournament("3w1 2b+", "Z 1w-", "1b0 U")
    assert contest_of(event).primary.adjusted == [20, 5, 10]
    assert contest_of(event).primary.fore.adjusted == [15, 5, 10]
    # 1 + 0.5 | dummy min(0.5, 1) + 1.5 | 1.5 + min(1, 1)
    assert values(event, "FB") == [1.5, 2, 2.5]
    # BH: 1 + dummy min(2, 0.5) | min(0, 1) + min(0, 2) | 2 + 1
    assert values(event, "BH") == [1.5, 0, 3]


def test_fore_takes_an_open_game_of_the_last_round_for_drawn() -> None:
    # 8.3: all pairings of round 2 are drawn: 1.5, 0.5, 1.5, 0.5 for opponents.
    # 1: 0.5 + 1.5, 2: 1.5 + 0.5, 3: dummy min(1.5, 0.5) + 1.5, 4: dummy 0.5 + 0.5
    event = tournament("2w1 3b*", "1b0 4w=", "4w+ 1w*", "3b- 2b=")
    assert values(event, "FB") == [2, 2, 2, 1]


@pytest.mark.parametrize(
    ("line", "at", "expected"),
    [
        ("3w1 U", 0, Category.GAME),
        ("3w1 U", 1, Category.BYE),
        ("3w1 F", 1, Category.BYE),
        ("2w+ U", 0, Category.FORFEIT_WIN),
        ("2w- U", 0, Category.FORFEIT_LOSS),
        ("H U", 0, Category.REQUESTED_BYE),
        ("Z Z", 0, Category.TRAILING_BYE),
        ("3w1 Z", 1, Category.TRAILING_BYE),
        ("+ 3w1", 0, Category.BYE),
        ("- 3w1", 0, Category.REQUESTED_BYE),
    ],
)
def test_the_category_of_a_round(line: str, at: int, expected: Category) -> None:
    event = tournament(line, "3w1 3w1", "2b0 2b0")
    assert category(contest_of(event).primary, 0, at) is expected


def test_a_round_robin_knows_no_unplayed_rounds() -> None:
    event = tournament("2w+ Z", "1b- 3w1", "Z 2b0", kind=Kind.ROUND_ROBIN)
    field = contest_of(event).primary
    assert category(field, 0, 0) is Category.GAME
    assert category(field, 0, 1) is Category.NO_ROUND
    assert field.adjusted == field.scores


def test_a_pairing_without_a_result_adds_nothing_yet() -> None:
    # 1 point each of round 1; the game of round 2 is open
    event = tournament("2w1 3b*", "1b0 U", "U 1w*")
    assert values(event, "BH") == [0 + 1, 1 + 1, 1]
    assert category(contest_of(event).primary, 0, 1) is Category.NO_ROUND
