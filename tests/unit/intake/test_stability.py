from __future__ import annotations

from pathlib import Path

import pytest

from syncd.intake.stability import EMPTY_S, FileState, StabilityTracker

A = Path("/in/a.trf")
B = Path("/in/b.trf")


def state(size: int = 10, mtime_ns: int = 1, inode: int = 7) -> FileState:
    return FileState(size, mtime_ns, inode)


def test_is_stable_once_the_state_has_lasted() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(A, 100)
    looks = [tracker.observe(A, state(), now) for now in (100, 103, 104.9, 105, 106)]
    assert looks == [False, False, False, True, True]


@pytest.mark.parametrize(
    "other", [state(size=11), state(mtime_ns=2), state(inode=8)], ids=str
)
def test_any_change_starts_the_wait_anew(other: FileState) -> None:
    tracker = StabilityTracker(5)
    assert not tracker.observe(A, state(), 0)
    assert not tracker.observe(A, other, 5)
    assert not tracker.observe(A, other, 9)
    assert tracker.observe(A, other, 10)


def test_without_a_wait_two_equal_looks_are_needed() -> None:
    tracker = StabilityTracker(0)
    assert not tracker.observe(A, state(1), 0)
    assert not tracker.observe(A, state(2), 0)
    assert tracker.observe(A, state(2), 0)


def test_a_long_gap_between_looks_does_not_make_the_first_look_enough() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(A, 0)
    assert not tracker.observe(A, state(), 10_000)


def test_an_event_restarts_the_wait_though_the_state_looks_equal() -> None:
    tracker = StabilityTracker(5)
    tracker.observe(A, state(), 0)
    tracker.mark_dirty(A, 4)
    assert not tracker.observe(A, state(), 5)
    assert tracker.observe(A, state(), 10)


def test_a_scan_does_not_restart_the_wait() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_found(A, 0)
    tracker.observe(A, state(), 0)
    tracker.mark_found(A, 4)
    assert tracker.observe(A, state(), 5)


def test_a_growing_file_stays_pending_with_its_age() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(A, 100)
    for second in range(100, 100_000, 4):
        assert not tracker.observe(A, state(size=second), second)
    assert tracker.pending() == [(A, 100)]


def test_a_vanished_file_is_forgotten() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(A, 0)
    assert not tracker.observe(A, None, 1)
    assert tracker.pending() == []
    assert tracker.next_look_s() is None


def test_vanishing_without_ever_being_listed_is_harmless() -> None:
    tracker = StabilityTracker(5)
    assert not tracker.observe(A, None, 1)


def test_an_empty_file_waits_for_bytes() -> None:
    tracker = StabilityTracker(5)
    assert not tracker.observe(A, state(size=0), 0)
    assert not tracker.observe(A, state(size=0), 60)
    assert not tracker.observe(A, state(size=9), 61)
    assert tracker.observe(A, state(size=9), 66)


def test_a_file_that_stays_empty_is_reported_in_the_end() -> None:
    tracker = StabilityTracker(5)
    assert not tracker.observe(A, state(size=0), 0)
    assert not tracker.observe(A, state(size=0), EMPTY_S - 1)
    assert tracker.observe(A, state(size=0), EMPTY_S)


def test_an_empty_file_never_counts_earlier_than_another() -> None:
    tracker = StabilityTracker(600, empty_s=10)
    assert not tracker.observe(A, state(size=0), 0)
    assert not tracker.observe(A, state(size=0), 599)
    assert tracker.observe(A, state(size=0), 600)


def test_a_stable_file_stays_listed_until_it_is_forgotten() -> None:
    tracker = StabilityTracker(0)
    tracker.observe(A, state(), 0)
    assert tracker.observe(A, state(), 1)
    assert tracker.pending() == [(A, 0)]
    tracker.forget(A)
    assert tracker.pending() == []


def test_a_refused_file_is_due_less_and_less_often_but_always_again() -> None:
    tracker = StabilityTracker(0)
    tracker.observe(A, state(), 0)
    now, waits = 0.0, []
    for _ in range(9):
        tracker.refuse(A, now)
        due = tracker.next_look_s()
        assert due is not None
        assert tracker.due(due - 0.1) == []
        assert tracker.due(due) == [A]
        waits.append(due - now)
        now = due
        assert tracker.observe(A, state(), now)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_event_makes_a_refused_file_due_at_once() -> None:
    tracker = StabilityTracker(5)
    tracker.observe(A, state(), 0)
    tracker.refuse(A, 0)
    tracker.mark_dirty(A, 0.5)
    assert tracker.due(0.5) == [A]


def test_only_what_may_have_become_stable_is_due() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(A, 0)
    tracker.mark_found(B, 2)
    assert tracker.due(0) == [A]
    tracker.observe(A, state(), 0)
    assert tracker.due(2) == [B]
    assert tracker.next_look_s() == 2
    tracker.observe(B, state(), 2)
    assert tracker.next_look_s() == 5
    assert tracker.due(7) == [A, B]


def test_the_oldest_is_listed_first() -> None:
    tracker = StabilityTracker(5)
    tracker.mark_dirty(B, 1)
    tracker.mark_dirty(A, 2)
    tracker.mark_dirty(B, 3)
    assert tracker.pending() == [(B, 1), (A, 2)]
