"""A server on the loopback address that treats every connection alike.

It sends fixed bytes or runs a function, and keeps what it was sent.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import ssl

Behaviour = bytes | Callable[[socket.socket, Event], None]


class Scripted:
    """The server, as a context manager.

    Args:
        behaviour: what follows a request.
        end: what every request ends with.
        context: makes it speak TLS.
    """

    def __init__(
        self,
        behaviour: Behaviour,
        *,
        end: bytes,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.requests: list[bytes] = []
        self.stopping = Event()
        self._behaviour = behaviour
        self._end = end
        self._context = context
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve)

    @property
    def url(self) -> str:
        scheme = "https" if self._context else "http"
        return f"{scheme}://127.0.0.1:{self._socket.getsockname()[1]}/reports"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while not self.stopping.is_set():
                connection, _ = self._socket.accept()
                with suppress(OSError), self._wrapped(connection) as client:
                    self._handle(client)

    def _wrapped(self, connection: socket.socket) -> socket.socket:
        if self._context is None:
            return connection
        wrapped = self._context.wrap_socket(
            connection, server_side=True, do_handshake_on_connect=False
        )
        try:
            wrapped.do_handshake()
        except OSError:
            _see_off(wrapped)
            raise
        return wrapped

    def _handle(self, client: socket.socket) -> None:
        request = b""
        while not request.endswith(self._end):
            chunk = client.recv(65_536)
            if not chunk:
                return
            request += chunk
        self.requests.append(request)
        if isinstance(self._behaviour, bytes):
            client.sendall(self._behaviour)
        else:
            self._behaviour(client, self.stopping)


def _see_off(connection: socket.socket) -> None:
    """Close without a reset, which could overtake the alert that says why."""
    with suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_WR)
        connection.settimeout(2.0)
        while socket.socket.recv(connection, 4_096):
            pass
    connection.close()


def answer(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body
