from __future__ import annotations

from pathlib import Path
from threading import Event

from syncd.intake.hints import Hints


def test_a_path_wakes_the_loop_and_is_handed_over_once() -> None:
    wakeup = Event()
    hints = Hints(wakeup)
    hints.add(Path("/in/a"))
    hints.add(Path("/in/a"))
    hints.add(Path("/in/b"))
    assert wakeup.is_set()
    first, second = hints.take(), hints.take()
    assert {Path("/in/a"), Path("/in/b")} == first.paths
    assert not first.is_incomplete
    assert not second.paths


def test_an_overflow_wakes_the_loop_and_is_told_once() -> None:
    wakeup = Event()
    hints = Hints(wakeup)
    hints.add_overflow()
    assert wakeup.is_set()
    assert hints.take().is_incomplete
    assert not hints.take().is_incomplete
