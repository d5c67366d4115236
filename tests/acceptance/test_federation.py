"""The federation's set-up: an external broker, PostgreSQL, workers of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from daemon_process import DaemonProcess, wait_until
from generated_exports import GeneratedExport
from tcp_broker import TcpBroker

from syncd.demo.portal_sim import PortalSim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TOURNAMENTS = 8


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
        TcpBroker(tmp_path) as broker,
        PortalSim(tmp_path / "portal.db", faults="503%20:1", stall_s=2) as portal,
    ):
        daemon = DaemonProcess(
            tmp_path / "run",
            portal.url,
            store_url=postgres("federation"),
            broker_url=broker.url,
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
