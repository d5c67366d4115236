"""A recurring job from the clock to a worker process and back."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from daemon_process import DaemonProcess, wait_until

from syncd.settings import load_settings
from syncd.store import schedules
from syncd.store.schedules import Schedule
from syncd.store.schema import upgrade

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.store.engine import Store

AWAY = "http://127.0.0.1:9/away"
SCHEDULE = f"""
[lists]
urls = ["{AWAY}"]
[[schedules]]
job = "lists"
cron = "30 5 * * *"
"""


LONG_AGO = dt.datetime(2026, 1, 5, 4, 30, tzinfo=dt.UTC)


def has_failed(store: Store) -> bool:
    """Return whether somebody tried and found that the server is away."""
    with store.read() as session:
        newest = schedules.newest_runs(session).get("lists")
    return newest is not None and "127.0.0.1" in newest.note.en


def test_a_due_run_reaches_a_worker_and_its_failure_the_store(tmp_path: Path) -> None:
    daemon = DaemonProcess(tmp_path / "run", AWAY)
    (daemon.folder / "state").mkdir()
    with daemon.config.open("a", encoding="utf-8") as config:
        config.write(SCHEDULE)
    store = daemon.store()
    try:
        upgrade(store)
        (item,) = load_settings(daemon.config).schedules
        overdue = Schedule(item.name, item.described(), LONG_AGO)
        with store.write() as session:
            schedules.save_schedule(session, overdue)
        daemon.start()
        wait_until(lambda: has_failed(store), daemon)
        assert daemon.stop() == 0
    finally:
        store.close()
