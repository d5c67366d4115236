"""A worker process that hands in reports under a shared OAuth2 login.

    python token_worker.py STORE_URL OWNER PORTAL_ADDRESS MOST WINDOW_S

It sends what is due, as a worker does, until every report is accepted.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import UnreachableError
from syncd.pipeline.context import Context
from syncd.pipeline.submit import submit_next
from syncd.settings import PortalSettings, RetrySettings, Settings
from syncd.settings_portals import AuthSettings
from syncd.store import outbox
from syncd.store.engine import Store
from syncd.store.tokens import SharedTokens
from syncd.submit.exchange import Exchange
from syncd.submit.oauth import OAuth
from syncd.submit.portal import Package, Receipt
from syncd.wake import NullWake

if TYPE_CHECKING:
    from collections.abc import Mapping

SECRET = "geheim"  # noqa: S105 - invented
WORK_S = 0.02
"""What one report takes; all together take longer than several tokens live."""


@dataclass(frozen=True)
class Guarded:
    """A portal that takes a report from whoever shows a good token."""

    login: OAuth
    exchange: Exchange
    address: str
    name: str = "dwz"
    host: str = "dwz"
    can_ask: bool = False

    def ask(self, package: Package) -> Receipt | None:
        del package
        return None

    def send(self, package: Package) -> Receipt:
        """Send once; after 401 once more with another token."""
        time.sleep(WORK_S)
        status = self._sent(package, self.login.authorise())
        if status == 401:
            self.login.on_unauthorised()
            status = self._sent(package, self.login.authorise())
        if status != 200:
            raise UnreachableError(Text(f"{status}", f"{status}"), status=status)
        return Receipt(already_there=False, number=package.file_uuid, status=status)

    def _sent(self, package: Package, headers: Mapping[str, str]) -> int:
        url = f"{self.address}/reports/{package.file_uuid}"
        return self.exchange.get(url, {}, headers).status


def main(store_url: str, owner: str, address: str, most: str, window_s: str) -> None:
    """Work until nothing is left to be sent."""
    store = Store(store_url)
    settings = Settings(
        portals=(PortalSettings(name="dwz", kind="directory", folder=Path("/out")),),
        retry=RetrySettings(base_s=0.1, cap_s=0.5),
    )
    auth = AuthSettings(
        kind="oauth2", token_url=f"{address}/rs/auth/token", client_id="verein",
        client_secret=SECRET, scope="dsb_tournament",
        most_tokens=int(most), window_s=float(window_s),
    )  # fmt: skip
    exchange = Exchange("dwz", 5.0)
    tokens = SharedTokens(store, owner, lambda: str(uuid.uuid4()))

    def open_portal(_: PortalSettings) -> Guarded:
        login = OAuth(
            "dwz", settings=auth, tokens=tokens, exchange=exchange,
            clock=clock, sleep=time.sleep,
        )  # fmt: skip
        return Guarded(login, exchange, address)

    context = Context(
        store=store, settings=settings, wake=NullWake(), owner=owner,
        new_uuid=lambda: str(uuid.uuid4()), jitter=lambda: 1.0,
        open_portal=open_portal,
    )  # fmt: skip
    while open_reports(store):
        with store.read() as session:
            due = outbox.due_submissions(session, clock(), 100)
        # Another worker begins elsewhere, or all would fight for the same rows.
        for submission_id in random.sample(due, min(len(due), 10)):
            submit_next(context, submission_id, clock)
        if not due:
            time.sleep(0.05)
    store.close()


def open_reports(store: Store) -> bool:
    """Return whether a report still has to be sent, now or later."""
    with store.read() as session:
        later = clock() + dt.timedelta(days=1)
        return bool(outbox.due_submissions(session, later, 1))


def clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


if __name__ == "__main__":
    main(*sys.argv[1:])
