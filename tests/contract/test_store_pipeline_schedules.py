"""Recurring jobs from the settings to their end, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import TYPE_CHECKING, get_args

import pipeline_world
import pytest
from schedule_world import (
    DAILY,
    DONE,
    ScriptedJob,
    at,
    daily_world,
    note,
    plan,
    runs,
    schedule,
    scripted,
    sorry,
    work,
)

from syncd import recurrence
from syncd.cli.schedules_table import load_lines
from syncd.pipeline import schedules as pipeline
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.schedules import (
    MOST_MISSED,
    plan_runs,
    run_next,
)
from syncd.pipeline.sweep import load_due
from syncd.settings import ScheduleSettings
from syncd.store.engine import Store
from syncd.store.schedules import Schedule, load_schedules, save_schedule

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.bilingual import Text
    from syncd.pipeline.context import Context


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> ScriptedJob:
    return scripted(monkeypatch)


@pytest.fixture
def world(store: Store, job: ScriptedJob) -> World:
    del job
    return daily_world(store)


# --- when runs are added ---


def test_every_job_that_can_be_configured_exists() -> None:
    allowed = get_args(ScheduleSettings.model_fields["job"].annotation)
    assert set(allowed) == set(JOBS)


def test_a_new_schedule_waits_for_its_time_and_then_runs_once(
    world: World, job: ScriptedJob
) -> None:
    assert plan(world) == 0
    world.now = at("11-30T04:29:59")
    assert plan(world) == 0
    world.now = at("11-30T04:30:01")
    assert [plan(world), plan(world)] == [1, 0]
    assert world.settle() == 1
    assert runs(world) == [("11-30 04:30", "done", 1)]
    assert (job.calls, note(world)) == (1, "Done.")
    world.wait(days=1)
    plan(world)
    world.settle()
    assert job.calls == 2


@pytest.mark.parametrize(
    ("missed", "late", "expected"),
    [
        ("once", "12-03T09:00", ["12-03 04:30"]),
        ("skip", "12-03T09:00", []),
        ("skip", "12-03T04:34", ["12-03 04:30"]),
        ("all", "12-03T09:00", ["11-30 04:30", "12-01 04:30", "12-02 04:30",
                                "12-03 04:30"]),
    ],
)  # fmt: skip
def test_what_was_missed_while_nothing_ran(
    world: World, missed: str, late: str, expected: list[str]
) -> None:
    schedule(world, DAILY | {"missed": missed})
    world.now = at(late)
    plan(world)
    assert [due for due, *_ in runs(world)] == expected
    world.now = at("12-04T04:31")
    assert plan(world) == 1


def test_not_more_than_so_many_missed_runs_are_made_up(world: World) -> None:
    schedule(world, {"job": "lists", "cron": "* * * * *", "missed": "all"})
    world.wait(days=30)
    assert plan(world) == MOST_MISSED
    assert runs(world)[-1][0] == f"{world.now:%m-%d %H:%M}"


def test_another_rule_counts_from_now(world: World) -> None:
    for changed in ({"cron": "0 13 * * *"}, {"timezone": "Asia/Tokyo"}):
        world.wait(days=1)  # the old rule was due meanwhile
        schedule(world, DAILY | changed)
        assert runs(world) == []
        with world.store.read() as session:
            assert load_schedules(session)["lists"].next_utc > world.now


def test_a_removed_schedule_is_forgotten_and_its_runs_are_kept(
    world: World, job: ScriptedJob
) -> None:
    world.wait(days=1)
    plan(world)
    schedule(world)
    with world.store.read() as session:
        assert load_schedules(session) == {}
    assert (world.settle(), job.calls) == (0, 0)
    assert "no longer" in note(world)
    schedule(world, DAILY)
    assert runs(world) == [("11-30 04:30", "failed", 0)]


def test_a_clock_that_is_put_back_repeats_nothing(
    world: World, job: ScriptedJob
) -> None:
    world.now = at("11-30T04:31")
    plan(world)
    world.settle()
    world.now = at("11-30T04:00")
    assert plan(world) == 0
    world.now = at("11-30T04:31")
    assert plan(world) == 0
    assert (world.settle(), job.calls) == (0, 1)
    world.now = at("12-01T04:31")
    assert plan(world) == 1


def test_a_clock_that_was_years_ahead_stops_nothing(world: World) -> None:
    world.now = at("11-30T04:31").replace(year=2031)
    plan(world)
    world.now = at("11-29T12:05")
    plan(world)
    world.now = at("11-30T04:31")
    assert plan(world) == 1


def test_a_broken_schedule_stops_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    schedule(world, DAILY | {"name": "broken"}, DAILY | {"name": "sound"})
    world.wait(days=1)
    real = recurrence.last_runs

    def faulty(*args: object) -> object:
        if not caplog.records:
            message = "a fault of ours"
            raise RuntimeError(message)
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "last_runs", faulty)
    assert plan(world) == 1
    (record,) = caplog.records
    assert record.__dict__["schedule"] == "broken"
    monkeypatch.undo()
    assert plan(world) == 1  # nothing of the broken one is lost


# --- two schedulers ---


def test_of_two_schedulers_each_due_run_happens_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They race through half a day of quarters of an hour, their clocks apart."""
    world, steps, calls = pipeline_world.make_world(store), 48, list[str]()
    quarters = {"job": "lists", "cron": "*/15 * * * *", "timezone": "UTC"}
    both, skews = Barrier(2, timeout=60), (-1, 2)

    def count(context: Context, *_: object) -> Text:
        calls.append(context.owner)
        return DONE

    def race(skew_s: int) -> None:
        own = Store(store.url)
        context = pipeline_world.replaced(world.context(f"d/{skew_s}"), store=own)
        for step in range(1, steps + 2):
            now = pipeline_world.NOW + dt.timedelta(minutes=15 * step, seconds=skew_s)
            both.wait()
            plan_runs(context, now)
            for run_id in load_due(context, now).runs:
                run_next(context, run_id, partial(lambda at: at, now))
        own.close()

    monkeypatch.setitem(JOBS, "lists", count)
    schedule(world, quarters)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(race, skews))
    found = runs(world)[:steps]
    assert len({due for due, *_ in found}) == steps
    assert {(state, tries) for _, state, tries in found} == {("done", 1)}
    assert len(calls) - steps in {0, 1}  # the last quarter, for the clock ahead


