"""How many reports are claimed together follows from how the last ones went."""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.pipeline.sending.pace import MOST, Pace


def learnt(*steps: tuple[list[str], float]) -> int:
    pace = Pace()
    for states, took_s in steps:
        pace.learn(states, "accepted", dt.timedelta(seconds=took_s))
    return pace.reports


def good(count: int) -> list[str]:
    return ["accepted"] * count


def test_the_first_report_goes_alone() -> None:
    assert learnt() == 1


def test_fast_answers_double_the_number_up_to_a_limit() -> None:
    assert learnt((good(1), 0.001)) == 2
    assert learnt((good(1), 0.001), (good(2), 0.001)) == 4
    assert learnt(*[(good(1), 0.0)] * 20) == MOST


@pytest.mark.parametrize(("took_s", "number"), [(0.4, 2), (0.8, 1), (30, 1)])
def test_slow_answers_keep_it_low(took_s: float, number: int) -> None:
    assert learnt((good(1), took_s)) == number


def test_a_portal_that_slows_down_gets_fewer() -> None:
    fast = [(good(1), 0.0)] * 5
    assert learnt(*fast, (good(32), 4.0)) == 8


@pytest.mark.parametrize("state", ["queued", "unknown", "rejected", "sending"])
def test_after_any_trouble_one_goes_alone(state: str) -> None:
    assert learnt((good(1), 0.0), (["accepted", state], 0.0)) == 1


def test_nothing_is_learnt_where_other_workers_were_faster() -> None:
    assert learnt((good(1), 0.0), ([], 5.0)) == 2


def test_a_clock_that_was_set_back_says_nothing() -> None:
    assert learnt((good(1), 0.0), (good(2), -3600.0)) == 1
