"""Which hosts a pull may ask, and what it tells the breakers of them afterwards.

The breakers are those of the portals: a host that does not answer one does not answer
the other. A login that is refused says nothing of the host and counts for this source
alone. Each host is judged once per pull, by the best that it said: one file that fails
must not make a host look ill that has delivered others. Only who asks for time gets it
whatever else was said.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from syncd.bilingual import Text
from syncd.errors import RejectedError, RemoteError
from syncd.store import breakers
from syncd.wire.backoff import LONGEST_RETRY_AFTER_S, next_delay_s

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.pipeline.context import Context
    from syncd.store.engine import Session


class Hosts:
    """The hosts of one pull.

    Args:
        context: the outside world.
        source: name of the source.
        is_forced: whether hosts in trouble are asked as well.
    """

    def __init__(self, context: Context, source: str, *, is_forced: bool) -> None:
        self._context = context
        self._is_forced = is_forced
        self._source = source
        self._shut: dict[str, breakers.Breaker] = {}
        self._said: dict[str, RemoteError | None] = {}

    @property
    def has_answered(self) -> bool:
        """Whether any of them did."""
        return any(_proves_host(error) for error in self._said.values())

    def begin(
        self, session: Session, urls: Iterable[str], now: dt.datetime, time_s: float
    ) -> None:
        """Note which hosts are spared now; of the others in trouble this is the probe.

        Args:
            session: an open write transaction.
            urls: the configured addresses.
            now: aware UTC time.
            time_s: how long the pull may take.
        """
        tripped = breakers.load_tripped(session)
        keys = {key for url in urls for key in self._keys(url)}
        for key, one in tripped.items():
            if one.is_shut(now) and not self._is_forced:
                self._shut[key] = one
            elif key in keys:
                until = now + dt.timedelta(seconds=time_s)
                breakers.take_probe(session, one, until)

    def spared(self, url: str) -> Text | None:
        """Return why an address is not asked now, None if it is."""
        shut = [self._shut[key] for key in self._keys(url) if key in self._shut]
        if not shut:
            return None
        found = shut[0]
        until = found.open_until_utc
        return Text(
            f"{found.host} is in trouble and is asked again from {until:%H:%M} UTC.",
            f"{found.host} ist gestört und wird ab {until:%H:%M} UTC wieder gefragt.",
        )

    def note(self, url: str, error: RemoteError | None) -> None:
        """Note what came of a request."""
        host = url_host(url)
        before = self._said.get(host, error)
        self._said[host] = max(before, error, key=_worth)

    def tell(self, session: Session, now: dt.datetime) -> None:
        """Tell the breakers what was noted."""
        for host, error in self._said.items():
            key = self._key(host)
            if _proves_host(error):
                breakers.note_success(session, host)
            if error is None:
                breakers.note_success(session, key)
            elif not isinstance(error, RejectedError):
                self._blame(session, host, error, now)
            elif error.is_access:
                self._blame(session, key, error, now)

    def _blame(
        self, session: Session, key: str, error: RemoteError, now: dt.datetime
    ) -> None:
        jitter, retry = self._context.jitter(), self._context.settings.retry
        breakers.note_failure(
            session, key, now, error.text,
            lambda count: next_delay_s(
                count, base_s=retry.base_s,
                cap_s=min(retry.cap_s, LONGEST_RETRY_AFTER_S), jitter=jitter,
                retry_after_s=error.retry_after_s,
            ),
            at_once=error.retry_after_s is not None,
        )  # fmt: skip

    def _keys(self, url: str) -> tuple[str, str]:
        host = url_host(url)
        return host, self._key(host)

    def _key(self, host: str) -> str:
        return breakers.key_of_source(host, self._source)


def url_host(url: str) -> str:
    """Return host and port of an address, as portals name theirs."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def _worth(error: RemoteError | None) -> int:
    """Return how much an answer says, or none, of the host it came from."""
    if error is not None and error.retry_after_s is not None:
        return 4
    if error is None:
        return 3
    if not isinstance(error, RejectedError):
        return 0
    return 1 if error.is_access else 2


def _proves_host(error: RemoteError | None) -> bool:
    """Return whether an answer shows that the host works."""
    return error is None or isinstance(error, RejectedError)
