"""A whole installation that tests crash: daemon, workers elsewhere, broker, database.

The harness is the supervisor (systemd, in real life): whatever of it died is started
again while a test waits. A death is ordered through a file (`syncd.failpoints`), so a
running installation can be told again and again where to die next.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from daemon_process import START, DaemonProcess
from tcp_broker import TcpBroker

from syncd.tether import tethered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from postgres_server import PostgresServer

    from syncd.store.engine import Store

CONFIG = (
    """
language = "en"
"""
    + START
    + """
[retry]
base_s = 0.1
cap_s = 0.5
[workers]
processes = {workers}
concurrency = 1
lease_s = {lease_s}
silent_s = 10
max_crashes = 6
[daemon]
sweep_s = 0.2
republish_s = 1
[[sources]]
name = "clm"
folder = "inbox"
stable_s = 0.05
rescan_s = 0.5
max_size_bytes = 20000
portals = ["sim"]
[[sources]]
name = "club"
folder = "club"
stable_s = 0.05
rescan_s = 0.5
rating = "draft"
portals = ["sim"]
[[portals]]
name = "sim"
kind = "http"
url = "{portal_url}"
timeout_s = 1
"""
)
"""`clm` reports by itself, the reports of `club` wait for a person."""

FOLDERS = ("club", "paper", "post", "asking", "reports")
LEASE_S = 2.0
LIMIT_S = 180.0
"""Far more than anything takes; a loaded machine is no fault of the daemon."""
KILLED = -signal.SIGKILL


@dataclass
class WorkerHost:
    """Workers on a host of their own: `python -P -m workers`."""

    name: str
    config: Path
    log: Path
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-P", "-m", "workers", "--name", self.name]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                tethered(command, signal.SIGKILL),
                env={
                    **os.environ,
                    **self.environment,
                    "SYNCD_CONFIG": str(self.config),
                },
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)


@dataclass
class Installation:
    """Everything that runs on one state, with the order that lets one process die.

    Attributes:
        daemon: `syncd run`.
        hosts: workers that the daemon has not started.
        broker: the broker outside, None where the daemon has its own.
        database: the server of the database, None for a file.
        restarts: how often something that had died was started again.
    """

    daemon: DaemonProcess
    hosts: list[WorkerHost] = field(default_factory=list)
    broker: TcpBroker | None = None
    database: PostgresServer | None = None
    restarts: int = 0

    def __post_init__(self) -> None:
        self.order = self.daemon.folder / "order"
        self.daemon.environment["SYNCD_FAILPOINTS"] = str(self.order)
        for host in self.hosts:
            host.environment["SYNCD_FAILPOINTS"] = str(self.order)
        for name in FOLDERS:
            (self.daemon.folder / name).mkdir(exist_ok=True)
        self._store: Store | None = None

    @property
    def store(self) -> Store:
        """The store, for looking at it; opened once."""
        if self._store is None:
            self._store = self.daemon.store()
        return self._store

    def start(self) -> None:
        self.daemon.start()
        for host in self.hosts:
            host.start()

    def is_up(self) -> bool:
        """Return whether the running daemon has got as far as its first look."""
        process = self.daemon.process
        return process is not None and self.daemon.health().get("pid") == process.pid

    def supervise(self) -> None:
        """Start again what was killed; anything else that ended is a fault."""
        process = self.daemon.process
        if process is not None and process.poll() is not None:
            assert process.returncode == KILLED, self.logs()
            self.daemon.start()
            self.restarts += 1
        for host in self.hosts:
            if not host.is_alive():
                host.start()
                self.restarts += 1

    def kill_all(self) -> None:
        """SIGKILL daemon, workers, what runs tasks, and the daemon's own broker.

        Also what a daemon that died before has left behind for a moment: all of it
        was started with the path of our order in its environment.
        """
        started = (self.daemon.process, *(host.process for host in self.hosts))
        for process in started:
            if process is not None:
                process.kill()  # one that has only just begun shows no environment yet
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for process in started:
            if process is not None:
                process.wait()

    def processes(self) -> list[int]:
        """Return the processes of this installation, the daemon's own broker too."""
        mark = f"SYNCD_FAILPOINTS={self.order}".encode()
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
        return found

    def restart(self) -> None:
        """Kill everything and start it again, for instance with other settings."""
        self.kill_all()
        self.start()

    def stop(self) -> None:
        """Stop in order."""
        if self.daemon.process is not None and self.daemon.process.poll() is None:
            assert self.daemon.stop() == 0, self.logs()
        for host in self.hosts:
            host.stop()

    def close(self) -> None:
        """Leave no process behind, and close what was opened for looking."""
        self.kill_all()
        if self._store is not None:
            self._store.close()

    def order_death(self, place: str) -> None:
        """Let the next process that reaches this place die there."""
        self._done().unlink(missing_ok=True)
        part = self.order.with_suffix(".part")
        part.write_text(place, encoding="utf-8")
        part.rename(self.order)

    def has_died(self) -> bool:
        """Return whether the ordered death has happened."""
        return self._done().exists()

    def take_back(self) -> None:
        """Order nothing any more."""
        self.order.unlink(missing_ok=True)
        self._done().unlink(missing_ok=True)

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one command line, which obeys orders too."""
        return subprocess.run(
            [
                sys.executable,
                "-P",
                "-m",
                "syncd",
                "-c",
                str(self.daemon.config),
                *words,
            ],
            env={**os.environ, **self.daemon.environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
        )

    def wait(
        self, reached: Callable[[], bool], what: str, limit_s: float = LIMIT_S
    ) -> None:
        """Wait for something while supervising; fail with the logs if it stays away."""
        end_s = time.monotonic() + limit_s
        while not reached():
            assert time.monotonic() < end_s, f"{what} did not happen\n{self.logs()}"
            self.supervise()
            time.sleep(0.05)

    def logs(self) -> str:
        texts = [host.log.read_text(errors="replace")[-2000:] for host in self.hosts]
        return "\n".join([self.daemon.log(), *texts])

    def _done(self) -> Path:
        return self.order.with_suffix(".done")


@contextmanager
def embedded(
    folder: Path, portal_url: str, config: str = CONFIG
) -> Iterator[Installation]:
    """One machine: SQLite, the daemon's own broker and worker."""
    daemon = DaemonProcess(
        folder / "sqlite", portal_url, lease_s=LEASE_S, config_text=config
    )
    yield from _running(Installation(daemon))


@contextmanager
def federation(
    folder: Path, portal_url: str, server: PostgresServer, config: str = CONFIG
) -> Iterator[Installation]:
    """PostgreSQL, a broker outside, and two workers that the daemon did not start."""
    name = f"crash_{os.getpid()}_{time.monotonic_ns()}"
    with TcpBroker(folder) as broker:
        daemon = DaemonProcess(
            folder / "postgresql", portal_url, store_url=server.fresh(name),
            broker_url=broker.url, workers=0, lease_s=LEASE_S, config_text=config,
        )  # fmt: skip
        hosts = [
            WorkerHost(letter, daemon.config, folder / f"{letter}.log", {})
            for letter in ("a", "b")
        ]
        yield from _running(Installation(daemon, hosts, broker, server))


def _running(installation: Installation) -> Iterator[Installation]:
    """Hand out a running installation and leave no process behind."""
    installation.start()
    try:
        installation.wait(installation.is_up, "the start")
        yield installation
        installation.stop()
    finally:
        installation.close()
