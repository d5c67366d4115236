"""The Celery application: JSON messages with row ids, acknowledged late.

The store is the queue of record; a message only wakes a worker. So there is no result
backend, a lost message costs one sweep, and a repeated one finds nothing to do.
"""

from __future__ import annotations

import logging
import warnings
from typing import TYPE_CHECKING

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from syncd.broker import transport_options
from workers import runtime

if TYPE_CHECKING:
    from syncd.settings import Settings

VISIBILITY_TIMEOUT_S = 600
"""A message that nobody acknowledged so long is delivered again; every step is
shorter, and the store's leases make a second delivery harmless."""

# A daemon in a container often runs as root; the messages are JSON, never pickle.
warnings.filterwarnings("ignore", category=SecurityWarning)


def make_app(settings: Settings, broker_url: str) -> Celery:
    """Return the application for one broker.

    Args:
        settings: not used for messages beyond the lease length.
        broker_url: `redis://…`, `redis+socket://…` or `filesystem:///folder`.
    """
    folders = transport_options(broker_url)
    app = Celery("syncd", include=["workers.tasks"])
    app.conf.update(
        broker_url="filesystem://" if folders else broker_url,
        broker_transport_options=folders
        or {
            "visibility_timeout": max(
                VISIBILITY_TIMEOUT_S, int(2 * settings.workers.lease_s)
            ),
            "unacked_restore_interval": 2,
            "unacked_restore_throttle": 1,
            "socket_connect_timeout": 2,
        },
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_create_missing_queues=True,
        task_default_queue="syncd",
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_hijack_root_logger=False,
        worker_soft_shutdown_timeout=5,
        broker_connection_retry_on_startup=True,
    )
    return app


@signals.setup_logging.connect
def _keep_our_logging(**_: object) -> None:
    """Keep Celery from replacing the logging that the entry point has set up."""
    logging.captureWarnings(capture=True)


@signals.worker_process_init.connect
def _after_fork(**_: object) -> None:
    """Drop the database connections that came with the fork."""
    runtime.forget_connections()