# --- what people see ---


def test_status_shows_next_and_last(world: World, job: ScriptedJob) -> None:
    def line() -> tuple[str, str | None, str | None]:
        with world.store.read() as session:
            (found,) = load_lines(session, world.settings, world.now)
        last = found.last
        ended = f"{last.at_utc:%m-%d %H:%M}" if last and last.at_utc else None
        return f"{found.next_utc:%m-%d %H:%M}", ended, last.state if last else None

    assert line() == ("11-30 04:30", None, None)
    world.now = at("12-02T05:00")  # nothing ran: overdue
    assert line() == ("11-30 04:30", None, None)
    job.script = [sorry()]
    plan(world)
    assert line() == ("12-03 04:30", None, "due")
    work(world)
    assert line() == ("12-03 04:30", "12-02 05:00", "due")
    world.wait(minutes=10)
    work(world)
    assert line() == ("12-03 04:30", "12-02 05:10", "done")
    made = world.settings.schedules[0].model_copy(update={"cron": "0 7 * * *"})
    world.settings = world.settings.model_copy(update={"schedules": (made,)})
    assert line() == ("12-02 06:00", "12-02 05:10", "done")


def test_a_stored_moment_beyond_the_next_is_not_shown(world: World) -> None:
    with world.store.write() as session:
        (known,) = load_schedules(session).values()
        ahead = Schedule(known.name, known.rule, known.next_utc.replace(year=2031))
        save_schedule(session, ahead)
    with world.store.read() as session:
        (found,) = load_lines(session, world.settings, world.now)
    assert found.next_utc == at("11-30T04:30")
