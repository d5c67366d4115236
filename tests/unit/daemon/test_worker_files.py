from __future__ import annotations

import datetime as dt
import os
from typing import TYPE_CHECKING

from syncd.daemon.worker_files import (
    ABANDONED_S,
    WorkerFile,
    path_of,
    pulse_of,
    read_workers,
    remove_abandoned,
    touch,
    write_worker,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
WORKER = WorkerFile("io", "north", 17, "threads", 4, ("submit", "deliver"))


def write(folder: Path, age_s: float, worker: WorkerFile = WORKER) -> Path:
    write_worker(folder, worker)
    path = worker.path(folder)
    at = NOW.timestamp() - age_s
    os.utime(path, (at, at))
    return path


def test_a_worker_says_what_it_is_and_how_long_it_is_silent(tmp_path: Path) -> None:
    write(tmp_path, 5)
    assert read_workers(tmp_path, NOW) == [
        {
            "name": "io", "host": "north", "pid": 17, "pool": "threads",
            "concurrency": 4, "queues": ["submit", "deliver"], "silent_s": 5,
        }
    ]  # fmt: skip


def test_touching_changes_the_pulse(tmp_path: Path) -> None:
    path = write(tmp_path, 5)
    before = pulse_of(path)
    touch(path)
    assert pulse_of(path) != before
    assert pulse_of(path_of(tmp_path, "w9", "north")) is None


def test_workers_killed_long_ago_are_left_out_and_removed(tmp_path: Path) -> None:
    write(tmp_path, 5)
    old = WorkerFile("w1", "gone", 3, "prefork", 2, ("ingest",))
    write(tmp_path, ABANDONED_S, old)
    assert [item["name"] for item in read_workers(tmp_path, NOW)] == ["io"]
    remove_abandoned(tmp_path, NOW)
    assert [path.name for path in (tmp_path / "workers").iterdir()] == ["io@north.json"]


def test_a_file_that_cannot_be_used_is_logged_or_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "workers").write_text("no folder")
    write_worker(tmp_path, WORKER)
    touch(WORKER.path(tmp_path))
    assert caplog.messages == ["worker file not written", "worker file not touched"]
    assert read_workers(tmp_path, NOW) == []
    (tmp_path / "workers").unlink()
    write(tmp_path, 0).write_text('{"name": ')
    assert read_workers(tmp_path, NOW) == []
