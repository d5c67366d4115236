"""`python -P -m workers`: runs Celery worker processes until they are told to stop.

`-P` keeps a folder named `workers` in the current directory from shadowing ours.
"""

from __future__ import annotations

import argparse

from syncd import failpoints
from syncd.logs import set_up_logging
from syncd.settings import failpoint_order
from workers import runtime
from workers.app import make_app


def main() -> None:
    """Run one Celery worker with the configured number of processes."""
    parser = argparse.ArgumentParser(prog="python -P -m workers")
    parser.add_argument("--name", default="w1", help="distinguishes workers of a host")
    name = parser.parse_args().name
    settings = runtime.settings()
    set_up_logging("worker")
    failpoints.arm(failpoint_order())
    app = make_app(settings, runtime.broker_url())
    app.set_default()
    app.worker_main(
        [
            "--quiet", "worker", "--pool", "prefork",
            "--concurrency", str(settings.workers.concurrency),
            "--without-gossip", "--without-mingle", "--without-heartbeat",
            "--hostname", f"syncd-{name}@%h",
        ]
    )  # fmt: skip


if __name__ == "__main__":
    main()
