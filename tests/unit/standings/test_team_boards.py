"""Boards of matches: told from pairings, rosters, line-ups and lonely results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from small_events import ranks, values
from small_team_events import team_event

from syncd.model.pairing_rules import PairingRules
from syncd.model.tournament import Kind, LineUp, Team, TeamBye, TeamMatch, Tournament
from syncd.standings.options import Options
from syncd.standings.standings import contest_of
from syncd.standings.team_boards import sitting

FOUR_BOARDS = PairingRules(board_colours="WBWB")


def boards(event: Tournament) -> tuple[str, str]:
    """Return the boards of the match 1-2 of round 1."""
    return sitting(event).matches[1, 1, 2].results


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        ("10=1", ("10=1", "01=0")),
        ("+-X1", ("+--1", "-+-0")),
        # 12 sat alone at board 2, 23 at board 3
        ("1><0", ("1+-0", "0-+1")),
        # alone at the first board, and at the last
        (">00<", ("+00-", "-11+")),
        ("11!0", ("11.0", "00.1")),
        # a team of three: board 4 is the last one
        ("1==>", ("1==+", "0==-")),
    ],
)
def test_boards_of_a_match(match: str, expected: tuple[str, str]) -> None:
    assert boards(team_event(f"1-2:{match}", rules=FOUR_BOARDS)) == expected


def cell(event: Tournament, player: int, result: str) -> Tournament:
    """Return the event with another result of round 1 of somebody."""
    rows = dict(event.pairings.rows)
    rows[player] = replace(rows[player], results=result + rows[player].results[1:])
    return replace(event, pairings=replace(event.pairings, rows=rows))


def without_board(event: Tournament, board: int) -> Tournament:
    """Return the event as if nobody had been entered at a board of the match 1-2."""
    rows = dict(event.pairings.rows)
    for player in (10 + board, 20 + board):
        rows[player] = replace(rows[player], opponents=(0,), colours="-", results="Z")
    return replace(event, pairings=replace(event.pairings, rows=rows))


def test_a_reserve_who_stayed_away_is_no_board() -> None:
    """Five in each roster, four boards: the second of team 1 has `-`, but all sat."""
    event = without_board(team_event("1-2:10=11", rules=FOUR_BOARDS), 2)
    event = cell(event, 12, "-")
    assert boards(event) == ("1=11", "0=00")


def test_an_absence_fills_a_board_that_would_be_missing() -> None:
    event = without_board(team_event("1-2:10=1", rules=FOUR_BOARDS), 2)
    assert boards(event) == ("1=1", "0=0")
    assert boards(cell(event, 12, "-")) == ("1-=1", "0-=0")


@pytest.mark.parametrize("letter", "+FU")
def test_a_lonely_result_is_a_forfeit_whatever_its_letter(letter: str) -> None:
    """CLM writes F for a win against an empty seat."""
    event = without_board(team_event("1-2:10=1", rules=FOUR_BOARDS), 4)
    assert boards(cell(event, 14, letter)) == ("10=+", "01=-")


def test_a_line_up_says_who_sat_where() -> None:
    """Team 2 played in the order 24 23 22 21 against 14 13 12 11."""
    event = team_event("1-2:10=1", rules=FOUR_BOARDS)
    event = replace(event, line_ups=(LineUp(1, 1, 2, (14, 13, 12, 11)),))
    assert boards(event) == ("1=01", "0=10")


def test_who_stands_in_two_rosters_is_nobodys_lonely_result() -> None:
    event = without_board(team_event("1-2:10=1", teams=3), 4)
    one, two, three = event.teams
    shared = replace(three, roster=(*three.roster, 14))
    event = replace(event, teams=(one, two, shared))
    assert boards(cell(event, 14, "+")) == ("10=", "01=")


def test_colours_are_those_of_the_first_board() -> None:
    """The first-named team has White at board 1 here."""
    event = team_event("1-2:10", "2-1:11")
    assert values(event, "BPG") == [1, 1]
    # 1 lost round 2 with Black; 2 did not win round 1
    assert values(event, "BWG") == [0, 0]


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        # Nobody played: no match in the sense of 15.1, but its points count.
        ("1-2:++", "+-"),
        ("1-2:XX", "--"),
        # One game is enough.
        ("1-2:+1", "10"),
        # It is not over while a board is open.
        ("1-2:1!", ".."),
        # A point on each side without a game still is a draw.
        ("1-2:+-", "=="),
    ],
)
def test_what_a_match_is_follows_from_its_boards(match: str, expected: str) -> None:
    event = team_event(match + " 3-4:11")
    assert "".join(contest_of(event).primary.kinds[:2]) == expected


def test_a_forfeited_match_gives_all_boards() -> None:
    """Record 330, whatever the cells of the players say."""
    event = team_event("1*2:-+ 3-4:1=")
    assert values(event, "MP") == [0, 2, 2, 0]
    assert values(event, "GP")[:2] == [0, 2]
    event = team_event("2*1:-- 3-4:1=")
    assert values(event, "GP")[:2] == [0, 0]


def test_the_pairing_bye_is_a_draw_unless_stated() -> None:
    """C.04.6, 1.4; what 320 states goes before, then what the cells say."""
    event = team_event("1-2:11 U3", bye=(None, None))
    assert [values(event, "MP")[2], values(event, "GP")[2]] == [1, 1]
    event = team_event("1-2:11 U3", bye=(20, 15))
    assert [values(event, "MP")[2], values(event, "GP")[2]] == [2, Fraction("1.5")]
    in_cells = cell(cell(team_event("1-2:11", teams=3), 31, "U"), 32, "U")
    assert [values(in_cells, "MP")[2], values(in_cells, "GP")[2]] == [1, 2]


@pytest.mark.parametrize(
    ("letter", "points"), [("F", (2, 2)), ("H", (1, 1)), ("Z", (0, 0)), ("+", (2, 2))]
)
def test_cells_tell_a_bye_that_no_record_states(
    letter: str, points: tuple[int, int]
) -> None:
    event = cell(cell(team_event("1-2:11", teams=3), 31, letter), 32, letter)
    assert [values(event, "MP")[2], values(event, "GP")[2]] == list(points)


def test_spielfrei_is_no_team() -> None:
    """A league of three with an entry without players: free rounds give nothing.

    1 beat 2, 2 beat 3, 1 drew with 3; everybody sat out once.
    """
    event = team_event("1-2:11", "2-3:11", "1-3:==", kind=Kind.ROUND_ROBIN)
    event = replace(event, teams=(*event.teams, Team(4, "spielfrei")))
    contest = contest_of(event)
    assert contest.primary.numbers == [1, 2, 3]
    assert values(event, "MP") == [3, 2, 1]
    # 9.1: no dummy in a round robin: 2×2+1×1, 0×3+2×1, 0×2+1×3
    assert values(event, "SB") == [5, 2, 3]
    assert ranks(event, "MP", "GP") == [1, 2, 3]


def test_a_league_of_two_loops_counts_both_matches() -> None:
    """6.1.2: 1 and 2 drew one match, 1 won the other: 1½ to ½ on average."""
    event = team_event("1-2:== 3-4:11", "2-1:00 4-3:11", kind=Kind.ROUND_ROBIN)
    assert values(event, "MP") == [3, 1, 2, 2]
    # 3 and 4 won a match each, by the same score
    assert ranks(event, "MP", "EDEBT") == [1, 4, 2, 2]


def test_after_an_earlier_round() -> None:
    event = team_event("1-2:11", "2-1:11", "1*2:+-")
    assert values(event, "MP", Options(after_round=1)) == [2, 0]
    assert values(event, "MP", Options(after_round=2)) == [2, 2]
    assert values(event, "MP") == [4, 2]


def test_who_left_a_league_early_counts_for_nobody() -> None:
    """6.6: team 4 played one match of three and forfeited two."""
    event = team_event(
        "1-4:11 2-3:10", "1-3:== 2*4:+-", "1-2:== 3*4:+-", kind=Kind.ROUND_ROBIN
    )
    assert values(event, "MP") == [4, 4, 4, 0]
    left = Options(removes_early_leavers=True)
    assert values(event, "MP", left) == [2, 2, 2, 0]
    assert ranks(event, "MP", options=left) == [1, 1, 1, 4]


def test_an_event_without_rosters_is_one_of_players() -> None:
    event = team_event("1-2:10")
    bare = replace(event, teams=tuple(replace(t, roster=()) for t in event.teams))
    assert contest_of(bare).is_team is False


def test_numbers_that_nobody_has_are_passed_over() -> None:
    event = team_event("1-2:10")
    event = replace(
        event, team_byes=TeamBye(10, 10, (77,)), line_ups=(LineUp(9, 8, 7, (6,)),)
    )
    assert values(event, "MP") == [1, 1]


def test_of_two_matches_in_a_round_the_greater_one_counts() -> None:
    """A player of team 3 helped team 1 out against 2 at board 2: one board of 2-3."""
    event = team_event("1-2:111 3-4:111")
    rows = dict(event.pairings.rows)
    rows[12] = replace(rows[12], opponents=(0,), colours="-", results="Z")
    rows[22] = replace(rows[22], opponents=(33,))
    rows[33] = replace(rows[33], opponents=(22,), colours="w")
    rows[43] = replace(rows[43], opponents=(0,), colours="-", results="Z")
    event = replace(event, pairings=replace(event.pairings, rows=rows))
    assert sitting(event).matches[1, 2, 3].results == ("0", "1")
    assert contest_of(event).primary.opponents == [[1], [0], [3], [2]]


@pytest.mark.parametrize(
    "match", [TeamMatch(1, 2, 2), TeamMatch(1, 1, 2, forfeited="?")]
)
def test_a_stated_match_that_cannot_be_is_passed_over(match: TeamMatch) -> None:
    event = team_event("1-2:11")
    assert values(replace(event, matches=(match,)), "MP") == [2, 0]


@pytest.mark.parametrize(
    ("stated", "bye", "expected", "why"),
    [
        ((20, 0, 10), (None, None), (2, 0, 1), "the bye of 3 is a draw"),
        ((20, 0, 0), (None, None), (2, 0, 0), "CLM gives nothing for spielfrei"),
        ((20, 0, 0), (10, 10), (2, 0, 1), "record 320 says what it is worth"),
        ((20, 0, 70), (None, None), (2, 0, 1), "nothing explains 7"),
        ((None, None, None), (None, None), (2, 0, 1), "nothing is stated"),
    ],
)
def test_a_bye_of_a_team_counts_as_its_stated_points_show(
    stated: tuple[int | None, ...],
    bye: tuple[int | None, int | None],
    expected: tuple[int, ...],
    why: str,
) -> None:
    """What `check` finds right is what the standings count."""
    event = team_event("1-2:11 U3", bye=bye)
    teams = zip(event.teams, stated, strict=True)
    event = replace(
        event,
        teams=tuple(replace(team, match_points_x10=points) for team, points in teams),
    )
    assert tuple(values(event, "MP")) == expected, why


def test_after_an_earlier_round_a_bye_counts_as_in_the_end() -> None:
    event = team_event("1-2:11 U3", "1-3:11 U2", bye=(None, None))
    stated = zip(event.teams, (40, 0, 0), strict=True)
    event = replace(
        event,
        teams=tuple(replace(team, match_points_x10=points) for team, points in stated),
    )
    assert values(event, "MP") == [4, 0, 0]
    assert values(event, "MP", Options(after_round=1)) == [2, 0, 0]


def test_game_points_of_a_bye_count_as_stated_too() -> None:
    event = team_event("1-2:11 U3", bye=(None, None))
    stated = replace(event.teams[2], game_points_x10=0, match_points_x10=10)
    event = replace(event, teams=(*event.teams[:2], stated))
    assert values(event, "MP") == [2, 0, 1]
    assert values(event, "GP") == [2, 0, 0]
