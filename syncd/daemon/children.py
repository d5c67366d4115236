"""Worker processes and the HTTP server, started anew when they die or fall silent.

They start from the main thread and are tethered to the daemon: if that is killed, the
kernel ends them too. Being alive is not enough: a process may be stopped, or deaf to
its broker. Its pulse is a number that changes as long as it gets work through.
"""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.tether import tethered
from syncd.wake import DELIVER, INGEST, MERGE, SUBMIT

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.settings import Settings

log = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
STOP_S: Final = 15.0
SILENT_TIMES: Final = 2
"""A worker that can still act ends by itself after its time of silence; only one that
cannot is ended from here, after twice that time."""
FIRST_PULSE_S: Final = 60.0
"""How long a process may take to load before its pulse is expected."""


@dataclass(slots=True)
class Child:
    """One supervised process.

    Attributes:
        name: for logs and status.
        command: program and arguments.
        environment: of the process.
        starts: how often it was started.
        stop_s: seconds that it gets to finish what it is doing.
        pulse: a number that changes as long as it is well; None while it has none.
        silent_s: seconds without a change after which it is started anew.
    """

    name: str
    command: list[str]
    environment: dict[str, str]
    starts: int = 0
    stop_s: float = STOP_S
    pulse: Callable[[], int | None] = lambda: None
    silent_s: float = float("inf")
    _process: subprocess.Popen[bytes] | None = None
    _pause_s: float = FIRST_PAUSE_S
    _not_before_s: float = field(default=0.0)
    _kill_at_s: float | None = None
    _heard: int | None = None
    _heard_s: float = 0.0
    _is_loaded: bool = False
    _started_s: float = float("-inf")

    def is_alive(self) -> bool:
        """Return whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def ensure(self, now_s: float) -> None:
        """Start the process if it does not run, with growing pauses.

        Args:
            now_s: seconds of a clock that never goes back.
        """
        self._renew_if_silent(now_s)
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
        self._heard_s, self._is_loaded = now_s, False
        if now_s - self._started_s > 2 * LONGEST_PAUSE_S:  # no start that fails
            self._pause_s = FIRST_PAUSE_S
        self._started_s = now_s
        self._not_before_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)

    def renew(self, now_s: float) -> None:
        """Have the process end and start anew; `ensure` sees to both.

        Args:
            now_s: seconds of a clock that never goes back.
        """
        self.ask_to_stop()
        self._kill_at_s = now_s + self.stop_s
        self._pause_s = FIRST_PAUSE_S
        self._not_before_s = now_s

    def _renew_if_silent(self, now_s: float) -> None:
        """Renew a process whose pulse has not changed for too long."""
        heard = self.pulse()
        if heard != self._heard:
            self._heard, self._heard_s, self._is_loaded = heard, now_s, True
        limit_s = SILENT_TIMES * self.silent_s
        if not self._is_loaded:
            limit_s = max(limit_s, FIRST_PULSE_S)
        is_silent = now_s - self._heard_s >= limit_s
        if is_silent and self.is_alive() and self._kill_at_s is None:
            log.warning("child silent", extra={"child": self.name})
            self.renew(now_s)
            self._wake_up()

    def _wake_up(self) -> None:
        """Let a process that somebody stopped notice that it has to end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

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
            self._process.wait(self.stop_s)
        except subprocess.TimeoutExpired:
            self._kill(self._process)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        log.warning("child killed", extra={"child": self.name})
        process.kill()
        process.wait()


@dataclass(frozen=True, slots=True)
class Job:
    """What one worker is for.

    Attributes:
        name: distinguishes the workers of one daemon.
        queues: what it works on.
        pool: prefork for work that needs the processor, threads for waiting.
        stop_s: seconds that it gets to finish what it is doing.
    """

    name: str
    queues: tuple[str, ...]
    pool: str
    stop_s: float = STOP_S


def jobs(settings: Settings) -> list[Job]:
    """Return the workers that the settings ask for; none if they run elsewhere.

    A send may take as long as the slowest portal and its log-in, so it gets that long
    to end in order.
    """
    count = settings.workers.processes
    if not count:
        return []
    sending_s = max(STOP_S, settings.longest_send_s + 5)
    return [
        *(Job(f"w{one + 1}", (INGEST, MERGE), "prefork") for one in range(count)),
        Job("io", (SUBMIT, DELIVER), "threads", sending_s),
    ]


def web(
    environment: dict[str, str], pulse: Callable[[], int | None], silent_s: float
) -> Child:
    """Return the process that answers HTTP, not started yet; arguments as `worker`."""
    command = [sys.executable, "-P", "-m", "syncd.web"]
    return Child(
        "web",
        tethered(command, signal.SIGTERM),
        environment,
        pulse=pulse,
        silent_s=silent_s,
    )


def worker(
    job: Job,
    environment: dict[str, str],
    pulse: Callable[[], int | None],
    silent_s: float,
) -> Child:
    """Return a worker process, not started yet.

    Args:
        job: what it is for.
        environment: names configuration, broker and daemon.
        pulse: a number that changes as long as it is well.
        silent_s: seconds without a change after which it is started anew.
    """
    command = [
        sys.executable, "-P", "-m", "workers", "--name", job.name,
        "--queues", ",".join(job.queues), "--pool", job.pool,
    ]  # fmt: skip
    return Child(
        job.name,
        tethered(command, signal.SIGTERM),
        environment,
        stop_s=job.stop_s,
        pulse=pulse,
        silent_s=silent_s,
    )
