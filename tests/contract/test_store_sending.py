"""Sending reports and what comes of it, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import select

from syncd.bilingual import Text
from syncd.store import outbox, readmodels
from syncd.store.rows import sha256_hex
from syncd.store.sending import Ending, PortalReceipt, Sending, save_receipts
from syncd.store.tables import AttemptRow, ReceiptRow, SubmissionRow

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOW, LEASE_S, later = store_rows.NOW, store_rows.LEASE_S, store_rows.later
only, due = store_rows.only, store_rows.due_submissions
claim, claimed = store_rows.claim, store_rows.claimed
SAID = Text("Said.", "Gesagt.")

ACCEPTED = Ending(outbox.ACCEPTED, "accepted", SAID, 201, may_have_arrived=True)
LATER = Ending(outbox.QUEUED, "later", SAID, 503, due_utc=later(30))
UNKNOWN = Ending(
    outbox.UNKNOWN, "unknown", SAID, due_utc=later(30), may_have_arrived=True
)
REJECTED = Ending(outbox.REJECTED, "rejected", SAID, 422)


@pytest.fixture
def number(store: Store) -> int:
    return store_rows.tournament(store)


@pytest.fixture
def queued(store: Store, number: int) -> int:
    """A submission that is due."""
    return store_rows.submission(store, store_rows.report(number))


def finish(store: Store, sending: Sending, ending: Ending) -> str:
    with store.write() as session:
        return store_rows.finish_in(session, sending, ending, later(1))


def attempts(store: Store, submission_id: int) -> list[tuple[int, str]]:
    with store.read() as session:
        rows = readmodels.list_attempts(session, submission_id)
        return [(row.number, row.outcome) for row in rows]


# --- sending ---


def test_the_attempt_is_stored_before_anything_leaves(
    store: Store, number: int, queued: int
) -> None:
    sending = claimed(store, queued)

    assert (sending.attempt, sending.data) == (1, b"<x/>")
    assert sending.submission == only(store, number)
    assert (sending.submission.state, sending.submission.sends) == ("sending", 1)
    assert attempts(store, queued) == [(1, "")]
    with store.read() as session:
        row = session.exec(select(AttemptRow)).one()
        assert (row.sha256, row.started_utc) == (sha256_hex(b"<x/>"), NOW)
        assert row.finished_utc is None


def test_of_two_workers_exactly_one_sends(store: Store, queued: int) -> None:
    barrier = threading.Barrier(2)

    def work(owner: str) -> bool:
        barrier.wait()
        return claim(store, queued, owner) is not None

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(work, ("w1", "w2"))) == [False, True]
    assert len(attempts(store, queued)) == 1


def test_while_one_sends_it_is_due_for_nobody(store: Store, queued: int) -> None:
    claimed(store, queued)
    assert due(store, later(LEASE_S)) == []
    assert claim(store, queued, "w2", later(LEASE_S)) is None


def test_an_attempt_without_end_is_unknown_and_repeated_with_the_same_bytes(
    store: Store, queued: int
) -> None:
    first = claimed(store, queued, "dead")
    again = claimed(store, queued, "w2", later(LEASE_S + 1))

    assert attempts(store, queued) == [(1, "unknown"), (2, "")]
    assert (again.attempt, again.data) == (2, first.data)
    assert again.submission.file_uuid == first.submission.file_uuid
    assert again.submission.may_have_arrived
    with store.read() as session:
        row = readmodels.list_attempts(session, queued)[0]
        assert (row.finished_utc, row.text) == (
            later(LEASE_S + 1), "the sender stopped",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("ending", "failures", "arrived"),
    [(ACCEPTED, 0, True), (LATER, 1, False), (UNKNOWN, 1, True), (REJECTED, 0, False)],
    ids=lambda item: item.outcome if isinstance(item, Ending) else "",
)
def test_how_a_send_ended_is_recorded(
    store: Store, queued: int, ending: Ending, failures: int, *, arrived: bool
) -> None:
    sending = claimed(store, queued)

    assert finish(store, sending, ending) == ending.state
    found = only(store, sending.submission.tournament_id)
    assert (found.state, found.note) == (ending.state, SAID)
    assert (found.failures, found.may_have_arrived) == (failures, arrived)
    assert attempts(store, queued) == [(1, ending.outcome)]
    with store.read() as session:
        row = session.exec(select(AttemptRow)).one()
        assert (row.status, row.text) == (ending.status, "Said.")


@pytest.mark.parametrize("ending", [LATER, UNKNOWN], ids=["later", "unknown"])
def test_a_failed_send_is_due_again_when_it_says(
    store: Store, queued: int, ending: Ending
) -> None:
    for count in (1, 2):
        finish(store, claimed(store, queued, now=later(40 * count)), ending)
    assert due(store, later(29)) == []
    assert due(store, later(30)) == [queued]
    assert attempts(store, queued) == [(1, ending.outcome), (2, ending.outcome)]


def test_failures_are_counted_in_a_row(store: Store, number: int, queued: int) -> None:
    for count in (1, 2, 3):
        finish(store, claimed(store, queued, now=later(40 * count)), LATER)
        assert only(store, number).failures == count
    finish(store, claimed(store, queued, now=later(200)), ACCEPTED)
    assert only(store, number).failures == 0
    assert only(store, number).sends == 4


@pytest.mark.parametrize("ending", [ACCEPTED, REJECTED], ids=["accepted", "rejected"])
def test_what_is_settled_is_not_due_again(
    store: Store, queued: int, ending: Ending
) -> None:
    finish(store, claimed(store, queued), ending)
    assert due(store, later(10**6)) == []


# --- answers that come late ---


def test_a_late_acceptance_counts_although_another_worker_sends(
    store: Store, number: int, queued: int
) -> None:
    slow = claimed(store, queued, "slow")
    other = claimed(store, queued, "w2", later(LEASE_S + 1))

    assert finish(store, slow, ACCEPTED) == outbox.ACCEPTED
    assert finish(store, other, LATER) == outbox.ACCEPTED
    assert only(store, number).state == outbox.ACCEPTED
    assert attempts(store, queued) == [(1, "accepted"), (2, "later")]
    assert due(store, later(10**6)) == []


def test_a_late_acceptance_counts_although_the_report_was_given_up(
    store: Store, number: int, queued: int
) -> None:
    slow = claimed(store, queued, "slow")
    finish(store, claimed(store, queued, "w2", later(LEASE_S + 1)), REJECTED)
    with store.write() as session:
        outbox.move_submission(session, queued, outbox.SUPERSEDED, SAID, NOW)

    assert finish(store, slow, ACCEPTED) == outbox.ACCEPTED
    assert only(store, number).state == outbox.ACCEPTED


@pytest.mark.parametrize("ending", [LATER, UNKNOWN, REJECTED])
def test_a_late_failure_does_not_disturb_another_worker(
    store: Store, number: int, queued: int, ending: Ending
) -> None:
    slow = claimed(store, queued, "slow")
    other = claimed(store, queued, "w2", later(LEASE_S + 1))

    assert finish(store, slow, ending) == outbox.SENDING
    assert only(store, number).state == outbox.SENDING
    assert claim(store, queued, "w3", later(LEASE_S + 2)) is None
    assert finish(store, other, ACCEPTED) == outbox.ACCEPTED


def test_a_late_answer_without_a_rival_counts(store: Store, queued: int) -> None:
    slow = claimed(store, queued, "slow")
    assert due(store, later(LEASE_S + 1)) == [queued]
    assert finish(store, slow, REJECTED) == outbox.REJECTED
    assert due(store, later(LEASE_S + 1)) == []


def test_what_may_have_arrived_once_may_always_have_arrived(
    store: Store, number: int, queued: int
) -> None:
    finish(store, claimed(store, queued), UNKNOWN)
    finish(store, claimed(store, queued, now=later(40)), LATER)
    assert only(store, number).may_have_arrived


# --- receipts ---


def test_the_first_receipt_is_kept(store: Store, queued: int) -> None:
    for there, number in ((False, "R-1"), (True, "R-2")):
        with store.write() as session:
            receipt = PortalReceipt(NOW, there, number, 200, b"{}")
            save_receipts(session, {queued: receipt})
    with store.read() as session:
        row = session.exec(select(ReceiptRow)).one()
        assert (row.already_there, row.number, row.answer) == (False, "R-1", b"{}")


@pytest.mark.parametrize(
    ("late", "outcome"),
    [(LATER, "unknown"), (REJECTED, "unknown"), (ACCEPTED, "accepted")],
)
def test_a_send_that_ends_after_it_was_given_up_is_counted_once(
    store: Store, queued: int, late: Ending, outcome: str
) -> None:
    slow = claimed(store, queued, "w1")
    after = later(LEASE_S + 1)
    second = claimed(store, queued, "w2", after)
    finish(store, slow, late)
    assert attempts(store, queued)[0] == (1, outcome)
    finish(store, second, ACCEPTED)
    with store.read() as session:
        row = session.exec(select(SubmissionRow)).one()
        assert (row.requests, row.state) == (2, "accepted")
