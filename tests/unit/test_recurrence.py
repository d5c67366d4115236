"""Cron expressions in local time, above all where clocks are changed.

Expected times are written as the clock on the wall shows them, with its distance to
UTC, so that both halves of an hour that comes twice can be told apart.
"""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.errors import ConfigError
from syncd.recurrence import last_runs, next_run, parse_rule

BERLIN, LORD_HOWE = "Europe/Berlin", "Australia/Lord_Howe"


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).astimezone(dt.UTC)


def runs(cron: str, zone: str, after: str, count: int) -> list[str]:
    """Return the next runs as `29 03:00+02`, the distance without zero minutes."""
    rule, moment, found = parse_rule(cron, zone), utc(after), []
    for _ in range(count):
        moment = next_run(rule, moment)
        assert moment.tzinfo is dt.UTC
        shown = f"{moment.astimezone(rule.zone):%d %H:%M%z}"
        found.append(shown.removesuffix("00") if shown[-2:] == "00" else shown)
    return found


SPRING = "2026-03-29T00:00+01:00"
"""In Berlin the clock goes from 02:00 to 03:00 that night."""
AUTUMN = "2026-10-25T00:30+02:00"
"""And from 03:00 back to 02:00 in this one."""


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("0 * * * *", ["29 01:00+01", "29 03:00+02", "29 04:00+02"]),
        ("30 * * * *", ["29 00:30+01", "29 01:30+01", "29 03:00+02", "29 03:30+02"]),
        ("30 2 * * *", ["29 03:00+02", "30 02:30+02", "31 02:30+02"]),
        ("0 3 * * *", ["29 03:00+02", "30 03:00+02"]),
        ("30 2,3 * * *", ["29 03:00+02", "29 03:30+02", "30 02:30+02"]),
        ("30 2 * * SUN", ["29 03:00+02", "05 02:30+02"]),
        ("45 1 * * *", ["29 01:45+01", "30 01:45+02"]),
        ("*/15 2 * * *", ["29 03:00+02", "30 02:00+02", "30 02:15+02"]),
        ("*/30 * * * *", ["29 00:30+01", "29 01:00+01", "29 01:30+01", "29 03:00+02",
                          "29 03:30+02"]),
        ("0 0 31 * *", ["31 00:00+02", "31 00:00+02"]),
    ],
)  # fmt: skip
def test_what_the_clock_leaves_out_comes_right_after(
    cron: str, expected: list[str]
) -> None:
    assert runs(cron, BERLIN, SPRING, len(expected)) == expected


@pytest.mark.parametrize(
    ("cron", "expected"),
    [
        ("0 * * * *", ["25 01:00+02", "25 02:00+02", "25 02:00+01", "25 03:00+01"]),
        ("*/30 * * * *", ["25 01:00+02", "25 01:30+02", "25 02:00+02", "25 02:30+02",
                          "25 02:00+01", "25 02:30+01", "25 03:00+01"]),
        ("30 2 * * *", ["25 02:30+02", "26 02:30+01"]),
        ("30 2 * * SUN", ["25 02:30+02", "01 02:30+01"]),
        ("30 2,14 * * *", ["25 02:30+02", "25 14:30+01", "26 02:30+01"]),
        ("30 1-3 * * *", ["25 01:30+02", "25 02:30+02", "25 02:30+01", "25 03:30+01"]),
        ("30 2,3 * * *", ["25 02:30+02", "25 02:30+01", "25 03:30+01"]),
        ("30 */2 * * *", ["25 02:30+02", "25 02:30+01", "25 04:30+01"]),
        ("*/30 2 * * *", ["25 02:00+02", "25 02:30+02", "26 02:00+01"]),
        ("0 3 * * *", ["25 03:00+01", "26 03:00+01"]),
    ],
)  # fmt: skip
def test_what_the_clock_shows_twice_counts_once_unless_hourly(
    cron: str, expected: list[str]
) -> None:
    assert runs(cron, BERLIN, AUTUMN, len(expected)) == expected


@pytest.mark.parametrize(
    ("cron", "after", "expected"),
    [  # 02:00 -> 02:30 in October, 02:00 -> 01:30 in April
        ("0 * * * *", "2026-10-04T00:30+10:30", ["04 01:00+1030", "04 02:30+11",
                                                 "04 03:00+11"]),
        ("15 2 * * *", "2026-10-04T00:30+10:30", ["04 02:30+11", "05 02:15+11"]),
        ("45 2 * * *", "2026-10-04T00:30+10:30", ["04 02:45+11", "05 02:45+11"]),
        ("45 1 * * *", "2026-04-05T00:30+11:00", ["05 01:45+11", "06 01:45+1030"]),
        ("15 1 * * *", "2026-04-05T00:30+11:00", ["05 01:15+11", "06 01:15+1030"]),
        ("*/30 * * * *", "2026-04-05T01:00+11:00", ["05 01:30+11", "05 01:30+1030",
                                                    "05 02:00+1030"]),
        ("0 * * * *", "2026-04-05T00:30+11:00", ["05 01:00+11", "05 02:00+1030"]),
    ],
)  # fmt: skip
def test_a_shift_of_half_an_hour(cron: str, after: str, expected: list[str]) -> None:
    assert runs(cron, LORD_HOWE, after, len(expected)) == expected


