"""Article 7 by hand: a participant's own record."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_events import ranks, tournament, values

from syncd.model.tournament import Kind

HALF = Fraction(1, 2)

# round 1: 1-2 1:0, 4-3 0:1; round 2: 3-1 draw, 2-4 1:0; round 3: 1-4 1:0, 3-2 0:1
PLAYED = tournament("2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", [2.5, 2, 1.5, 0]),
        # 7.1, 7.2: 1 beat 2 and 4; 2 beat 4 and 3; 3 beat 4
        ("WIN", [2, 2, 1, 0]),
        ("WON", [2, 2, 1, 0]),
        # 7.3: Black in rounds 2 | 1, 3 | 1 | 2, 3
        ("BPG", [1, 2, 1, 2]),
        # 7.4: won with Black: nobody | 2 against 3 | 3 against 4
        ("BWG", [0, 1, 1, 0]),
        # 7.5: 1 + 1.5 + 2.5 | 0 + 1 + 2 | 1 + 1.5 + 1.5 | 0
        ("PS", [5, 3, 4, 0]),
        # 14: without the score after round 1, 1 | 0 | 1 | 0
        ("PS/C1", [4, 3, 3, 0]),
        # without those after rounds 1 and 2
        ("PS/C2", [2.5, 2, 1.5, 0]),
        ("REP", [3, 3, 3, 3]),
        # 7.7: all rounds against an opponent, so as many as points
        ("STD", [2.5, 2, 1.5, 0]),
        ("TPN", [1, 2, 3, 4]),
    ],
)
def test_without_unplayed_rounds(code: str, expected: list[float]) -> None:
    assert values(PLAYED, code) == expected


# 1 wins by forfeit, has the bye and beats 3; 2 forfeits, draws, is away;
# 3 has a half-point bye, draws, loses
UNPLAYED = tournament("2b+ U 3b1", "1w- 3b= Z", "H 2w= 1w0")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # 7.1 counts what is worth a win, played or not; 7.2 only what was played
        ("WIN", [3, 0, 0]),
        ("WON", [1, 0, 0]),
        # 7.3, 7.4: over the board, so the forfeit with Black is none
        ("BPG", [1, 1, 0]),
        ("BWG", [1, 0, 0]),
        # 7.5: 1 + 2 + 3 | 0 + 0.5 + 0.5 | 0.5 + 1 + 1
        ("PS", [6, 1, 2.5]),
        # 7.6: 3 rounds | less the forfeit loss and the absence | less the requested bye
        ("REP", [3, 1, 2]),
        # 7.7: forfeit won 1, bye above a draw 1, won 1 | 0, 0.5, 0 |
        # bye worth a draw 0.5, 0.5, 0
        ("STD", [3, 0.5, 1]),
    ],
)
def test_with_unplayed_rounds(code: str, expected: list[float]) -> None:
    assert values(UNPLAYED, code) == expected


def test_a_double_forfeit_is_nobodys_standard_point() -> None:
    # 7.7: both have 0 of the round, but none of them has as many as for a draw
    assert values(tournament("2w-", "1b-"), "STD") == [0, 0]


def test_a_result_of_half_to_nothing() -> None:
    # 7.7: 0.5 against 0 is more than the opponent: a whole standard point
    assert values(tournament("2w=", "1b0"), "STD") == [1, 0]


def test_the_free_round_of_a_round_robin_is_no_round() -> None:
    # 7.6: three rounds, each sits out once
    event = tournament("2w1 3b= Z", "1b0 Z 3w1", "Z 1w= 2b0", kind=Kind.ROUND_ROBIN)
    assert values(event, "REP") == [2, 2, 2]
    # however a program writes it; a forfeit loss (15.2 b) is not elected all the same
    event = tournament("2w1 3b+ U", "1b0 U 3w=", "U 1w- 2b=", kind=Kind.ROUND_ROBIN)
    assert values(event, "REP") == [2, 2, 1]


def test_forfeits_in_a_round_robin() -> None:
    # 15.2 (b): a forfeit loss was not elected; a forfeit win counts, but not as played
    event = tournament(
        "2w+ 3b1 4w1", "1b- 4w1 3b1", "4b1 1w0 2w0", "3w0 2b0 1b0",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    assert values(event, "REP") == [3, 2, 3, 3]
    assert values(event, "WIN") == [3, 2, 1, 0]
    assert values(event, "WON") == [2, 2, 1, 0]
    assert values(event, "BPG") == [1, 1, 1, 2]


def test_pairing_numbers_lowest_first_and_reversed() -> None:
    # 7.8: nobody has played; only the numbers tell
    event = tournament("Z", "Z", "Z")
    assert ranks(event, "TPN") == [1, 2, 3]
    assert ranks(event, "TPN/R") == [3, 2, 1]
