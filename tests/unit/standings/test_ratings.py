"""Article 10 by hand: tie-breaks from ratings, and who has none."""

from __future__ import annotations

import pytest
from small_events import code, ranks, standings_of, tournament, values

from syncd.standings.expected import DIFFERENCE_OF_SHARE, expected_x100
from syncd.standings.options import Options, Ratings, RatingUse, Unrated
from syncd.standings.performance import perfect_performance
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of

LINES = ("2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0")
# 2.5, 2, 1.5 and 0 points
EVENT = tournament(*LINES, ratings=(2000, 1900, 1800, 1700))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 10.1: (1900 + 1800 + 1700) / 3 | 5500 / 3 = 1833.3 | 5600 / 3 = 1866.7 | 1900
        ("ARO", [1800, 1833, 1867, 1900]),
        # without 1700 | 1700 | 1700 | 1800
        ("ARO/C1", [1850, 1900, 1950, 1950]),
        # without 1700, 1800 | 1700, 1800 | 1700, 1900 | 1800, 1900
        ("ARO/C2", [1900, 2000, 2000, 2000]),
        # the one in the middle
        ("ARO/M1", [1800, 1800, 1900, 1900]),
        # nothing is left
        ("ARO/M2", [None, None, None, None]),
        # 10.2: 83 % + 273 | 67 % + 125 | 50 % | 0 % - 800
        ("TPR", [2073, 1958, 1867, 1100]),
        # 10.4: (1958 + 1867 + 1100) / 3 = 1641.7 | (2073 + 1100 + 1867) / 3 = 1680 |
        # (1100 + 2073 + 1958) / 3 = 1710.3 | (1867 + 1958 + 2073) / 3 = 1966
        ("APRO", [1642, 1680, 1710, 1966]),
        ("RTNG", [2000, 1900, 1800, 1700]),
    ],
)
def test_players_with_ratings(text: str, expected: list[int | None]) -> None:
    assert values(EVENT, text) == expected


def test_the_perfect_performance() -> None:
    # 10.3, number 3: 1.5 against 1700, 2000, 1900. At 1867 he expects
    # 0.72 + 0.32 + 0.45 = 1.49, at 1868 he expects 0.72 + 0.32 + 0.46 = 1.50: enough
    assert perfect_performance([1700, 2000, 1900], 3) == 1868
    # number 2: 2 against 2000, 1700, 1800. At 1967: 0.45 + 0.82 + 0.72 = 1.99, at 1968:
    # 0.46 + 0.83 + 0.72 = 2.01
    assert perfect_performance([2000, 1700, 1800], 4) == 1968
    # nothing scored: 800 below the lowest opponent
    assert perfect_performance([1800, 1900, 2000], 0) == 1000
    # all won: 736 above the highest, where the table gives 1.00 against all
    assert perfect_performance([1800, 1900, 1950], 6) == 2686
    assert values(EVENT, "PTP")[1:] == [1968, 1868, 1000]


def test_the_average_perfect_performance_of_opponents() -> None:
    # 10.5, number 1: (1968 + 1868 + 1000) / 3 = 1612
    assert values(EVENT, "APPO")[0] == 1612


def test_only_games_over_the_board_count() -> None:
    # 15.2 (a): 1 met only 3 over the board; 2 nobody
    event = tournament("2w+ 3b1", "1b- U", "U 1w0", ratings=(2000, 1900, 1800))
    assert values(event, "ARO") == [1800, None, 2000]
    # 100 % + 800 | no game | 0 % - 800
    assert values(event, "TPR") == [2600, None, 1200]


def test_points_of_a_performance_are_those_of_the_games() -> None:
    # D is a game shorter than one move: half a point whatever it gave
    event = tournament("2wD", "1bD", ratings=(2000, 1900))
    assert values(event, "TPR") == [1900, 2000]


def test_the_higher_rating_first_and_reversed() -> None:
    assert ranks(EVENT, "RTNG") == [1, 2, 3, 4]
    assert ranks(EVENT, "RTNG/R") == [4, 3, 2, 1]


UNRATED = tournament(*LINES, ratings=(2000, 1900, None, 1700))


def test_one_unrated_player_drops_the_tiebreak_with_its_reason() -> None:
    standings = standings_of(UNRATED, [code("PTS"), code("ARO")])
    assert [str(each) for each in standings.codes] == ["PTS"]
    assert len(standings.ranking.columns) == 1
    [dropped] = standings.dropped
    assert dropped.written == "ARO"
    assert "1 of 4" in dropped.reason.en
    assert "1 von 4" in dropped.reason.de


