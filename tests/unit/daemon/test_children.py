from __future__ import annotations

import os
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest

from syncd.daemon import children
from syncd.daemon.children import (
    FIRST_PAUSE_S,
    FIRST_PULSE_S,
    LONGEST_PAUSE_S,
    SILENT_TIMES,
    STOP_S,
    Child,
    Job,
    jobs,
    web,
    worker,
)
from syncd.settings import PortalSettings, Settings, WorkerSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENDS = "raise SystemExit(3)"
SLEEPS = "import time; time.sleep(600)"
DEAF = (
    "import signal, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('deaf', flush=True)\n"
    "time.sleep(600)"
)


@pytest.fixture
def child() -> Iterator[Callable[[str], Child]]:
    """Make children that run a piece of Python; ends them after the test."""
    made: list[Child] = []

    def make(code: str) -> Child:
        made.append(Child("w1", [sys.executable, "-c", code], dict(os.environ)))
        return made[-1]

    yield make
    for item in made:
        if item._process is not None:
            item._process.kill()
            item._process.wait()


def wait_for_end(child: Child) -> None:
    assert child._process is not None
    child._process.wait(30)


def test_a_child_is_started_once(child: Callable[[str], Child]) -> None:
    one = child(SLEEPS)
    assert not one.is_alive()
    one.ensure(0.0)
    one.ensure(100.0)
    assert one.is_alive()
    assert one.starts == 1


def test_a_child_gets_the_environment_and_no_terminal(
    child: Callable[[str], Child],
) -> None:
    code = "import os, sys; sys.exit(len(sys.stdin.read()) + (os.environ['X'] != 'y'))"
    one = child(code)
    one.environment["X"] = "y"
    one.ensure(0.0)
    wait_for_end(one)
    assert one._process is not None
    assert one._process.returncode == 0


def test_a_child_that_dies_is_started_again_after_growing_pauses(
    child: Callable[[str], Child], caplog: pytest.LogCaptureFixture
) -> None:
    one, now_s, pauses = child(ENDS), 0.0, []
    for _ in range(8):
        one.ensure(now_s)
        wait_for_end(one)
        began_s, starts = now_s, one.starts
        while one.starts == starts:
            now_s += 1.0
            one.ensure(now_s)
        pauses.append(now_s - began_s)
        wait_for_end(one)

    assert pauses[:4] == [FIRST_PAUSE_S, 2.0, 4.0, 8.0]
    assert pauses[-1] == LONGEST_PAUSE_S
    assert caplog.messages[0] == "child died"
    assert caplog.records[0].code == 3  # type: ignore[attr-defined]


def test_a_child_that_ran_long_is_started_again_at_once(
    child: Callable[[str], Child],
) -> None:
    one = child(ENDS)
    one.ensure(0.0)
    wait_for_end(one)
    one.ensure(LONGEST_PAUSE_S)
    assert one.starts == 2


def test_pauses_begin_anew_after_a_long_life(child: Callable[[str], Child]) -> None:
    """Deaths that are months apart do not add up."""
    one, now_s = child(ENDS), 0.0
    for _ in range(8):
        one.ensure(now_s)
        wait_for_end(one)
        now_s += LONGEST_PAUSE_S
    one.ensure(now_s + 3600)
    wait_for_end(one)
    starts = one.starts
    one.ensure(now_s + 3600 + FIRST_PAUSE_S)
    assert one.starts == starts + 1


def test_a_child_stops_when_asked(child: Callable[[str], Child]) -> None:
    one = child(SLEEPS)
    one.ensure(0.0)
    one.ask_to_stop()
    one.wait()
    assert not one.is_alive()
    assert one._process is not None
    assert one._process.returncode == -signal.SIGTERM


def test_a_child_that_does_not_listen_is_killed(
    child: Callable[[str], Child],
) -> None:
    one = child(DEAF)
    one.stop_s = 0.05
    one.ensure(0.0)
    wait_until_deaf(one)
    one.ask_to_stop()
    one.wait()
    assert one._process is not None
    assert one._process.returncode == -signal.SIGKILL


def wait_until_deaf(child: Child) -> None:
    """Wait until the child has shut its ears, as its signal mask in /proc says."""
    assert child._process is not None
    status = f"/proc/{child._process.pid}/status"
    for _ in range(3000):
        with open(status, encoding="ascii") as file:  # noqa: PTH123
            ignored = next(line for line in file if line.startswith("SigIgn:"))
        if int(ignored.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.01)
    pytest.fail("the child never came to ignore SIGTERM")


def test_a_child_that_never_ran_needs_no_stopping(
    child: Callable[[str], Child],
) -> None:
    one = child(SLEEPS)
    one.ask_to_stop()
    one.wait()
    assert not one.is_alive()


