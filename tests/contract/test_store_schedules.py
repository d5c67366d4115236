"""Recurring jobs and their runs as rows, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import LeaseLostError
from syncd.store import leases, schedules
from syncd.store.schedules import Run, Schedule
from syncd.store.tables import ScheduleRunRow

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.engine import Store

NOW, LEASE_S, later = store_rows.NOW, store_rows.LEASE_S, store_rows.later
NOTE = Text("Said.", "Gesagt.")


def add(store: Store, due: dt.datetime = NOW, name: str = "lists") -> bool:
    with store.write() as session:
        return schedules.add_run(session, name, due)


def claim(
    store: Store, run_id: int = 1, owner: str = "a", now: dt.datetime = NOW
) -> Run | None:
    with store.write() as session:
        return schedules.claim_run(session, run_id, owner, now, LEASE_S)


def due(store: Store, now: dt.datetime = NOW) -> list[int]:
    with store.read() as session:
        return schedules.due_runs(session, now, 10)


def finish(store: Store, run: Run | None, owner: str = "a") -> None:
    assert run is not None
    with store.write() as session:
        schedules.finish_run(
            session, run, owner, state=schedules.DONE, note=NOTE, now=NOW
        )  # fmt: skip


def states(store: Store) -> list[str]:
    with store.read() as session:
        rows = select(ScheduleRunRow.state).order_by(col(ScheduleRunRow.id))
        return list(session.exec(rows).all())


# --- schedules ---


def test_a_schedule_is_stored_changed_and_deleted(store: Store) -> None:
    first = Schedule("lists", "rule 1", NOW)
    second = Schedule("lists", "rule 2", later(60))
    other = Schedule("lists-2", "rule 1", NOW)
    with store.write() as session:
        assert schedules.lock_schedule(session, "lists") is None
        for item in (first, other, second):
            schedules.save_schedule(session, item)
        assert schedules.lock_schedule(session, "lists") == second
        schedules.delete_schedules(session, {"lists-2"})
    with store.read() as session:
        assert schedules.load_schedules(session) == {"lists": second}


# --- runs ---


def test_a_run_is_added_once(store: Store) -> None:
    assert add(store)
    assert not add(store)
    assert add(store, name="lists-2")
    assert add(store, later(1))
    assert (len(due(store)), len(due(store, later(1)))) == (2, 3)


def test_a_run_is_claimed_by_one(store: Store) -> None:
    add(store)
    assert claim(store) == Run(1, "lists", NOW, 1, has_crashed=False)
    assert claim(store, owner="b") is None
    assert due(store) == []


def test_a_run_that_is_not_due_yet_is_left_alone(store: Store) -> None:
    """The clock was put back after the run was added."""
    add(store, later(5))
    assert claim(store) is None
    assert claim(store, now=later(5)) is not None


def test_a_dead_workers_run_is_taken_over_and_known_as_such(store: Store) -> None:
    add(store)
    dead = claim(store)
    after = later(LEASE_S + 1)
    assert due(store, after) == [1]
    taken = claim(store, owner="b", now=after)
    assert taken == Run(1, "lists", NOW, 2, has_crashed=True)
    with pytest.raises(LeaseLostError):
        finish(store, dead)
    finish(store, taken, "b")
    assert states(store) == ["done"]


def test_a_try_that_was_lost_cannot_end_a_later_one_of_the_same_process(
    store: Store,
) -> None:
    add(store)
    lost = claim(store)
    taken = claim(store, now=later(LEASE_S + 1))
    with pytest.raises(LeaseLostError):
        finish(store, lost)
    finish(store, taken)


def test_runs_of_one_schedule_take_place_one_after_the_other(store: Store) -> None:
    for name, seconds in (("lists", 0), ("lists", 1), ("other", 0)):
        add(store, later(seconds - 10), name)
    first = claim(store)
    assert due(store) == [3]
    assert claim(store, 2) is None
    finish(store, first)
    assert claim(store, 2) is not None


def test_a_long_run_keeps_its_lease(store: Store) -> None:
    add(store)
    run = claim(store)
    assert run is not None
    with store.write() as session:
        schedules.keep_run(session, run, "a", later(LEASE_S), LEASE_S)
    assert claim(store, owner="b", now=later(LEASE_S + 1)) is None
    with store.write() as session, pytest.raises(LeaseLostError):
        schedules.keep_run(session, run, "b", later(LEASE_S), LEASE_S)


def test_a_run_that_did_not_succeed_is_due_again_later(store: Store) -> None:
    add(store)
    run = claim(store)
    assert run is not None
    with store.write() as session:
        schedules.put_off_run(session, run, "a", later(300), NOTE)
    assert due(store, later(299)) == []
    again = claim(store, now=later(301))
    assert again == Run(1, "lists", NOW, 2, has_crashed=False)
    with store.read() as session:
        assert schedules.newest_runs(session)["lists"].note == NOTE


def test_older_runs_are_closed_unless_somebody_works_on_them(store: Store) -> None:
    for number in range(4):
        add(store, later(number - 10), "lists" if number < 3 else "other")
    run = claim(store, 1)
    assert run is not None
    with store.write() as session:
        schedules.put_off_run(session, run, "a", later(300), NOTE)
    assert claim(store, 2) is not None
    with store.write() as session:
        schedules.close_older(session, "lists", NOW, Text("Late.", "Spät."), NOW)
    assert states(store) == ["failed", "running", "failed", "due"]
    with store.read() as session:
        rows = session.exec(select(ScheduleRunRow).order_by(col(ScheduleRunRow.id)))
        assert [row.note_en for row in rows] == ["Said.", "", "Late.", ""]


@pytest.mark.parametrize(
    ("dead_id", "tries", "has_crashed"), [("d-1", 1, False), ("o-1", 2, True)]
)
def test_what_a_dead_process_was_doing_is_free_at_once(
    store: Store, dead_id: str, tries: int, *, has_crashed: bool
) -> None:
    add(store)
    claim(store, owner=f"{dead_id}/host/5")
    with store.write() as session:
        assert leases.free_after_crash(session, "d-2") == 0
        assert leases.free_after_crash(session, dead_id) == 1
    assert claim(store) == Run(1, "lists", NOW, tries, has_crashed=has_crashed)


def test_old_runs_are_forgotten_but_not_the_newest(store: Store) -> None:
    for seconds in (-30, -20, -10):
        add(store, later(seconds))
    add(store, later(-30), "other")
    for run_id in (1, 2, 4):
        finish(store, claim(store, run_id))
    with store.write() as session:
        schedules.forget_runs(session, later(-1))
        assert len(session.exec(select(ScheduleRunRow)).all()) == 4
        schedules.forget_runs(session, later(1))
    with store.read() as session:
        assert set(session.exec(select(ScheduleRunRow.id)).all()) == {3, 4}
        assert schedules.newest_runs(session)["other"].state == "done"
