"""Points under any scoring, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from small_events import ranks, tournament, values

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.standings.chosen import Wish, choose
from syncd.standings.options import Options
from syncd.standings.standings import contest_of

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

STANDARD = (
    ("1", 10), ("W", 10), ("+", 10), ("F", 10), ("U", 10), ("=", 5), ("D", 5),
    ("H", 5), ("0", 0), ("L", 0), ("-", 0), ("Z", 0),
)  # fmt: skip


def scoring(**changed: int) -> PairingRules:
    names = {"win": "1W+F", "draw": "=DH", "loss": "0L", "bye": "U", "absent": "Z-"}
    worth = dict(STANDARD)
    for name, points in changed.items():
        worth |= dict.fromkeys(names[name], points)
    return PairingRules(scoring=tuple(worth.items()))


def test_three_one_nothing() -> None:
    # 3 + 1 | 0 + 3 | 1 + 0
    event = tournament(
        "2w1 3b=", "1b0 U", "H 1w=", rules=scoring(win=30, draw=10, bye=30)
    )
    assert values(event, "PTS") == [4, 3, 2]
    # a bye worth 3 is worth a win
    assert values(event, "WIN") == [1, 1, 0]
    # 1 + 0.5 | 0 + 1 | 0.5 + 0.5, by article 7.7 without regard to 3-1-0
    assert values(event, "STD") == [1.5, 1, 1]
    # 16.4.2: number 2: 4 + min(3, 2 rounds x 1)
    assert values(event, "BH")[1] == 6
    # number 1: 3 x 3 + 2 x 1
    assert values(event, "SB")[0] == 11
    # half of 2 x 3 is 3: only 1 and 2 count: 3 | 0 | 1; half a point less: the same
    assert values(event, "KS") == [3, 0, 1]


def test_a_pairing_bye_may_be_a_draw() -> None:
    event = tournament("2w1", "1b0", "U", rules=scoring(bye=5))
    assert values(event, "PTS") == [1, 0, 0.5]
    assert values(event, "WIN") == [1, 0, 0]
    # it was elected all the same
    assert values(event, "REP") == [1, 1, 1]


def test_an_absence_may_be_worth_something() -> None:
    event = tournament("2w1 U", "1b0 Z", rules=scoring(absent=5))
    assert values(event, "PTS") == [2, 0.5]


@pytest.mark.parametrize(
    ("adjustment", "points"),
    [
        # a kind as a whole; a round of it; one cell
        (Adjustment("U", points_x10=5), [1, 2, 1]),
        (Adjustment("W", points_x10=20), [2, 3, 1]),
        (Adjustment("U", points_x10=5, round=2), [1, 1.5, 1]),
        (Adjustment("W", points_x10=5, round=1, ids=(1,)), [0.5, 2, 1]),
        # bonus and penalty
        (Adjustment(points_x10=15, round=1, ids=(3,)), [1, 2, 2.5]),
        (Adjustment(points_x10=-10, ids=(1, 2)), [0, 1, 1]),
        (Adjustment(points_x10=-5, round=999, ids=(2,)), [1, 1.5, 1]),
        # nothing that counts here
        (Adjustment("W", match_points_x10=20), [1, 2, 1]),
        (Adjustment(points_x10=5, ids=(9,)), [1, 2, 1]),
        (Adjustment("W", points_x10=5, round=1, ids=(9,)), [1, 2, 1]),
    ],
)
def test_points_that_differ(adjustment: Adjustment, points: list[float]) -> None:
    # 1: a loss and a win; 2: a win and the bye; 3: the bye and a loss
    rules = PairingRules(adjustments=(adjustment,))
    event = tournament("2w0 3b1", "1b1 U", "U 1w0", rules=rules)
    if adjustment.kind == "W" and adjustment.ids == (1,):
        event = tournament("2w1 3b=", "1b0 U", "U 1w=", rules=rules)
        points = [1, 1, 1.5]
    if adjustment.kind == "U" and not adjustment.round:
        points = [1, 1.5, 0.5]
    assert values(event, "PTS") == points


def test_a_penalty_counts_for_oneself_only() -> None:
    # 1 point less from round 2 on for number 1, who has won twice
    rules = PairingRules(adjustments=(Adjustment(points_x10=-10, round=2, ids=(1,)),))
    event = tournament("2w1 3b1", "1b0 3w1", "1w0 2b0", rules=rules)
    assert values(event, "PTS", Options(after_round=1))[0] == 1
    assert values(event, "PTS")[0] == 1
    # 7.5: 1 + 2, the score of the rounds
    assert values(event, "PS")[0] == 3
    # number 2 gets the 2 points that 1 has played, and 0 of number 3
    assert values(event, "BH")[1] == 2
    # with the penalty 1 and 2 are tied
    assert ranks(event, "PTS") == [1, 1, 3]


def test_points_for_the_standings_only() -> None:
    rules = PairingRules(adjustments=(Adjustment(points_x10=-10, round=999, ids=(1,)),))
    event = tournament("2w1", "1b0", rules=rules)
    assert ranks(event, "PTS") == [1, 1]
    assert contest_of(event).primary.scores == [10, 0]


BYES_AS_CLM = ("U 2w1", "3w= 1b0", "2b= U")
"""By 1-½-0 with a bye of 1: 2, 0.5 and 1.5 points."""


def stating(*points: float, lines: tuple[str, ...] = BYES_AS_CLM) -> Tournament:
    """Return an event whose file states these points."""
    event = tournament(*lines)
    stated = zip(event.entrants, points, strict=True)
    return replace(
        event,
        entrants=tuple(
            replace(one, points_x10=int(10 * score)) for one, score in stated
        ),
    )


@pytest.mark.parametrize(
    ("event", "expected", "note"),
    [
        (stating(2, 0.5, 1.5), [2, 0.5, 1.5], ""),
        # CLM gives nothing for “spielfrei” and states no scoring
        (stating(1, 0.5, 0.5), [1, 0.5, 0.5], "nothing for a bye"),
        # nothing explains these
        (stating(7, 6, 5), [2, 0.5, 1.5], ""),
        (stating(3, 1, 1, lines=("Z 2w1", "3w= 1b0", "2b= Z")), [3, 1, 1], "3-1-0"),
    ],
)
def test_points_count_as_the_file_shows_that_it_counts_them(
    event: Tournament, expected: list[float], note: str
) -> None:
    """What `check` says of the points holds for the standings, and both say so."""
    assert values(event, "PTS") == expected
    origin = choose(event, Wish("PTS")).origin
    assert note in origin.en
    assert bool(note) == origin.en.startswith("Tie-breaks as asked for. The points")


def test_a_stated_scoring_goes_before_the_points() -> None:
    rules = PairingRules(scoring=(("1", 10), ("U", 10)))
    event = replace(stating(1, 0.5, 0.5), rules=rules)
    assert values(event, "PTS") == [2, 0.5, 1.5]
