"""`python -P -m workers`: runs one Celery worker until it is told to stop.

`-P` keeps a folder named `workers` in the current directory from shadowing ours.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import re
import socket
from typing import TYPE_CHECKING

from celery.worker import state as worker_state
from kombu.exceptions import OperationalError

from syncd import failpoints
from syncd.daemon.one_host import claim_host, refuse_share
from syncd.daemon.worker_files import WorkerFile, remove_abandoned, write_worker
from syncd.errors import ConfigError, StoreError
from syncd.logs import set_up_logging
from syncd.settings import failpoint_order
from syncd.store.engine import Store
from syncd.wake import QUEUES
from workers import runtime
from workers.app import make_app, queue_name
from workers.pulse import watch_over

if TYPE_CHECKING:
    from celery import Celery

    from syncd.settings import Settings

log = logging.getLogger(__name__)

NEW_OBJECTS = 50_000
"""So many may come up before Python looks for cycles among them; its own choice of 700
costs a report an eighth of its time (`bench/submissions.py`), since what a transaction
loads is all new and nearly all without cycles."""


def main() -> None:
    """Run one worker on some queues."""
    order = _order()
    settings = runtime.settings()
    set_up_logging("worker")
    failpoints.arm(failpoint_order())
    _refuse_second_host(settings)
    worker = _worker(order, settings)
    app = make_app(settings, runtime.broker_url())
    app.set_default()
    file = worker.path(settings.state_directory)
    remove_abandoned(settings.state_directory, runtime.clock())
    write_worker(settings.state_directory, worker)
    _watch(app, worker, settings)
    gc.freeze()  # what is loaded by now stays for good, and is shared by all processes
    gc.set_threshold(NEW_OBJECTS)
    try:
        app.worker_main(_arguments(worker))
    finally:
        file.unlink(missing_ok=True)


def _refuse_second_host(settings: Settings) -> None:
    """End here if the store is an SQLite file that another host uses or may use."""
    try:
        refuse_share(settings)
        store = Store(settings.store_url)
        try:
            claim_host(store, runtime.clock())
        finally:
            store.close()
    except ConfigError as exc:
        both = f"{exc.text.en}\n{exc.text.de}"
        raise SystemExit(both) from exc
    except StoreError as exc:  # not there yet; the tasks meet it again
        log.warning("store not usable yet", extra={"why": exc.text.en})


def _order() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -P -m workers")
    parser.add_argument("--name", default="w1", help="distinguishes workers of a host")
    parser.add_argument(
        "--queues",
        default=",".join(QUEUES),
        type=_queues,
        help=f"what it works on, of {','.join(QUEUES)} (default: all)",
    )
    parser.add_argument(
        "--pool",
        choices=("prefork", "threads"),
        default="prefork",
        help="processes for ingest and merge, threads for submit and deliver",
    )
    parser.add_argument("--concurrency", type=int, help="tasks at the same time")
    return parser.parse_args()


def _queues(names: str) -> tuple[str, ...]:
    """Return the queues in a list with commas.

    Raises:
        ArgumentTypeError: there is no such queue.
    """
    queues = tuple(names.split(","))
    unknown = set(queues) - set(QUEUES)
    if unknown:
        message = f"no such queue: {', '.join(sorted(unknown))}"
        raise argparse.ArgumentTypeError(message)
    return queues


def _worker(order: argparse.Namespace, settings: Settings) -> WorkerFile:
    usual = {
        "prefork": settings.workers.concurrency,
        "threads": settings.waiting_threads,
    }
    return WorkerFile(
        name=order.name,
        host=socket.gethostname(),
        pid=os.getpid(),
        pool=order.pool,
        concurrency=order.concurrency or usual[order.pool],
        queues=order.queues,
    )


def _arguments(worker: WorkerFile) -> list[str]:
    queues = [*map(queue_name, worker.queues), _own_queue(worker)]
    return [
        "--quiet", "worker", "--pool", worker.pool,
        "--concurrency", str(worker.concurrency),
        "--queues", ",".join(queues),
        "--without-gossip", "--without-mingle", "--without-heartbeat",
        "--hostname", f"syncd-{worker.name}@%h",
    ]  # fmt: skip


def _watch(app: Celery, worker: WorkerFile, settings: Settings) -> None:
    """Have the worker notice when it gets no work any more."""
    silent_s = settings.workers.silent_s

    def call() -> bool:
        try:
            app.send_task(
                "syncd.answer", queue=_own_queue(worker), retry=False, expires=silent_s
            )
        except OperationalError:
            return False
        return True

    def is_full() -> bool:
        return len(worker_state.reserved_requests) >= worker.concurrency

    watch_over(worker.path(settings.state_directory), silent_s, call, is_full)


def _own_queue(worker: WorkerFile) -> str:
    """Return the queue of its calls; kombu's file transport takes no other letters."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "-", f"{worker.name}.{worker.host}")
    return queue_name(f"call.{name}")


if __name__ == "__main__":
    main()
