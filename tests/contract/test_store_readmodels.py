"""What people ask the store, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import store_rows

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.store import decisions, inbox, outbox, readmodels, revisions
from syncd.store.events import save_event
from syncd.store.findings import decode_findings, encode_findings
from syncd.store.inbox import Outcome
from syncd.store.revisions import NewRevision, Waiting
from syncd.store.sending import Ending, PortalReceipt, save_receipts

if TYPE_CHECKING:
    from syncd.store.engine import Store

NOW, LEASE_S, later = store_rows.NOW, store_rows.LEASE_S, store_rows.later
CHANGE = {"place": "player 7", "field": "rank", "old": "1", "new": "2"}
SAID = Text("Said.", "Gesagt.")


def wait(store: Store, tournament_id: int, *, needs_person: bool) -> None:
    with store.write() as session:
        waiting = Waiting("held", SAID, needs_person=needs_person, recheck_utc=None)
        revisions.save_waiting(session, tournament_id, waiting)


def end(store: Store, arrival_id: int, state: str) -> None:
    with store.write() as session:
        assert inbox.claim_arrival(session, arrival_id, "w1", NOW, LEASE_S)
        outcome = Outcome(state, SAID)
        inbox.finish_arrival(session, arrival_id, "w1", outcome, NOW)


# --- lists ---


def test_tournaments_that_need_a_person_come_first(store: Store) -> None:
    a, b, c = (store_rows.tournament(store, name) for name in ("a", "b", "c"))
    store_rows.revised(store, b)
    wait(store, a, needs_person=False)
    wait(store, b, needs_person=True)
    with store.read() as session:
        lines = readmodels.list_tournaments(session)

    assert [line.id for line in lines] == [b, a, c]
    assert (lines[0].source, lines[0].head, lines[0].changed_utc) == ("north", 1, NOW)
    assert (lines[0].wait_code, lines[0].reason) == ("held", SAID)
    assert [line.needs_person for line in lines] == [True, False, False]


def test_arrivals_by_state_newest_first(store: Store) -> None:
    with store.write() as session:
        ids = [store_rows.arrival(session, name=f"{n}.trf") for n in range(4)]
    end(store, ids[0], inbox.QUARANTINED)
    end(store, ids[1], inbox.DONE)
    end(store, ids[2], inbox.WAITING)
    with store.read() as session:
        both = (inbox.WAITING, inbox.QUARANTINED)
        lines = readmodels.list_arrivals(session, both)
        counts = readmodels.count_arrivals(session)

    assert [line.id for line in lines] == [ids[2], ids[0]]
    assert (lines[0].name, lines[0].source, lines[0].note) == ("2.trf", "north", SAID)
    assert counts == {"quarantined": 1, "done": 1, "waiting": 1, "received": 1}


def test_the_oldest_arrival_nobody_worked_on(store: Store) -> None:
    with store.read() as session:
        assert readmodels.oldest_waiting_utc(session) is None
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
    with store.read() as session:
        assert readmodels.oldest_waiting_utc(session) == NOW
    end(store, arrival_id, inbox.DONE)
    with store.read() as session:
        assert readmodels.oldest_waiting_utc(session) is None


def test_reports_with_their_receipts(store: Store) -> None:
    one, two = store_rows.tournament(store, "one"), store_rows.tournament(store, "two")
    first = store_rows.submission(store, store_rows.report(one))
    store_rows.submission(store, store_rows.report(two), state=outbox.DRAFTED)
    sending = store_rows.claimed(store, first)
    with store.write() as session:
        ending = Ending(outbox.ACCEPTED, "accepted", SAID)
        store_rows.finish_in(session, sending, ending, NOW)
        receipt = PortalReceipt(NOW, already_there=False, number="R-1", status=201)
        save_receipts(session, {first: receipt})
    with store.read() as session:
        a, b = readmodels.list_reports(session)
        assert readmodels.list_reports(session, two) == [b]

    assert (a.tournament, a.state, a.sends, a.receipt) == ("One", "accepted", 1, "R-1")
    assert (b.tournament, b.state, b.sends, b.receipt) == ("Two", "drafted", 0, "")
    assert (a.queued_utc, b.queued_utc) == (NOW, None)
    assert a.file_uuid == sending.submission.file_uuid


# --- history ---


def test_the_history_tells_what_each_event_changed(store: Store) -> None:
    number = store_rows.tournament(store)
    head = store_rows.head(store, number)
    with store.write() as session:
        arrival_id = store_rows.arrival(session)
        revisions.save_revision(
            session, head, NewRevision(b"x", [CHANGE], (), arrival_id), "Open", NOW
        )
        save_event(
            session, "arrival.done", SAID, NOW,
            tournament_id=number, arrival_id=arrival_id,
        )  # fmt: skip
        save_event(session, "report.queued", SAID, later(1), tournament_id=number)
        save_event(session, "elsewhere", SAID, later(1))
    for value in ("one", "two"):
        head = store_rows.head(store, number)
        with store.write() as session:
            decided = decisions.save_decision(session, number, "hold", value, NOW)
            new = NewRevision(b"x", [{"new": value}], (), None, decided)
            revisions.save_revision(session, head, new, "Open", NOW)
            save_event(session, "decision", SAID, NOW, tournament_id=number)
    with store.read() as session:
        lines = readmodels.list_history(session, number)

    assert [(line.kind, line.revision, line.changes) for line in lines] == [
        ("arrival.done", 1, (CHANGE,)),
        ("report.queued", 0, ()),
        ("decision", 2, ({"new": "one"},)),
        ("decision", 3, ({"new": "two"},)),
    ]
    assert (lines[1].at_utc, lines[1].text) == (later(1), SAID)


# --- naming a tournament ---


def test_a_tournament_by_number_uuid_or_part_of_its_name(store: Store) -> None:
    one = store_rows.tournament(store, "herbst-open 2026")
    two = store_rows.tournament(store, "winter-open 2026")
    uuid = store_rows.head(store, two).uuid
    with store.read() as session:
        for named, expected in (
            (str(one), one),
            (f" {two} ", two),
            (uuid, two),
            (uuid.upper(), two),
            ("HERBST", one),
            ("Winter-Open 2026", two),
        ):
            assert readmodels.find_tournament_id(session, named) == expected


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("open", "2 tournaments fit 'open': 1 Herbst-Open; 2 Open 2013"),
        ("blitz", "No tournament is called 'blitz'"),
        ("", "No tournament is called ''"),
        ("13", "No tournament is called '13'"),  # never the one of the year 2013
    ],
)
def test_who_means_none_or_several_is_asked(
    store: Store, named: str, said: str
) -> None:
    for name in ("herbst-open", "open 2013"):
        store_rows.tournament(store, name)
    with store.read() as session, pytest.raises(NotFoundError) as caught:
        readmodels.find_tournament_id(session, named)
    assert said in caught.value.text.en


# --- findings ---


def test_findings_come_back_as_they_were() -> None:
    findings = (store_rows.FINDING, store_rows.FINDING)
    assert decode_findings(encode_findings(findings)) == findings
    assert decode_findings(encode_findings(())) == ()
