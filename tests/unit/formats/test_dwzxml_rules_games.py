"""Rules G: single games, rounds and results."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dwzxml_samples import COMPUTER, SATURDAY, SUNDAY, edited, extended, found, swapped

from syncd.formats.dwzxml.elements import ReportGame

RESULTS = {
    "fine": [
        "1:0",
        "0:1",
        "0.5:0.5",
        "+:-",
        "-:+",
        "-:-",
        "0.5:0",
        "0:0.5",
        "0:-",
        "-:0",
        "0.5:-",
        "-:0.5",
    ],
    "odd": ["1:-", "-:1", "+:0", "0:+"],
    "too much": ["1:1", "1:0.5", "0.5:1"],
    "wrong": ["+:+", "+:1", "1:+", "+:0.5", "0.5:+"],
    "nil": ["0:0"],
}
SAYS = {
    "fine": [],
    "odd": [("G27", "warning", "games/game[2]/pointBlack")],
    "too much": [("G22", "error", "games/game[2]/pointBlack")],
    "wrong": [("G27", "error", "games/game[2]/pointBlack")],
    "nil": [("G29", "warning", "games/game[2]/pointWhite")],
}


@pytest.mark.parametrize(
    ("kind", "result"),
    [(kind, result) for kind, results in RESULTS.items() for result in results],
)
def test_results(kind: str, result: str) -> None:
    white, black = result.split(":")
    report = edited(games={2: {"white_points": white, "black_points": black}})
    assert [f for f in found(report) if f.code != "P03"] == SAYS[kind]


def test_all_pairs_of_points_are_classified() -> None:
    pairs = sorted(pair for results in RESULTS.values() for pair in results)
    points = ["1", "0.5", "0", "+", "-"]
    assert sorted(f"{white}:{black}" for white in points for black in points) == pairs


@pytest.mark.parametrize("result", ["1:0", "0.5:-", "0:0", "+:+", "0:+"])
def test_results_against_nobody(result: str) -> None:
    white, black = result.split(":")
    report = edited(games={6: {"white_points": white, "black_points": black}})
    expected = [] if result == "+:+" else [("G14", "warning", "games/game[6]")]
    assert found(report) == expected


def test_more_than_a_point_against_nobody() -> None:
    report = edited(games={6: {"white_points": "1", "black_points": "1"}})
    assert [f.code for f in found(report)] == ["G14", "G22"]


def test_nobody_on_both_sides_is_read() -> None:
    data = swapped(
        (
            (
                "<tournamentPlayerNumberWhite>2</tournamentPlayerNumberWhite>"
                "<noneBlackPlayer>"
            ),
            "<noneWhitePlayer>true</noneWhitePlayer><noneBlackPlayer>",
        )
    )
    assert found(data) == []


def test_a_round_far_above_the_others() -> None:
    report = edited(games={5: {"round": 9}, 6: {"round": 9}})
    assert [f for f in found(report) if f.code == "G02"] == [
        ("G02", "error", "games/game[5]/round"),
        ("G02", "error", "games/game[6]/round"),
    ]


def test_a_single_stray_round() -> None:
    report = edited(games={6: {"round": 5}})
    assert [f for f in found(report) if f.severity == "error"] == [
        ("G02", "error", "games/game[6]/round")
    ]


def test_rounds_that_cannot_be_read_are_left_to_the_schema() -> None:
    data = swapped(("<rounds>3", "<rounds>three"))
    assert found(data) == [("T05", "error", "tournament/rounds")]


def test_against_oneself() -> None:
    report = edited(games={2: {"black": 3}})
    expected = ("G13", "error", "games/game[2]/tournamentPlayerNumberBlack")
    assert [f for f in found(report) if f.severity == "error"] == [expected]


def with_computer(white: str, black: str) -> list[tuple[str, str, str]]:
    games = (ReportGame(3, 5, 4, white, black, SUNDAY),)
    return list(found(extended(players=(COMPUTER,), games=games)))


def test_games_of_computers() -> None:
    assert with_computer("-", "-") == []
    for result in [("+", "-"), ("0", "1"), ("-", "0")]:
        assert with_computer(*result) == [("G25", "error", "games/game[7]/pointWhite")]


def test_pairing_twice() -> None:
    games = (ReportGame(1, 2, 1, "0", "1", SATURDAY),)
    assert found(extended(games=games)) == [("G32", "warning", "games/game[7]")]


def test_player_twice_in_a_round() -> None:
    games = (ReportGame(3, 1, 4, "0", "1", SUNDAY),)
    assert found(extended(games=games)) == [("G32", "warning", "games/game[7]")]


def test_a_player_of_unknown_number_plays_no_second_game() -> None:
    data = swapped(
        ("NumberWhite>2", "NumberWhite>x"), ("NumberWhite>4", "NumberWhite>y")
    )
    assert {f.code for f in found(data)} == {"G08"}


LATE = (ReportGame(3, 4, 5, "1", "0", SUNDAY),)
INA = replace(COMPUTER, surname="Hahn", forename="Ina", dob_year=1984, sex="w")


def test_byes_listed_for_some_only() -> None:
    report = extended(players=(INA,), games=LATE)
    assert [f for f in found(report) if f.code == "G20"] == [
        ("G20", "warning", "players/player[5]")
    ]


@pytest.mark.parametrize("kind", ["TR", "TW-H"])
def test_teams_need_not_line_up_everybody(kind: str) -> None:
    report = extended(players=(INA,), games=LATE)
    payload = report.payload
    team = replace(payload.tournament, type=kind)
    codes = [
        f.code
        for f in found(replace(report, payload=replace(payload, tournament=team)))
    ]
    assert "G20" not in codes


def test_no_byes_listed_at_all() -> None:
    report = extended(players=(INA,), games=LATE)
    payload = report.payload
    games = tuple(game for game in payload.games if game.black is not None)
    codes = [
        f.code for f in found(replace(report, payload=replace(payload, games=games)))
    ]
    assert "G20" not in codes


def test_who_withdrew_needs_no_byes() -> None:
    report = edited(games={5: {"white": 4, "black": 3}})
    assert found(report) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("<round>2", "<round>", "G28"), ("NumberBlack>4", "NumberBlack>9", "G09")],
)
def test_byes_are_not_judged_while_rounds_or_numbers_are_wrong(
    old: str, new: str, code: str
) -> None:
    assert [f.code for f in found(swapped((old, new)))] == [code]
