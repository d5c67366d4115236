"""A TCP proxy on the loopback between daemon and portal that spoils connections.

One connection is one request. The proxy reads the request whole, so that it knows
whether the portal has seen it, and then lets the connection end as it was told:
`proxy.fault = Fault.STALL` holds for every connection that begins from then on. It can
speak TLS towards the daemon, with the right certificate or a wrong one.

Usable by hand too: `python tests/acceptance/fault_proxy.py 127.0.0.1:8080 stall`.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import struct
import sys
import threading
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable

_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER on, zero seconds: closing sends RST."""

BUSY_S: Final = 7
_INSTEAD: Final = {
    "busy": f"HTTP/1.1 503 Service Unavailable\r\nRetry-After: {BUSY_S}\r\n",
    "login": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
}
_OVERSIZED_BYTES: Final = 8 * 1024 * 1024
_HEAD_END: Final = b"\r\n\r\n"
_CHUNK: Final = 65_536


class Fault(StrEnum):
    """How a connection goes wrong, and whether the portal has the report then."""

    NONE = "none"  # it has it
    REFUSE = "refuse"  # nobody listens
    RESET_AT_ONCE = "reset-at-once"  # accepted, then reset
    RESET_BEFORE_BODY = "reset-before-body"  # the headers came, then reset
    RESET_AFTER_BODY = "reset-after-body"  # the portal has it, then reset
    CLOSE_AFTER_BODY = "close-after-body"  # the portal has it, then closed
    STALL = "stall"  # the portal has it, no answer comes
    STALL_BEFORE = "stall-before"  # nothing is passed on, no answer comes
    DRIP = "drip"  # the portal has it, its answer comes byte by byte
    TRUNCATED = "truncated"  # the portal has it, its answer breaks off
    OVERSIZED = "oversized"  # the portal has it, its answer never ends
    BUSY = "busy"  # nothing is passed on: 503, come back in 7 seconds
    LOGIN = "login"  # nothing is passed on: 200 with a login page
    UNTRUSTED = "untrusted"  # TLS with a certificate of somebody else
    PLAIN = "plain"  # plain HTTP where TLS is expected


