"""Workers that are alive but do not work, and an orderly stop in the middle of a send.

Sources: faults B1, B7, B19 of the collection of public reports.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from daemon_process import DaemonProcess, wait_until
from generated_exports import GeneratedExport
from tcp_broker import TcpBroker

from syncd.broker.files import FilesystemBroker
from syncd.demo.portal_sim import PortalSim
from syncd.store import readmodels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SILENT_S = 6.0
_UUID = re.compile(rb"<fileUUID>([^<]+)</fileUUID>")


class SlowPortal(BaseHTTPRequestHandler):
    """Answers only once it is allowed to; knows every request."""

    requests: list[bytes]
    may_answer: threading.Event

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.requests.append(body)
        self.may_answer.wait(60)
        found = _UUID.search(body)
        assert found is not None
        answer = json.dumps(
            {"status": "accepted", "fileUUID": found[1].decode(), "receipt": "R-1"}
        ).encode()
        self.send_response(201)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401
        """Say nothing."""


@contextmanager
def slow_portal() -> Iterator[tuple[str, type[SlowPortal]]]:
    class Portal(SlowPortal):
        requests: list[bytes] = []  # noqa: RUF012 - one per server
        may_answer = threading.Event()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Portal)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/reports", Portal
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def drop(daemon: DaemonProcess, number: int) -> None:
    export = GeneratedExport(number)
    daemon.drop(export.file_name, export.encode())


def reports(daemon: DaemonProcess) -> list[tuple[str, int]]:
    """Return state and number of sends of every report."""
    store = daemon.store()
    try:
        with store.read() as session:
            lines = readmodels.list_reports(session)
    finally:
        store.close()
    return [(line.state, line.sends) for line in lines]


def starts(daemon: DaemonProcess) -> dict[str, int]:
    workers = daemon.health().get("workers", [])
    assert isinstance(workers, list)
    return {item["name"]: item["starts"] for item in workers}


def test_a_stop_in_the_middle_of_a_send_ends_the_send(tmp_path: Path) -> None:
    """B7: SIGTERM while the portal thinks: nothing is lost, and it is sent once."""
    with slow_portal() as (url, portal):
        daemon = DaemonProcess(tmp_path / "run", url, timeout_s=20)
        daemon.start()
        drop(daemon, 1)
        wait_until(lambda: len(portal.requests) == 1, daemon)
        assert daemon.process is not None
        daemon.process.terminate()
        threading.Timer(2.0, portal.may_answer.set).start()
        assert daemon.process.wait(60) == 0
        assert reports(daemon) == [("accepted", 1)]


def test_a_stopped_worker_is_replaced(tmp_path: Path) -> None:
    """B19: a worker that is alive but frozen is ended, and another does its work."""
    with PortalSim(tmp_path / "portal.db") as portal:
        daemon = DaemonProcess(tmp_path / "run", portal.url, silent_s=SILENT_S)
        daemon.start()
        drop(daemon, 1)
        wait_until(lambda: len(portal.ledger.accepted()) == 1, daemon)
        os.kill(daemon.worker_pid("io"), signal.SIGSTOP)
        drop(daemon, 2)
        wait_until(lambda: len(portal.ledger.accepted()) == 2, daemon)
        # Frozen in a transaction, it also holds up w1, which may look silent then.
        wait_until(lambda: starts(daemon).get("io", 0) > 1, daemon)
        assert daemon.stop() == 0


@pytest.mark.parametrize("frozen_s", [5.0, pytest.param(60.0, marks=pytest.mark.full)])
def test_a_broker_that_hangs_costs_time_only(tmp_path: Path, frozen_s: float) -> None:
    """B1: a server of others is frozen for a while; afterwards all work goes on."""
    with (
        TcpBroker(tmp_path) as broker,
        PortalSim(tmp_path / "portal.db") as portal,
    ):
        daemon = DaemonProcess(
            tmp_path / "run", portal.url, broker_url=broker.url, silent_s=SILENT_S
        )
        daemon.start()
        drop(daemon, 1)
        wait_until(lambda: len(portal.ledger.accepted()) == 1, daemon)
        broker.process.send_signal(signal.SIGSTOP)
        drop(daemon, 2)
        with pytest.raises(subprocess.TimeoutExpired):
            broker.process.wait(frozen_s)
        broker.process.send_signal(signal.SIGCONT)
        wait_until(lambda: len(portal.ledger.accepted()) == 2, daemon)
        assert daemon.stop() == 0


def test_messages_as_files_reach_every_worker(tmp_path: Path) -> None:
    """B17: where no server starts, both workers get work, and none looks silent."""
    broker = FilesystemBroker()
    try:
        with PortalSim(tmp_path / "portal.db") as portal:
            daemon = DaemonProcess(
                tmp_path / "run",
                portal.url,
                broker_url=broker.start(),
                silent_s=SILENT_S,
            )
            daemon.start()
            for number in (1, 2):
                drop(daemon, number)
                wait_until(lambda: len(portal.ledger.accepted()) == number, daemon)  # noqa: B023
            assert starts(daemon) == {"w1": 1, "io": 1}
            assert daemon.stop() == 0
    finally:
        broker.stop()
