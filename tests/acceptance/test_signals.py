"""Stopping, reloading, and one daemon per state directory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from daemon_process import DaemonProcess, wait_until
from generated_exports import GeneratedExport

from syncd.demo.portal_sim import PortalSim
from syncd.store import inbox, readmodels

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.store.engine import Store


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[DaemonProcess]:
    made = DaemonProcess(tmp_path / "run", "http://127.0.0.1:9/reports")
    made.start()
    wait_until(lambda: bool(made.health()), made)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.stop()


def pid_of(daemon: DaemonProcess) -> int:
    assert daemon.process is not None
    return daemon.process.pid


def count(daemon: DaemonProcess, state: str) -> int:
    store = daemon.store()
    try:
        return count_in(store, state)
    finally:
        store.close()


def count_in(store: Store, state: str) -> int:
    with store.read() as session:
        return readmodels.count_arrivals(session).get(state, 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_is_orderly(daemon: DaemonProcess, number: signal.Signals) -> None:
    os.kill(pid_of(daemon), number)
    assert daemon.process is not None
    assert daemon.process.wait(60) == 0
    assert "daemon stopped" in daemon.log()


def test_a_second_daemon_says_who_is_there(daemon: DaemonProcess) -> None:
    second = subprocess.run(
        [sys.executable, "-P", "-m", "syncd", "-c", str(daemon.config), "run"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert second.returncode == 2
    assert str(pid_of(daemon)) in second.stderr


def test_hup_takes_a_new_configuration(daemon: DaemonProcess) -> None:
    other = daemon.folder / "other"
    other.mkdir()
    text = daemon.config.read_text()
    daemon.config.write_text(text.replace('folder = "inbox"', 'folder = "other"'))
    os.kill(pid_of(daemon), signal.SIGHUP)
    export = GeneratedExport(1)
    (other / export.file_name).write_bytes(export.encode())
    wait_until(lambda: count(daemon, inbox.DONE) == 1, daemon)


def test_hup_with_a_faulty_configuration_keeps_the_old_one(
    daemon: DaemonProcess,
) -> None:
    store = daemon.store()
    daemon.config.write_text("this is not TOML")
    os.kill(pid_of(daemon), signal.SIGHUP)
    wait_until(lambda: "configuration not reloaded" in daemon.log(), daemon)
    export = GeneratedExport(1)
    daemon.drop(export.file_name, export.encode())
    wait_until(lambda: count_in(store, inbox.DONE) == 1, daemon)
    store.close()
    assert "daemon stopped" not in daemon.log()


def test_a_report_waits_while_the_portal_is_down(tmp_path: Path) -> None:
    with PortalSim(tmp_path / "portal.db") as portal:
        url = portal.url
    port = int(url.rsplit(":", 1)[1].split("/")[0])
    daemon = DaemonProcess(tmp_path / "run", url)
    daemon.start()
    export = GeneratedExport(1)
    daemon.drop(export.file_name, export.encode())
    wait_until(lambda: '"outcome": "later"' in daemon.log(), daemon)
    with PortalSim(tmp_path / "portal.db", port=port) as portal:
        wait_until(lambda: len(portal.ledger.accepted()) == 1, daemon)
    assert daemon.stop() == 0