class FaultProxy:
    """The proxy in threads of this process, as a context manager.

    Args:
        target: host and port of the portal.
        tls: the right certificate, None for plain HTTP.
        wrong_tls: a certificate that the daemon must not trust.
        drip_s: seconds between two bytes of a dripping answer.

    Attributes:
        fault: what happens to the next connections.
        connections: how many began.
        passed_on: how many requests the portal has seen.
    """

    def __init__(
        self,
        target: tuple[str, int],
        *,
        tls: ssl.SSLContext | None = None,
        wrong_tls: ssl.SSLContext | None = None,
        drip_s: float = 0.2,
    ) -> None:
        self._target = target
        self._tls = tls
        self._wrong_tls = wrong_tls
        self._drip_s = drip_s
        self._fault = Fault.NONE
        self._stopping = threading.Event()
        self._cleared = threading.Event()
        self._threads: list[threading.Thread] = []
        self.connections = 0
        self.passed_on = 0
        self._listener = self._listen(0)
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        self._accept_in_thread()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._cleared.set()
        self._close_listener()
        for thread in self._threads:
            thread.join(10)

    @property
    def url(self) -> str:
        scheme = "https" if self._tls else "http"
        return f"{scheme}://127.0.0.1:{self.port}/reports"

    @property
    def fault(self) -> Fault:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        """Change what goes wrong; connections that hang are let go of."""
        before, self._fault = self._fault, fault
        self._cleared.set()
        self._cleared = threading.Event()
        if fault is Fault.REFUSE and before is not Fault.REFUSE:
            self._close_listener()
        if before is Fault.REFUSE and fault is not Fault.REFUSE:
            self._listener = self._listen(self.port)
            self._accept_in_thread()

    def _listen(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        return listener

    def _close_listener(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the accepting thread
        self._listener.close()

    def _accept_in_thread(self) -> None:
        self._in_thread(self._accept, self._listener)

    def _in_thread(
        self, work: Callable[[socket.socket], None], connection: socket.socket
    ) -> None:
        thread = threading.Thread(target=work, args=(connection,), daemon=True)
        self._threads = [item for item in self._threads if item.is_alive()]
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:  # the listener was closed
                return
            self.connections += 1
            self._in_thread(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        fault, cleared = self._fault, self._cleared
        with contextlib.suppress(OSError), connection:
            if fault is Fault.RESET_AT_ONCE:
                _reset(connection)
                return
            with self._secured(connection, fault) as client:
                self._spoil(client, fault, cleared)

    def _secured(self, connection: socket.socket, fault: Fault) -> socket.socket:
        """Return the connection with TLS where that is spoken."""
        context = self._wrong_tls if fault is Fault.UNTRUSTED else self._tls
        if context is None or fault is Fault.PLAIN:
            return connection
        return context.wrap_socket(connection, server_side=True)

    def _spoil(
        self, client: socket.socket, fault: Fault, cleared: threading.Event
    ) -> None:
        client.settimeout(30)
        if fault is Fault.PLAIN:
            client.recv(_CHUNK)
            client.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            return
        if fault is Fault.RESET_BEFORE_BODY:
            _read_head(client)
            _reset(client)
            return
        request = _read_request(client)
        if fault is Fault.STALL_BEFORE:
            cleared.wait(30)
            return
        instead = _INSTEAD.get(fault, "")
        if instead:
            body = "<title>Login</title>"
            head = f"{instead}Content-Length: {len(body)}\r\n\r\n"
            client.sendall((head + body).encode())
            return
        self._answer(client, self._ask_portal(request), fault, cleared)

    def _ask_portal(self, request: bytes) -> bytes:
        """Pass the request on and return the portal's whole answer."""
        with socket.create_connection(self._target, 30) as portal:
            portal.settimeout(30)
            portal.sendall(request)
            self.passed_on += 1
            parts = []
            while part := portal.recv(_CHUNK):
                parts.append(part)
        return b"".join(parts)

    def _answer(
        self,
        client: socket.socket,
        answer: bytes,
        fault: Fault,
        cleared: threading.Event,
    ) -> None:
        match fault:
            case Fault.RESET_AFTER_BODY:
                _reset(client)
            case Fault.CLOSE_AFTER_BODY:
                return
            case Fault.STALL:
                cleared.wait(30)
            case Fault.DRIP:
                self._drip(client, answer, cleared)
            case Fault.TRUNCATED:
                client.sendall(answer[: -len(answer.partition(_HEAD_END)[2]) // 2])
            case Fault.OVERSIZED:
                _flood(client)
            case _:
                client.sendall(answer)

    def _drip(
        self, client: socket.socket, answer: bytes, cleared: threading.Event
    ) -> None:
        for byte in answer:
            client.sendall(bytes([byte]))
            if cleared.wait(self._drip_s):
                return


def address_of(url: str) -> tuple[str, int]:
    """Return host and port of an address."""
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


def _flood(client: socket.socket) -> None:
    """Answer with success and far more than any receipt."""
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {_OVERSIZED_BYTES}\r\n\r\n"
    client.sendall(head.encode())
    for _ in range(_OVERSIZED_BYTES // _CHUNK):
        client.sendall(b'{"status": "accepted", ' * (_CHUNK // 23))


def _reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    connection.close()


def _read_head(client: socket.socket) -> bytes:
    data = b""
    while _HEAD_END not in data:
        part = client.recv(_CHUNK)
        if not part:
            break
        data += part
    return data


def _read_request(client: socket.socket) -> bytes:
    """Return headers and body."""
    data = _read_head(client)
    head, _, body = data.partition(_HEAD_END)
    size = int(_header(data, b"content-length") or 0)
    while len(body) < size:
        part = client.recv(_CHUNK)
        if not part:
            break
        body += part
    return head + _HEAD_END + body


def _header(request: bytes, name: bytes) -> str:
    """Return the value of a header, empty if there is none."""
    for line in request.partition(_HEAD_END)[0].split(b"\r\n")[1:]:
        key, _, value = line.partition(b":")
        if key.lower() == name:
            return value.strip().decode("latin-1")
    return ""


def main() -> None:
    """Run the proxy until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", help="host:port of the portal")
    parser.add_argument("fault", type=Fault, choices=list(Fault))
    asked = parser.parse_args()
    host, _, port = asked.target.rpartition(":")
    with FaultProxy((host, int(port))) as proxy:
        proxy.fault = asked.fault
        print(f"{proxy.url} -> {asked.target}: {asked.fault}; Ctrl-C ends", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
    sys.exit(0)


if __name__ == "__main__":
    main()
