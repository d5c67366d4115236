"""What team tie-breaks say of themselves: boards, matches, weights and looks.

FOUR, two boards, everybody meets everybody (worked out in test_teams):

    round 1  1-2 1½:½ (1 ½)   3-4 1:1 (1 0)
    round 2  1-3 1:1 (½ ½)    2-4 2:0 (1 1)
    round 3  1-4 0:2 (0 0)    2-3 1½:½ (1 ½)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from small_events import code, standings_of
from small_team_events import team_event

from syncd.model.tournament import Kind
from syncd.standings.explain import Explanation, explain

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

FOUR = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", "1-4:00 2-3:1=")
BYES = team_event("1-2:11 3-4:== U5", "1-3:1= 2*5:+- H4", "1-4:== 3-5:11 Z2")
CIRCLE = team_event("1-2:11=", "2-3:111", "3-1:110", kind=Kind.ROUND_ROBIN)


def told(event: Tournament, *codes: str, number: int = 1) -> Explanation:
    """Return the explanation of the last code of a list."""
    standings = standings_of(
        event, [code(each) for each in codes], keeps_undefined=True
    )
    return explain(standings, len(codes) - 1, number - 1)


def steps(found: Explanation) -> list[tuple[int, int, int, float, str, str]]:
    """Return turn, round, opponent, value, text and articles of each step."""
    return [
        (
            step.stage,
            step.round,
            step.opponent,
            float(step.value),
            step.text.en,
            " ".join(step.articles),
        )
        for step in found.steps
    ]


def test_the_board_count_shows_each_board_times_its_number() -> None:
    # 12.1, team 1: boards 1 ½, ½ ½, 0 0: 1 + 1, ½ + 1, 0
    found = told(FOUR, "BC")
    assert steps(found) == [
        (0, 1, 2, 2, "won: 1 × 1 + 2 × 0.5", "12.1"),
        (0, 2, 3, 1.5, "drawn: 1 × 0.5 + 2 × 0.5", "12.1"),
        (0, 3, 4, 0, "lost: 1 × 0 + 2 × 0", "12.1"),
    ]
    assert found.value == found.total == Fraction(7, 2)
    assert found.result.en == "2 + 1.5 + 0 = 3.5"
    assert found.steps[0].text.de == "gewonnen: 1 × 1 + 2 × 0,5"


def test_berlin_weighs_the_first_board_most() -> None:
    found = told(FOUR, "BB")
    assert steps(found)[0] == (0, 1, 2, 2.5, "won: 2 × 1 + 1 × 0.5", "")
    assert found.value == found.total == 4


def test_a_bye_is_shown_as_what_it_is_on_every_board() -> None:
    # article 12: the bye of 5 is a win on both boards, that of 4 a draw
    assert steps(told(BYES, "BC", number=5))[0] == (
        0, 1, 0, 3,
        "pairing-allocated bye: counts as won on every board: 1 × 1 + 2 × 1", "12.1",
    )  # fmt: skip
    assert steps(told(BYES, "BB", number=4))[1][3:5] == (
        1.5,
        "half-point bye: counts as drawn on every board: 2 × 0.5 + 1 × 0.5",
    )
    assert steps(told(BYES, "BC", number=5))[1][4] == ("lost by forfeit: 1 × 0 + 2 × 0")


def test_the_other_score_names_itself() -> None:
    assert steps(told(FOUR, "MPvGP"))[0] == (
        0, 1, 2, 1.5, "game points: won", "13.1",
    )  # fmt: skip


def test_an_extended_sonneborn_berger_takes_both_scores() -> None:
    # 13.2: game points of the opponent times own match points: 4 × 2, 2½ × 1, 3 × 0
    found = told(FOUR, "EGMSB")
    assert steps(found) == [
        (0, 1, 2, 8, "opponent's score 4; won: 4 × 2", "13.2"),
        (0, 2, 3, 2.5, "opponent's score 2.5; drawn: 2.5 × 1", "13.2"),
        (0, 3, 4, 0, "opponent's score 3; lost: 3 × 0", "13.2"),
    ]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # 13.4, team 1: opponents 4 + 2 + 3 = 9; 3 rounds × 2 ÷ 2 = 3; 2½ + 9/3
        (
            "SSSC",
            (
                (
                    "4 + 2 + 3 = 9; 9 ÷ 3 + 2.5 = 5.5 (divisor 3: 3 rounds × 2 ÷ 2, "
                    "rounded down, at least 1; other score 2.5)"
                ),
                (
                    "4 + 2 + 3 = 9; 9 ÷ 3 + 2,5 = 5,5 (Teiler 3: 3 Runden × 2 ÷ 2, "
                    "abgerundet, mindestens 1; anderer Punktstand 2,5)"
                ),
            ),
        ),
        # with 7: 2½ + 9/7 = 3.7857
        (
            "SSSC/K7",
            (
                (
                    "4 + 2 + 3 = 9; 9 ÷ 7 + 2.5 = 3.79 (divisor 7: as stated; other "
                    "score 2.5)"
                ),
                (
                    "4 + 2 + 3 = 9; 9 ÷ 7 + 2,5 = 3,79 (Teiler 7: wie angegeben; "
                    "anderer Punktstand 2,5)"
                ),
            ),
        ),
    ],
)
def test_score_and_strength_of_schedule(text: str, result: tuple[str, str]) -> None:
    found = told(FOUR, text)
    assert found.result == result
    assert found.total == 9
    assert [step.articles for step in found.steps] == [("13.4",)] * 3


def test_with_a_divisor_of_one_it_is_told_all_the_same() -> None:
    # one round: 1 × 2 ÷ 2 = 1, opponent 0, own 1½ game points
    assert told(team_event("1-2:1="), "SSSC").result.en == (
        "0; 0 ÷ 1 + 1.5 = 1.5 (divisor 1: 1 rounds × 2 ÷ 2, rounded down, at least 1; "
        "other score 1.5)"
    )


def test_top_boards_are_looked_at_one_after_the_other() -> None:
    # 12.2: 1 and 4 have 3 match points; board 1: 1 + ½ + 0 against 0 + 0 + 1
    found = told(FOUR, "MP", "TBR")
    assert found.value == 1
    assert steps(found) == [
        (1, 1, 2, 1, "won: board 1", "12.2"),
        (1, 2, 3, 0.5, "drawn: board 1", "12.2"),
        (1, 3, 4, 0, "lost: board 1", "12.2"),
    ]
    assert found.result.en == (
        "place 1 of the 2 who were tied; board 1 among 1 (1.5), 4 (1): 1.5 points, "
        "0 of them ahead (12.2)"
    )
    other = told(FOUR, "MP", "TBR", number=4)
    assert other.value == 2
    assert other.result.de == (
        "Platz 2 unter den 2 Gleichstehenden; Brett 1 unter 1 (1,5), 4 (1): "
        "1 Punkte, 1 von ihnen davor (12.2)"
    )


def test_equal_boards_bring_the_next_look() -> None:
    # totals of boards 1 2 3:  1: 1½ ½ 1;  2: 0 1½ 1½;  3: 1 2 0;  4: 1½ 0 1½
    event = team_event("1-2:1=0 3-4:=10", "1-3:=01 2-4:01=")
    found = told(event, "MP", "TBR", number=4)
    assert found.value == 2
    assert found.result.en == (
        "place 2 of the 4 who were tied; board 1 among 1 (1.5), 2 (0), 3 (1), 4 (1.5): "
        "1.5 points, 0 of them ahead (12.2); board 2 among 1 (0.5), 4 (0): 0 points, "
        "1 of them ahead (12.2)"
    )
    # 12.3: without board 3 they have 2, 1½, 3, 1½; of 2 and 4 board 1: 0 and 1½
    found = told(event, "MP", "BBE", number=2)
    assert found.value == 4
    assert found.result.en == (
        "place 4 of the 4 who were tied; boards 1 to 2 among 1 (2), 2 (1.5), 3 (3), "
        "4 (1.5): 1.5 points, 2 of them ahead (12.3); board 1 among 2 (0), 4 (1.5): "
        "0 points, 1 of them ahead (12.3)"
    )
    assert steps(found)[:3] == [
        (1, 1, 1, 0.5, "drawn: boards 1 to 2: 0 + 0.5", "12.3"),
        (1, 2, 4, 1, "drawn: boards 1 to 2: 0 + 1", "12.3"),
        (2, 1, 1, 0, "drawn: board 1: 0", "12.3"),
    ]


def test_an_extended_direct_encounter_shows_each_score_it_looked_at() -> None:
    # 1-2 2½:½, 2-3 3:0, 3-1 2:1: match points leave all tied; game points 3½, 3½, 2;
    # of 1 and 2 the first beat the second
    found = told(CIRCLE, "MP", "EDE", number=2)
    assert found.value == 2
    assert steps(found) == [
        (1, 1, 1, 0, "match points: lost", "13.3 6"),
        (1, 2, 3, 2, "match points: won", "13.3 6"),
        (2, 1, 1, 0.5, "game points: lost", "13.3 6"),
        (2, 2, 3, 3, "game points: won", "13.3 6"),
        (3, 1, 1, 0.5, "game points: lost", "13.3 6"),
    ]
    assert found.result.en == (
        "place 2 of the 3 who were tied; match points among 1 (2), 2 (2), 3 (2): "
        "2 points, 0 of them ahead (6.2); game points among 1 (3.5), 2 (3.5), 3 (2): "
        "3.5 points, 0 of them ahead (6.2); game points among 1 (2.5), 2 (0.5): "
        "0.5 points, 1 of them ahead (6.2)"
    )


def test_a_group_that_starts_anew_is_not_told_the_same_again() -> None:
    # 13.3.3: 1 beat both; 2 and 3 drew 1:1, by match points and by game points
    found = told(team_event("1-2:11", "1-3:11", "2-3:=="), "EDE", number=2)
    assert found.value == 2
    assert found.result.en == (
        "place 2 of the 3 who were tied; match points among 1 (4), 2 (1), 3 (1): "
        "1 points, 1 of them ahead (6.2); match points among 2 (1), 3 (1): 1 points, "
        "0 of them ahead (6.2); game points among 2 (1), 3 (1): 1 points, 0 of them "
        "ahead (6.2)"
    )


def test_its_last_resort_are_the_boards_of_two_teams() -> None:
    # 0110 against 1001: board numbers 2 + 3 = 1 + 4; then board 1
    found = told(team_event("1-2:0110"), "EDEBT")
    assert found.value == 2
    assert steps(found) == [
        (1, 1, 2, 1, "match points: drawn", "13.3 6"),
        (2, 1, 2, 2, "game points: drawn", "13.3 6"),
        (3, 1, 2, 5, "drawn: 1 × 0 + 2 × 1 + 3 × 1 + 4 × 0", "13.3.2 12.1"),
        (4, 1, 2, 0, "drawn: board 1", "13.3.2 12.2"),
    ]
    assert found.result.en.endswith(
        "board count (the lower first) among 1 (5), 2 (5): 5, 0 of them ahead "
        "(13.3.2, 12.1); board 1 among 1 (0), 2 (1): 0 points, 1 of them ahead "
        "(13.3.2, 12.2)"
    )


def test_the_lower_board_count_is_ahead() -> None:
    found = told(team_event("1-2:01=="), "EDEBB")
    assert found.value == 2
    assert "among 1 (5.5), 2 (4.5): 5.5, 1 of them ahead" in found.result.en
    assert "Brettwertung (klein vorn) unter 1 (5,5), 2 (4,5)" in found.result.de


def test_who_is_not_tied_has_no_place() -> None:
    found = told(FOUR, "MP", "EDE", number=2)
    assert found.value is None
    assert found.result.en.startswith("no value: nobody was tied")
