from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from syncd.rating.window import next_opening

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT, OVER_MIDNIGHT = "01:00-05:00", "22:00-02:00"


def at(text: str, fold: int = 0) -> dt.datetime:
    """Return the instant of a local time in Berlin, `06-13 01:30` of 2026."""
    local = dt.datetime.fromisoformat(f"2026-{text}:00")
    return local.replace(tzinfo=BERLIN, fold=fold).astimezone(dt.UTC)


OPENINGS = {
    "no window": ("", "06-13 12:00", None),
    "the whole day": ("00:00-00:00", "06-13 12:00", None),
    "before": (NIGHT, "06-13 00:59", "06-13 01:00"),
    "at the opening": (NIGHT, "06-13 01:00", None),
    "inside": (NIGHT, "06-13 04:59", None),
    "at the end": (NIGHT, "06-13 05:00", "06-14 01:00"),
    "in the evening": (NIGHT, "06-13 23:00", "06-14 01:00"),
    "at the end of a month": (NIGHT, "06-30 12:00", "07-01 01:00"),
    "over midnight, before": (OVER_MIDNIGHT, "06-13 21:59", "06-13 22:00"),
    "over midnight, in the evening": (OVER_MIDNIGHT, "06-13 23:59", None),
    "over midnight, in the morning": (OVER_MIDNIGHT, "06-13 01:59", None),
    "over midnight, after": (OVER_MIDNIGHT, "06-13 02:00", "06-13 22:00"),
    "spring: across the gap": ("01:30-03:30", "03-29 03:10", None),
    "spring: the day after": (NIGHT, "03-29 12:00", "03-30 01:00"),
    "spring: begins in the gap": ("02:30-03:30", "03-29 01:59", "03-29 03:00"),
    "spring: begun in the gap, open": ("02:30-03:30", "03-29 03:29", None),
    "spring: begun in the gap, over": ("02:30-03:30", "03-29 03:30", "03-30 02:30"),
    "spring: all of it in the gap": ("02:15-02:45", "03-29 01:59", "03-29 03:00"),
    "spring: ends in the gap": ("01:00-02:30", "03-29 03:29", None),
    "spring: ended in the gap": ("01:00-02:30", "03-29 03:30", "03-30 01:00"),
    "autumn: before": ("02:00-03:00", "10-25 01:59", "10-25 02:00"),
    "autumn: the next day": ("02:00-03:00", "10-25 03:00", "10-26 02:00"),
}
"""Situation -> window, local time now, local time of the next opening."""


@pytest.mark.parametrize("situation", OPENINGS)
def test_when_reports_may_leave(situation: str) -> None:
    window, now, expected = OPENINGS[situation]
    found = next_opening(window, BERLIN, at(now))
    assert found == (at(expected) if expected else None)


@pytest.mark.parametrize("fold", [0, 1])
def test_the_doubled_hour_is_open_twice(fold: int) -> None:
    assert next_opening("02:00-03:00", BERLIN, at("10-25 02:30", fold)) is None


def test_the_answer_is_in_utc() -> None:
    found = next_opening(NIGHT, BERLIN, at("06-13 12:00"))
    assert found == dt.datetime(2026, 6, 13, 23, 0, tzinfo=dt.UTC)
    assert found.tzinfo is dt.UTC
