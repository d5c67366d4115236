"""Articles 8, 9 and 14 by hand: opponents' scores, all games played."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_events import tournament, values

from syncd.model.tournament import Kind
from syncd.standings.options import Options

# 2.5, 2, 1.5 and 0 points
PLAYED = tournament("2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 8.1: 2 + 1.5 + 0 | 2.5 + 0 + 1.5 | 0 + 2.5 + 2 | 1.5 + 2 + 2.5
        ("BH", [3.5, 4, 4.5, 6]),
        # 14: without 0 | 0 | 0 | 1.5
        ("BH/C1", [3.5, 4, 4.5, 4.5]),
        # without 0, 1.5 | 0, 1.5 | 0, 2 | 1.5, 2
        ("BH/C2", [2, 2.5, 2.5, 2.5]),
        # without 0 and 2 | 0 and 2.5 | 0 and 2.5 | 1.5 and 2.5
        ("BH/M1", [1.5, 1.5, 2, 2]),
        # two lowest, then two highest of three: nothing is left
        ("BH/M2", [0, 0, 0, 0]),
        # forfeits as games: there are none
        ("BH/P", [3.5, 4, 4.5, 6]),
        # 8.2, thirds of: 4 + 4.5 + 6 | 3.5 + 6 + 4.5 | 6 + 3.5 + 4 | 4.5 + 4 + 3.5
        ("AOB", [Fraction(29, 6), Fraction(14, 3), 4.5, 4]),
        # 8.3: with round 3 drawn the scores are 2, 1.5, 2, 0.5:
        # 1.5 + 2 + 0.5 | 2 + 0.5 + 2 | 0.5 + 2 + 1.5 | 2 + 1.5 + 2
        ("FB", [4, 4.5, 4, 5.5]),
        ("FB/C1", [3.5, 4, 3.5, 4]),
        # without two of 1.5 2 0.5 | 2 0.5 2 | 0.5 2 1.5 | 2 1.5 2
        ("FB/C2", [2, 2, 2, 2]),
        # without the lowest and the highest
        ("FB/M1", [1.5, 2, 1.5, 2]),
        ("FB/M2", [0, 0, 0, 0]),
        # thirds of: 4.5 + 4 + 5.5 | 4 + 5.5 + 4 | 5.5 + 4 + 4.5 | 4 + 4.5 + 4
        ("AOB/F", [Fraction(14, 3), 4.5, Fraction(14, 3), Fraction(25, 6)]),
        # 9.1: 2 x 1 + 1.5 x 0.5 + 0 x 1 | 2.5 x 0 + 0 x 1 + 1.5 x 1 |
        # 0 x 1 + 2.5 x 0.5 + 2 x 0 | nothing scored
        ("SB", [2.75, 1.5, 1.25, 0]),
        # without the opponents with the two lowest scores: those with 0 and 1.5 |
        # 0 and 1.5 | 0 and 2 | 1.5 and 2
        ("SB/C2", [2, 0, 1.25, 0]),
        # 9.2: half of 3 is 1.5, so 1, 2 and 3 count: 1 + 0.5 | 0 + 1 | 0.5 + 0 | 0
        ("KS", [1.5, 1, 0.5, 0]),
        # limit 2: only 1 and 2 count
        ("KS/L+1", [1, 0, 0.5, 0]),
        # limit 1: nobody more
        ("KS/L-1", [1.5, 1, 0.5, 0]),
        # 75 % of 3 is 2.25: only 1 counts
        ("KS/L75", [0, 0, 0.5, 0]),
    ],
)
def test_a_swiss(code: str, expected: list[float]) -> None:
    assert values(PLAYED, code) == expected


def test_the_cut_of_sonneborn_berger_goes_by_the_score() -> None:
    # 3, 2 and 1 points. Number 2: 3 x 0, 1 x 1, bye 1.5 x 1 = 2.5. The lowest score is
    # that of number 3, so its product 1 goes, not the product 0 against number 1
    event = tournament("2w1 U 3w1", "1b0 3w1 U", "U 2b0 1b0")
    assert values(event, "SB")[1] == 2.5
    assert values(event, "SB/C1")[1] == 1.5


def test_fore_is_buchholz_before_the_last_round() -> None:
    after_2 = Options(after_round=2)
    assert values(PLAYED, "FB", after_2) == values(PLAYED, "BH", after_2)
    # after 2 rounds: 1.5, 1, 1.5, 0; 1 met 2 and 3: 1 + 1.5
    assert values(PLAYED, "BH", after_2)[0] == 2.5


def test_koya_counts_the_games_one_can_play() -> None:
    # 9.2: three players, each sits out once, so the maximum is 2 and the limit 1:
    # 1 (1.5 points) and 2 (1 point) count: 1 | 0 | 0.5 + 0
    event = tournament("2w1 3b= Z", "1b0 Z 3w1", "Z 1w= 2b0", kind=Kind.ROUND_ROBIN)
    assert values(event, "KS") == [1, 0, 0.5]
    # nothing but the two opponents of each: 1 + 0.5 | 1.5 + 0.5 | 1.5 + 1
    assert values(event, "BH") == [1.5, 2, 2.5]


def test_a_forfeit_is_a_game_in_a_round_robin() -> None:
    # 15.2: 3, 2, 1 and 0 points; 1 won against 2 by forfeit
    event = tournament(
        "2w+ 3b1 4w1", "1b- 4w1 3b1", "4b1 1w0 2w0", "3w0 2b0 1b0",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    # 2 x 1 + 1 x 1 + 0 x 1 | 3 x 0 + 0 x 1 + 1 x 1 | 0 x 1 | 0
    assert values(event, "SB") == [3, 1, 0, 0]
    # half of 3: 1 and 2 count
    assert values(event, "KS") == [1, 0, 0, 0]


def test_an_opponent_met_twice_counts_twice() -> None:
    # 4.4: 1.5 and 0.5 points; 0.5 + 0.5 | 1.5 + 1.5
    assert values(tournament("2w1 2b=", "1b0 1w="), "BH") == [1, 3]
