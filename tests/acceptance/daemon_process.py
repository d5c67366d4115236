"""A real `syncd run` process on a temporary folder, which tests start and kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd.settings import load_settings
from syncd.store.engine import Store
from syncd.tether import tethered

if TYPE_CHECKING:
    from collections.abc import Callable

START = """
state_directory = "state"
[store]
url = "{store_url}"
[broker]
url = "{broker_url}"
[rating]
mode = "auto"
corrections = "auto"
quiet_individual_s = 0
first_contact_hold_days = 0
deadline_warn_days = 36500
deadline_stop_days = 36500
"""
"""How every daemon under test begins: reports leave at once and by themselves."""

CONFIG = (
    START
    + """
[retry]
base_s = 0.2
cap_s = 1
[workers]
processes = {workers}
lease_s = {lease_s}
silent_s = {silent_s}
[daemon]
sweep_s = 0.3
republish_s = 3
[[sources]]
name = "clm"
folder = "inbox"
stable_s = 0.1
rescan_s = 1
[[portals]]
name = "sim"
kind = "http"
url = "{portal_url}"
timeout_s = {timeout_s}
"""
)


@dataclass
class DaemonProcess:
    """One daemon, again and again on the same state."""

    folder: Path
    portal_url: str
    store_url: str = ""
    broker_url: str = ""
    workers: int = 1
    lease_s: float = 120
    silent_s: float = 60
    timeout_s: float = 2
    config_text: str = CONFIG
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    kills: int = field(default=0)

    def __post_init__(self) -> None:
        self.inbox = self.folder / "inbox"
        self.inbox.mkdir(parents=True)
        self.config = self.folder / "syncd.toml"
        self.config.write_text(
            self.config_text.format(
                store_url=self.store_url,
                broker_url=self.broker_url,
                workers=self.workers,
                lease_s=self.lease_s,
                silent_s=self.silent_s,
                timeout_s=self.timeout_s,
                portal_url=self.portal_url,
            ),
            encoding="utf-8",
        )

    def start(self) -> None:
        """Start the daemon; a test that fails leaves none behind (tethered)."""
        config = str(self.config)
        command = [sys.executable, "-P", "-m", "syncd", "--config", config, "run"]
        with (self.folder / "daemon.log").open("ab") as log:
            self.process = subprocess.Popen(
                tethered(command, signal.SIGKILL),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
            )

    def kill(self, *, workers_too: bool = False) -> None:
        """SIGKILL the daemon; its workers stop by themselves, or are killed with it."""
        assert self.process is not None
        below = descendants(self.process.pid) if workers_too else []
        for pid in (self.process.pid, *below):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def kill_pool_child(self) -> bool:
        """SIGKILL one process that runs tasks; False if there is none yet."""
        assert self.process is not None
        workers = [p for p in _children(self.process.pid) if "workers" in command_of(p)]
        pool = [child for pid in workers for child in _children(pid)]
        if pool:
            os.kill(pool[0], signal.SIGKILL)
        return bool(pool)

    def worker_pid(self, name: str) -> int:
        """Return the process of one of the daemon's workers, 0 if it is not up."""
        assert self.process is not None
        called = f"--name {name} "
        children = _children(self.process.pid)
        return next((pid for pid in children if called in command_of(pid)), 0)

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(60)

    def kill_broker(self) -> bool:
        """Kill the embedded broker of the running daemon; False if it is not up."""
        assert self.process is not None
        for pid in _children(self.process.pid):
            if "valkey-server" in command_of(pid):
                os.kill(pid, signal.SIGKILL)
                return True
        return False

    def drop(self, name: str, data: bytes) -> None:
        """Let a file appear at once, as a finished upload does."""
        part = self.inbox / f".{name}.part"
        part.write_bytes(data)
        part.rename(self.inbox / name)

    def store(self) -> Store:
        return Store(load_settings(self.config).store_url)

    def log(self) -> str:
        return (self.folder / "daemon.log").read_text(errors="replace")[-4000:]

    def health(self) -> dict[str, object]:
        with suppress(OSError, ValueError):
            text = (self.folder / "state" / "daemon.json").read_text()
            loaded: dict[str, object] = json.loads(text)
            return loaded
        return {}


def wait_until(
    reached: Callable[[], bool], daemon: DaemonProcess, limit_s: float = 240
) -> None:
    """Wait for something; fail with the daemon's log if it does not come."""
    end_s = time.monotonic() + limit_s
    while not reached():
        if time.monotonic() > end_s:
            pytest.fail(daemon.log())
        assert daemon.process is not None
        assert daemon.process.poll() is None, daemon.log()
        time.sleep(0.1)


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(stat[1]) == pid:
                    found.append(int(entry.name))
    return found


def descendants(pid: int) -> list[int]:
    found = _children(pid)
    return [*found, *(deeper for child in found for deeper in descendants(child))]


def command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""
