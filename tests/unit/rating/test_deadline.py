from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.rating.confirmed import Confirmed
from syncd.rating.deadline import Deadline, deadline_of

OPEN = crosstables.drawn_up(crosstables.OPEN_16)
END = crosstables.FIRST_DAY + dt.timedelta(days=6)
DEADLINE = Deadline(
    END, END + dt.timedelta(days=42), END + dt.timedelta(days=365)
)  # fmt: skip


def found(t: object = OPEN, **confirmed: object) -> Deadline | None:
    given = Confirmed(**confirmed)  # type: ignore[arg-type]
    return deadline_of(t, given, warn_days=42, stop_days=365)  # type: ignore[arg-type]


def later(days: int) -> dt.date:
    return END + dt.timedelta(days=days)


@pytest.mark.parametrize(
    ("day", "begins", "is_overdue", "is_stopped", "following"),
    [
        (1, "", False, False, 35),
        (34, "", False, False, 35),
        (35, "Urgent", False, False, 43),
        (42, "Urgent", False, False, 43),
        (43, "Overdue", True, False, 366),
        (365, "Overdue", True, False, 366),
        (366, "Overdue", True, True, None),
    ],
)
def test_urgency_grows(
    day: int, begins: str, following: int | None, *, is_overdue: bool, is_stopped: bool
) -> None:
    today = later(day)
    urgency = DEADLINE.urgency(today)
    assert (urgency.en if urgency else "").startswith(begins)
    assert bool(urgency) is bool(begins)
    assert DEADLINE.is_overdue(today) is is_overdue
    assert DEADLINE.is_stopped(today) is is_stopped
    expected = None if following is None else later(following)
    assert DEADLINE.next_day(today) == expected


def test_both_languages_name_the_day() -> None:
    soon, late = DEADLINE.urgency(later(40)), DEADLINE.urgency(later(50))
    assert soon
    assert late
    assert DEADLINE.last_day.isoformat() in soon.en
    assert later(43).isoformat() in late.en
    assert "Wertungsreferent" in late.de


def test_the_last_game_counts_and_a_person_goes_before_it() -> None:
    assert found() == DEADLINE
    other = dt.date(2026, 1, 2)
    real = found(end=other)
    assert real
    assert real.end == other


def test_rounds_to_come_move_the_deadline() -> None:
    spring = END + dt.timedelta(days=90)
    running = replace(OPEN, round_dates=(*OPEN.round_dates[:-1], spring))
    moved = found(running)
    assert moved
    assert moved.end == spring


@pytest.mark.parametrize(
    "round_dates",
    [(), (*OPEN.round_dates[:-1], None), (*OPEN.round_dates[:-1], dt.date.max)],
)
def test_what_cannot_be_known_makes_no_deadline(
    round_dates: tuple[dt.date | None, ...],
) -> None:
    assert found(replace(OPEN, round_dates=round_dates)) is None
