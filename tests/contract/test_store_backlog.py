"""What waits longest, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import store_rows

from syncd.bilingual import Text
from syncd.store import backlog, inbox, outbox, rechecks
from syncd.store.inbox import Outcome
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOW, later = store_rows.NOW, store_rows.later


def oldest(store: Store) -> dict[str, tuple[str, str, float]]:
    with store.read() as session:
        found = backlog.load_oldest(session, NOW)
    return {
        item.kind: (
            item.name.lower(),
            item.portal,
            (NOW - item.since_utc).total_seconds(),
        )
        for item in found
    }


def test_an_empty_store_has_no_backlog(store: Store) -> None:
    assert oldest(store) == {}


def test_of_every_kind_the_longest_waiting_is_told(store: Store) -> None:
    with store.write() as session:
        for number in range(3):
            store_rows.arrival(session, name=f"{number}.trf")
        assert inbox.claim_arrival(session, 1, "w", NOW, 60.0)
        done = Outcome(inbox.DONE, Text("Done.", "Fertig."))
        inbox.finish_arrival(session, 1, "w", done, NOW)
    first, second = (store_rows.tournament(store, name) for name in ("a", "b"))
    with store.write() as session:
        rechecks.save_recheck(session, first, later(-10))
        rechecks.save_recheck(session, second, later(-70))
    assert oldest(store) == {
        "arrival": ("1.trf", "", 0.0),
        "tournament": ("b", "", 70.0),
    }


def test_a_report_waits_from_when_it_was_queued_until_it_is_there(store: Store) -> None:
    tournament_id = store_rows.tournament(store)
    queued = store_rows.submission(store, store_rows.report(tournament_id))
    with store.write() as session:
        row = session.get(SubmissionRow, queued)
        assert row is not None
        row.queued_utc = later(-400)
        session.add(row)
    assert oldest(store)["submission"][2] == 400
    with store.write() as session:
        row = session.get(SubmissionRow, queued)
        assert row is not None
        row.state = outbox.ACCEPTED
        session.add(row)
    assert "submission" not in oldest(store)
