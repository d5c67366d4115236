"""The Celery application: JSON messages with row ids, acknowledged late.

The store is the queue of record; a message only wakes a worker. So there is no result
backend, a lost message costs one sweep, and a repeated one finds nothing to do.
"""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING, Final

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from syncd.broker import transport_options
from syncd.wake import DELIVER, INGEST, MERGE, SUBMIT
from workers import runtime

if TYPE_CHECKING:
    from syncd.settings import Settings

LONGEST_STEP_S: Final = 1800.0
"""Reading a list of all FIDE players on a slow machine, with plenty of room."""

SOCKET_S: Final = 10.0
"""How long one command to the broker may take; without a limit, a broker that hangs
would hang everybody who speaks to it."""

ROUTES: Final = {
    "syncd.process_arrival": INGEST,
    "syncd.assess_tournament": MERGE,
    "syncd.submit_report": SUBMIT,
    "syncd.download": DELIVER,
    "syncd.deliver": DELIVER,
}
"""Task to queue; every other task (recurring jobs) goes where arrivals go. A download
waits for others as a delivery does, so it goes there."""

# A daemon in a container often runs as root; the messages are JSON, never pickle.
warnings.filterwarnings("ignore", category=SecurityWarning)


def make_app(settings: Settings, broker_url: str) -> Celery:
    """Return the application for one broker.

    Args:
        settings: for the length of the longest step.
        broker_url: `redis://…`, `redis+socket://…` or `filesystem:///folder`.
    """
    folders = transport_options(broker_url)
    longest_s = longest_step_s(settings)
    app = Celery("syncd", include=["workers.tasks"])
    app.conf.update(
        broker_url="filesystem://" if folders else broker_url,
        broker_transport_options=folders
        or {
            # A message nobody acknowledged so long is delivered again.
            "visibility_timeout": int(longest_s) + 60,
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 2,
            "socket_timeout": SOCKET_S,
        },
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_time_limit=longest_s,  # of pool processes; threads cannot be ended
        task_create_missing_queues=True,
        task_default_queue=queue_name(INGEST),
        task_routes={
            task: {"queue": queue_name(queue)} for task, queue in ROUTES.items()
        },
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_soft_shutdown_timeout=5,
        broker_connection_retry_on_startup=True,
    )
    return app


def queue_name(queue: str) -> str:
    """Return a queue's name at the broker, which others may use as well."""
    return f"syncd.{queue}"


def longest_step_s(settings: Settings) -> float:
    """Return how long one task may take, in seconds: longer than any lease."""
    longest_s = max(
        settings.send_lease_s, settings.delivery_lease_s, settings.longest_pull_s
    )
    return max(LONGEST_STEP_S, 2 * longest_s)


@signals.setup_logging.connect
def _keep_our_logging(**_: object) -> None:
    """Keep Celery from replacing the logging that the entry point has set up."""
    logging.captureWarnings(capture=True)


@signals.worker_process_init.connect
def _after_fork(**_: object) -> None:
    """Drop the database connections that came with the fork."""
    runtime.forget_connections()