@pytest.mark.parametrize("cells", ["Z Z Z", "Z", "- Z Z"])
@pytest.mark.parametrize("rating", [None, 1000])
@pytest.mark.parametrize("unrated", Unrated)
def test_who_never_came_changes_nothing_for_the_others(
    unrated: Unrated, rating: int | None, cells: str
) -> None:
    """15.2 a: he is nobody's opponent over the board, so article 10 skips him."""
    for stated in ((2000, 1900, 1800, 1700), (2000, 1900, None, 1700)):
        before = tournament(*LINES, ratings=stated)
        after = tournament(*LINES, cells, ratings=(*stated, rating))
        options = Options(ratings=Ratings(unrated))
        for name in ("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R"):
            found = values(after, name, options)[:4]
            assert found == values(before, name, options), (name, stated)


def test_an_unrated_player_who_came_once_counts() -> None:
    """A game that is still open and a bye with a point are a part in the event, too."""
    for last in "UHFZ":
        event = tournament("2w1 2b1", "1b0 1w0", f"Z {last}", ratings=(9, 8, None))
        made = standings_of(event, [code("PTS"), code("ARO")])
        assert bool(made.dropped) == (last != "Z"), last
    lost = tournament("2w1 3w+", "1b0 U", "Z 1b-", ratings=(9, 8, None))
    assert not standings_of(lost, [code("PTS"), code("ARO")]).dropped
    running = tournament("2w1", "1b0", "4w*", "3b*", ratings=(9, 8, None, 7))
    assert standings_of(running, [code("PTS"), code("ARO")]).dropped
    unborn = tournament("2w*", "1b*", ratings=(None, 1800))
    assert standings_of(unborn, [code("PTS"), code("ARO")]).dropped


def test_asked_for_by_name_it_stays_as_a_column_without_values() -> None:
    standings = standings_of(UNRATED, [code("ARO")], keeps_undefined=True)
    assert standings.ranking.columns[0].values == [None] * 4
    assert standings.dropped == ()


@pytest.mark.parametrize(
    ("ratings", "counted"),
    [
        (Ratings(Unrated.FIXED, fixed=1400), 1400),
        (Ratings(Unrated.LOWEST), 1700),
        # (2000 + 1900 + 1700) / 3 = 1866.7
        (Ratings(Unrated.AVERAGE), 1867),
    ],
)
def test_three_ways_to_count_the_unrated(ratings: Ratings, counted: int) -> None:
    options = Options(ratings=ratings)
    assert values(UNRATED, "RTNG", options)[2] == counted
    # number 1 met 1900, the unrated and 1700
    mean = (2 * (3600 + counted) + 3) // 6
    assert values(UNRATED, "ARO", options)[0] == mean


def test_nobody_is_rated() -> None:
    event = tournament("2w1", "1b0", ratings=(None, None))
    options = Options(ratings=Ratings(Unrated.AVERAGE))
    assert rank(contest_of(event, options), [code("ARO")]).columns[0].reason


CHANGES = {2: ((2, 1960), (3, 2020))}


@pytest.mark.parametrize(
    ("ratings", "mean"),
    [
        # number 1 meets 2 in round 1, 3 in round 2, 4 in round 3
        (Ratings(changes=CHANGES), 1800),
        (Ratings(use=RatingUse.PER_ROUND, changes=CHANGES), 1800),
        # (1960 + 1800 + 1700) / 3 = 1820
        (Ratings(use=RatingUse.OF_ROUND, round=2, changes=CHANGES), 1820),
    ],
)
def test_several_ratings(ratings: Ratings, mean: int) -> None:
    options = Options(ratings=ratings)
    assert values(EVENT, "ARO", options)[0] == mean
    assert values(EVENT, "RTNG", options)[1] == 1900


def test_each_opponent_by_his_rating_of_the_round() -> None:
    # number 3 meets 4, 1, and 2 in round 3, when he had 2020: 5720 / 3 = 1906.7
    ratings = Ratings(use=RatingUse.PER_ROUND, changes=CHANGES)
    assert values(EVENT, "ARO", Options(ratings=ratings))[2] == 1907


def test_the_tables() -> None:
    # 8.1.1 is symmetric, 8.1.2 gives both sides one point together
    assert [DIFFERENCE_OF_SHARE[share] for share in (0, 1, 50, 83, 99, 100)] == [
        -800, -677, 0, 273, 677, 800,
    ]  # fmt: skip
    edges = [(3, 50), (4, 51), (391, 91), (392, 92), (735, 99), (736, 100), (2000, 100)]
    for difference, share in edges:
        assert expected_x100(1000 + difference, [1000]) == share
        assert expected_x100(1000, [1000 + difference]) == 100 - share