def test_a_worker_is_our_own_module_tethered_to_us() -> None:
    job = Job("w2", ("ingest", "merge"), "prefork", 20.0)
    made = worker(job, {"SYNCD_DAEMON": "d-1"}, lambda: 7, 60.0)
    ours = ["-P", "-m", "workers", "--name", "w2"]
    ours += ["--queues", "ingest,merge", "--pool", "prefork"]
    tether, command = made.command[:-10], made.command[-10:]

    assert made.name == "w2"
    assert made.environment == {"SYNCD_DAEMON": "d-1"}
    assert command == [sys.executable, *ours]
    assert "tether" in " ".join(tether)
    assert str(os.getpid()) in tether
    assert tether[-1] == "--"
    assert (made.stop_s, made.silent_s, made.pulse()) == (20.0, 60.0, 7)


def test_reading_gets_processes_and_sending_gets_threads() -> None:
    made = jobs(Settings(workers=WorkerSettings(processes=2)))
    assert [(job.name, job.queues, job.pool) for job in made] == [
        ("w1", ("ingest", "merge"), "prefork"),
        ("w2", ("ingest", "merge"), "prefork"),
        ("io", ("submit", "deliver"), "threads"),
    ]
    assert jobs(Settings(workers=WorkerSettings(processes=0))) == []


def test_a_send_gets_the_time_that_the_slowest_portal_may_take() -> None:
    def stop_s(*timeouts_s: float) -> float:
        portals = tuple(
            PortalSettings(name=f"p{at}", kind="http", url="http://x/", timeout_s=one)
            for at, one in enumerate(timeouts_s)
        )
        return jobs(Settings(portals=portals))[-1].stop_s

    assert stop_s() == STOP_S
    assert stop_s(1, 40) == 85


def test_a_child_whose_pulse_stands_still_is_started_anew(
    child: Callable[[str], Child], caplog: pytest.LogCaptureFixture
) -> None:
    """B19: alive is not enough; a stopped process takes no request to end either."""
    one, beat = child(SLEEPS), [1]
    one.pulse, one.silent_s, one.stop_s = (lambda: beat[0]), 10.0, 5.0
    one._heard = 0
    silent_s = SILENT_TIMES * one.silent_s
    one.ensure(99.0)
    beat[0] = 2
    one.ensure(100.0)
    one.ensure(100.0 + silent_s - 1)
    beat[0] = 3
    one.ensure(100.0 + silent_s)
    one.ensure(100.0 + 2 * silent_s - 1)
    assert one.starts == 1
    assert one._process is not None
    os.kill(one._process.pid, signal.SIGSTOP)
    one.ensure(100.0 + 2 * silent_s)
    wait_for_end(one)
    one.ensure(100.0 + 2 * silent_s)
    assert (one.starts, one.is_alive()) == (2, True)
    assert "child silent" in caplog.messages


def test_a_child_without_a_pulse_yet_gets_time_to_start(
    child: Callable[[str], Child],
) -> None:
    one = child(SLEEPS)
    one.silent_s = 1.0
    for now_s in (1000.0, 1000.0 + FIRST_PULSE_S - 1):
        one.ensure(now_s)
    assert (one.starts, one._kill_at_s) == (1, None)
    one.ensure(1000.0 + FIRST_PULSE_S)
    assert one._kill_at_s == 1000.0 + FIRST_PULSE_S + STOP_S


def test_a_renewed_child_ends_and_starts_anew(child: Callable[[str], Child]) -> None:
    one = child(SLEEPS)
    one.ensure(0.0)
    one.renew(10.0)
    wait_for_end(one)
    one.ensure(10.0)
    assert one.is_alive()
    assert one.starts == 2


def test_a_child_that_does_not_end_when_renewed_is_killed(
    child: Callable[[str], Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = child(SLEEPS)
    one.ensure(0.0)
    monkeypatch.setattr(one.__class__, "ask_to_stop", lambda _: None)
    one.renew(10.0)
    one.ensure(10.0 + children.STOP_S - 1)
    assert one.starts == 1
    one.ensure(10.0 + children.STOP_S)
    assert (one.is_alive(), one.starts) == (True, 2)


def test_the_http_server_is_a_tethered_process_with_a_pulse() -> None:
    made = web({"SYNCD_DAEMON": "d-1"}, lambda: 7, 60.0)
    assert made.command[-4:] == [sys.executable, "-P", "-m", "syncd.web"]
    assert str(os.getpid()) in made.command
    assert made.environment == {"SYNCD_DAEMON": "d-1"}
    assert (made.name, made.pulse(), made.silent_s) == ("web", 7, 60.0)
