from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.model.tournament import Tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.progress import open_rounds, progress_reason
from syncd.rating.reason import Why

RUNNING = crosstables.drawn_up(crosstables.RUNNING_20)
LAST_DAY = crosstables.FIRST_DAY + dt.timedelta(days=6)


def test_open_rounds_have_no_final_result() -> None:
    assert open_rounds(crosstable(RUNNING, Confirmed())) == [4, 5, 6, 7]


def test_a_forfeit_is_a_result() -> None:
    t = crosstables.with_results(RUNNING, 4, {1: "+", 17: "-"})
    assert open_rounds(crosstable(t, Confirmed())) == [5, 6, 7]


def test_rounds_beyond_the_columns_are_open() -> None:
    t = replace(crosstables.drawn_up(crosstables.OPEN_16), rounds=9)
    assert open_rounds(crosstable(t, Confirmed())) == [8, 9]


@pytest.mark.parametrize(
    ("dates", "today", "needs_person", "recheck"),
    [
        (RUNNING.round_dates, LAST_DAY, False, LAST_DAY + dt.timedelta(days=1)),
        (RUNNING.round_dates, LAST_DAY + dt.timedelta(days=1), True, None),
        ((), LAST_DAY, False, None),
        ((LAST_DAY,), LAST_DAY, False, None),
        ((None,) * 7, LAST_DAY, False, None),
    ],
)
def test_when_its_days_have_passed_somebody_has_to_look(
    dates: tuple[dt.date | None, ...],
    today: dt.date,
    recheck: dt.date | None,
    *,
    needs_person: bool,
) -> None:
    t = replace(RUNNING, round_dates=dates)
    reason = progress_reason(crosstable(t, Confirmed()), today)
    assert reason is not None
    found = (reason.code, reason.needs_person, reason.recheck)
    assert found == (Why.ROUNDS, needs_person, recheck)


def test_an_early_end_begins_with_the_open_games() -> None:
    reason = progress_reason(crosstable(RUNNING, Confirmed()), LAST_DAY)
    assert reason is not None
    assert "first set its games without a result as not played in CLM" in reason.text.en
    assert "zuerst die Partien ohne Ergebnis in CLM als nicht" in reason.text.de


@pytest.mark.parametrize(
    "t",
    [
        crosstables.drawn_up(crosstables.NOT_STARTED),
        crosstables.drawn_up("1 | 2w+\n2 | 1b-"),
        Tournament(name=""),
    ],
)
def test_nothing_played(t: Tournament) -> None:
    reason = progress_reason(crosstable(t, Confirmed()), dt.date(2026, 1, 1))
    assert reason is not None
    assert reason.code == Why.NOT_STARTED


def test_all_rounds_have_a_result() -> None:
    t = crosstables.drawn_up(crosstables.OPEN_16)
    assert progress_reason(crosstable(t, Confirmed()), LAST_DAY) is None
