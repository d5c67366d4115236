"""Worked examples of team events: articles 11 to 13, and 16 on either score.

Two events serve most of them.

FOUR, two boards, everybody meets everybody:

    round 1  1-2 1½:½ (1 ½)   3-4 1:1 (1 0)
    round 2  1-3 1:1 (½ ½)    2-4 2:0 (1 1)
    round 3  1-4 0:2 (0 0)    2-3 1½:½ (1 ½)

    match points  1: 2+1+0 = 3   2: 0+2+2 = 4      3: 1+1+0 = 2      4: 1+0+2 = 3
    game points   1: 1½+1+0 = 2½  2: ½+2+1½ = 4    3: 1+1+½ = 2½     4: 1+0+2 = 3

BYES, two boards, five teams, three rounds; the pairing bye is worth 1 and 1:

    round 1  1-2 2:0   3-4 1:1    5 pairing bye
    round 2  1-3 1½:½  2-5 forfeited by 5    4 half-point bye
    round 3  1-4 1:1   3-5 2:0    2 zero-point bye

    match points  1: 2+2+1 = 5   2: 0+2+0 = 2   3: 1+0+2 = 3   4: 1+1+1 = 3   5: 1
    game points   1: 2+1½+1 = 4½ 2: 0+2+0 = 2   3: 1+½+2 = 3½  4: 1+1+1 = 3   5: 1
    to opponents  2 has a bye in the last round, so it counts as a draw (16.3.2):
                  3 match points (2+1), 3 game points (2 + two draws)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from small_events import code, ranks, standings_of, tournament, values
from small_team_events import team_event

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.model.tournament import Kind
from syncd.standings.code_table import KNOWN
from syncd.standings.codes import Refused, parse_code
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of
from syncd.standings.team_tiebreaks import turn
from syncd.standings.tiebreaks import FAMILIES, column_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Tournament

FOUR = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", "1-4:00 2-3:1=")
BYES = team_event("1-2:11 3-4:== U5", "1-3:1= 2*5:+- H4", "1-4:== 3-5:11 Z2")


def halves(*numbers: float) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 11.1: as above; the primary score is that of matches.
        ("MP", (3, 4, 2, 3)),
        ("GP", (2.5, 4, 2.5, 3)),
        ("PTS", (3, 4, 2, 3)),
        # 7.1, 7.2: matches won.
        ("WIN:MP", (1, 2, 0, 1)),
        ("WON:MP", (1, 2, 0, 1)),
        # 7.5: 2+3+3, 0+2+4, 1+2+2, 1+1+3; /C1 without the first.
        ("PS:MP", (8, 6, 5, 5)),
        ("PS:MP/C1", (6, 6, 4, 4)),
        # 1½+2½+2½, ½+2½+4, 1+2+2½, 1+1+3
        ("PS:GP", (6.5, 7, 5.5, 5)),
        # 8.1: everybody meets everybody, so 12 less the own score.
        ("BH:MP", (9, 8, 10, 9)),
        ("BH:GP", (9.5, 8, 9.5, 9)),
        # without the lowest of 4 2 3, 3 2 3, 3 4 3, 3 4 2
        ("BH:MP/C1", (7, 6, 7, 7)),
        # 8.2: (8+10+9)/3, (9+10+9)/3, (9+8+9)/3, (9+8+10)/3 in thirds below
        # 9.1: 2×4+1×2+0×3, 0×3+2×3+2×2, 1×3+1×3+0×4, 1×2+0×4+2×3
        ("SB:MP", (10, 10, 6, 8)),
        # 9.2: half of the possible 6 is 3: teams 1, 2, 4 have it.
        # 1: 2 and 4 -> 2+0; 2: 1 and 4 -> 0+2; 3: 1, 2, 4 -> 1+0+1; 4: 1, 2 -> 2+0
        ("KS:MP", (2, 2, 2, 2)),
        # half of the possible 6 game points is 3: teams 2 and 4.
        # 1: 1½+0; 2: 2; 3: ½+1; 4: 0
        ("KS:GP", (1.5, 2, 1.5, 0)),
        # 12.1: totals of boards 1 and 2 are 1½ 1, 2 2, 1½ 1, 1 2
        ("BC", (1.5 + 2, 2 + 4, 1.5 + 2, 1 + 4)),
        # the same turned: board 1 counts twice
        ("BB", (3 + 1, 4 + 2, 3 + 1, 2 + 2)),
        # 13.1
        ("MPvGP", (2.5, 4, 2.5, 3)),
        # 13.2: the opponent's total times the own score against him
        ("EMMSB", (10, 10, 6, 8)),
        # 4×1½+2×1+3×0, 3×½+3×2+2×1½, 3×1+3×1+4×½, 2×1+4×0+3×2
        ("EMGSB", (8, 10.5, 8, 8)),
        # 4×2+2½×1+3×0, 2½×0+3×2+2½×2, 3×1+2½×1+4×0, 2½×1+4×0+2½×2
        ("EGMSB", (10.5, 11, 5.5, 7.5)),
        # 4×1½+2½×1+3×0, 2½×½+3×2+2½×1½, 3×1+2½×1+4×½, 2½×1+4×0+2½×2
        ("EGGSB", (8.5, 11, 7.5, 7.5)),
        # 14: the product of the opponent with the fewest match points goes, of equal
        # ones the smaller product: 2×1, 2×1½, 3×1, 2×1
        ("EMGSB/C1", (6, 7.5, 5, 6)),
        # 13.4: 3 rounds × 2 points ÷ 2 boards = 3; 2½+9/3, 3+9/3 and thirds below
        # /K2: 2½+9/2, 4+8/2, 2½+10/2, 3+9/2
        ("SSSC/K2", (7, 8, 7.5, 7.5)),
        ("TPN", (1, 2, 3, 4)),
    ],
)
def test_a_tie_break_of_four_teams(text: str, expected: Sequence[float]) -> None:
    assert values(FOUR, text) == halves(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 8.2, see above
        ("AOB:MP", (27, 28, 26, 27)),
        # 13.4: 3×(2½+9/3), 3×(4+8/3), 3×(2½+10/3), 3×(3+9/3)
        ("SSSC", (16.5, 20, 17.5, 18)),
    ],
)
def test_a_tie_break_that_is_made_of_thirds(
    text: str, expected: Sequence[float]
) -> None:
    found = [value and value * 3 for value in values(FOUR, text)]
    assert found == halves(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MP", (5, 2, 3, 3, 1)),
        ("GP", (4.5, 2, 3.5, 3, 1)),
        # 7.1 counts the forfeit win of 2, 7.2 does not; the bye of 5 is a draw.
        ("WIN:MP", (2, 1, 1, 0, 0)),
        ("WON:MP", (2, 0, 1, 0, 0)),
        # 7.6: all but the requested byes of 2 and 4 and the forfeit loss of 5
        ("REP", (3, 2, 3, 2, 2)),
        # 16: 1: 3+3+3. 2: 5, forfeit win min(2, 1 of team 5), bye min(2, 3 draws).
        # 3: 3+5+1. 4: 3, bye min(3, 3), 5. 5: bye min(1, 3), min(1, 3 of team 2), 3.
        ("BH:MP", (9, 5 + 1 + 2, 9, 3 + 3 + 5, 1 + 1 + 3)),
        # /P: the forfeit is a match: 2 gets 1 of team 5, 5 gets 3 of team 2.
        ("BH:MP/P", (9, 5 + 1 + 2, 9, 11, 1 + 3 + 3)),
        # On game points a draw is two half points: 1: 3+3½+3. 3: 3+4½+1.
        # 2: 4½+min(2, 1)+min(2, 3). 4: 3½+min(3, 3)+4½. 5: min(1, 3)+min(1, 3)+3½.
        ("BH:GP", (9.5, 7.5, 8.5, 11, 5.5)),
        # 16.5: 2 gives up the better of its VUR (2) and its lowest (1): the VUR;
        # of 4 the VUR is worth 3, as much as the lowest; of 5 it is 1, as its lowest.
        ("BH:MP/C1", (6, 6, 8, 8, 4)),
        # 2: 5×0+1×2+2×0. 4: 3×1+3×1+5×1. 5: 1×1+1×0+3×0
        ("EMMSB", (3 * 2 + 3 * 2 + 3, 2, 3 + 0 + 1 * 2, 11, 1)),
        # own game points: 3×2+3×1½+3×1, 1×2, 3×1+5×½+1×2, 3+3+5, 1×1
        ("EMGSB", (13.5, 2, 7.5, 11, 1)),
        # 12: the bye of 5 is a win on both boards though it gave but one point;
        # so is the forfeit for 2; the bye of 4 is a draw on both.
        # 1: 3 + (1+1) + 1½. 3: 1½ + (0+1) + 3. 4: 1½+1½+1½.
        ("BC", (6.5, 3, 5.5, 4.5, 3)),
        ("BB", (3 + 2.5 + 1.5, 3, 1.5 + 0.5 + 3, 4.5, 3)),
        # 13.4 with F = 3: times 3 it is 3×GP + BH: 13½+9, 6+8, 10½+9, 9+11, 3+5;
        # /K1 keeps it whole
        ("SSSC/K1", (13.5, 10, 12.5, 14, 6)),
        # with /P the Buchholz of 5 is 7
        ("SSSC/K1/P", (13.5, 10, 12.5, 14, 8)),
        # 8.3: as if 1-4 and 3-5 had been draws: 1 has 5, 3 has 2, 4 has 3, 5 has 2.
        # 1: 3+2+3. 2: 5+min(2, 2)+min(2, 3). 3: 3+5+2. 4: 2+3+5.
        # 5: min(2, 3)+min(2, 3)+2
        ("FB:MP", (8, 9, 10, 10, 6)),
        # 13.4: 4½+8, 2+9, 3½+10, 3+10, 1+6
        ("SSSC/K1/F", (12.5, 11, 13.5, 13, 7)),
    ],
)
def test_a_tie_break_with_unplayed_matches(
    text: str, expected: Sequence[float]
) -> None:
    assert values(BYES, text) == halves(*expected)


def test_the_event_says_which_score_is_primary() -> None:
    """13.1: under game points first, the other score is that of matches."""
    event = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", type_code="FIDE_TEAM_GP_MP")
    assert values(event, "PTS") == values(event, "GP") == halves(2.5, 2.5, 2, 1)
    assert values(event, "MPvGP") == values(event, "MP") == halves(3, 2, 2, 1)
    # 13.4: 2 rounds × 2 boards ÷ 2 points = 2. The Buchholz of 1 is 2½+2 in game
    # points; 3 + 4½/2 = 5¼.
    assert values(event, "SSSC")[0] == Fraction("5.25")


def test_wins_are_those_of_matches_whatever_the_primary_score() -> None:
    """7.1: 1 won its match 1½:½, which is no win of two boards."""
    event = team_event("1-2:1=", type_code="FIDE_TEAM_GP_MP")
    assert values(event, "WIN") == values(event, "WON") == halves(1, 0)
    assert values(event, "WIN:MP") == halves(1, 0)
    refused = parse_code("WIN:GP"), parse_code("WON:GP")
    assert all(isinstance(each, Refused) for each in refused)


def test_top_boards_and_bottom_boards_rank_the_tied() -> None:
    """12.2 and 12.3 on three boards; all matches were drawn.

    Totals of boards 1 2 3:  1: 1½ ½ 1;  2: 0 1½ 1½;  3: 1 2 0;  4: 1½ 0 1½.
    Top boards: 1 and 4 have 1½ on board 1, 1 has more on board 2; then 3, then 2.
    Bottom boards out: without board 3 they have 2, 1½, 3, 1½; without board 2 as well
    4 has 1½ and 2 has nothing.
    """
    event = team_event("1-2:1=0 3-4:=10", "1-3:=01 2-4:01=")
    assert values(event, "GP") == halves(3, 3, 3, 3)
    assert ranks(event, "MP", "TBR") == [1, 4, 3, 2]
    assert ranks(event, "MP", "BBE") == [2, 4, 1, 3]


def test_a_circle_of_matches_is_broken_by_game_points() -> None:
    """13.3: 1 beat 2, 2 beat 3, 3 beat 1, so match points leave all tied.

    Game points: 1: 2+½, 2: 0+1½, 3: ½+1½.
    """
    event = team_event("1-2:11", "2-3:1=", "3-1:1=", kind=Kind.ROUND_ROBIN)
    assert ranks(event, "MP", "DE") == [1, 1, 1]
    assert ranks(event, "MP", "EDE") == [1, 3, 2]


def test_the_rest_of_a_group_starts_anew() -> None:
    """13.3.3: game points put 3 last; between 1 and 2 their match decides.

    1-2 2½:½, 2-3 3:0, 3-1 2:1, so 1: 2½+1 = 3½, 2: ½+3 = 3½, 3: 0+2 = 2.
    """
    event = team_event("1-2:11=", "2-3:111", "3-1:110", kind=Kind.ROUND_ROBIN)
    assert values(event, "GP") == halves(3.5, 3.5, 2)
    assert ranks(event, "MP", "EDE") == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Nothing but the boards tells two teams apart that drew 2:2.
        ("EDE", [1, 1]),
        # board 1: 2 won it
        ("EDET", [2, 1]),
        # without board 4: 2 to 1
        ("EDEB", [1, 2]),
        # board numbers: 2+3 = 5 and 1+4 = 5, so what comes after decides
        ("EDEBT", [2, 1]),
        ("EDEBB", [1, 2]),
    ],
)
def test_two_teams_with_equal_scores_are_told_apart_by_their_boards(
    text: str, expected: list[int]
) -> None:
    assert ranks(team_event("1-2:0110"), text) == expected


@pytest.mark.parametrize("text", ["EDEBT", "EDEBB"])
def test_fewer_counted_boards_come_first(text: str) -> None:
    """12.1 inside 13.3: 1 has 1+3½ = 4½, 2 has 2+3½ = 5½."""
    assert ranks(team_event("1-2:10=="), text) == [1, 2]
    assert ranks(team_event("1-2:01=="), text) == [2, 1]


def test_a_forfeited_match_between_the_tied_counts_only_with_p() -> None:
    """15.2: 2 was absent against 1 and has as many points from a full-point bye."""
    event = team_event("Z1 F2", "1*2:+-")
    assert values(event, "MP") == halves(2, 2)
    assert ranks(event, "MP", "EDE") == [1, 1]
    assert ranks(event, "MP", "EDE/P") == [1, 2]


def test_a_list_of_team_tie_breaks_ranks_in_turn() -> None:
    """1 and 4 have 3 match points; 4 has more game points, and beat 1."""
    assert ranks(FOUR, "MP", "GP") == [3, 1, 4, 2]
    assert ranks(FOUR, "MP", "DE") == [3, 1, 4, 2]
    # board 1: 1½ to 1
    assert ranks(FOUR, "MP", "TBR") == [2, 1, 4, 3]
    assert ranks(FOUR, "MP", "BBE") == [2, 1, 4, 3]


def test_board_count_ranks_the_lower_first_among_equal_game_points() -> None:
    """12.1: board 1 counts once, board 2 twice, and who won in front is better.

    1 and 2 have 2 match points and 1½ game points: 1 has ½×1 + 1×2 = 2½, 2 has
    1×1 + ½×2 = 2. 3 and 4 have none and ½: 3 has ½×1 = ½, 4 has ½×2 = 1.
    """
    event = team_event("1-3:=1 2-4:1=")
    assert values(event, "BC") == halves(2.5, 2, 0.5, 1)
    assert ranks(event, "MP", "GP", "BC") == [2, 1, 3, 4]
    # among unequal ones it would turn the order: 1 has 2½ game points, 4 has 3
    assert ranks(FOUR, "MP", "BC") == [2, 1, 4, 3], "why builders refuse it there"
    assert ranks(FOUR, "MP", "GP", "BC") == [3, 1, 4, 2]


def test_matches_may_be_worth_something_else() -> None:
    """Record 362, 3-1-0: 1: 3+1+0, 2: 0+3+3, 3: 1+1+0, 4: 1+0+3."""
    rules = PairingRules(match_scoring=(("TW", 30), ("TD", 10), ("TL", 0)))
    event = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", "1-4:00 2-3:1=", rules=rules)
    assert values(event, "MP") == halves(4, 6, 2, 4)
    assert values(event, "STD:MP") == halves(1.5, 2, 1, 1.5)


def test_penalties_are_of_one_score_or_of_both() -> None:
    """Record 299 takes a match point from 1 and half a game point from 2."""
    rules = PairingRules(
        adjustments=(
            Adjustment(match_points_x10=-10, ids=(1,)),
            Adjustment(points_x10=-5, ids=(2,)),
        )
    )
    event = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", rules=rules)
    assert values(event, "MP") == halves(2, 2, 2, 1)
    assert values(event, "GP") == halves(2.5, 2, 2, 1)
    # what an opponent gets is without it: 2 met 1 (3) and 4 (1)
    assert values(event, "BH:MP")[1] == 4


def test_points_for_the_standings_only_are_in_no_tie_break() -> None:
    """Record 299, round 999: half a game point off for 2, who has 2½ from matches."""
    rules = PairingRules(adjustments=(Adjustment(points_x10=-5, round=999, ids=(2,)),))
    event = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", rules=rules)
    assert values(event, "GP") == halves(2.5, 2, 2, 1)
    assert values(event, "MPvGP") == halves(2.5, 2.5, 2, 1)


def test_nothing_of_ratings_is_asked_of_teams() -> None:
    found = standings_of(FOUR, [code("MP"), code("ARO"), code("TPR")])
    assert [each.written for each in found.dropped] == ["ARO", "TPR"]


def test_players_have_no_tie_breaks_of_teams() -> None:
    event = tournament("2w1", "1b0")
    found = standings_of(event, [code("PTS"), code("EDE"), code("TBR"), code("BC")])
    assert [each.written for each in found.dropped] == ["EDE", "TBR", "BC"]
    assert found.ranking.ranks == [1, 2]


@pytest.mark.parametrize("name", sorted(FAMILIES))
@pytest.mark.parametrize("event", [FOUR, BYES], ids=["four", "byes"])
def test_a_value_is_the_sum_of_its_parts(event: Tournament, name: str) -> None:
    contest = contest_of(event)
    known = KNOWN[name]
    if not known.for_teams:
        return
    modifiers = ["", *(f"/{letter}{_NUMBER.get(letter, '')}" for letter in "CMPFK")]
    for modifier in modifiers:
        if modifier[1:2] and modifier[1] not in known.modifiers:
            continue
        asked = code(known.spelling + modifier)
        column = column_of(contest, asked)
        for index, value in enumerate(column.values):
            working = FAMILIES[name].working(contest, asked, index)
            uncut = sum(part.value for part in working.parts if not part.cut)
            assert uncut == working.total
            assert working.scale == column.scale
            assert value == working.value
            if value is not None:
                assert value == Fraction(uncut, working.divisor) + working.offset


_NUMBER = {"C": "1", "M": "1", "K": "2"}


@pytest.mark.parametrize(
    ("event", "text", "looks"),
    [
        # 1 and 4 have as many match points: 4 beat 1.
        (FOUR, "EDE", ["MP"]),
        # Three in a circle: game points, and then nobody is tied.
        (team_event("1-2:11", "2-3:1=", "3-1:1="), "EDE", ["GP"]),
        # 3 goes last by game points; those between 1 and 2 are the same look (6.2).
        (team_event("1-2:11=", "2-3:111", "3-1:110"), "EDE", ["GP"]),
        # 2+3 = 1+4, so the board count breaks nothing.
        (team_event("1-2:0110"), "EDEBT", ["TBR"]),
        (team_event("1-2:10=="), "EDEBB", ["BC"]),
        # Nothing helps: the last that was tried is told.
        (team_event("1-2:===="), "EDEBB", ["BBE"]),
        (team_event("1-2:===="), "EDE", ["GP"]),
    ],
)
def test_each_look_at_the_tied_says_what_broke_the_tie(
    event: Tournament, text: str, looks: list[str]
) -> None:
    contest, asked = contest_of(event), code(text)
    groups = rank(contest, [code("MP")]).groups
    found = []
    while tied := next((group for group in groups if len(group) > 1), []):
        look = turn(contest, asked, tied)
        found.append(look.by)
        groups = look.groups if len(look.groups) > 1 else []
    assert found == looks


def test_a_look_at_boards_shows_their_points() -> None:
    contest = contest_of(team_event("1-2:0110"))
    look = turn(contest, code("EDET"), [0, 1])
    assert look.totals == {0: [0, 10, 10, 0], 1: [10, 0, 0, 10]}
    assert look.groups == [[1], [0]]
