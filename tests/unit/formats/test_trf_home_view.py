"""Small leagues as CLM writes them: the home player's letter in both rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trf_lines import codes, player, read

from syncd.model.findings import Severity, has_errors

if TYPE_CHECKING:
    from syncd.formats.trf import Reading
    from syncd.model.findings import Finding

SECTION = "### Tournament Section  "
BOARDS = 2


def roster(team: int, points: str = "") -> str:
    members = "".join(f" {team * 10 + board:>4}" for board in range(1, BOARDS + 1))
    name = f"Team {team}"
    return f"310 {team:>3} {name:<34}       {'':4} {'':>3} {points:>6}     {members}"


def name(number: int) -> str:
    return f"Weber{'abcdefghi'[number // 10]}{'abcdefghi'[number % 10]},Anna"


def league(
    cells: dict[int, list[str]],
    points: dict[int, str],
    *extra: str,
    board_points: dict[int, str] | None = None,
) -> Reading:
    """Return a league of players 11, 12 (team 1), 21, 22 (team 2), and so on."""
    stated = board_points or {}
    teams = sorted({number // 10 for number in cells})
    return read(
        SECTION,
        *extra,
        *(
            player(number, *row, points=points.get(number, ""), name=name(number))
            for number, row in cells.items()
        ),
        *(roster(team, stated.get(team, "")) for team in teams),
    )


def letters(reading: Reading) -> dict[int, str]:
    return {n: row.results for n, row in reading.tournament.pairings.rows.items()}


def of(reading: Reading, code: str) -> list[Finding]:
    return [finding for finding in reading.findings if finding.code == code]


ONE_MATCH = {
    11: ["21 b 1"], 12: ["22 w 1"],
    21: ["11 w 1"], 22: ["12 b 1"],
}  # fmt: skip
DRAW_AND_ZERO = {
    11: ["21 b ="], 12: ["22 w 0"],
    21: ["11 w ="], 22: ["12 b 0"],
}  # fmt: skip


def test_a_guest_is_corrected_with_line_and_column() -> None:
    reading = league(ONE_MATCH, {11: "1.0", 12: "1.0", 21: "0.0", 22: "0.0"})
    assert {11: "1", 12: "1", 21: "0", 22: "0"} == letters(reading)
    first, second = of(reading, "clm.home_view")
    assert ("1 -> 0", 5, 99, Severity.INFO) == (
        first.value, first.line, first.column, first.severity,
    )  # fmt: skip
    assert 6 == second.line
    (match,) = reading.tournament.matches
    assert (1, 1, 2, True) == (
        match.round, match.home, match.guest, match.is_home_known,
    )  # fmt: skip
    assert not has_errors(reading.findings)


def test_a_zero_can_be_many_things() -> None:
    reading = league(DRAW_AND_ZERO, {11: "0.5", 12: "0.0", 21: "0.5", 22: "0.5"})
    assert {11: "=", 12: "0", 21: "=", 22: "="} == letters(reading)
    reading = league(DRAW_AND_ZERO, {11: "0.5", 12: "0.0", 21: "0.0", 22: "1.0"})
    assert {11: "=", 12: "0", 21: "0", 22: "1"} == letters(reading)


def test_a_real_or_open_zero_zero_stays_a_question() -> None:
    reading = league(DRAW_AND_ZERO, {11: "0.5", 12: "0.0", 21: "0.5", 22: "0.0"})
    assert {11: "=", 12: "0", 21: "=", 22: "0"} == letters(reading)
    assert [] == of(reading, "clm.home_view")


def test_a_file_that_says_each_side_stays_as_it_is() -> None:
    cells = {11: ["21 b 1"], 12: ["22 w ="], 21: ["11 w 0"], 22: ["12 b ="]}
    reading = league(cells, {11: "1.0", 12: "0.5", 21: "0.0", 22: "0.5"})
    assert {11: "1", 12: "=", 21: "0", 22: "="} == letters(reading)
    assert not has_errors(reading.findings)


@pytest.mark.parametrize(
    ("order", "home"), [("XCP color_order=1", 1), ("XCP color_order=2", 2)]
)
def test_colours_choose_where_points_cannot(order: str, home: int) -> None:
    reading = league(ONE_MATCH, {}, order)
    (match,) = reading.tournament.matches
    assert (home, True) == (match.home, match.is_home_known)
    assert "1" == letters(reading)[home * 10 + 1]


def test_without_any_sign_the_boards_are_asked_for() -> None:
    reading = league(ONE_MATCH, {})
    assert has_errors(reading.findings)
    (finding,) = of(reading, "clm.home_open")
    assert Severity.ERROR is finding.severity
    assert "1 Team 1 – 2 Team 2" in finding.text.en
    assert "11 – 21, 12 – 22" in finding.text.de
    assert "XML DSB neu" in finding.text.de
    assert {"1"} == set(letters(reading).values())


def test_every_match_of_open_players_is_asked_for() -> None:
    """Each player is in several matches that nothing settles."""
    cells = {
        11: ["21 b 1", "31 b 1"], 12: ["22 w 1", "32 w 1"],
        21: ["11 w 1", "0000 - Z"], 22: ["12 b 1", "0000 - Z"],
        31: ["0000 - Z", "11 w 1"], 32: ["0000 - Z", "12 b 1"],
    }  # fmt: skip
    assert 2 == len(of(league(cells, {}), "clm.home_open"))


def test_draws_need_no_home_team() -> None:
    cells = {11: ["21 - ="], 12: ["22 - ="], 21: ["11 - ="], 22: ["12 - ="]}
    reading = league(cells, dict.fromkeys(cells, "0.5"))
    assert [] == codes(reading)
    assert not reading.tournament.matches[0].is_home_known


def test_board_points_choose_where_points_cannot() -> None:
    reading = league(ONE_MATCH, {}, board_points={1: "0.0", 2: "2.0"})
    assert {11: "0", 12: "0", 21: "1", 22: "1"} == letters(reading)


@pytest.mark.parametrize(
    ("lines", "points", "board_points", "sign"),
    [
        ([], {11: "1.0", 21: "0.0"}, {}, ("points show", "die Punkte zeigen")),
        (["XCP color_order=1"], {}, {}, ("colours show", "die Farben zeigen")),
        ([], {}, {1: "0.0", 2: "2.0"}, ("(310) show", "Brettpunkte")),
        (["XCZ"], {}, {}, ("XCD and XCZ say", "XCD und XCZ sagen")),
    ],
)
def test_the_note_says_what_told_the_home_team(
    lines: list[str],
    points: dict[int, str],
    board_points: dict[int, str],
    sign: tuple[str, str],
) -> None:
    extra = [xcz(11, home=True) if line == "XCZ" else line for line in lines]
    reading = league(ONE_MATCH, points, "142 1", *extra, board_points=board_points)
    found = of(reading, "clm.home_view")
    assert len(found) == 2
    for finding in found:
        assert finding.text.en.endswith(f"{sign[0]}.")
        assert sign[1] in finding.text.de


def test_colours_against_the_points_only_warn() -> None:
    points = {11: "1.0", 12: "1.0", 21: "0.0", 22: "0.0"}
    reading = league(ONE_MATCH, points, "XCP color_order=2")
    (finding,) = of(reading, "clm.home_colours")
    assert Severity.WARNING is finding.severity
    assert {11: "1", 12: "1", 21: "0", 22: "0"} == letters(reading)


def test_points_that_fit_nothing_change_nothing() -> None:
    reading = league(ONE_MATCH, {11: "1.0", 12: "0.0", 21: "0.0", 22: "0.0"})
    assert ["clm.home_impossible"] == [
        item.code for item in reading.findings if has_errors([item])
    ]
    assert {"1"} == set(letters(reading).values())


def test_more_points_than_games_are_a_lost_loop() -> None:
    reading = league(ONE_MATCH, dict.fromkeys(ONE_MATCH, "1.0"))
    assert ["trf.loops"] == [
        item.code for item in reading.findings if has_errors([item])
    ]


def xcd(team: int, opponent: int, *, home: bool, result: int, forfeit: bool) -> str:
    line = f"XCD {team:>3} 6621{team} {1:>2}".ljust(75)
    flag = 1 if home else 0
    return f"{line}{result:>2} {int(forfeit)} {opponent:>3}  1 {flag} {0:>2} {'0.0':>5}"


def test_records_of_clm_say_who_was_at_home() -> None:
    lines = (
        xcd(1, 2, home=False, result=1, forfeit=False),
        xcd(2, 1, home=True, result=1, forfeit=False),
    )
    reading = league(ONE_MATCH, {}, *lines)
    (match,) = reading.tournament.matches
    assert (2, True) == (match.home, match.is_home_known)
    assert {11: "0", 12: "0", 21: "1", 22: "1"} == letters(reading)


def xcz(player_number: int, *, home: bool, points: str = "") -> str:
    """Return XCZ with one block, for round 1."""
    line = f"XCZ {player_number:>4} 66211-{player_number}".ljust(75)
    return f"{line}{1:>2} {1:>3} {int(home)} {1:>2} 0 {points:>4}"


TWO_MATCHES = {
    11: ["21 b 1"], 12: ["22 w 1"], 21: ["11 w 1"], 22: ["12 b 1"],
    31: ["41 b 1"], 32: ["42 w 1"], 41: ["31 w 1"], 42: ["32 b 1"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("second", "flags", "home", "odd"),
    [
        (0, {11: False, 21: True}, 2, 0),
        (0, {11: True}, 1, 0),
        (12, {12: False, 11: True, 21: False}, 1, 0),  # also in the roster of team 3
        (12, {12: False}, 0, 0),
        (0, {11: True, 12: False}, 0, 1),
        (0, {11: True, 21: True}, 0, 1),
    ],
)
def test_the_flag_of_a_player_counts_for_his_only_team(
    second: int, flags: dict[int, bool], home: int, odd: int
) -> None:
    """Player 12 plays for team 1; who else has him in its roster changes nothing."""
    members = [31, 32, *([second] if second else [])]
    third = roster(3).replace("   31   32", "".join(f" {n:>4}" for n in members)[1:])
    lines = [xcz(number, home=flag) for number, flag in flags.items()]
    reading = read(
        SECTION, "142 1",
        *(player(n, *row, name=name(n)) for n, row in TWO_MATCHES.items()),
        roster(1), roster(2), third, roster(4), *lines,
    )  # fmt: skip
    match = reading.tournament.matches[0]
    assert (1, 2) == tuple(sorted((match.home, match.guest)))
    assert bool(home) is match.is_home_known
    if home:
        assert home == match.home
        assert ("1", "0") == (
            letters(reading)[home * 10 + 1], letters(reading)[31 - 10 * home],
        )  # fmt: skip
    else:
        assert {"1"} == {letters(reading)[n] for n in (11, 12, 21, 22)}
    found = of(reading, "clm.home_flags")
    assert odd == len(found)
    for finding in found:
        assert "1 Team 1 – 2 Team 2" in finding.text.de
        assert (83 - 7, Severity.WARNING) == (finding.column, finding.severity)


def test_flags_of_a_record_that_names_another_opponent_do_not_count() -> None:
    lines = (xcd(1, 4, home=False, result=1, forfeit=False), xcz(11, home=True))
    (match,) = league(ONE_MATCH, {}, "142 1", *lines).tournament.matches
    assert (1, True) == (match.home, match.is_home_known)


def test_a_match_that_was_forfeited_as_a_whole_is_a_match() -> None:
    cells = {number: ["0000 - Z"] for number in ONE_MATCH}
    lines = (
        xcd(1, 2, home=True, result=5, forfeit=True),
        xcd(2, 1, home=False, result=5, forfeit=True),
    )
    (match,) = league(cells, {}, "142 1", *lines).tournament.matches
    assert (1, 2, "+-") == (match.home, match.guest, match.forfeited)


RESULTS = ["10", "01", "==", "00", "0=", "=0", "+-", "-+"]
WORTH = {"1": 1.0, "=": 0.5}


@settings(max_examples=60)
@given(st.data())
def test_what_is_not_asked_is_true(data: st.DataObject) -> None:
    """A league of four teams with any results: each board is right or asked about."""
    rounds = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    cells: dict[int, list[str]] = {
        team * 10 + board: [] for team in (1, 2, 3, 4) for board in (1, 2)
    }
    truth = dict.fromkeys(cells, "")
    for pairs in rounds:
        for pair in pairs:
            home, guest = pair if data.draw(st.booleans()) else pair[::-1]
            for board in (1, 2):
                result = data.draw(st.sampled_from(RESULTS))
                one, two = home * 10 + board, guest * 10 + board
                colours = "bw" if board % 2 else "wb"
                cells[one].append(f"{two} {colours[0]} {result[0]}")
                cells[two].append(f"{one} {colours[1]} {result[0]}")
                truth[one] += result[0]
                truth[two] += result[1]
    points = {
        number: f"{sum(WORTH.get(letter, 0) for letter in row):.1f}"
        for number, row in truth.items()
    }
    order = data.draw(st.sampled_from(["XCP color_order=1", "XCP autoDWZ=1"]))
    reading = league(cells, points, order)
    asked = {
        (item.line, int(item.text.en.split()[1].rstrip(",")))
        for item in of(reading, "clm.home_open")
    }
    assert not of(reading, "clm.home_impossible")
    if of(reading, "clm.home_too_many"):
        return
    found = letters(reading)
    rows = {n: line for line, n in enumerate(cells, start=4)}
    open_rounds = {number for _, number in asked}
    for number, row in truth.items():
        assert rows[number] > 0
        for index, letter in enumerate(row, start=1):
            if index not in open_rounds:
                assert letter == found[number][index - 1]
