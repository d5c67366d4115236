"""A scheduler killed at each of its commits, and another one that goes on.

The killed one is a real process with its own connections, ended by SIGKILL.
"""

from __future__ import annotations

import datetime as dt
import os
import signal
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from schedule_world import DAILY, DONE, RUN_LEASE_S, runs, schedule

from syncd import failpoints
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.schedules import plan_runs, run_next
from syncd.pipeline.sweep import load_due
from syncd.store.engine import Store

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_world import World

    from syncd.bilingual import Text

PLACES = {
    "schedule.planned:before": 1,
    "schedule.planned:after": 1,
    "schedule.claimed:before": 1,
    "schedule.claimed:after": 1,
    "schedule.finished:before": 2,
    "schedule.finished:after": 1,
}
"""Where the first one dies, and how often the job is done in all."""


def go_on(world: World, owner: str) -> None:
    """Do what a daemon and its worker do at one sweep."""
    own = Store(world.store.url)
    context = pipeline_world.replaced(world.context(owner), store=own)
    plan_runs(context, world.now)
    for run_id in load_due(context, world.now).runs:
        run_next(context, run_id, world.clock)
    own.close()


def die_at(world: World, place: str, order: Path) -> int:
    """Let a process go on until it is killed; return how it ended."""

    def child() -> None:
        failpoints.arm(order)
        go_on(world, "d-1/host/1")
        os._exit(0)

    order.write_text(place, encoding="utf-8")
    process = get_context("fork").Process(target=child)
    process.start()
    process.join(60)
    assert process.exitcode is not None
    return process.exitcode


@pytest.mark.parametrize("place", PLACES)
def test_a_killed_schedulers_run_is_done_once_by_the_other(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    calls = tmp_path / "calls"

    def note_call(*_: object) -> Text:
        with calls.open("a", encoding="utf-8") as file:
            file.write("x")
        return DONE

    monkeypatch.setitem(JOBS, "lists", note_call)
    world = pipeline_world.make_world(store)
    schedule(world, DAILY)
    world.wait(days=1)
    assert die_at(world, place, tmp_path / "order") == -signal.SIGKILL

    for _ in range(3):
        world.now += dt.timedelta(seconds=RUN_LEASE_S + 1)
        go_on(world, "d-2/host/1")
    ((due, state, _),) = runs(world)
    assert (due, state) == ("11-30 04:30", "done")
    assert len(calls.read_text(encoding="utf-8")) == PLACES[place]
