"""What the sweep does when one of its parts breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.daemon import loop
from syncd.daemon.announcer import Announcer
from syncd.daemon.health import read_health
from syncd.daemon.loop import Daemon, Signals
from syncd.errors import StoreError
from syncd.pipeline.sweep import Due
from syncd.settings import Settings
from syncd.store.schema import upgrade
from syncd.wake import NullWake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCKED = StoreError(Text("Locked.", "Gesperrt."))


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts of the sweep that were begun, in order."""
    begun: list[str] = []
    monkeypatch.setattr(loop, "plan_runs", lambda *_: begun.append("plan"))

    def due(*_: object) -> Due:
        begun.append("due")
        return Due((), (), ())

    monkeypatch.setattr(loop, "load_due", due)
    return begun


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    made = Daemon(Settings(state_directory=tmp_path), "d-1", Signals())
    upgrade(made.store)
    made.announcer = Announcer(NullWake(), 1.0, lambda: 0.0)
    yield made
    made.store.close()


def breaking(begun: list[str], error: Exception) -> object:
    def broken(*_: object) -> None:
        begun.append("broken")
        raise error

    return broken


def test_schedules_are_planned_before_due_rows_are_announced(
    daemon: Daemon, done: list[str]
) -> None:
    daemon._sweep()
    assert done == ["plan", "due"]


def test_only_the_elected_one_sweeps(daemon: Daemon, done: list[str]) -> None:
    daemon._sweep()
    other = Daemon(daemon.settings, "d-2", Signals())
    other.announcer = daemon.announcer
    other._sweep()
    other.store.close()
    assert done == ["plan", "due"]


def test_one_that_stops_lets_the_next_one_sweep_at_once(
    daemon: Daemon, done: list[str]
) -> None:
    daemon._sweep()
    daemon.stop()
    other = Daemon(daemon.settings, "d-2", Signals())
    other.announcer = daemon.announcer
    other._sweep()
    other.store.close()
    assert done == ["plan", "due"] * 2


@pytest.mark.parametrize("error", [LOCKED, RuntimeError("a fault of ours")])
@pytest.mark.parametrize(
    "case",
    [
        ("plan_runs", ["broken", "due"]),
        ("load_due", ["plan", "broken"]),
        ("claim_lease", ["broken"]),
    ],
)
def test_a_part_that_breaks_stops_no_other(
    daemon: Daemon,
    done: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    case: tuple[str, list[str]],
    error: Exception,
) -> None:
    part, expected = case
    with monkeypatch.context() as broken:
        broken.setattr(loop, part, breaking(done, error))
        daemon._sweep()
    assert done == expected
    (record,) = caplog.records
    assert record.message in {"sweep failed", "sweep broken"}
    assert read_health(daemon.settings.state_directory) is not None
    daemon._sweep()
    assert done == [*expected, "plan", "due"]