@pytest.mark.parametrize(
    ("cron", "after", "expected"),
    [
        ("0 6 31 * *", "2026-01-31T06:00Z", ["2026-03-31", "2026-05-31"]),
        ("0 6 L * *", "2026-01-31T06:00Z", ["2026-02-28", "2026-03-31"]),
        ("0 6 L 2 *", "2027-01-01T06:00Z", ["2027-02-28", "2028-02-29"]),
        ("0 6 29 2 *", "2026-01-01T06:00Z", ["2028-02-29", "2032-02-29"]),
        ("0 6 29 2 *", "2096-03-01T06:00Z", ["2104-02-29"]),
        ("0 6 * * MON#1", "2026-11-30T06:00Z", ["2026-12-07", "2027-01-04"]),
        ("0 6 * * 5L", "2026-11-01T06:00Z", ["2026-11-27", "2026-12-25"]),
        ("0 6 1 * MON", "2026-11-28T06:00Z", ["2026-11-30", "2026-12-01"]),
        ("0 6 30,31 2,4 0", "2026-01-26T06:00Z", ["2026-02-01"]),
    ],
)
def test_ends_of_months_and_rare_days(
    cron: str, after: str, expected: list[str]
) -> None:
    rule, moment = parse_rule(cron, "UTC"), utc(after)
    for day in expected:
        moment = next_run(rule, moment)
        assert moment == utc(f"{day}T06:00Z")


def test_a_day_that_a_country_left_out() -> None:
    """Samoa went from the 29th to the 31st of December 2011."""
    found = runs("30 2 * * *", "Pacific/Apia", "2011-12-29T00:00-10:00", 3)
    assert found == ["29 02:30-10", "31 00:00+14", "31 02:30+14"]


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("60 * * * *", ('"60" is no minute (field 1 of 5)', "0-59")),
        ("*/0 * * * *", ('"*/0" is no minute', "steps")),
        ("5-1 * * * *", ('"5-1" is no minute', "ranges")),
        ("1,,2 * * * *", ('"1,,2" is no minute', "lists")),
        ("² * * * *", ('"²" is no minute', "0-59")),
        ("* 24 * * *", ('"24" is no hour (field 2 of 5)', "0-23")),
        ("* * 0 * *", ('"0" is no day of the month (field 3 of 5)', "1-31")),
        ("* * L2 * *", ('"L2" is no day of the month', "1-31")),
        ("* * * feb,xxx *", ('"FEB,XXX" is no month (field 4 of 5)', "JAN-DEC")),
        ("* * * * 8", ('"8" is no weekday (field 5 of 5)', "0-7, SUN-SAT")),
        ("* * * * L", ('"L" is no weekday', "5L")),
        ("* * * *", ("five fields", "30 5 * * *")),
        ("* * * * * *", ("five fields", "30 5 * * *")),
        ("@daily", ("five fields", "30 5 * * *")),
        ("", ("five fields", "30 5 * * *")),
        ("9" * 5000 + " * * * *", ("five fields", "…")),
        ("0 0 31 2 *", ("never comes", "29 days")),
        ("0 0 30,31 2 *", ("never comes", "29 days")),
        ("0 0 31 4,6,9,11 *", ("never comes", "29 days")),
        ("0 0 */40 * 3#5", ("never comes", "weekday")),
    ],
)
def test_a_bad_expression_is_explained(cron: str, words: tuple[str, str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_rule(cron, "UTC")
    assert all(word in caught.value.text.en for word in words)
    assert caught.value.text.de != caught.value.text.en


def test_the_same_expression_however_it_is_written() -> None:
    assert parse_rule(" 0  5 * jan  sun ", "UTC") == parse_rule("0 5 * JAN SUN", "UTC")


@pytest.mark.parametrize(
    ("cron", "since", "most", "expected"),
    [
        ("0 6 * * *", "2026-11-01T06:00Z", 1, ["30T06"]),
        ("0 6 * * *", "2026-11-28T06:00Z", 9, ["28T06", "29T06", "30T06"]),
        ("0 6 * * *", "2026-11-28T06:01Z", 9, ["29T06", "30T06"]),
        ("0 * * * *", "2020-01-01T06:00Z", 2, ["30T11", "30T12"]),
        ("0 6 1 1 *", "2026-11-01T06:00Z", 3, []),
    ],
)
def test_the_newest_runs_of_a_time(
    cron: str, since: str, most: int, expected: list[str]
) -> None:
    until = utc("2026-11-30T12:00Z")
    found = last_runs(parse_rule(cron, "UTC"), utc(since), until, most)
    assert [f"{moment:%dT%H}" for moment in found] == expected


def test_a_year_of_missed_minutes_is_not_listed() -> None:
    rule = parse_rule("* * * * *", BERLIN)
    found = last_runs(rule, utc("2025-01-01T00:00Z"), utc("2026-01-01T00:00Z"), 50)
    assert (len(found), found[-1]) == (50, utc("2026-01-01T00:00Z"))
