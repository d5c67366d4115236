from __future__ import annotations

import pytest

from syncd.model import results
from syncd.model.pairings import Game
from syncd.rating.confirmed import Confirmed
from syncd.rating.outcomes import POINTS, Outcome, Status, outcome

RATED, UNPLAYED = Status.RATED, Status.UNPLAYED


def judged(codes: str, *, mutual: bool = True, black: int = 2) -> Outcome:
    game = Game(3, 1, black, codes[0], codes[1], is_mutual=mutual)
    return outcome(game, Confirmed(zero_zero=frozenset({(3, 9, 1)})))


@pytest.mark.parametrize(
    ("codes", "status", "points"),
    [
        ("10", RATED, ("1", "0")),
        ("01", RATED, ("0", "1")),
        ("==", RATED, ("0.5", "0.5")),
        ("=0", RATED, ("0.5", "0")),
        ("0=", RATED, ("0", "0.5")),
        ("0-", RATED, ("0", "-")),
        ("-=", RATED, ("-", "0.5")),
        ("+-", UNPLAYED, ("+", "-")),
        ("-+", UNPLAYED, ("-", "+")),
        ("--", UNPLAYED, ("-", "-")),
        ("Z+", UNPLAYED, ("-", "+")),
        ("-Z", UNPLAYED, ("-", "-")),
        ("WL", UNPLAYED, ("+", "-")),
        ("LW", UNPLAYED, ("-", "+")),
        ("DD", UNPLAYED, ("-", "-")),
    ],
)
def test_results_that_go_together(
    codes: str, status: Status, points: tuple[str, str]
) -> None:
    each = judged(codes)
    assert (status, points, True) == (each.status, each.points, each.is_done)


@pytest.mark.parametrize(
    "codes", ["11", "1=", "=1", "++", "+1", "1+", "+0", "1-", "W0", "DL", "FH", "UZ"]
)
def test_results_that_do_not(codes: str) -> None:
    assert judged(codes) == Outcome(judged(codes).game, Status.CONTRADICTORY)
    assert not judged(codes).is_done


@pytest.mark.parametrize("codes", ["**", "1*", "  ", "0 ", " 1"])
def test_a_result_that_is_missing_on_one_side_is_open(codes: str) -> None:
    assert judged(codes).status is Status.OPEN


def test_zero_zero_is_open_until_a_person_says_otherwise() -> None:
    assert judged("00").status is Status.ZERO_ZERO
    assert judged("00", black=9).status is Status.RATED
    assert judged("00", black=9).points == ("0", "0")


def test_a_pairing_in_one_row_only() -> None:
    assert judged("1 ", mutual=False).status is Status.ONE_SIDED


def test_nobody_plays_himself() -> None:
    assert judged("00", black=1).status is Status.CONTRADICTORY


@pytest.mark.parametrize(
    ("codes", "expected"), [("--", True), ("Z-", True), ("DD", False), ("+-", False)]
)
def test_double_forfeit(codes: str, *, expected: bool) -> None:
    assert judged(codes).is_double_forfeit is expected


@pytest.mark.parametrize(("codes", "written"), POINTS.items())
def test_rated_points_never_add_up_to_more_than_one(codes: str, written: str) -> None:
    worth = {"1": 10, "0.5": 5, "0": 0}
    rated = [worth[side] for side in written.split(":") if side in worth]
    assert sum(rated) <= 10
    assert bool(rated) is bool({*codes} & results.PLAYED)


@pytest.mark.parametrize("codes", POINTS)
def test_turning_a_game_turns_its_points(codes: str) -> None:
    white, black = POINTS[codes].split(":")
    assert POINTS[codes[::-1]] == f"{black}:{white}"
