"""The daemon's HTTP server: it is there, it comes back, and it goes in order."""

from __future__ import annotations

import datetime as dt
import os
import signal
from typing import TYPE_CHECKING

import httpx
import pytest
from daemon_process import START, DaemonProcess, command_of, descendants, wait_until
from generated_exports import GeneratedExport
from tcp_broker import free_port

from syncd.model.web_access import NewAccess, Scope
from syncd.store import inbox, readmodels
from syncd.store.access import save_access

if TYPE_CHECKING:
    from pathlib import Path

PORT = free_port()
CONFIG = (
    START
    + f"""
[daemon]
sweep_s = 0.2
[web]
listen = "127.0.0.1:{PORT}"
[[sources]]
name = "clm"
push = true
"""
)
EXPORT = GeneratedExport(1)


def answers() -> bool:
    try:
        found = httpx.get(f"http://127.0.0.1:{PORT}/api/v1/feed", trust_env=False)
    except httpx.TransportError:
        return False
    return found.status_code == 401


def server_of(daemon: DaemonProcess) -> int:
    assert daemon.process is not None
    below = descendants(daemon.process.pid)
    (pid,) = [pid for pid in below if "-m syncd.web" in command_of(pid)]
    return pid


def push(token: str) -> httpx.Response:
    return httpx.post(
        f"http://127.0.0.1:{PORT}/api/v1/exports",
        content=EXPORT.encode(),
        headers={"Authorization": f"Bearer {token}", "X-Filename": EXPORT.file_name},
        trust_env=False,
    )


@pytest.mark.full
def test_the_server_lives_as_long_as_the_daemon(tmp_path: Path) -> None:
    """It is started anew when it dies, and what it takes is worked on at once."""
    daemon = DaemonProcess(tmp_path / "run", "", config_text=CONFIG)
    daemon.start()
    wait_until(answers, daemon)
    os.kill(server_of(daemon), signal.SIGKILL)
    wait_until(lambda: not answers(), daemon)
    wait_until(answers, daemon)
    store = daemon.store()
    with store.write() as session:
        new = NewAccess("test", Scope.PUSH, "clm")
        token = save_access(session, new, "x" * 43, dt.datetime.now(dt.UTC))
    first, again = push(token), push(token)
    assert (first.status_code, again.status_code) == (202, 200)
    assert first.json()["id"] == again.json()["id"]

    def is_done() -> bool:
        with store.read() as session:
            return readmodels.count_arrivals(session) == {inbox.DONE: 1}

    wait_until(is_done, daemon)
    store.close()
    web = daemon.health()["web"]
    assert isinstance(web, dict)
    assert web["address"] == f"http://127.0.0.1:{PORT}"
    assert web["starts"] == 2
    assert daemon.stop() == 0
    assert not answers()
    assert EXPORT.title not in daemon.log()
