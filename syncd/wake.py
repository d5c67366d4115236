"""The wake-up call: tells a worker that a row in the store is due.

A wake carries nothing but row ids, is sent after the commit and may be lost: the
sweep finds every due row again. The implementation is loaded by its dotted path, so
that nothing here knows the message broker.

Every kind of work has a queue of its own, so that each gets its own workers: reading
and merging need the processor, sending only waits for others.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from syncd.settings import Settings

INGEST: Final = "ingest"
MERGE: Final = "merge"
SUBMIT: Final = "submit"
DELIVER: Final = "deliver"
CELERY: Final = "workers.wake:CeleryWake"
"""Where the implementation over the broker is, which nothing here imports."""
QUEUES: Final = (INGEST, MERGE, SUBMIT, DELIVER)
"""Arrivals and recurring jobs, assessing tournaments, sending reports, and what else
waits for other servers: downloads, and handing on merged tournaments."""


class Wake(Protocol):
    """Announces due rows; never raises because the broker is down."""

    def arrival(self, arrival_id: int) -> bool:
        """Announce an arrival that waits to be processed."""

    def tournament(self, *tournament_ids: int) -> bool:
        """Announce tournaments that are to be assessed again."""

    def submission(self, submission_id: int) -> bool:
        """Announce a submission that is due."""

    def delivery(self, delivery_id: int) -> bool:
        """Announce a file for a peer that is due."""

    def schedule_run(self, run_id: int) -> bool:
        """Announce a run of a recurring job that is due."""


class NullWake:
    """Announces nothing: for runs that look into the store themselves."""

    def arrival(self, arrival_id: int) -> bool:
        """Do nothing."""
        del arrival_id
        return True

    def tournament(self, *tournament_ids: int) -> bool:
        """Do nothing."""
        del tournament_ids
        return True

    def submission(self, submission_id: int) -> bool:
        """Do nothing."""
        del submission_id
        return True

    def delivery(self, delivery_id: int) -> bool:
        """Do nothing."""
        del delivery_id
        return True

    def schedule_run(self, run_id: int) -> bool:
        """Do nothing."""
        del run_id
        return True


def load_wake(dotted: str, settings: Settings, broker_url: str) -> Wake:
    """Return the wake built by `package.module:factory`.

    Args:
        dotted: module and factory, for instance `workers.wake:CeleryWake`.
        settings: passed to the factory.
        broker_url: where the broker listens.
    """
    module, _, name = dotted.partition(":")
    factory = getattr(importlib.import_module(module), name)
    wake: Wake = factory(settings, broker_url)
    return wake
