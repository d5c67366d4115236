"""Recurring jobs and how their runs end, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from schedule_world import (
    DONE,
    RUN_LEASE_S,
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

from syncd.bilingual import Text
from syncd.errors import ConfigError, SyncdError
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.schedules import (
    MOST_TRIES,
    plan_runs,
    run_next,
)
from syncd.pipeline.sweep import load_due
from syncd.store import schedules

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline_world import World

    from syncd.pipeline.context import Context
    from syncd.store.engine import Store


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> ScriptedJob:
    return scripted(monkeypatch)


@pytest.fixture
def world(store: Store, job: ScriptedJob) -> World:
    del job
    return daily_world(store)


# --- how runs end ---


def test_a_failed_run_is_tried_again_with_growing_waits(
    world: World, job: ScriptedJob
) -> None:
    job.script = [sorry() for _ in range(MOST_TRIES)]
    world.now = at("11-30T04:30")
    plan(world)
    waits_min = []
    for _ in range(MOST_TRIES - 1):
        before = world.now
        assert work(world) == "due"
        while not load_due(world.context(), world.now).runs:
            world.wait(minutes=1)
        waits_min.append((world.now - before) // dt.timedelta(minutes=1) - 1)
    assert waits_min == [5, 10, 20, 40, 60]
    assert work(world) == "failed"
    assert (note(world), job.calls) == ("No connection.", MOST_TRIES)
    world.now = at("12-01T04:30")
    plan(world)
    assert work(world) == "done"


def test_what_a_person_must_change_is_not_tried_again(
    world: World, job: ScriptedJob
) -> None:
    job.script = [ConfigError(Text("No address.", "Keine Adresse."))]
    world.wait(days=1)
    plan(world)
    assert (work(world), note(world)) == ("failed", "No address.")


def test_a_worker_with_an_older_configuration_leaves_the_run_to_others(
    world: World, job: ScriptedJob
) -> None:
    world.wait(days=1)
    plan(world)
    settings = world.settings
    world.settings = settings.model_copy(update={"schedules": ()})
    assert (work(world), job.calls) == ("due", 0)
    assert "configuration of the worker" in note(world)
    world.settings = settings
    world.wait(minutes=6)
    assert (work(world), job.calls) == ("done", 1)


def test_a_run_that_waits_gives_way_to_the_next_one(
    world: World, job: ScriptedJob
) -> None:
    schedule(world, {"job": "lists", "cron": "0 * * * *"})
    job.script = [sorry() for _ in range(4)]
    world.now = at("11-29T13:00")
    plan(world)
    for minutes in (6, 11, 21):
        assert work(world) == "due"
        world.wait(minutes=minutes)
    world.now = at("11-29T14:00")
    plan(world)
    assert runs(world) == [("11-29 13:00", "failed", 3), ("11-29 14:00", "due", 0)]


def test_a_job_that_kills_its_worker_is_given_up(
    world: World, job: ScriptedJob
) -> None:
    def die() -> None:
        raise SystemExit

    most = world.settings.workers.max_crashes
    job.script = [die] * most
    world.wait(days=1)
    plan(world)
    for _ in range(most):
        with pytest.raises(SystemExit):
            work(world)
        assert load_due(world.context(), world.now).runs == ()
        world.wait(seconds=RUN_LEASE_S + 1)
    assert work(world) == "failed"
    assert (job.calls, "3 times" in note(world)) == (most, True)
    world.wait(days=1)
    plan(world)
    assert work(world) == "done"


def test_the_elected_one_dies_in_mid_run_and_the_other_does_it(
    world: World, job: ScriptedJob
) -> None:
    def die() -> None:
        raise SystemExit

    job.script = [die]
    world.wait(days=1)
    plan_runs(world.context("d-1/host/1"), world.now)
    (run_id,) = load_due(world.context(), world.now).runs
    with pytest.raises(SystemExit):
        run_next(world.context("d-1/host/1"), run_id, world.clock)
    other = world.context("d-2/host/1")
    assert plan_runs(other, world.now) == 0
    assert run_next(other, run_id, world.clock) is None
    world.wait(seconds=RUN_LEASE_S + 1)
    assert load_due(other, world.now).runs == (run_id,)
    assert run_next(other, run_id, world.clock) == "done"
    assert run_next(world.context("d-1/host/1"), run_id, world.clock) is None
    assert runs(world) == [("11-30 04:30", "done", 2)]


def test_a_long_job_keeps_its_lease_as_long_as_it_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def long(context: Context, clock: object, progress: Callable[[int], None]) -> Text:
        del context, clock
        for _ in range(10):
            world.wait(seconds=RUN_LEASE_S / 2)
            progress(1)
            seen.append(load_due(world.context(), world.now).runs)
        return DONE

    monkeypatch.setitem(JOBS, "lists", long)
    world.wait(days=1)
    plan(world)
    assert work(world) == "done"
    assert seen == [()] * 10


def test_a_job_that_was_taken_over_ends_without_a_word(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(context: Context, clock: object, progress: Callable[[int], None]) -> Text:
        del clock
        if context.owner != "other":
            world.wait(seconds=RUN_LEASE_S + 1)
            other = world.context("other")
            assert run_next(other, 1, world.clock) == "done"
            progress(1)
        return DONE

    monkeypatch.setitem(JOBS, "lists", slow)
    world.wait(days=1)
    plan(world)
    assert run_next(world.context(), 1, world.clock) is None
    assert runs(world) == [("11-30 04:30", "done", 2)]


def test_a_store_that_fails_does_not_lose_the_run(
    world: World, job: ScriptedJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedules, "finish_run", pipeline_world.stale)
    world.wait(days=1)
    plan(world)
    with pytest.raises(SyncdError):
        work(world)
    monkeypatch.undo()
    monkeypatch.setitem(JOBS, "lists", job)
    world.wait(seconds=RUN_LEASE_S + 1)
    assert work(world) == "done"
