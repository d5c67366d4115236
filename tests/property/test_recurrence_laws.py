"""Laws of recurring jobs, in zones that change their clocks in different ways."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from syncd.recurrence import Rule, last_runs, next_run, parse_rule

ZONES = (
    "Europe/Berlin", "Australia/Lord_Howe", "America/Havana", "Antarctica/Troll",
    "Africa/Casablanca", "America/St_Johns", "UTC",
)  # fmt: skip
MINUTES = ("0", "30", "59", "*/7", "*/15", "5,45", "*")
HOURS = ("*", "*/2", "*/5", "1-3", "2", "0", "2,14", "0,23")
FIRST = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
SPAN_S = int(dt.timedelta(days=15 * 365).total_seconds())

moments = st.integers(0, SPAN_S).map(lambda s: FIRST + dt.timedelta(seconds=s))
changes = st.builds(  # around the nights in which clocks are changed
    lambda year, month, day, minute: (
        dt.datetime(year, month, day, tzinfo=dt.UTC) + dt.timedelta(minutes=minute)
    ),
    st.integers(2020, 2034),
    st.sampled_from((3, 4, 10, 11)),
    st.integers(1, 30),
    st.integers(0, 1439),
)
rules = st.builds(
    lambda minute, hour, zone: parse_rule(f"{minute} {hour} * * *", zone),
    st.sampled_from(MINUTES),
    st.sampled_from(HOURS),
    st.sampled_from(ZONES),
)


def brute_force(rule: Rule, after: dt.datetime, minutes: int) -> set[dt.datetime]:
    """Return the minutes whose time on the wall the expression names."""
    minute = rule.cron.split()[0]
    named = {"*": range(60), "*/7": range(0, 60, 7), "*/15": range(0, 60, 15)}
    wanted = set(named.get(minute, ())) or {int(it) for it in minute.split(",")}
    first = after.replace(second=0, microsecond=0) + dt.timedelta(minutes=1)
    found = set()
    for number in range(minutes):
        moment = first + dt.timedelta(minutes=number)
        local = moment.astimezone(rule.zone)
        repeated = local.fold == 1 and not rule.is_hourly(local.hour)
        if local.hour in rule.hours and local.minute in wanted and not repeated:
            found.add(moment)
    return found


@given(rules, moments | changes)
@settings(max_examples=150)
def test_the_next_run_is_later_and_none_lies_between(
    rule: Rule, after: dt.datetime
) -> None:
    """Minute by minute, the clock on the wall shows no named time in between."""
    found = next_run(rule, after)
    assert after < found
    named = brute_force(rule, after, 27 * 60)
    assert min(named, default=found) >= found
    assert found in named or is_after_gap(rule, found)


def is_after_gap(rule: Rule, moment: dt.datetime) -> bool:
    minute = dt.timedelta(minutes=1)
    shown, before = (
        moment.astimezone(rule.zone),
        (moment - minute).astimezone(rule.zone),
    )
    return shown.replace(tzinfo=None) - before.replace(tzinfo=None) > minute


@given(rules, moments | changes, st.integers(0, 86400))
@settings(max_examples=150)
def test_wherever_one_looks_from_the_runs_are_the_same(
    rule: Rule, after: dt.datetime, wait_s: int
) -> None:
    found = next_run(rule, after)
    between = after + dt.timedelta(seconds=wait_s)
    assert next_run(rule, between) == found or between >= found
    assert last_runs(rule, after + dt.timedelta(seconds=1), found, 1) == [found]


@given(
    st.integers(0, 23), st.integers(0, 59), st.sampled_from(ZONES), moments | changes
)
@settings(max_examples=100)
def test_a_daily_job_takes_place_once_on_every_day(
    hour: int, minute: int, zone: str, after: dt.datetime
) -> None:
    rule = parse_rule(f"{minute} {hour} * * *", zone)
    found = [next_run(rule, after)]
    for _ in range(40):
        found.append(next_run(rule, found[-1]))
    days = [moment.astimezone(rule.zone).date() for moment in found]
    assert all(b - a == dt.timedelta(days=1) for a, b in pairwise(days))
