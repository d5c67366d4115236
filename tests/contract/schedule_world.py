"""A world with recurring jobs: a scripted job, and what became of its runs."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pipeline_world
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.schedules import (
    plan_runs,
    run_next,
)
from syncd.pipeline.sweep import load_due
from syncd.settings import Settings
from syncd.store.tables import ScheduleRunRow

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from pipeline_world import World

    from syncd.errors import SyncdError
    from syncd.store.engine import Store


DAILY = {"job": "lists", "cron": "30 5 * * *"}
"""In Berlin: 04:30 UTC in November. The world begins on 29 November at 12:00."""
DONE = Text("Done.", "Erledigt.")
RUN_LEASE_S = 300.0
"""Five times the lease of other steps."""


@dataclass
class ScriptedJob:
    """A job that does what a script says, and succeeds when the script is over."""

    script: list[Exception | Callable[[], None]] = field(default_factory=list)
    calls: int = 0

    def __call__(self, *_: object) -> Text:
        self.calls += 1
        step = self.script.pop(0) if self.script else None
        if isinstance(step, Exception):
            raise step
        if step is not None:
            step()
        return DONE


def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedJob:
    """Return a job that stands where the import of lists stood."""
    job = ScriptedJob()
    monkeypatch.setitem(JOBS, "lists", job)
    return job


def daily_world(store: Store) -> World:
    """Return a world with one schedule."""
    world = pipeline_world.make_world(store)
    schedule(world, DAILY)
    return world


def schedule(world: World, *items: dict[str, str]) -> None:
    """Configure exactly these schedules, and have the scheduler see them."""
    made = Settings.model_validate({"schedules": list(items)}).schedules
    world.settings = world.settings.model_copy(update={"schedules": made})
    plan(world)


def plan(world: World) -> int:
    return plan_runs(world.context(), world.now)


def at(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(f"2026-{text}").replace(tzinfo=dt.UTC)


def runs(world: World) -> list[tuple[str, str, int]]:
    """Return due moment, state and tries of every run."""
    with world.store.read() as session:
        rows = session.exec(
            select(ScheduleRunRow).order_by(col(ScheduleRunRow.due_utc))
        )
        return [(f"{row.due_utc:%m-%d %H:%M}", row.state, row.tries) for row in rows]


def note(world: World) -> str:
    with world.store.read() as session:
        newest = col(ScheduleRunRow.id).desc()
        return (
            session.exec(select(ScheduleRunRow.note_en).order_by(newest)).first() or ""
        )


def work(world: World) -> str | None:
    """Work on the first due run."""
    (run_id, *_) = load_due(world.context(), world.now).runs
    return run_next(world.context(), run_id, world.clock)


def sorry() -> SyncdError:
    return pipeline_world.unreachable()
