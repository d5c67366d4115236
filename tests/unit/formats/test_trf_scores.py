from __future__ import annotations

import pytest
from trf_lines import codes, player, read


def test_points_that_follow_are_not_worth_a_word() -> None:
    cells = ["2 w 1", "2 b =", "0000 - U", "0000 - H", "0000 - Z", "2 w +", ""]
    other = ["1 b 0", "1 w =", "0000 - Z", "0000 - F", "0000 - Z", "1 b -", ""]
    reading = read(
        player(1, *cells, points="4.0"),
        player(2, *other, points="1.5"),
        player(3),
    )
    assert [] == codes(reading)


def test_points_that_differ_are_a_warning() -> None:
    reading = read(player(1, "2 w 1", points="1.5"), player(2, "1 b 0", points="0.0"))
    (finding,) = reading.findings
    assert ("trf.points", "warning") == (finding.code, finding.severity)
    assert (2, 81, "1.5") == (finding.line, finding.column, finding.value)
    assert "states 1.5 points, the results give 1.0" in finding.text.en
    assert "nennt 1,5 Punkte, aus den Ergebnissen folgen 1,0" in finding.text.de


@pytest.mark.parametrize("points", ["1.0", "1.5"])
@pytest.mark.parametrize("other", ["", "1 b  ", "0000 - U"])
def test_points_may_or_may_not_hold_byes_of_the_next_round(
    points: str, other: str
) -> None:
    reading = read(
        "142 5",
        player(1, "2 w 1", "0000 - H", points=points),
        player(2, "1 b 0", other.replace("1 b  ", "3 b  "), points="0.0"),
        player(3, "0000 - Z", "2 w  " if "b" in other else "", points="0.0"),
    )
    assert [] == codes(reading)


@pytest.mark.parametrize(("points", "expected"), [("0.5", []), ("1.0", ["trf.points"])])
def test_a_penalty_that_the_file_states_is_counted(
    points: str, expected: list[str]
) -> None:
    reading = read(
        "299          -0.5    1    1",
        player(1, "2 w 1", points=points),
        player(2, "1 b 0", points="0.0"),
    )
    assert expected == codes(reading)


def test_byes_of_a_played_round_are_counted() -> None:
    reading = read(
        player(1, "0000 - H", points="0.0"),
        player(2, "3 w 1", points="1.0"),
        player(3, "2 b 0", points="0.0"),
    )
    assert ["trf.points"] == codes(reading)


def test_negative_points_can_be_told() -> None:
    (finding,) = read(player(1, "0000 - Z", points="-0.5")).findings
    assert "states -0.5 points" in finding.text.en


def test_three_points_for_a_win_are_recognised() -> None:
    reading = read(
        player(1, "2 w 1", "3 w =", points="4.5"),  # with half a bonus point
        player(2, "1 b 0", "4 b 1", points="3.0"),
        player(3, "4 w =", "1 b =", points="2.0"),
        player(4, "3 b =", "2 w 0", points="1.0"),
    )
    assert ["trf.scoring_3_1_0", "trf.points"] == codes(reading)
    assert "info" == reading.findings[0].severity
    assert "the results give 4.0" in reading.findings[1].text.en


def test_a_bye_that_counts_nothing_is_recognised() -> None:
    """CLM gives no point for "spielfrei" (U)."""
    reading = read(
        player(1, "0000 - U", "2 w 1", points="1.0"),
        player(2, "3 w =", "1 b 0", points="0.5"),
        player(3, "2 b =", "0000 - U", points="0.5"),
    )
    assert ["trf.scoring_bye_0"] == codes(reading)
    assert "info" == reading.findings[0].severity


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("162  W 3.0    D 1.0    P 0.5", ["4.0", "3.5"]),
        ("162  W 3.0    D 1.0    P 0.5    L x.x             X", ["4.0", "3.5"]),
        ("XXS W=3 D=1 PAB=.5", ["4.0", "3.5"]),
        ("XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 PAB=0.5 QQ=9", ["4.0", "3.5"]),
        ("BBW  2.0", ["2.5", "4.0"]),
        ("BBU  0.0", ["1.5", "1.0"]),
    ],
)
def test_a_scoring_that_the_file_states(line: str, points: list[str]) -> None:
    reading = read(
        line,
        player(1, "2 w 1", "0000 - Z", "2 w =", points=points[0]),
        player(2, "1 b 0", "0000 - U", "1 b =", points=""),
        player(3, "4 w 1", "0000 - U", points=points[1]),
        player(4, "3 b 0", points="0.0"),
    )
    assert "trf.points" not in codes(reading)


def test_points_above_the_cells_of_a_round_robin_are_a_lost_loop() -> None:
    reading = read(
        player(1, "3 w 1", "0000 - Z", "2 b 1", points="4.0"),
        player(2, "0000 - Z", "3 b =", "1 w 0", points="1.0"),
        player(3, "1 b 0", "2 w =", "0000 - Z", points="1.0"),
        swiss=False,
    )
    assert ["trf.loops"] == codes(reading)
    assert "XML" in reading.findings[0].text.de


def test_points_below_the_cells_of_a_round_robin_are_only_a_warning() -> None:
    reading = read(
        player(1, "3 w 1", "0000 - Z", "2 b 1", points="1.0"),
        player(2, "0000 - Z", "3 b =", "1 w 0", points="0.5"),
        player(3, "1 b 0", "2 w =", "0000 - Z", points="0.5"),
        swiss=False,
    )
    assert ["trf.points"] == codes(reading)


def test_a_stated_second_loop_is_said_once() -> None:
    reading = read(
        "142 3",
        "XCM  2  2  3",
        player(1, "3 w 1", "0000 - Z", "2 b 1", points="4.0"),
        player(2, "0000 - Z", "3 b =", "1 w 0", points="1.0"),
        player(3, "1 b 0", "2 w =", "0000 - Z", points="1.0"),
        swiss=False,
    )
    assert ["trf.loops"] == codes(reading)


def test_points_of_team_events_follow_other_rules() -> None:
    teams = [f"310   {n} {'T' + str(n):<65}{n:>4}" for n in (1, 2)]
    reading = read(*teams, player(1, "2 w +", points="0.0"), player(2, "1 b -"))
    assert [] == codes(reading)


@pytest.mark.parametrize(
    ("stated", "found", "said"),
    [
        # one result was emptied, the points of both stayed
        (("1.0", "1.0", "0.0"), ["trf.loops", "trf.points"], "a result was changed"),
        # everybody has points that no game here explains
        (("2.0", "2.0", "1.0"), ["trf.loops"], "each round was played more than once"),
        (("0.5", "2.5", "0.0"), ["trf.loops"], "each round was played more than once"),
    ],
)
def test_points_above_the_games_of_a_round_robin_have_two_causes(
    stated: tuple[str, str, str], found: list[str], said: str
) -> None:
    reading = read(
        "092 Individual: Round-Robin",
        player(1, "0000 -  ", "2 b  ", "3 w 1", points=stated[0]),
        player(2, "3 b =", "1 w  ", "0000 -  ", points=stated[1]),
        player(3, "2 w =", "0000 -  ", "1 b 0", points=stated[2].replace("0.0", "0.5")),
        swiss=False,
    )
    found_here = [one for one in reading.findings if one.code in {*found, "trf.points"}]
    assert [one.code for one in found_here] == found
    assert said in found_here[0].text.en
    assert found_here[0].severity == "error"
