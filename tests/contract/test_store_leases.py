"""Leases that run out, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.store import inbox, leases, schedules
from syncd.store.inbox import Outcome
from syncd.store.tables import ArrivalRow, LeaseRow, SubmissionRow

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOW, LEASE_S, later = store_rows.NOW, store_rows.LEASE_S, store_rows.later


def claim(store: Store, owner: str, now: dt.datetime = NOW) -> bool:
    with store.write() as session:
        return leases.claim_lease(session, "pull", owner, now, LEASE_S)


def release(store: Store, owner: str) -> None:
    with store.write() as session:
        leases.release_lease(session, "pull", owner)


def owner(store: Store) -> str | None:
    with store.read() as session:
        return session.exec(select(LeaseRow.owner)).one_or_none()


def claim_arrival(
    store: Store, arrival_id: int, owner: str, now: dt.datetime = NOW
) -> int:
    """Return which try this is."""
    with store.write() as session:
        claimed = inbox.claim_arrival(session, arrival_id, owner, now, LEASE_S)
    assert claimed is not None
    return claimed.tries


# --- named leases ---


def test_a_lease_has_one_owner(store: Store) -> None:
    assert claim(store, "a")
    assert not claim(store, "b")
    assert owner(store) == "a"


def test_of_many_at_once_one_gets_the_lease(store: Store) -> None:
    names = ["a", "b", "c", "d"]
    with ThreadPoolExecutor(len(names)) as pool:
        got = list(pool.map(lambda name: claim(store, name), names))
    assert sorted(got) == [False, False, False, True]
    assert owner(store) == names[got.index(True)]


def test_the_owner_prolongs_his_lease(store: Store) -> None:
    assert claim(store, "a")
    assert claim(store, "a", later(LEASE_S - 1))
    assert not claim(store, "b", later(LEASE_S + 1))


def test_a_lease_that_ran_out_can_be_taken(store: Store) -> None:
    assert claim(store, "a")
    assert not claim(store, "b", later(LEASE_S))
    assert claim(store, "b", later(LEASE_S + 1))
    assert not claim(store, "a", later(LEASE_S + 1))


@pytest.mark.parametrize("ahead", [dt.timedelta(days=400), dt.timedelta(days=3)])
def test_a_lease_of_a_clock_that_was_ahead_binds_nobody(
    store: Store, ahead: dt.timedelta
) -> None:
    assert claim(store, "a", NOW + ahead)
    with store.read() as session:
        assert leases.holder_of(session, "pull", NOW) == ""
    assert claim(store, "b")
    assert not claim(store, "a")


def test_a_lease_that_is_asked_for_long_still_binds(store: Store) -> None:
    with store.write() as session:
        assert leases.claim_lease(session, "pull", "a", NOW, 90 * 86_400)
    with store.read() as session:
        assert leases.holder_of(session, "pull", later(-3_600)) == "a"
    assert not claim(store, "b", later(-3_600))
    assert claim(store, "b", later(86_401))


def test_a_process_that_ends_gives_all_its_leases_back(store: Store) -> None:
    for name, owner in (("sweep", "d-1/daemon"), ("x", "d-1/h/5/u"), ("y", "d-12/h")):
        with store.write() as session:
            assert leases.claim_lease(session, name, owner, NOW, LEASE_S)
    with store.write() as session:
        leases.release_leases(session, "d-1")
    with store.read() as session:
        found = session.exec(select(LeaseRow.name, LeaseRow.owner)).all()
    assert found == [("y", "d-12/h")]


def test_only_the_owner_gives_a_lease_back(store: Store) -> None:
    release(store, "a")
    assert claim(store, "a")
    release(store, "b")
    assert owner(store) == "a"
    release(store, "a")
    assert owner(store) is None
    assert claim(store, "b")


# --- arrivals and runs that a clock ahead has written ---


def test_an_arrival_that_is_due_or_held_absurdly_late_is_free(store: Store) -> None:
    ahead = NOW + dt.timedelta(days=400)
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
    assert claim_arrival(store, arrival_id, "w1", ahead) == 1
    with store.read() as session:
        assert inbox.due_arrivals(session, NOW, 10) == [arrival_id]
    with store.write() as session:
        inbox.postpone_arrival(session, arrival_id, "w1", ahead)
    with store.read() as session:
        assert inbox.due_arrivals(session, NOW, 10) == [arrival_id]
    assert claim_arrival(store, arrival_id, "w2") == 1
    with store.read() as session:
        assert inbox.due_arrivals(session, NOW, 10) == []


@pytest.mark.parametrize("is_held", [False, True], ids=["due", "held"])
def test_a_run_that_is_due_or_held_absurdly_late_is_free(
    store: Store, *, is_held: bool
) -> None:
    ahead = NOW + dt.timedelta(days=400)
    with store.write() as session:
        assert schedules.add_run(session, "lists", NOW if is_held else ahead)
        assert schedules.add_run(session, "lists", later(-60))
        if is_held:
            assert schedules.claim_run(session, 1, "w1", ahead, LEASE_S)
    with store.write() as session:
        assert set(schedules.due_runs(session, NOW, 10)) == {1, 2}
        assert schedules.claim_run(session, 1, "w2", NOW, LEASE_S)
    with store.write() as session:
        assert schedules.claim_run(session, 2, "w2", NOW, LEASE_S) is None


# --- what a dead daemon left behind ---


def test_only_the_rows_of_the_dead_daemon_are_freed(store: Store) -> None:
    owners = ["d-1/host/5", "d-1/host/6", "d-12/host/5", "d_1/host/5"]
    tournament_id = store_rows.tournament(store)
    with store.write() as session:
        ids = [store_rows.arrival(session, name=f"{item}.trf") for item in owners]
    sent = [
        store_rows.submission(store, store_rows.report(tournament_id, revision=number))
        for number in range(len(owners))
    ]
    for arrival_id, submission_id, item in zip(ids, sent, owners, strict=True):
        claim_arrival(store, arrival_id, item)
        store_rows.claimed(store, submission_id, item)

    with store.write() as session:
        assert leases.free_after_crash(session, "d-1") == 4
    with store.read() as session:
        assert inbox.due_arrivals(session, NOW, 10) == ids[:2]
        rows = session.exec(select(SubmissionRow).order_by(col(SubmissionRow.id)))
        assert [row.lease_owner for row in rows] == ["", "", *owners[2:]]
    assert store_rows.due_submissions(store) == sent[:2]


def test_the_daemons_death_is_not_counted_against_the_file(store: Store) -> None:
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
    for death in range(5):
        assert claim_arrival(store, arrival_id, f"d-{death}/host/1") == 1
        with store.write() as session:
            assert leases.free_after_crash(session, f"d-{death}") == 1


def test_a_run_that_reads_by_itself_counts_the_try(store: Store) -> None:
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
    for death in range(3):
        assert claim_arrival(store, arrival_id, f"o-{death}/once") == death + 1
        with store.write() as session:
            assert leases.free_after_crash(session, f"o-{death}") == 1


def test_named_leases_of_the_dead_are_free(store: Store) -> None:
    with store.write() as session:
        assert leases.claim_lease(session, "sweep", "d-1/daemon", NOW, 60)
        assert not leases.claim_lease(session, "sweep", "d-2/daemon", NOW, 60)
        leases.free_after_crash(session, "d-1")
        assert leases.claim_lease(session, "sweep", "d-2/daemon", NOW, 60)


def test_a_freed_send_is_repeated_as_unknown(store: Store) -> None:
    tournament_id = store_rows.tournament(store)
    submission_id = store_rows.submission(store, store_rows.report(tournament_id))
    first = store_rows.claimed(store, submission_id, "d-1/host/5")
    with store.write() as session:
        leases.free_after_crash(session, "d-1")

    again = store_rows.claimed(store, submission_id, "d-2/host/5")
    assert (again.attempt, again.data) == (2, first.data)
    assert again.submission.may_have_arrived


def test_finished_work_is_left_alone(store: Store) -> None:
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
    claim_arrival(store, arrival_id, "d-1/host/5")
    with store.write() as session:
        outcome = Outcome(inbox.DONE, Text("Done.", "Fertig."))
        inbox.finish_arrival(session, arrival_id, "d-1/host/5", outcome, NOW)
        assert leases.free_after_crash(session, "d-1") == 0
    with store.read() as session:
        assert session.exec(select(ArrivalRow.tries)).one() == 1
