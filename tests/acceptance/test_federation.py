"""The federation's set-up: an external broker, PostgreSQL, workers of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from daemon_process import DaemonProcess, wait_until
from generated_exports import GeneratedExport

from syncd.broker import choose_broker
from syncd.demo.portal_sim import PortalSim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TOURNAMENTS = 8


@contextmanager
def tcp_server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A broker as another host would run it: its own process, a TCP port."""
    binary = choose_broker(None).binary
    assert binary is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "",
         "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for_port(port)
        yield server, f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


def _wait_for_port(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    message = "the broker does not listen"
    raise AssertionError(message)


@contextmanager
def worker(config: Path, name: str, log: Path) -> Iterator[None]:
    """A worker host: `python -P -m workers` with the federation's configuration."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "workers", "--name", name],
            env={**os.environ, "SYNCD_CONFIG": str(config)},
            stdout=output,
            stderr=output,
        )
        try:
            yield
        finally:
            process.terminate()
            process.wait(60)


def test_two_workers_on_redis_and_postgresql(
    tmp_path: Path, postgres: Callable[[str], str]
) -> None:
    with (
        tcp_server(tmp_path) as (_, broker_url),
        PortalSim(tmp_path / "portal.db", faults="503%20:1", stall_s=2) as portal,
    ):
        daemon = DaemonProcess(
            tmp_path / "run",
            portal.url,
            store_url=postgres("federation"),
            broker_url=broker_url,
            workers=0,
        )
        daemon.start()
        with (
            worker(daemon.config, "a", tmp_path / "a.log"),
            worker(daemon.config, "b", tmp_path / "b.log"),
        ):
            for number in range(TOURNAMENTS):
                export = GeneratedExport(number)
                daemon.drop(export.file_name, export.encode())
            wait_until(lambda: len(portal.ledger.accepted()) == TOURNAMENTS, daemon)
        assert daemon.stop() == 0
        assert all(
            sends.has_identical_bytes
            for sends in portal.ledger.sends_by_file_uuid().values()
        )
