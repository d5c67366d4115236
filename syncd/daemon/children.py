"""Worker processes: started from the main thread, restarted when they die.

Each is tethered to the daemon: if the daemon is killed, the kernel ends it too.
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Final

from syncd.tether import tethered

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
STOP_S: Final = 15.0


@dataclass(slots=True)
class Child:
    """One supervised process.

    Attributes:
        name: for logs and status.
        command: program and arguments.
        environment: of the process.
        starts: how often it was started.
    """

    name: str
    command: list[str]
    environment: dict[str, str]
    starts: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _pause_s: float = FIRST_PAUSE_S
    _not_before_s: float = field(default=0.0)
    _kill_at_s: float | None = None

    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def ensure(self, now_s: float) -> None:
        """Start the process if it does not run, with growing pauses.

        Args:
            now_s: seconds of a clock that never goes back.
        """
        if self.is_alive() and self._kill_at_s is not None:
            self._end_if_late(now_s)
        if self.is_alive() or now_s < self._not_before_s:
            return
        self._kill_at_s = None
        if self._process is not None:
            log.warning(
                "child died",
                extra={"child": self.name, "code": self._process.returncode},
            )
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            self.command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.starts += 1
        self._not_before_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def renew(self, now_s: float) -> None:
        """Have the process end and start anew; `ensure` sees to both.

        Args:
            now_s: seconds of a clock that never goes back.
        """
        self.ask_to_stop()
        self._kill_at_s = now_s + STOP_S
        self._pause_s = FIRST_PAUSE_S
        self._not_before_s = now_s

    def _end_if_late(self, now_s: float) -> None:
        """Kill a process that was asked to end and has not done so in time."""
        late = self._kill_at_s is not None and now_s >= self._kill_at_s
        if late and self._process is not None:
            self._kill(self._process)

    def ask_to_stop(self) -> None:
        """Ask the process to finish what it is doing."""
        if self._process is not None and self.is_alive():
            self._process.terminate()

    def wait(self) -> None:
        """Wait until the process has ended; kill it if it takes too long."""
        if self._process is None:
            return
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._kill(self._process)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        log.warning("child killed", extra={"child": self.name})
        process.kill()
        process.wait()


def worker(name: str, environment: dict[str, str]) -> Child:
    """Return a worker process, not started yet.

    Args:
        name: distinguishes the workers of one daemon.
        environment: names configuration, broker and daemon.
    """
    command = [sys.executable, "-P", "-m", "workers", "--name", name]
    return Child(name, tethered(command, signal.SIGTERM), environment)
