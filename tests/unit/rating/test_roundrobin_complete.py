from __future__ import annotations

from dataclasses import replace

import crosstables
import pytest

from syncd.model.tournament import Kind
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import Crosstable, crosstable
from syncd.rating.reason import Why
from syncd.rating.roundrobin import lost_games, round_robin_reasons

FOUR = """
 1 2.5 | 4w1 2b1 3w=
 2 1.0 | 3w1 1w0 4b0
 3 1.0 | 2b0 4w= 1b=
 4 1.5 | 1b0 3b= 2w1
"""

REMATCH = """
 1 | 4w1 2b1 2w=
 2 | 3w1 1w0 1b=
 3 | 2b0 4w= 4b0
 4 | 1b0 3b= 3w1
"""

TWO_LOOPS = """
 1 | 2w1 3b0   Z 2b= 3w=   Z
 2 | 1b0   Z 3w1 1w=   Z 3b1
 3 |   Z 1w1 2b0   Z 1b= 2w0
"""


def judged(table: str) -> Crosstable:
    return crosstable(crosstables.drawn_up(table), Confirmed())


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (FOUR, []),
        (crosstables.EVERYBODY_7, []),
        (FOUR.replace("3w=", "Z").replace("1b=", "Z"), [Why.MISSING_PAIRS]),
        (FOUR.replace("3w=", "3w+").replace("1b=", "1b-"), []),
        (FOUR.replace("3w=", "3w0").replace("1b=", "1b0"), []),
        (REMATCH, [Why.REPEATED_PAIRS, Why.MISSING_PAIRS]),
        (TWO_LOOPS, []),
        (TWO_LOOPS.replace("3w=", "Z").replace("1b=", "Z"), [Why.MISSING_PAIRS]),
    ],
)
def test_each_pair_meets_once(table: str, expected: list[Why]) -> None:
    reasons = list(round_robin_reasons(judged(table)))
    assert [reason.code for reason in reasons] == expected
    assert all(reason.needs_person for reason in reasons)


@pytest.mark.parametrize(
    ("loops", "expected"), [(1, []), (2, []), (3, [Why.MISSING_PAIRS])]
)
def test_stated_loops_count(loops: int, expected: list[Why]) -> None:
    t = replace(crosstables.drawn_up(TWO_LOOPS), rounds=6 // loops, loops=loops)
    reasons = round_robin_reasons(crosstable(t, Confirmed()))
    assert [reason.code for reason in reasons] == expected


def test_a_rematch_is_named() -> None:
    reason = next(round_robin_reasons(judged(REMATCH)))
    assert "1 Player1, Anna – 2 Player2, Anna; 3 Player3" in reason.text.en
    assert "1 Player1, Anna – 2 Player2, Anna; 3 Player3" in reason.text.de


def test_a_missing_pair_is_named() -> None:
    table = FOUR.replace("3w=", "Z").replace("1b=", "Z")
    (reason,) = round_robin_reasons(judged(table))
    assert "(1): 1 Player1, Anna – 3 Player3, Anna" in reason.text.en
    assert "(1): 1 Player1, Anna – 3 Player3, Anna" in reason.text.de


def test_of_many_missing_pairs_the_first_are_named() -> None:
    (reason,) = round_robin_reasons(judged("1 | 2w1\n2 | 1b0\n3 | Z\n4 | Z"))
    assert "(5): 1 Player1, Anna – 3 Player3, Anna;" in reason.text.en
    assert "and 2 more. Enter" in reason.text.en
    assert "und 2 weitere. Bitte" in reason.text.de


def test_playing_oneself_is_no_pair() -> None:
    (reason,) = round_robin_reasons(judged("1 | 1w1\n2 | 2b0"))
    assert reason.code == Why.MISSING_PAIRS


@pytest.mark.parametrize(
    "table",
    [
        FOUR,
        crosstables.EVERYBODY_7,
        FOUR.replace("2.5", "7.0").replace(" 1.0 | 3w1", " 3.0 | 3w1")
        .replace("3 1.0", "3 2.0").replace("1.5", "4.0"),
        FOUR.replace("2.5", ""),
        FOUR.replace("2.5", "1.0"),
    ],
)  # fmt: skip
def test_points_that_the_games_explain(table: str) -> None:
    assert list(lost_games(judged(table), Kind.ROUND_ROBIN)) == []


def test_points_above_the_games_mean_a_lost_loop() -> None:
    (reason,) = lost_games(judged(crosstables.LOST_LOOP_6), Kind.ROUND_ROBIN)
    assert reason.code == Why.LOST_GAMES
    assert "1 Player1, Anna has 5.5 points, the games give 2.5" in reason.text.en
    assert "1 Player1, Anna hat 5,5 Punkte, die Partien ergeben 2,5" in reason.text.de
    assert "“XML DSB neu” of the same tournament" in reason.text.en
    assert "„XML DSB neu“ desselben Turniers" in reason.text.de


def test_an_unknown_code_is_worth_nothing() -> None:
    t = crosstables.with_results(crosstables.drawn_up(FOUR), 1, {1: "?"})
    (reason,) = lost_games(crosstable(t, Confirmed()), Kind.UNKNOWN)
    assert "2.5 points, the games give 1.5" in reason.text.en


def test_a_bye_counts_in_another_scoring() -> None:
    rows = "1 6.0 | 2w1 U\n2 0.0 | 1b0 Z"
    assert list(lost_games(judged(rows), Kind.UNKNOWN)) == []
    t = replace(crosstables.drawn_up(rows), rounds=2)
    t = crosstables.with_results(t, 2, {1: "Z"})
    assert [
        each.code for each in lost_games(crosstable(t, Confirmed()), Kind.UNKNOWN)
    ] == [Why.LOST_GAMES]


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.KNOCKOUT])
def test_only_a_round_robin_has_loops(kind: Kind) -> None:
    assert list(lost_games(judged(crosstables.LOST_LOOP_6), kind)) == []
