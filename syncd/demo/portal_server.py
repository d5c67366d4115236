"""The socket side of the portal simulator: one request per connection, one thread each.

It knows nothing of reports: it reads a request, asks for the answer, and lets it leave
in the manner it is told. Built on TCPServer, because HTTPServer looks its own name up
in the DNS at every start.
"""

from __future__ import annotations

import re
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from syncd.demo.portal_wire import Manner

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.demo.portal_wire import Wire

    Connection = socket.socket | tuple[bytes, socket.socket]

HOST: Final = "127.0.0.1"
_IDLE_S: Final = 60.0
_JOIN_S: Final = 10.0
_POLL_S: Final = 0.05
_CHUNK_BYTES: Final = 65_536
_SIZE: Final = re.compile(r"\d{1,15}", re.ASCII)
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER on, zero seconds: closing sends RST instead of FIN."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request.

    Attributes:
        method: `GET`, `POST` or `PUT`.
        path: without the query.
        key: header `Idempotency-Key` or empty.
        content_type: header `Content-Type` or empty.
        wants_xml: whether the header `Accept` asks for XML and not for JSON.
        data: the body, cut off one byte above the limit.
    """

    method: str
    path: str
    key: str
    content_type: str
    wants_xml: bool
    data: bytes


class PortalServer(ThreadingTCPServer):
    """Listens on the loopback address and can end every connection.

    Args:
        port: TCP port, 0 for a free one.
        answer: gives the answer to a request; called from many threads.
        most_bytes: longest body that is kept.
        stall_s: seconds that stalling or dripping takes.

    Attributes:
        address: base address of the server.

    Raises:
        OSError: the port is taken.
        OverflowError: there is no such port.
    """

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        port: int,
        *,
        answer: Callable[[Asked], Wire],
        most_bytes: int,
        stall_s: float,
    ) -> None:
        super().__init__((HOST, port), _Handler)
        self.address = f"http://{HOST}:{self.socket.getsockname()[1]}"
        self.answer = answer
        self.most_bytes = most_bytes
        self.stall_s = stall_s
        self.stopping = Event()
        self._live: dict[Connection, Thread] = {}
        self._accepting = Thread(
            target=self.serve_forever, args=(_POLL_S,), daemon=True
        )

    def start(self) -> None:
        """Accept connections in a thread."""
        self._accepting.start()

    def stop(self) -> None:
        """End every stall and every wait for a request, then join the threads."""
        self.stopping.set()
        self.shutdown()
        self._accepting.join(_JOIN_S)
        for connection, thread in list(self._live.items()):
            if isinstance(connection, socket.socket):
                with suppress(OSError):  # it ended in this very moment
                    connection.shutdown(socket.SHUT_RD)
            thread.join(_JOIN_S)
        self.server_close()

    def process_request(self, request: Connection, client_address: object) -> None:
        """Handle a connection in a thread that `stop` can join."""
        thread = Thread(
            target=self.process_request_thread,
            args=(request, client_address),
            daemon=True,
        )
        self._live[request] = thread
        thread.start()

    def process_request_thread(
        self, request: Connection, client_address: object
    ) -> None:
        """Handle a connection and forget it."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._live.pop(request, None)

    def handle_error(self, request: Connection, client_address: object) -> None:
        """Say nothing of clients that hang up: here they are the point."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """One connection with one request."""

    server: PortalServer
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_S
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer a question."""
        self._answer(b"")

    def do_POST(self) -> None:
        """Take a body in; a client that hangs up half-way has sent nothing."""
        size = self.headers.get("Content-Length", "")
        if not _SIZE.fullmatch(size):
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
            return
        wanted = min(int(size), self.server.most_bytes + 1)
        data = self.rfile.read(wanted)
        self.close_connection = True
        if len(data) == wanted:
            self._swallow(int(size) - wanted)
            self._answer(data)

    def do_PUT(self) -> None:
        """Take a body in."""
        self.do_POST()

    def log_message(self, *_: object) -> None:
        """Say nothing: the ledger is the log."""

    def _answer(self, data: bytes) -> None:
        accept = self.headers.get("Accept", "")
        asked = Asked(
            method=self.command,
            path=self.path.partition("?")[0],
            key=self.headers.get("Idempotency-Key", ""),
            content_type=self.headers.get("Content-Type", ""),
            wants_xml="xml" in accept and "json" not in accept,
            data=data,
        )
        self.close_connection = True
        self._send(self.server.answer(asked))

    def _send(self, wire: Wire) -> None:
        match wire.manner:
            case Manner.WHOLE | Manner.BREAK_OFF:
                self.wfile.write(wire.raw)
            case Manner.DRIP:
                self._drip(wire.raw)
            case Manner.STALL:
                self.server.stopping.wait(self.server.stall_s)
            case Manner.RESET:
                self._reset()

    def _drip(self, raw: bytes) -> None:
        """Send byte by byte over the stalling time, unless the server stops."""
        pause_s = self.server.stall_s / len(raw)
        for byte in raw:
            if self.server.stopping.wait(pause_s):
                return
            self.wfile.write(bytes([byte]))

    def _reset(self) -> None:
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.rfile.close()  # the socket closes with its last user
        self.connection.close()

    def _swallow(self, size_bytes: int) -> None:
        """Read what is left: closing on unread bytes would reset the answer away."""
        while size_bytes > 0:
            chunk = self.rfile.read(min(size_bytes, _CHUNK_BYTES))
            if not chunk:
                return
            size_bytes -= len(chunk)
