"""Alarms ring once and in order, unless they are taken back."""

from __future__ import annotations

import os
import threading
from queue import Empty, Queue

import pytest

from syncd.wire.alarms import LEAST_LISTED, Alarm, count_listed

PATIENCE_S = 30.0


def test_alarms_ring_in_the_order_of_their_times() -> None:
    rung: Queue[str] = Queue()
    later = Alarm(0.2, lambda: rung.put("later"))
    sooner = Alarm(0.01, lambda: rung.put("sooner"))
    assert [rung.get(timeout=PATIENCE_S) for _ in range(2)] == ["sooner", "later"]
    assert later is not sooner


def test_an_alarm_that_is_taken_back_rings_nobody() -> None:
    rung: Queue[str] = Queue()
    Alarm(0.05, lambda: rung.put("taken back")).take_back()
    Alarm(0.1, lambda: rung.put("kept"))
    assert rung.get(timeout=PATIENCE_S) == "kept"
    with pytest.raises(Empty):
        rung.get_nowait()


def test_all_alarms_share_one_thread() -> None:
    rung: Queue[threading.Thread] = Queue()
    for _ in range(50):
        Alarm(0.01, lambda: rung.put(threading.current_thread()))
    assert len({rung.get(timeout=PATIENCE_S).ident for _ in range(50)}) == 1


def test_an_alarm_that_fails_silences_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rung: Queue[str] = Queue()

    def failing() -> None:
        raise LookupError

    Alarm(0.01, failing)
    Alarm(0.05, lambda: rung.put("next"))
    assert rung.get(timeout=PATIENCE_S) == "next"
    assert [line.message for line in caplog.records] == ["alarm failed"]


def test_what_was_taken_back_is_forgotten() -> None:
    kept = Alarm(3600, lambda: None)
    for _ in range(20 * LEAST_LISTED):
        Alarm(3600, lambda: None).take_back()
    assert count_listed() <= 2 * LEAST_LISTED
    assert not kept.is_taken_back


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_alarms_of_its_own() -> None:
    Alarm(60, lambda: None)  # the parent's thread runs
    child = os.fork()
    if child == 0:
        rung = threading.Event()
        Alarm(0.01, rung.set)
        os._exit(0 if rung.wait(PATIENCE_S) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
