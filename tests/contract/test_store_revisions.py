"""Tournaments and their revisions, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError, StaleRevisionError
from syncd.store import bases, decisions, origins, rechecks, revisions, snapshots
from syncd.store.bases import TRF, NewBase
from syncd.store.revisions import NewRevision, Waiting
from syncd.store.rows import sha256_hex
from syncd.store.tables import RevisionRow, SnapshotRow

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.engine import Store
    from syncd.store.revisions import Head

NOW, later = store_rows.NOW, store_rows.later
CHANGE = {"place": "player 7", "field": "rank", "old": "1", "new": "2"}
WAITING = Waiting("quiet", Text("Wait.", "Warten."), needs_person=True, recheck_utc=NOW)


@pytest.fixture
def number(store: Store) -> int:
    """A tournament without revisions."""
    return store_rows.tournament(store)


def save(store: Store, head: Head, snapshot: bytes, name: str = "Open") -> int:
    with store.write() as session:
        new = NewRevision(snapshot, [CHANGE], (store_rows.FINDING,))
        return revisions.save_revision(session, head, new, name, later(5))


def move_base(store: Store, head: Head, mtime_ns: int) -> None:
    with store.write() as session:
        arrival_id = store_rows.arrival(session, mtime_ns=mtime_ns)
        stamp = later(mtime_ns)
        base = NewBase(TRF, arrival_id, stamp, b"theirs")
        bases.save_base(session, head, base)


# --- identity ---


def test_a_tournament_is_found_by_its_whole_key(store: Store, number: int) -> None:
    with store.write() as session:
        key = store_rows.key(session, "open")
        assert origins.find_tournament(session, key) == number
        for other in (
            replace(key, source_id=key.source_id + 1),
            replace(key, folded_name="open 2"),
            replace(key, start_key="2027-10-03"),
            replace(key, is_team=True),
        ):
            assert origins.find_tournament(session, other) is None


def test_a_key_is_taken_once(store: Store, number: int) -> None:
    with pytest.raises(DuplicateError):
        store_rows.tournament(store)
    assert store_rows.tournament(store, "other") != number


def test_namesakes_have_another_start_date(store: Store, number: int) -> None:
    store_rows.revised(store, number)
    with store.write() as session:
        key = store_rows.key(session, "open", "2027-10-03")
        assert origins.find_lookalikes(session, key, "") == [number]
        for other in (
            replace(key, start_key="2026-10-03"),
            replace(key, folded_name="open 2"),
            replace(key, is_team=True),
            replace(key, source_id=key.source_id + 1),
        ):
            assert origins.find_lookalikes(session, other, "") == []


def test_a_tournament_without_revision_is_no_namesake(
    store: Store, number: int
) -> None:
    del number
    with store.write() as session:
        key = store_rows.key(session, "open", "2027-10-03")
        assert origins.find_lookalikes(session, key, "") == []


# --- the head ---


def test_a_new_tournament_has_no_content(store: Store, number: int) -> None:
    head = store_rows.head(store, number)

    assert (head.id, head.number, head.source) == (number, 0, "north")
    assert (head.snapshot, head.snapshot_sha256, head.findings) == (b"", "", ())
    assert head.bases == {}
    assert head.first_contact_utc == NOW


def test_a_revision_becomes_the_head(store: Store, number: int) -> None:
    before = store_rows.head(store, number)
    assert save(store, before, b"one", "New name") == 1
    after = store_rows.head(store, number)

    assert (after.number, after.name, after.snapshot) == (1, "New name", b"one")
    assert after.snapshot_sha256 == sha256_hex(b"one")
    assert after.findings == (store_rows.FINDING,)
    assert after.changed_utc == later(5)
    assert after.uuid == before.uuid


def test_revisions_form_a_chain(store: Store, number: int) -> None:
    for snapshot in (b"A", b"B", b"A"):
        save(store, store_rows.head(store, number), snapshot)
    with store.read() as session:
        rows = session.exec(select(RevisionRow).order_by(col(RevisionRow.number)))
        chain = [(row.number, row.parent) for row in rows]
        assert chain == [(1, 0), (2, 1), (3, 2)]


def test_the_same_content_is_kept_once(store: Store, number: int) -> None:
    for snapshot in (b"A", b"B", b"A"):
        save(store, store_rows.head(store, number), snapshot)
    with store.read() as session:
        assert len(session.exec(select(SnapshotRow.sha256)).all()) == 2
        assert snapshots.load_snapshot(session, sha256_hex(b"A")) == b"A"


def test_there_is_nothing_to_load(store: Store) -> None:
    with store.read() as session:
        with pytest.raises(NotFoundError, match="no tournament number 99"):
            revisions.load_head(session, 99)
        with pytest.raises(NotFoundError, match="snapshot is gone"):
            snapshots.load_snapshot(session, "0" * 64)
        with pytest.raises(NotFoundError):
            revisions.load_waiting(session, 99)


def test_who_looked_at_an_older_head_cannot_append(store: Store, number: int) -> None:
    stale = store_rows.head(store, number)
    save(store, stale, b"faster")

    with pytest.raises(StaleRevisionError, match=f"Tournament {number} changed"):
        save(store, stale, b"slower")
    with store.write() as session, pytest.raises(StaleRevisionError):
        revisions.lock_unmoved(session, stale)
    assert store_rows.head(store, number).snapshot == b"faster"


def test_of_two_workers_exactly_one_appends(store: Store, number: int) -> None:
    head = store_rows.head(store, number)
    barrier = threading.Barrier(2)

    def work(snapshot: bytes) -> bool:
        barrier.wait()
        try:
            save(store, head, snapshot)
        except StaleRevisionError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(work, (b"one", b"two"))) == [False, True]
    assert store_rows.head(store, number).number == 1


def test_an_unmoved_head_can_be_locked(store: Store, number: int) -> None:
    head = store_rows.head(store, number)
    with store.write() as session:
        revisions.lock_unmoved(session, head)


# --- what the source sent last ---


def test_the_base_moves_with_every_export(store: Store, number: int) -> None:
    for mtime_ns in (1, 2):
        before = store_rows.head(store, number)
        move_base(store, before, mtime_ns)
        after = store_rows.head(store, number)
        assert after.bases[TRF].stamp_utc == later(mtime_ns)
        assert TRF not in before.bases or (
            after.bases[TRF].arrival_id > before.bases[TRF].arrival_id
        )


def test_who_looked_at_an_older_base_cannot_move_it(store: Store, number: int) -> None:
    stale = store_rows.head(store, number)
    move_base(store, stale, 2)
    with pytest.raises(StaleRevisionError):
        move_base(store, stale, 1)
    assert store_rows.head(store, number).bases[TRF].stamp_utc == later(2)


def test_who_waited_for_another_export_sees_that_the_base_moved(
    store: Store, number: int
) -> None:
    move_base(store, store_rows.head(store, number), 1)
    head = store_rows.head(store, number)
    with store.write() as session:
        mine = store_rows.arrival(session, mtime_ns=2)
    outcomes: list[type] = []

    def overtaken() -> None:
        try:
            move_base(store, head, 3)
        except StaleRevisionError as exc:
            outcomes.append(type(exc))

    other = threading.Thread(target=overtaken)
    with store.write() as session:
        base = NewBase(TRF, mine, later(2), b"mine")
        bases.save_base(session, head, base)
        other.start()
        other.join(0.2)  # let it come to where it has to wait for us
    other.join()

    assert outcomes == [StaleRevisionError]
    assert store_rows.head(store, number).bases[TRF].arrival_id == mine


# --- decisions ---


def test_a_decision_does_not_change_when_the_content_changed(
    store: Store, number: int
) -> None:
    save(store, store_rows.head(store, number), b"one")
    head = store_rows.head(store, number)
    with store.write() as session:
        decided = decisions.save_decision(session, number, "hold", "why", later(9))
        new = NewRevision(head.snapshot, [], head.findings, decision_id=decided)
        revisions.save_revision(
            session, head, new, head.name, later(9), changed_utc=head.changed_utc
        )
    after = store_rows.head(store, number)

    assert (after.number, after.changed_utc) == (2, later(5))
    assert (after.snapshot, after.findings) == (head.snapshot, head.findings)


def test_the_newest_decision_of_a_kind_counts(store: Store, number: int) -> None:
    other = store_rows.tournament(store, "other")
    with store.write() as session:
        decisions.save_decision(session, number, decisions.HOLD, "doubts", NOW)
        decisions.save_decision(session, number, decisions.RELEASED, "yes", NOW)
        decisions.save_decision(session, number, decisions.HOLD, "", NOW)
        decisions.save_decision(session, other, decisions.HOLD, "other", NOW)
    with store.read() as session:
        assert decisions.load_decisions(session, number) == {
            decisions.HOLD: "",
            decisions.RELEASED: "yes",
        }


# --- waiting ---


def test_what_is_waited_for_is_remembered(store: Store, number: int) -> None:
    with store.write() as session:
        revisions.save_waiting(session, number, WAITING)
    with store.read() as session:
        assert revisions.load_waiting(session, number) == WAITING


def due(store: Store, now: dt.datetime = NOW, limit: int = 10) -> list[int]:
    with store.read() as session:
        return rechecks.due_tournaments(session, now, limit)


def test_a_changed_tournament_is_due_at_once(store: Store, number: int) -> None:
    save(store, store_rows.head(store, number), b"one")
    assert due(store, later(4)) == []
    assert due(store, later(5)) == [number]


def test_who_waits_longest_is_due_first(store: Store) -> None:
    numbers = [store_rows.tournament(store, name) for name in ("a", "b", "c")]
    with store.write() as session:
        for tournament_id, seconds in zip(numbers, (2, 1, 3), strict=True):
            head = revisions.load_head(session, tournament_id)
            revisions.save_revision(session, head, NewRevision(b"x", [], ()), "x", NOW)
            rechecks.save_recheck(session, tournament_id, later(seconds))
    a, b, _ = numbers

    assert due(store, later(2)) == [b, a]
    assert due(store, later(2), limit=1) == [b]


def test_what_waits_for_an_event_is_not_due(store: Store, number: int) -> None:
    save(store, store_rows.head(store, number), b"one")
    with store.write() as session:
        waiting = replace(WAITING, recheck_utc=None)
        revisions.save_waiting(session, number, waiting)
    assert due(store, later(10**6)) == []


@pytest.mark.parametrize("recheck_utc", [None, later(10**6)])
def test_a_look_asked_for_during_a_look_is_not_forgotten(
    store: Store, number: int, recheck_utc: dt.datetime | None
) -> None:
    save(store, store_rows.head(store, number), b"one")
    begun = store_rows.head(store, number)
    with store.write() as session:
        rechecks.save_recheck(session, number, later(7))
    with store.write() as session:
        waiting = replace(WAITING, recheck_utc=recheck_utc)
        revisions.save_waiting(session, number, waiting, looked_at=begun)
    assert due(store, later(8)) == [number]


def test_a_tournament_without_revision_is_never_due(store: Store, number: int) -> None:
    """Nothing can be assessed in it, so it would be due for ever."""
    with store.write() as session:
        rechecks.save_recheck(session, number, NOW)
    assert due(store) == []


def test_a_uuid_belongs_to_one_tournament(store: Store) -> None:
    same = str(uuid.uuid4())
    with store.write() as session:
        key = store_rows.key(session, "one")
        revisions.save_tournament(session, key, "One", same, NOW)
    with pytest.raises(DuplicateError), store.write() as session:
        revisions.save_tournament(
            session, replace(key, folded_name="two"), "Two", same, NOW
        )
