"""The inbox, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import func, select

from syncd.bilingual import Text
from syncd.errors import LeaseLostError, NotFoundError
from syncd.store import asked, inbox, readmodels
from syncd.store.inbox import Arrival, FileFacts, Outcome
from syncd.store.tables import ArrivalRow, BlobRow, SeenFileRow, SourceRow

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.engine import Store

NOW, LEASE_S, later = store_rows.NOW, store_rows.LEASE_S, store_rows.later
FACTS = FileFacts("sub/open.trf", size_bytes=8, mtime_ns=1, inode=42)
BEFORE = later(-5)
HUGE = FileFacts("huge.trf", 8, mtime_ns=2**63 + 5, inode=2**64 - 1)
FOUND = (store_rows.FINDING,)
DONE = Outcome(inbox.DONE, Text("Done.", "Fertig."), (store_rows.FINDING,))


def take(store: Store, name: str, data: bytes, mtime_ns: int) -> tuple[int, bool]:
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        return inbox.save_arrival(
            session, source_id, name, data,
            mtime_ns=mtime_ns, stamp_utc=NOW, now=NOW,
        )  # fmt: skip


def claim(
    store: Store, arrival_id: int, owner: str, now: dt.datetime = NOW
) -> Arrival | None:
    with store.write() as session:
        return inbox.claim_arrival(session, arrival_id, owner, now, LEASE_S)


def finish(store: Store, arrival_id: int, owner: str) -> None:
    with store.write() as session:
        inbox.finish_arrival(session, arrival_id, owner, DONE, NOW)


def due(store: Store, now: dt.datetime = NOW) -> list[int]:
    with store.read() as session:
        return inbox.due_arrivals(session, now, 10)


@pytest.fixture
def arrival_id(store: Store) -> int:
    with store.write() as session:
        return store_rows.arrival(session)


# --- sources ---


def test_a_source_is_met_once(store: Store) -> None:
    with store.write() as session:
        first = inbox.save_source(session, "north", NOW)
    with store.write() as session:
        assert inbox.save_source(session, "north", later(9)) == first
        assert inbox.save_source(session, "south", later(9)) != first
        met = select(SourceRow.first_contact_utc).where(SourceRow.name == "north")
        assert session.exec(met).one() == NOW


# --- files that were seen ---


@pytest.mark.parametrize("facts", [FACTS, HUGE], ids=["usual", "huge numbers"])
def test_an_unchanged_file_is_seen(store: Store, facts: FileFacts) -> None:
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        assert not inbox.is_seen(session, "north", facts, BEFORE)
        inbox.save_seen(session, source_id, facts, "a" * 64, NOW)
    with store.read() as session:
        assert inbox.is_seen(session, "north", facts, BEFORE)


@pytest.mark.parametrize(
    "change",
    [{"path": "open.trf"}, {"size_bytes": 9}, {"mtime_ns": 2}, {"inode": 43}],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_file_is_not_seen(store: Store, change: dict[str, str | int]) -> None:
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        inbox.save_seen(session, source_id, FACTS, "a" * 64, NOW)
    changed = replace(FACTS, **change)  # type: ignore[arg-type]
    with store.read() as session:
        assert not inbox.is_seen(session, "north", changed, BEFORE)
        assert not inbox.is_seen(session, "south", FACTS, BEFORE)


def test_a_file_that_changed_after_it_was_taken_is_not_seen(store: Store) -> None:
    """A11: a rewrite in place may keep length, time and inode."""
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        inbox.save_seen(session, source_id, FACTS, "a" * 64, NOW)
    with store.read() as session:
        assert inbox.is_seen(session, "north", FACTS, BEFORE)
        assert not inbox.is_seen(session, "north", FACTS, NOW)


def test_of_a_path_only_the_last_state_is_seen(store: Store) -> None:
    newer = replace(FACTS, mtime_ns=2)
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        for facts in (FACTS, newer):
            inbox.save_seen(session, source_id, facts, "a" * 64, NOW)
    with store.read() as session:
        assert inbox.is_seen(session, "north", newer, BEFORE)
        assert not inbox.is_seen(session, "north", FACTS, BEFORE)
        assert session.exec(select(func.count()).select_from(SeenFileRow)).one() == 1


# --- arrivals ---


def test_the_same_file_is_one_arrival(store: Store) -> None:
    first, is_new = take(store, "a.trf", b"A", 1)
    assert is_new
    assert take(store, "a.trf", b"A", 1) == (first, False)


@pytest.mark.parametrize(
    ("name", "data", "mtime_ns"),
    [("b.trf", b"A", 1), ("a.trf", b"B", 1), ("a.trf", b"A", 2)],
)
def test_another_name_content_or_time_is_another_arrival(
    store: Store, name: str, data: bytes, mtime_ns: int
) -> None:
    first, _ = take(store, "a.trf", b"A", 1)
    other, is_new = take(store, name, data, mtime_ns)
    assert is_new
    assert other != first


def test_content_that_comes_back_counts_only_with_a_newer_time(store: Store) -> None:
    a, _ = take(store, "x.trf", b"A", 1)
    b, _ = take(store, "x.trf", b"B", 2)
    assert take(store, "x.trf", b"A", 1) == (a, False)
    c, is_new = take(store, "x.trf", b"A", 3)
    assert is_new
    assert len({a, b, c}) == 3


def test_content_is_kept_once_and_comes_back_exactly(store: Store) -> None:
    data = bytes(range(256)) * 100
    take(store, "a.trf", data, 1)
    take(store, "b.trf", data, 1)
    with store.read() as session:
        blob = session.exec(select(BlobRow)).one()
        assert blob.size_bytes == len(data)
        assert inbox.load_bytes(session, blob.sha256) == data


def test_bytes_that_are_gone_are_told(store: Store) -> None:
    with store.read() as session, pytest.raises(NotFoundError):
        inbox.load_bytes(session, "0" * 64)


def test_a_text_that_no_database_takes_is_stored_readably(
    store: Store, arrival_id: int
) -> None:
    assert claim(store, arrival_id, "w1")
    odd = Text("a\0b \ud800 ä", "a\0b \ud800 ä")
    with store.write() as session:
        outcome = Outcome(inbox.QUARANTINED, odd)
        inbox.finish_arrival(session, arrival_id, "w1", outcome, NOW)
    with store.read() as session:
        line = readmodels.list_arrivals(session, (inbox.QUARANTINED,))[0]
        assert line.note == Text("a?b ? ä", "a?b ? ä")


# --- work under a lease ---


def test_the_oldest_arrival_is_due_first(store: Store) -> None:
    ids = [take(store, f"{n}.trf", b"A", 1)[0] for n in range(3)]
    assert due(store) == ids
    assert due(store, later(-1)) == []
    with store.read() as session:
        assert inbox.due_arrivals(session, NOW, 2) == ids[:2]


def test_a_claim_says_what_to_work_on(store: Store, arrival_id: int) -> None:
    claimed = claim(store, arrival_id, "w1")
    assert claimed is not None
    assert (claimed.source, claimed.name) == ("north", "open.trf")
    assert (claimed.stamp_utc, claimed.tries) == (NOW, 1)
    with store.read() as session:
        assert inbox.load_bytes(session, claimed.sha256) == b"012 Open"


def test_a_claimed_arrival_is_nobody_elses(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "w1")
    assert claim(store, arrival_id, "w2") is None
    assert claim(store, arrival_id, "w1") is None
    assert due(store) == []


def test_of_two_workers_exactly_one_gets_it(store: Store, arrival_id: int) -> None:
    barrier = threading.Barrier(2)

    def work(owner: str) -> bool:
        barrier.wait()
        return claim(store, arrival_id, owner) is not None

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(work, ("w1", "w2"))) == [False, True]
    with store.read() as session:
        assert session.exec(select(ArrivalRow.tries)).one() == 1


def test_a_lease_runs_out(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "dead")
    assert due(store, later(LEASE_S)) == []
    assert due(store, later(LEASE_S + 1)) == [arrival_id]

    taken = claim(store, arrival_id, "w2", later(LEASE_S + 1))
    assert taken is not None
    assert taken.tries == 2


def test_who_was_overtaken_cannot_finish(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "slow")
    assert claim(store, arrival_id, "w2", later(LEASE_S + 1))

    with pytest.raises(LeaseLostError, match=f"Arrival {arrival_id} was taken over"):
        finish(store, arrival_id, "slow")
    finish(store, arrival_id, "w2")
    with pytest.raises(LeaseLostError):
        finish(store, arrival_id, "w2")


def test_who_is_late_but_was_not_overtaken_can_finish(
    store: Store, arrival_id: int
) -> None:
    assert claim(store, arrival_id, "slow")
    assert due(store, later(LEASE_S + 1)) == [arrival_id]
    finish(store, arrival_id, "slow")
    assert due(store, later(LEASE_S + 1)) == []


def test_a_finished_arrival_is_not_due_again(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "w1")
    finish(store, arrival_id, "w1")

    assert due(store, later(10 * LEASE_S)) == []
    assert claim(store, arrival_id, "w2", later(10 * LEASE_S)) is None
    with store.read() as session:
        assert inbox.load_state(session, arrival_id) == inbox.DONE
        row = session.exec(select(ArrivalRow)).one()
        assert (row.lease_owner, row.lease_until_utc, row.finished_utc) == (
            "", None, NOW,
        )  # fmt: skip


def test_postponing_gives_the_try_back(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "w1")
    with store.write() as session:
        inbox.postpone_arrival(session, arrival_id, "w1", later(5))

    assert claim(store, arrival_id, "w1", later(4)) is None
    again = claim(store, arrival_id, "w1", later(5))
    assert again is not None
    assert again.tries == 1


def test_who_was_overtaken_cannot_postpone(store: Store, arrival_id: int) -> None:
    assert claim(store, arrival_id, "slow")
    assert claim(store, arrival_id, "w2", later(LEASE_S + 1))
    with pytest.raises(LeaseLostError), store.write() as session:
        inbox.postpone_arrival(session, arrival_id, "slow", later(5))


def test_every_death_of_a_worker_counts(store: Store, arrival_id: int) -> None:
    tries = []
    for round_ in range(4):
        claimed = claim(store, arrival_id, f"w{round_}", later(2 * LEASE_S * round_))
        tries.append(claimed.tries if claimed else None)
    assert tries == [1, 2, 3, 4]


# --- files that a later one has made pointless ---


def test_a_later_file_settles_earlier_ones_of_the_same_name(store: Store) -> None:
    with store.write() as session:
        source_id = inbox.save_source(session, "north", NOW)
        ids = [
            inbox.save_arrival(
                session, source_id, f"{n}.trf", b"A",
                mtime_ns=n, stamp_utc=NOW, now=NOW, title=title,
            )[0]
            for n, title in enumerate(("open", "open", "", "cup", "open", ""))
        ]  # fmt: skip
    states = (inbox.WAITING, inbox.QUARANTINED, inbox.WAITING, inbox.WAITING)
    for arrival_id, state in zip(ids, states, strict=False):
        assert claim(store, arrival_id, "w1")
        with store.write() as session:
            outcome = Outcome(state, Text("Why?", "Warum?"))
            inbox.finish_arrival(session, arrival_id, "w1", outcome, NOW)

    named, nameless = claim(store, ids[4], "w1"), claim(store, ids[5], "w1")
    assert named is not None
    assert nameless is not None
    note = Text("Settled.", "Erledigt.")
    with store.write() as session:
        assert asked.settle_earlier(session, named, 99, note) == 2
        assert asked.settle_earlier(session, nameless, 99, note) == 0
    with store.read() as session:
        lines = readmodels.list_arrivals(session, (inbox.OUTDATED,))
        assert [(line.id, line.note) for line in lines] == [(2, note), (1, note)]


def test_the_newest_arrival_that_waits_with_a_finding(store: Store) -> None:
    tournament_id = store_rows.tournament(store)
    with store.write() as session:
        ids = [store_rows.arrival(session, name=f"{n}.trf") for n in range(3)]
    for arrival_id, findings in zip(ids, ((), FOUND, ()), strict=True):
        assert claim(store, arrival_id, "w1")
        with store.write() as session:
            outcome = Outcome(
                inbox.WAITING, Text("Why?", "Warum?"), findings, tournament_id
            )
            inbox.finish_arrival(session, arrival_id, "w1", outcome, NOW)
    with store.read() as session:
        assert asked.find_waiting(session, tournament_id, FOUND[0].code) == ids[1]
        assert asked.find_waiting(session, tournament_id, "other") is None


def test_an_arrival_that_waited_can_be_processed_again(
    store: Store, arrival_id: int
) -> None:
    assert claim(store, arrival_id, "w1")
    with store.write() as session:
        asked.renew(session, arrival_id, later(5))
    assert due(store, later(5)) == []
    with store.write() as session:
        outcome = Outcome(inbox.WAITING, Text("Why?", "Warum?"))
        inbox.finish_arrival(session, arrival_id, "w1", outcome, NOW)
        asked.renew(session, arrival_id, later(5))
    assert due(store, later(4)) == []
    again = claim(store, arrival_id, "w2", later(5))
    assert again is not None
    assert again.tries == 1
