"""Sending reports, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import (
    BadReceiptError,
    ConfigError,
    RejectedError,
    UnreachableError,
)
from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending.submit import submit_next
from syncd.store import outbox, readmodels
from syncd.store.tables import EventRow, ReceiptRow
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store
    from syncd.submit.portal import Package

SWISS = pipeline_world.SWISS
CORRECTED = pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
NAME = "Klein"


@pytest.fixture
def world(store: Store) -> World:
    """A world in which a report is ready to be sent."""
    made = pipeline_world.make_world(store, DWZ)
    made.process(made.receive(SWISS))
    assess(made.context(), 1, made.now)
    return made


def send(world: World) -> str | None:
    return submit_next(world.context(), 1, world.clock)


def attempts(world: World) -> list[tuple[str, int | None]]:
    with world.store.read() as session:
        rows = readmodels.list_attempts(session, 1)
        return [(row.outcome, row.status) for row in rows]


def receipt(world: World) -> ReceiptRow:
    with world.store.read() as session:
        return session.exec(select(ReceiptRow)).one()


def due_in_s(world: World) -> float:
    with world.store.read() as session:
        (line,) = readmodels.list_reports(session)
        return (line.due_utc - world.now).total_seconds()


# --- accepted ---


def test_an_accepted_report_has_a_receipt(world: World) -> None:
    world.portal.script = [Receipt(already_there=False, number="R-7", status=201)]
    assert send(world) == outbox.ACCEPTED

    assert attempts(world) == [("accepted", None)]
    assert (receipt(world).number, receipt(world).status) == ("R-7", 201)
    assert world.wake.tournaments[-1] == 1
    assert world.events()[-1] == "send.accepted"


def test_a_portal_that_has_it_already_accepts_it(world: World) -> None:
    world.portal.script = [Receipt(already_there=True, status=200)]
    assert send(world) == outbox.ACCEPTED
    assert receipt(world).already_there


def test_there_is_nothing_to_send_twice(world: World) -> None:
    assert send(world) == outbox.ACCEPTED
    assert send(world) is None
    assert len(world.portal.received) == 1


def test_while_one_sends_another_does_not(world: World) -> None:
    inner: list[str | None] = []

    class Slow(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            inner.append(send(world))
            return super().send(package)

    world.portals["dwz"] = Slow("dwz")
    assert send(world) == outbox.ACCEPTED
    assert inner == [None]


# --- not reached ---


def test_a_portal_out_of_reach_is_tried_later_and_later(world: World) -> None:
    for wait_s in (30, 60, 120):
        world.portal.script = [pipeline_world.unreachable()]
        assert send(world) == outbox.QUEUED
        assert due_in_s(world) == wait_s
        assert send(world) is None
        world.wait(seconds=wait_s)

    assert send(world) == outbox.ACCEPTED
    assert attempts(world) == [("later", None)] * 3 + [("accepted", None)]
    assert len({item.data for item in world.portal.received}) == 1


def test_a_portal_that_asks_for_time_gets_it(world: World) -> None:
    text = Text("Come back.", "Später.")
    world.portal.script = [UnreachableError(text, status=503, retry_after_s=900)]
    assert send(world) == outbox.QUEUED
    assert due_in_s(world) == 900
    assert attempts(world) == [("later", 503)]


# --- outcome unknown ---


def test_without_an_answer_the_same_bytes_go_again(world: World) -> None:
    world.portal.script = [pipeline_world.no_answer()]
    assert send(world) == outbox.UNKNOWN
    world.wait(seconds=30)
    assert send(world) == outbox.ACCEPTED

    first, again = world.portal.received
    assert first == again
    assert receipt(world).already_there
    assert attempts(world) == [("unknown", None), ("accepted", None)]


def test_an_answer_nobody_understands_is_no_answer(world: World) -> None:
    text = Text("What?", "Wie bitte?")
    world.portal.script = [BadReceiptError(text, status=200)]
    assert send(world) == outbox.UNKNOWN
    assert attempts(world) == [("unknown", 200)]


def test_what_may_have_arrived_is_never_given_up_for_a_newer_report(
    world: World,
) -> None:
    world.portal.script = [pipeline_world.no_answer(), pipeline_world.unreachable()]
    send(world)
    world.wait(seconds=30)
    assert send(world) == outbox.QUEUED
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "queued")]

    world.wait(minutes=5)
    world.settle()
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "accepted")]


def test_a_worker_that_died_while_sending_is_followed_by_the_same_bytes(
    world: World,
) -> None:
    class Deadly(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            super().send(package)
            raise KeyboardInterrupt

    world.portals["dwz"] = Deadly("dwz")
    with pytest.raises(KeyboardInterrupt):
        send(world)
    assert send(world) is None
    (first,) = world.portal.received

    world.portals["dwz"] = pipeline_world.ScriptedPortal("dwz")
    world.wait(minutes=5)
    assert send(world) == outbox.ACCEPTED
    assert world.portal.received == [first]
    assert attempts(world) == [("unknown", None), ("accepted", None)]


# --- refused ---


def test_a_refusal_waits_for_a_person_in_the_portals_words(world: World) -> None:
    world.portal.script = [pipeline_world.rejected()]
    assert send(world) == outbox.REJECTED
    world.settle()
    waiting = world.stored_why()

    assert (waiting.code, waiting.needs_person) == ("report.rejected", True)
    assert "refused the report: Player Klein is unknown." in waiting.text.en
    assert world.wake.tournaments[-1] == 1
    world.wait(days=9)
    assert world.settle() == 0


def test_a_refusal_names_the_player_that_the_portal_means(world: World) -> None:
    said = "P17 at players/player[2]/dobYear"
    world.portal.script = [RejectedError(Text("No.", "Nein."), status=422, said=said)]
    assert send(world) == outbox.REJECTED
    world.settle()
    player = decode_report(world.portal.received[0].data).payload.players[1]
    who = f"{player.number} ({player.surname}, {player.forename}), dobYear"
    waiting = world.stored_why()

    assert f"No. This concerns: Player {who}." in waiting.text.en
    assert f"Nein. Das betrifft: Teilnehmernummer {who}." in waiting.text.de


def test_the_journal_never_quotes_the_portal(world: World) -> None:
    world.portal.script = [pipeline_world.rejected()]
    send(world)
    with world.store.read() as session:
        events = session.exec(select(EventRow)).all()
        texts = [text for event in events for text in (event.text_en, event.text_de)]
    assert "rejected, HTTP 422" in " ".join(texts)
    assert not [text for text in texts if NAME in text]


# --- the configuration ---


def test_a_portal_that_is_gone_gets_nothing_and_costs_nothing(world: World) -> None:
    world.use_portals()
    assert send(world) is None
    (waiting,) = world.submissions()
    assert (waiting.state, waiting.sends, waiting.failures) == ("queued", 0, 0)
    assert "no longer in the configuration" in waiting.note.en
    assert due_in_s(world) == 300
    assert attempts(world) == []

    world.use_portals(DWZ)
    world.wait(hours=1)
    assert send(world) == outbox.ACCEPTED


def test_a_report_of_unknown_outcome_stays_so_while_its_portal_is_gone(
    world: World,
) -> None:
    world.portal.script = [pipeline_world.no_answer()]
    send(world)
    world.use_portals()
    world.wait(seconds=30)
    assert send(world) is None
    assert world.reports() == [(FIRST, "unknown")]


def test_a_portal_that_cannot_be_opened_is_no_attempt(world: World) -> None:
    def refuse(_: object) -> pipeline_world.ScriptedPortal:
        raise ConfigError(Text("No such CA file.", "Keine solche CA-Datei."))

    broken = pipeline_world.replaced(world.context(), open_portal=refuse)
    assert submit_next(broken, 1, world.clock) is None
    assert world.reports() == [(FIRST, "queued")]
    assert world.submissions()[0].note.en == "No such CA file."
    assert world.submissions()[0].sends == 0
    assert due_in_s(world) == 300
    assert attempts(world) == []


def test_the_lease_outlasts_the_slowest_portal(world: World) -> None:
    slow = DWZ.model_copy(update={"timeout_s": 500.0})
    world.use_portals(slow)

    class Stuck(pipeline_world.ScriptedPortal):
        def send(self, package: Package) -> Receipt:
            world.wait(seconds=1000)
            assert send(world) is None
            return super().send(package)

    world.portals["dwz"] = Stuck("dwz")
    assert send(world) == outbox.ACCEPTED
    assert len(attempts(world)) == 1


def test_only_requests_that_left_are_counted_as_sends(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable(), pipeline_world.no_answer()]
    for _ in range(3):
        send(world)
        world.wait(hours=1)
    with world.store.read() as session:
        (line,) = readmodels.list_reports(session)
    assert (line.state, line.sends, len(attempts(world))) == (outbox.ACCEPTED, 2, 3)
