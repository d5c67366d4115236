"""A broker as another host would run it: its own process on a TCP port."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from syncd.broker import choose_broker
from syncd.tether import tethered

if TYPE_CHECKING:
    from pathlib import Path


class TcpBroker:
    """A Valkey server that can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, empty, and return once it listens."""
        binary = choose_broker(None).binary
        assert binary is not None
        command = [
            str(binary), "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", "", "--dir", str(self._folder),
        ]  # fmt: skip
        self._server = subprocess.Popen(
            tethered(command, signal.SIGKILL), stdout=subprocess.DEVNULL
        )
        _wait_for_port(self.port)

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The running server."""
        assert self._server is not None
        return self._server

    def kill(self) -> None:
        """SIGKILL; everything it held is gone."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _wait_for_port(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    message = "the broker does not listen"
    raise AssertionError(message)
