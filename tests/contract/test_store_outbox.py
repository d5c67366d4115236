"""The outbox, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import col, update

from syncd.bilingual import Text
from syncd.errors import DuplicateError, NotFoundError, StoreError
from syncd.store import outbox, reports
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    from syncd.store.engine import Store

later = store_rows.later
only, due = store_rows.only, store_rows.due_submissions
claim = store_rows.claim
SAID = Text("Said.", "Gesagt.")
STATES = tuple(outbox.TRANSITIONS)


@pytest.fixture
def number(store: Store) -> int:
    return store_rows.tournament(store)


@pytest.fixture
def queued(store: Store, number: int) -> int:
    """A submission that is due."""
    return store_rows.submission(store, store_rows.report(number))


def put_into_state(store: Store, submission_id: int, state: str) -> None:
    with store.write() as session:
        session.exec(
            update(SubmissionRow)
            .where(col(SubmissionRow.id) == submission_id)
            .values(state=state, failures=3)
        )


def move(store: Store, submission_id: int, state: str) -> None:
    with store.write() as session:
        outbox.move_submission(session, submission_id, state, SAID, later(7))


# --- the state machine ---


def test_every_state_is_in_the_table() -> None:
    following = set().union(*outbox.TRANSITIONS.values())
    assert following <= set(STATES)
    assert len(STATES) == 13


@pytest.mark.parametrize("present", STATES)
def test_only_what_the_table_says_may_follow(
    store: Store, number: int, queued: int, present: str
) -> None:
    for following in STATES:
        put_into_state(store, queued, present)
        if following in outbox.TRANSITIONS[present]:
            move(store, queued, following)
            assert only(store, number).state == following
        else:
            with pytest.raises(
                StoreError, match=f"{present} cannot become {following}"
            ):
                move(store, queued, following)
            assert only(store, number).state == present


def test_queueing_again_starts_anew(store: Store, number: int, queued: int) -> None:
    put_into_state(store, queued, outbox.REJECTED)
    move(store, queued, outbox.QUEUED)

    assert only(store, number).failures == 0
    assert only(store, number).note == SAID
    assert due(store, later(6)) == []
    assert due(store, later(7)) == [queued]


def test_a_submission_that_does_not_exist(store: Store) -> None:
    with pytest.raises(NotFoundError, match="no submission number 99"):
        move(store, 99, outbox.QUEUED)


# --- putting reports in ---


def test_a_submission_tells_everything_about_its_report(
    store: Store, number: int
) -> None:
    new = store_rows.report(number)
    submission_id = store_rows.submission(store, new)
    found = only(store, number)

    assert (found.id, found.portal, found.tournament_id) == (
        submission_id,
        "dwz",
        number,
    )
    assert (found.revision, found.kind, found.state) == (1, "first", "queued")
    assert (found.file_uuid, found.payload_sha256) == (
        new.file_uuid,
        new.payload_sha256,
    )
    assert found.tournament_uuid == store_rows.head(store, number).uuid
    assert (found.sends, found.failures, found.may_have_arrived) == (0, 0, False)
    with store.read() as session:
        assert reports.load_report(session, found.report_id) == b"<x/>"


def test_a_revision_goes_once_to_a_portal(store: Store, number: int) -> None:
    store_rows.submission(store, store_rows.report(number))
    with pytest.raises(DuplicateError):
        store_rows.submission(store, store_rows.report(number))

    store_rows.submission(store, store_rows.report(number), portal="upload")
    store_rows.submission(store, store_rows.report(number), kind=outbox.CORRECTION)
    store_rows.submission(store, store_rows.report(number, revision=2))
    assert len(store_rows.submissions(store, number)) == 4


def test_a_file_uuid_names_one_report(store: Store, number: int) -> None:
    new = store_rows.report(number)
    store_rows.submission(store, new)
    with pytest.raises(DuplicateError):
        store_rows.submission(store, replace(new, revision=2))


def test_submissions_of_one_portal_in_order(store: Store, number: int) -> None:
    ids = [
        store_rows.submission(store, store_rows.report(number, revision=n), portal=name)
        for n, name in ((1, "dwz"), (2, "upload"), (3, "dwz"))
    ]
    with store.read() as session:
        found = outbox.load_submissions(session, number, "dwz")
        assert [item.id for item in found] == [ids[0], ids[2]]


# --- drafts ---


def test_a_draft_gets_a_newer_report(store: Store, number: int) -> None:
    new = store_rows.report(number)
    draft = store_rows.submission(store, new, state=outbox.DRAFTED)
    newer = store_rows.report(number, data=b"<y/>")
    with store.write() as session:
        report_id = reports.save_report(session, newer, store_rows.NOW)
        outbox.replace_draft(session, draft, report_id)

    assert only(store, number).file_uuid == newer.file_uuid
    assert only(store, number).state == outbox.DRAFTED


@pytest.mark.parametrize("state", [item for item in STATES if item != outbox.DRAFTED])
def test_what_is_no_draft_keeps_its_bytes(
    store: Store, number: int, queued: int, state: str
) -> None:
    put_into_state(store, queued, state)
    before = only(store, number)
    with pytest.raises(StoreError), store.write() as session:
        outbox.replace_draft(session, queued, before.report_id)
    assert only(store, number) == before


# --- what is due ---


def test_who_waits_longest_is_sent_first(store: Store, number: int) -> None:
    ids = [
        store_rows.submission(
            store, store_rows.report(number, revision=n), now=later(seconds)
        )
        for n, seconds in ((1, 2), (2, 1), (3, 1), (4, 9))
    ]
    assert due(store, later(2)) == [ids[1], ids[2], ids[0]]
    assert due(store, later(2), limit=1) == [ids[1]]


@pytest.mark.parametrize("state", STATES)
def test_only_what_can_be_sent_is_due(store: Store, queued: int, state: str) -> None:
    put_into_state(store, queued, state)
    sendable = state in {outbox.QUEUED, outbox.SENDING, outbox.UNKNOWN}
    assert due(store) == ([queued] if sendable else [])
    assert (claim(store, queued) is not None) == sendable
