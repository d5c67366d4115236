"""A deadline for one whole request.

httpx bounds each single read and write, so a server that sends one byte every few
seconds could hold a request for ever. An alarm cuts the connection instead: a blocked
read then ends like that of any broken connection. It learns of the connection through
the `trace` extension of httpx.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Protocol, Self, cast

from syncd.wire.alarms import Alarm

if TYPE_CHECKING:
    from collections.abc import Mapping


class Stream(Protocol):
    """The connection as httpx hands it to a trace function."""

    def get_extra_info(self, info: str) -> object:
        """Return a detail of the connection, for instance its socket."""


class Deadline:
    """Cuts the connection of one request when its time is up.

    Args:
        seconds: time for connecting, sending and reading together, above 0.

    Attributes:
        has_passed: whether the time was up before the request was done.
        stream: the connection that a trace function told of.
    """

    def __init__(self, seconds: float) -> None:
        self.has_passed = False
        self.stream: Stream | None = None
        self._watched: socket.socket | None = None
        self._is_over = False
        self._turn = Lock()
        self._seconds = seconds
        self._alarm: Alarm | None = None

    def __enter__(self) -> Self:
        self._alarm = Alarm(self._seconds, self._pass)
        return self

    def __exit__(self, *_: object) -> None:
        if self._alarm is not None:
            self._alarm.take_back()
        with self._turn:  # an alarm that rings already must not cut the next request
            self._is_over = True
        if self._watched is not None:
            self._watched.close()

    def watch(self, connection: socket.socket) -> None:
        """Note a connection that no trace function tells of.

        Args:
            connection: TLS may wrap it later, so a second handle on it is kept.
        """
        self._watched = connection.dup()
        if self.has_passed:
            self._cut()

    def trace(self, event: str, info: Mapping[str, object]) -> None:
        """Note the connection once it stands (and again once TLS wraps it).

        Args:
            event: what happened, for instance `connection.connect_tcp.complete`.
            info: details of it; a new connection is its `return_value`.
        """
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self.resume(cast("Stream", info["return_value"]))

    def resume(self, stream: Stream) -> None:
        """Note a connection that stands.

        Args:
            stream: as an earlier deadline has learnt of it.
        """
        self.stream = stream
        if self.has_passed:
            self._cut()

    def _pass(self) -> None:
        with self._turn:
            if not self._is_over:
                self.has_passed = True
                self._cut()

    def _cut(self) -> None:
        """Wake up whoever reads or writes; closing stays with the owner."""
        traced = self.stream and self.stream.get_extra_info("socket")
        for connection in (traced, self._watched):
            if not isinstance(connection, socket.socket):
                continue
            with suppress(OSError):  # it was closed in this very moment
                # SSLSocket.shutdown would drop the TLS state under a running read.
                socket.socket.shutdown(connection, socket.SHUT_RDWR)
