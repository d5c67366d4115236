"""The wake-up call over Celery: sent once, without retry, never an error."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from kombu.exceptions import OperationalError

from workers.app import make_app

if TYPE_CHECKING:
    from syncd.settings import Settings

log = logging.getLogger(__name__)


class CeleryWake:
    """Announces due rows as Celery messages.

    Args:
        settings: the daemon's settings.
        broker_url: where the messages go.
    """

    def __init__(self, settings: Settings, broker_url: str) -> None:
        self._app = make_app(settings, broker_url)

    def arrival(self, arrival_id: int) -> bool:
        """Announce an arrival; False if the broker could not be reached."""
        return self._send("syncd.process_arrival", arrival_id)

    def tournament(self, *tournament_ids: int) -> bool:
        """Announce tournaments; False if the broker could not be reached."""
        return self._send("syncd.assess_tournament", *tournament_ids)

    def submission(self, submission_id: int) -> bool:
        """Announce a submission; False if the broker could not be reached."""
        return self._send("syncd.submit_report", submission_id)

    def delivery(self, delivery_id: int) -> bool:
        """Announce a file for a peer; False if the broker could not be reached."""
        return self._send("syncd.deliver", delivery_id)

    def schedule_run(self, run_id: int) -> bool:
        """Announce a run of a schedule; False if the broker could not be reached."""
        return self._send("syncd.run_schedule", run_id)

    def _send(self, task: str, *row_ids: int) -> bool:
        try:
            self._app.send_task(task, args=row_ids, retry=False)
        except OperationalError:
            # The sweep finds the rows again; losing a message costs one interval.
            log.warning("broker not reached", extra={"task": task, "rows": row_ids})
            return False
        return True
