"""Many reports queued while the portal is down: memory of the worker, and the drain.

    python bench/retry_storm.py [reports] [store URL] [times faster]

The ten minutes are simulated: all waiting times are divided by the same number (40 by
default, so the portal is down for 15 seconds; below that the first probe after the
outage may come later than a standstill is waited for). A daemon announces what is due,
one worker sends. Memory is the worker's resident set, read all the time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from outbox_world import (
    fast_portal,
    fill_outbox,
    open_world,
    process,
    rate_per_s,
    resident_kib,
    sends,
    submit_worker,
)

PORT = 18433
THREADS = 4
OUTAGE_S = 600.0


def accepted() -> int:
    counts = sends(PORT)
    return counts[1] if counts else 0


def highest_kib(worker: int, seconds: float) -> int:
    """Watch the worker's memory for a while and return the most it had."""
    end_s, most = time.monotonic() + seconds, 0
    while time.monotonic() < end_s:
        most = max(most, resident_kib(worker))
        time.sleep(0.2)
    return most


def main(count: int, store_url: str, faster: float) -> None:
    waits = {"sweep_s": 2 / faster, "base_s": 30 / faster, "cap_s": 3600 / faster}
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        open_world(Path(name), PORT, store_url, threads=THREADS, **waits) as world,
        process(
            [
                sys.executable,
                "-P",
                "-m",
                "syncd",
                "-c",
                str(world.settings.file),
                "run",
            ],
            Path(name) / "daemon.log",
        ),
        submit_worker(world, Path(name) / "worker.log") as worker,
    ):
        with fast_portal(PORT):
            fill_outbox(world.store, count)
            usual = rate_per_s(accepted, count, worker)
        before = resident_kib(worker.pid)
        fill_outbox(world.store, count)
        during = highest_kib(worker.pid, OUTAGE_S / faster)
        waiting = world.states()
        with fast_portal(PORT):
            back_s = time.monotonic()
            drained = rate_per_s(accepted, count, worker)
            took_s = time.monotonic() - back_s
            after = highest_kib(worker.pid, 1.0)
            counts = sends(PORT)
        database = "SQLite" if world.store.is_sqlite else "PostgreSQL"
        print(f"{database}, {count} reports, 1 worker, {THREADS} threads")
        print(f"{'without an outage':34}{usual:9.0f} /s")
        print(f"{'after the outage':34}{drained:9.0f} /s")
        print(f"{'all there after':34}{took_s:9.1f} s (x {faster:.0f} = simulated)")
        print(f"{'memory before the outage':34}{before / 1024:9.1f} MiB")
        print(f"{'most during the outage':34}{during / 1024:9.1f} MiB"
              f" ({during / before - 1:+.1%})")  # fmt: skip
        print(
            f"{'most afterwards':34}{after / 1024:9.1f} MiB ({after / before - 1:+.1%})"
        )
        print(f"states at the end of the outage {waiting}, at the end {world.states()}")
        print(f"requests and different reports after the outage {counts}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 5000,
        sys.argv[2] if len(sys.argv) > 2 else "",
        float(sys.argv[3]) if len(sys.argv) > 3 else 40.0,
    )
