from __future__ import annotations

import crosstables
import pytest

from syncd.model.tournament import Kind
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.finished import unfinished
from syncd.rating.knockout import knockout_reasons
from syncd.rating.reason import Why

THIRD_PLACE = """
 1 | 4w1 2w1
 2 | 3w1 1b0
 3 | 2b0 4w1
 4 | 1b0 3b0
"""
BYE_3 = """
 1 | U   2w1
 2 | 3w1 1b0
 3 | 2b0  Z
"""
NOBODY_CAME = """
 1 | 2w- Z
 2 | 1b- Z
 3 | 4w1 5b1
 4 | 3b0 Z
 5 | 6w1 3w0
 6 | 5b0 Z
"""


def codes(table: str) -> list[str]:
    t = crosstables.drawn_up(table, Kind.KNOCKOUT)
    return [reason.code for reason in knockout_reasons(crosstable(t, Confirmed()))]


@pytest.mark.parametrize(
    "table",
    [
        crosstables.CUP_8,
        THIRD_PLACE,
        THIRD_PLACE.replace("4w1 2w1", "4w= 2w1").replace("1b0 3b0", "1b= 3b0"),
        THIRD_PLACE.replace("4w1\n", "Z\n").replace("3b0\n", "Z\n"),
        BYE_3,
        BYE_3.replace("U ", "F "),
        BYE_3.replace("U ", "+ "),
        BYE_3.replace("U ", "9w0 "),
        NOBODY_CAME,
        "1 | 2w1\n2 | 1b0",
        "1 | 2w-\n2 | 1b-",
        "1 | 2w0\n2 | 1b0",
    ],
)
def test_one_player_is_left(table: str) -> None:
    assert codes(table) == []


@pytest.mark.parametrize(
    "table",
    [
        crosstables.OPEN_16,
        # the loser plays the final
        THIRD_PLACE.replace("4w1 2w1", "4w0 2w1").replace("1b0 3b0", "1b1 3b0"),
        # both go on after a draw, three games in the last round
        "1 | 2w= 3w1\n2 | 1b= 4w1\n3 | Z 1b0\n4 | Z 2b0\n5 | Z 6w1\n6 | Z 5b0",
        # the final is missing
        BYE_3.replace("2w1", "Z").replace("1b0", "Z"),
        # somebody got lost
        BYE_3 + "4 | U Z",
        # a third place between people who are still in
        "1 | 2w1 3w1\n2 | 1b0 4w1\n3 | U 1b0\n4 | U 2b0",
    ],
)
def test_no_knockout(table: str) -> None:
    assert codes(table) == [Why.KNOCKOUT]


def test_the_sentence_counts() -> None:
    t = crosstables.drawn_up(BYE_3 + "4 | U Z", Kind.KNOCKOUT)
    (reason,) = knockout_reasons(crosstable(t, Confirmed()))
    assert "4 players need 3 pairings" in reason.text.en
    assert "die Datei hat 2 Paarungen" in reason.text.de
    assert reason.needs_person


def test_a_double_forfeit_is_a_question_in_a_knockout_only() -> None:
    t = crosstables.drawn_up(NOBODY_CAME, Kind.KNOCKOUT)
    (reason,) = unfinished(t, Confirmed(), crosstables.AFTERWARDS)
    assert (reason.code, reason.needs_person) == (Why.DOUBLE_FORFEIT, True)
    assert "round 1: 1 Player1, Anna – 2 Player2, Anna" in reason.text.en
    confirmed = Confirmed(double_forfeits=frozenset({(1, 1, 2)}))
    assert unfinished(t, confirmed, crosstables.AFTERWARDS) == ()


def test_a_double_forfeit_in_a_swiss_is_none() -> None:
    t = crosstables.drawn_up(crosstables.OPEN_16)
    assert unfinished(t, Confirmed(), crosstables.AFTERWARDS) == ()
