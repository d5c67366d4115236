"""A Valkey or Redis server as our child, on a unix socket in a private folder."""

from __future__ import annotations

import logging
import shutil
import signal
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from syncd.bilingual import Text
from syncd.broker.private import SOCKET_NAME, claim_folder, new_folder, remove_abandoned
from syncd.errors import ConfigError
from syncd.tether import tethered

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

LOG_NAME: Final = "broker.log"
START_S: Final = 15.0
STOP_S: Final = 5.0
PING_S: Final = 2.0
POLL_S: Final = 0.02


class ServerBroker:
    """A server as our child, on a unix socket in a private folder.

    Start it from the main thread: it is killed when the thread that started it ends.

    Args:
        binary: valkey-server or redis-server.
        runtime_directory: where the folder is made, if it fits.
    """

    def __init__(self, binary: Path, runtime_directory: Path | None = None) -> None:
        self._binary = binary
        self._runtime_directory = runtime_directory
        self._folder: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def process_id(self) -> int | None:
        """Process id of the server, None if it was not started."""
        return None if self._process is None else self._process.pid

    def start(self) -> str:
        """Start the server, wait until it answers and return its URL.

        Raises:
            ConfigError: it does not start; its last words are in the text.
        """
        try:
            return self.restart()
        except ConfigError:
            self.stop()
            raise

    def is_alive(self) -> bool:
        """Return whether the server runs and answers."""
        if self._folder is None or self._process is None:
            return False
        return self._process.poll() is None and _answers(self._folder / SOCKET_NAME)

    def restart(self) -> str:
        """End what is left of the server and start it again under the same URL.

        Raises:
            ConfigError: it does not start; the next call tries again.
        """
        self._end(signal.SIGKILL)
        if self._folder is None:
            self._folder = new_folder(self._runtime_directory)
            remove_abandoned(self._folder.parent)
        claim_folder(self._folder)
        socket_path = self._folder / SOCKET_NAME
        socket_path.unlink(missing_ok=True)
        self._process = _spawn(self._binary, self._folder)
        self._await_answer(self._process, self._folder)
        log.info("broker_started", extra={"pid": self._process.pid})
        return f"redis+socket://{quote(str(socket_path))}?virtual_host=0"

    def stop(self) -> None:
        """End the server and remove its folder."""
        self._end(signal.SIGTERM)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _await_answer(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        """Return once the server answers.

        Raises:
            ConfigError: it ended, or does not answer in time.
        """
        deadline_s = time.monotonic() + START_S
        while time.monotonic() < deadline_s and process.poll() is None:
            if _answers(folder / SOCKET_NAME):
                return
            time.sleep(POLL_S)
        self._end(signal.SIGKILL)
        raise ConfigError(_no_start_text(self._binary, folder / LOG_NAME))

    def _end(self, how: signal.Signals) -> None:
        """End the server; return when it is dead for certain."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _spawn(binary: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Start the server; without persistence, it has nothing to lose when killed."""
    options = {
        "--port": "0",
        "--unixsocket": str(folder / SOCKET_NAME),
        "--unixsocketperm": "700",
        "--dir": str(folder),
        "--save": "",
        "--appendonly": "no",
        "--daemonize": "no",
    }
    command = [str(binary), *(word for option in options.items() for word in option)]
    with (folder / LOG_NAME).open("wb") as output:
        return subprocess.Popen(  # noqa: S603 - a program of the search order
            tethered(command, signal.SIGKILL),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            start_new_session=True,  # Ctrl-C is for the daemon, which stops us in turn
        )


def _answers(socket_path: Path) -> bool:
    """Return whether a server answers PING on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(PING_S)
        try:
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
        except OSError:  # not yet, or not any more: that is the answer
            return False


def _no_start_text(binary: Path, log_file: Path) -> Text:
    said = log_file.read_bytes() if log_file.exists() else b""
    words = " / ".join(said.decode(errors="replace").splitlines()[-3:])
    return Text(
        f"The message broker {binary} does not start: {words}. Install another one or "
        "name a server in the configuration.",
        f"Der Nachrichtendienst {binary} startet nicht: {words}. Bitte einen anderen "
        "installieren oder in der Konfiguration einen Server nennen.",
    )
