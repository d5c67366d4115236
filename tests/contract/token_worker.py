"""A worker process that hands in reports under a shared OAuth2 login.

    python token_worker.py STORE_URL OWNER PORTAL_ADDRESS MOST WINDOW_S

It sends what is due, as a worker does, until every report is accepted.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
import time
from pathlib import Path

from syncd.daemon.outside import open_context
from syncd.pipeline.sending.submit import submit_next
from syncd.settings import (
    PortalSettings,
    RatingSettings,
    RetrySettings,
    Settings,
    SourceSettings,
)
from syncd.settings_portals import AuthSettings
from syncd.store.due import due_submissions
from syncd.store.engine import Store
from syncd.wake import NullWake

SECRET = "geheim"  # noqa: S105 - invented
WORK_S = 0.02
"""What one report takes; all together take longer than several tokens live."""


def main(store_url: str, owner: str, address: str, most: str, window_s: str) -> None:
    """Work until nothing is left to be sent."""
    store = Store(store_url)
    auth = AuthSettings(
        kind="oauth2", token_url=f"{address}/rs/auth/token", client_id="verein",
        client_secret=SECRET, scope="dsb_tournament",
        most_tokens=int(most), window_s=float(window_s),
    )  # fmt: skip
    portal = PortalSettings(
        name="dwz", kind="http", url=f"{address}/reports/{{file_uuid}}", auth=auth,
        connections=4,
    )  # fmt: skip
    settings = Settings(
        sources=(SourceSettings(name="north", folder=Path("in")),),
        portals=(portal,),
        rating=RatingSettings(mode="auto", corrections="auto"),
        retry=RetrySettings(base_s=0.1, cap_s=0.5),
    )
    context = open_context(store, settings, wake=NullWake(), owner=owner)
    while open_reports(store):
        with store.read() as session:
            due = due_submissions(session, clock(), 100)
        # Another worker begins elsewhere, or all would fight for the same rows.
        for submission_id in random.sample(due, min(len(due), 10)):
            time.sleep(WORK_S)
            submit_next(context, submission_id, clock)
        if not due:
            time.sleep(0.05)
    store.close()


def open_reports(store: Store) -> bool:
    """Return whether a report still has to be sent, now or later."""
    with store.read() as session:
        later = clock() + dt.timedelta(days=1)
        return bool(due_submissions(session, later, 1))


def clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


if __name__ == "__main__":
    main(*sys.argv[1:])
