"""A bare Celery worker with one task that does nothing, for `submissions.py`."""

from __future__ import annotations

import sys

from syncd.settings import Settings
from workers.app import make_app

QUEUE = "bench"


def main(broker_url: str, threads: str) -> None:
    app = make_app(Settings(), broker_url)
    app.set_default()

    @app.task(name="bench.noop")  # type: ignore[untyped-decorator]
    def noop(number: int) -> None:
        """Do nothing."""

    app.worker_main(
        [
            "--quiet", "worker", "--pool", "threads", "--concurrency", threads,
            "--queues", QUEUE, "--hostname", "noop@%h",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
