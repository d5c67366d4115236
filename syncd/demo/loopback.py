"""A small HTTP server on the loopback address whose answers are one function.

For everything that only has to be asked; the portal simulator, which has to fail in
many ways, has its own (`portal_server`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from threading import Thread
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HOST: Final = "127.0.0.1"
_POLL_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Question:
    """One request.

    Attributes:
        method: GET or POST.
        path: without the query.
        query: parameters of the address.
        form: fields of a form in the body.
        authorization: that header, or empty.
    """

    method: str
    path: str
    query: Mapping[str, str]
    form: Mapping[str, str]
    authorization: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back.

    Attributes:
        status: HTTP status.
        value: becomes the body as JSON.
        headers: further headers.
    """

    status: int
    value: object
    headers: Mapping[str, str] = field(default_factory=dict)


class Loopback(ThreadingTCPServer):
    """The server in threads of this process, as a context manager.

    Args:
        answer: gives the answer to a question; called from many threads.
        port: TCP port, 0 for a free one.

    Attributes:
        address: base address of the server.

    Raises:
        OSError: the port is taken.
    """

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answer: Callable[[Question], Answer], port: int = 0) -> None:
        super().__init__((HOST, port), _Handler)
        self.answer = answer
        self.address = f"http://{HOST}:{self.socket.getsockname()[1]}"
        self._accepting = Thread(
            target=self.serve_forever, args=(_POLL_S,), daemon=True
        )

    def __enter__(self) -> Self:
        self._accepting.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._accepting.join()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    """One connection with one request."""

    server: Loopback
    timeout = 60.0

    def do_GET(self) -> None:
        """Answer a question."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer a form."""
        size = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(size).decode("utf-8", "replace")
        self._answer(dict(parse_qsl(body)))

    def log_message(self, *_: object) -> None:
        """Say nothing: whoever made the server keeps its own count."""

    def _answer(self, form: Mapping[str, str]) -> None:
        address = urlsplit(self.path)
        question = Question(
            self.command,
            address.path,
            dict(parse_qsl(address.query)),
            form,
            self.headers.get("Authorization", ""),
        )
        answer = self.server.answer(question)
        body = json.dumps(answer.value).encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
