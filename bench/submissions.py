"""Reports per second through the outbox, against bare Celery tasks that do nothing.

    python bench/submissions.py [reports] [store URL]

Both run on the same broker, one after the other, each with one worker of the same pool,
the same number of threads and the same settings (late acknowledgement, no prefetching
beyond the threads). The tasks that do nothing run before and after, since other work on
the machine comes and goes; their mean counts. A report costs what it always costs:
claimed, sent over HTTP, its end, receipt and events committed, its tournament named.
SQLite commits to the disk each time.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from noop_worker import QUEUE
from outbox_world import (
    BENCH,
    STANDSTILL_S,
    World,
    fast_portal,
    fill_outbox,
    open_world,
    process,
    rate_per_s,
    sends,
    submit_worker,
    wait_until,
)

from syncd.wake import load_wake
from workers.app import make_app

if TYPE_CHECKING:
    from collections.abc import Iterator

PORT = 18431
THREADS = 4


def noop_rate(world: World, count: int, log: Path) -> float:
    app = make_app(world.settings, world.broker_url)
    world.broker().flushall()  # the worker before leaves what it had not acknowledged
    for number in range(count):
        app.send_task("bench.noop", args=[number], queue=QUEUE)
    broker = world.broker()

    def done() -> int:
        open_messages = broker.llen(QUEUE) + broker.hlen("unacked")
        return count - int(open_messages)

    command = [sys.executable, str(BENCH / "noop_worker.py")]
    command += [world.broker_url, str(THREADS)]
    with process(command, log) as worker:
        return rate_per_s(done, count, worker)


def outbox_rate(world: World, count: int, log: Path) -> float:
    wake = load_wake("workers.wake:CeleryWake", world.settings, world.broker_url)
    for number in fill_outbox(world.store, count):
        wake.submission(number)

    def done() -> int:
        counts = sends(PORT)
        return counts[1] if counts else 0

    with submit_worker(world, log) as worker:
        rate = rate_per_s(done, count, worker)
        wait_until(lambda: world.states() == {"accepted": count}, limit_s=STANDSTILL_S)
    return rate


@contextmanager
def world_of(store_url: str) -> Iterator[tuple[World, Path]]:
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as name,
        fast_portal(PORT),
        open_world(Path(name), PORT, store_url, threads=THREADS) as world,
    ):
        yield world, Path(name) / "workers.log"


def main(count: int, store_url: str) -> None:
    with world_of(store_url) as (world, log):
        try:
            before = noop_rate(world, count, log)
            ours = outbox_rate(world, count, log)
            bare = (before + noop_rate(world, count, log)) / 2
        except TimeoutError:
            print(log.read_text()[-3000:])
            raise
        states, counts = world.states(), sends(PORT)
        database = "SQLite" if world.store.is_sqlite else "PostgreSQL"
        if states != {"accepted": count} or counts != (count, count):
            print(log.read_text()[-3000:])
    print(f"{database}, {count} reports, 1 worker, {THREADS} threads")
    print(f"{'tasks that do nothing':26}{bare:9.0f} /s")
    print(f"{'reports, end to end':26}{ours:9.0f} /s")
    print(f"{'ratio':26}{ours / bare:9.0%}")
    print(f"states {states}, requests and different reports at the portal {counts}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 2000,
        sys.argv[2] if len(sys.argv) > 2 else "",
    )
