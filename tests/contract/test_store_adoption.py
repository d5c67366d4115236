"""Storing adopted reports, on SQLite and PostgreSQL."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import col, select, update

from syncd.errors import DuplicateError, StaleRevisionError, StoreError
from syncd.store import adoption, outbox, readmodels, rechecks, revisions
from syncd.store.tables import ReceiptRow, SubmissionRow

if TYPE_CHECKING:
    from syncd.store.engine import Store
    from syncd.store.reports import NewReport

NOW, later = store_rows.NOW, store_rows.later
THEIRS = str(uuid.UUID(int=7))


@pytest.fixture
def number(store: Store) -> int:
    made = store_rows.tournament(store)
    store_rows.revised(store, made)
    return made


def adopt(store: Store, new: NewReport, tournament_uuid: str = THEIRS) -> None:
    with store.write() as session:
        adoption.save_adopted(session, new, "dwz", tournament_uuid, later(5))


def own_report(
    store: Store, number: int, state: str, *, portal: str = "dwz", arrived: bool = False
) -> None:
    made = store_rows.submission(store, store_rows.report(number), portal=portal)
    with store.write() as session:
        session.exec(
            update(SubmissionRow)
            .where(col(SubmissionRow.id) == made)
            .values(state=state, may_have_arrived=arrived)
        )


def states(store: Store, number: int) -> list[tuple[str, str]]:
    found = store_rows.submissions(store, number)
    return [(item.kind, item.state) for item in found]


def test_an_adopted_report_is_accepted(store: Store, number: int) -> None:
    new = store_rows.report(number)
    adopt(store, new)

    assert states(store, number) == [("adopted", "accepted")]
    assert store_rows.head(store, number).uuid == THEIRS
    with store.read() as session:
        assert session.exec(select(ReceiptRow.already_there)).one()
        assert rechecks.due_tournaments(session, later(5), 9) == [number]
        kinds = [line.kind for line in readmodels.list_history(session, number)]
        assert kinds == ["report.adopted"]
        (line,) = readmodels.list_reports(session)
        assert (line.file_uuid, line.sends) == (new.file_uuid, 0)


@pytest.mark.parametrize("state", [outbox.DRAFTED, outbox.QUEUED, outbox.REJECTED])
@pytest.mark.parametrize("portal", ["dwz", "upload"])
def test_what_was_not_sent_is_superseded(
    store: Store, number: int, state: str, portal: str
) -> None:
    own_report(store, number, state, portal=portal)
    adopt(store, store_rows.report(number))
    assert states(store, number) == [("first", "superseded"), ("adopted", "accepted")]


def test_what_was_superseded_stays_so(store: Store, number: int) -> None:
    own_report(store, number, outbox.SUPERSEDED)
    adopt(store, store_rows.report(number))
    assert states(store, number) == [("first", "superseded"), ("adopted", "accepted")]


@pytest.mark.parametrize(
    ("state", "arrived"),
    [
        (outbox.SENDING, False),
        (outbox.UNKNOWN, True),
        (outbox.ACCEPTED, True),
        (outbox.QUEUED, True),
        (outbox.REJECTED, True),
    ],
)
@pytest.mark.parametrize("portal", ["dwz", "upload"])
def test_a_tournament_that_reported_itself_adopts_nothing(
    store: Store, number: int, state: str, portal: str, *, arrived: bool
) -> None:  # fmt: skip
    own_report(store, number, state, portal=portal, arrived=arrived)
    before = store_rows.head(store, number).uuid

    with pytest.raises(StoreError, match="sent a report of its own"):
        adopt(store, store_rows.report(number))
    assert states(store, number) == [("first", state)]
    assert store_rows.head(store, number).uuid == before


def test_who_looked_before_the_adoption_cannot_go_on(store: Store, number: int) -> None:
    before = store_rows.head(store, number)
    adopt(store, store_rows.report(number))
    with store.write() as session, pytest.raises(StaleRevisionError):
        revisions.lock_unmoved(session, before)


def test_a_report_is_adopted_once(store: Store, number: int) -> None:
    new = store_rows.report(number)
    adopt(store, new)
    with pytest.raises(StoreError):
        adopt(store, new)
    assert len(states(store, number)) == 1


def test_a_uuid_belongs_to_one_tournament(store: Store, number: int) -> None:
    other = store_rows.tournament(store, "other")
    adopt(store, store_rows.report(number))
    with pytest.raises(DuplicateError):
        adopt(store, store_rows.report(other))
    assert states(store, other) == []
