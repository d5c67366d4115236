"""The stage of the demonstration: folders, configuration, daemon, slow writer."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.settings import child_environment, load_settings
from syncd.tether import tethered

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.demo.scenario import Drop
    from syncd.settings import Settings

STOP_S: Final = 30.0
SLICES: Final = 12
SLICE_PAUSE_S: Final = 0.25

_CONFIG: Final = """\
# Written by `syncd demo`: no quiet time, no hold of old tournaments, quick retries.
state_directory = "state"

[rating]
mode = "auto"
corrections = "auto"
quiet_individual_s = 0
quiet_team_s = 0
first_contact_hold_days = 0
deadline_warn_days = 36500
deadline_stop_days = 36500
sender = "syncd demo"

[retry]
base_s = 0.5
cap_s = 2

[daemon]
sweep_s = 0.3
republish_s = 5

[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0.6
rescan_s = 2

[[portals]]
name = "simulator"
kind = "http"
url = "{url}"
timeout_s = 2
"""


@dataclass(slots=True)
class Stage:
    """A folder with everything that the demonstration needs.

    Attributes:
        folder: below it lie inbox, state and configuration.
        process: the daemon while it runs.
    """

    folder: Path
    process: subprocess.Popen[bytes] | None = None
    _writers: list[threading.Thread] = field(default_factory=list)

    @property
    def inbox(self) -> Path:
        """The watched folder."""
        return self.folder / "inbox"

    @property
    def portal_db(self) -> Path:
        """Ledger of the portal simulator."""
        return self.folder / "portal.db"

    @property
    def config(self) -> Path:
        """Configuration of the daemon."""
        return self.folder / "syncd.toml"

    def build(self, portal_url: str) -> Settings:
        """Make folders and configuration; return the settings."""
        self.inbox.mkdir(parents=True)
        self.config.write_text(_CONFIG.format(url=portal_url), encoding="utf-8")
        return load_settings(self.config)

    def start_daemon(self) -> None:
        """Start `syncd run`; its log goes to daemon.log."""
        command = [
            sys.executable, "-P", "-m", "syncd", "--config", str(self.config), "run",
        ]  # fmt: skip
        with (self.folder / "daemon.log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own program
                tethered(command, signal.SIGTERM),
                env=child_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def is_daemon_alive(self) -> bool:
        """Return whether the daemon still runs."""
        return self.process is not None and self.process.poll() is None

    def stop_daemon(self) -> int:
        """Ask the daemon to stop and return its exit code."""
        for writer in self._writers:
            writer.join()
        if self.process is None:
            return 0
        self.process.terminate()
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    def put(self, drop: Drop) -> None:
        """Put a file into the watched folder, at once or bit by bit."""
        if not drop.is_slow:
            (self.inbox / drop.name).write_bytes(drop.read())
            return
        writer = threading.Thread(target=self._write_slowly, args=(drop,))
        self._writers.append(writer)
        writer.start()

    def _write_slowly(self, drop: Drop) -> None:
        data = drop.read()
        size = len(data) // SLICES + 1
        with (self.inbox / drop.name).open("wb") as file:
            for start in range(0, len(data), size):
                file.write(data[start : start + size])
                file.flush()
                time.sleep(SLICE_PAUSE_S)
