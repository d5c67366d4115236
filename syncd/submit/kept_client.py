"""An HTTP client that stays connected from one request to the next.

A connection is only used again within one run of sends, moments after an answer came
whole; after the first trouble every request has its own, as without this. httpx looks
first whether the server has closed it. If the server does so in the very moment of the
next request, the outcome is "unknown", which is always safe; as long as no connection
stands, nothing was sent, as ever.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from syncd.wire.deadline import Deadline, Stream

ONE_CONNECTION: Final = httpx.Limits(
    max_connections=1, max_keepalive_connections=1, keepalive_expiry=2.0
)
"""Servers commonly close what is idle after five seconds or more; we do so first."""


class KeptClient:
    """Lends one client with one connection to one request at a time.

    Who asks while it is lent, or from a forked process, gets a client of its own: two
    requests never share a connection, and nobody writes on that of a parent.

    Args:
        make: makes a client with `ONE_CONNECTION`.
    """

    def __init__(self, make: Callable[[], httpx.Client]) -> None:
        self._make = make
        self._process = os.getpid()
        self._turn = Lock()
        self._is_usable = True
        self._client: httpx.Client | None = None
        self._stream: Stream | None = None

    @contextmanager
    def lend(self, deadline: Deadline) -> Iterator[httpx.Client]:
        """Lend a client for one request.

        Args:
            deadline: has to know the connection that stands already.
        """
        if not self._is_free():
            with self._make() as client:
                yield client
            return
        try:
            is_sound = False
            yield self._resume(deadline)
            self._stream, is_sound = deadline.stream, not deadline.has_passed
        finally:
            if not is_sound:
                self._drop()
            self._turn.release()

    def close(self) -> None:
        """Close the connection, unless it is a parent's."""
        if os.getpid() == self._process:
            with self._turn:
                self._drop()

    def _is_free(self) -> bool:
        is_ours = os.getpid() == self._process
        return self._is_usable and is_ours and self._turn.acquire(blocking=False)

    def _resume(self, deadline: Deadline) -> httpx.Client:
        if self._client is None:
            self._client = self._make()
        self._client.cookies.clear()  # each request stands for itself
        if self._stream is not None:
            deadline.resume(self._stream)
        return self._client

    def _drop(self) -> None:
        self._is_usable = False
        client, self._client, self._stream = self._client, None, None
        if client is not None:
            client.close()
