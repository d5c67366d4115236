"""Reports of unknown outcome, and what kills workers, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
import store_rows
from sqlmodel import col, select, update

from syncd.bilingual import Text
from syncd.errors import BadReceiptError, PendingError, StoreError, UnreachableError
from syncd.pipeline.deciding.approval import resubmit
from syncd.pipeline.judging import assess as assess_module
from syncd.pipeline.judging.assess import assess, explain
from syncd.pipeline.sending.submit import submit_next
from syncd.store import backlog, claims, outbox, readmodels, rechecks
from syncd.store.leases import free_after_crash
from syncd.store.tables import ReceiptRow, SubmissionRow, TournamentRow
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.errors import RemoteError
    from syncd.store.engine import Store
    from syncd.submit.portal import Package

SWISS, DWZ = pipeline_world.SWISS, pipeline_world.DWZ
IN_WORK = Text("In work.", "In Arbeit.")
THERE = Receipt(already_there=False, number="R-1", status=200)


@pytest.fixture
def world(store: Store) -> World:
    """A world in which a report is ready, for a portal that can be asked."""
    made = pipeline_world.make_world(store, DWZ)
    made.portal.can_ask = True
    made.process(made.receive(SWISS))
    assess(made.context(), 1, made.now)
    return made


def send(world: World, *, after_s: float = 0) -> str | None:
    world.wait(seconds=after_s)
    return submit_next(world.context(), 1, world.clock)


def lose_answer(world: World) -> None:
    """Send once without an answer."""
    world.portal.script = [pipeline_world.no_answer()]
    assert send(world) == outbox.UNKNOWN


def attempts(world: World) -> list[tuple[str, str]]:
    with world.store.read() as session:
        rows = readmodels.list_attempts(session, 1)
        return [(row.kind, row.outcome) for row in rows]


def sends(world: World) -> int:
    with world.store.read() as session:
        (line,) = readmodels.list_reports(session)
        return line.sends


def state(world: World) -> str:
    return world.submissions()[0].state


# --- asking first ---


def test_what_the_portal_has_is_not_sent_again(world: World) -> None:
    lose_answer(world)
    world.portal.answers = [THERE]
    assert send(world, after_s=30) == outbox.ACCEPTED

    assert len(world.portal.received) == 1
    assert attempts(world) == [("send", "unknown"), ("ask", "accepted")]
    assert sends(world) == 1
    with world.store.read() as session:
        receipt = session.exec(select(ReceiptRow)).one()
        assert (receipt.already_there, receipt.number) == (True, "R-1")
    assert world.events()[-1] == "ask.accepted"


def test_what_the_portal_has_not_got_goes_again_at_once(world: World) -> None:
    lose_answer(world)
    assert send(world, after_s=30) == outbox.ACCEPTED

    first, again = world.portal.received
    assert first == again
    assert attempts(world) == [
        ("send", "unknown"), ("ask", "absent"), ("send", "accepted"),
    ]  # fmt: skip
    assert sends(world) == 2


def test_a_report_that_never_left_is_not_asked_for(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()]
    send(world)
    assert send(world, after_s=30) == outbox.ACCEPTED
    assert world.portal.asked == []


def test_what_the_portal_decides_later_is_looked_at_again(world: World) -> None:
    lose_answer(world)
    for _ in range(50):
        world.portal.answers = [PendingError(IN_WORK, status=202)]
        assert send(world, after_s=300) == outbox.UNKNOWN
        assert world.submissions()[0].failures == 0
        world.wait(days=1)
    world.portal.answers = [THERE]
    assert send(world) == outbox.ACCEPTED
    assert len(world.portal.received) == 1


ANSWERS: dict[str, tuple[RemoteError, str]] = {
    "refused": (pipeline_world.rejected(), outbox.REJECTED),
    "not reached": (pipeline_world.unreachable(), outbox.UNKNOWN),
    "busy": (UnreachableError(IN_WORK, status=503), outbox.UNKNOWN),
    "not understood": (BadReceiptError(IN_WORK, status=200), outbox.UNKNOWN),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_an_answer_to_the_question_means(world: World, answer: str) -> None:
    error, expected = ANSWERS[answer]
    lose_answer(world)
    world.portal.answers = [error]
    assert send(world, after_s=30) == expected
    assert len(world.portal.received) == 1
    assert sends(world) == 1
    # Only a no to the question itself tells that it is not there.
    assert world.submissions()[0].may_have_arrived is (answer != "refused")


def test_who_dies_while_asking_has_sent_nothing(world: World) -> None:
    class Deadly(pipeline_world.ScriptedPortal):
        def ask(self, package: Package) -> Receipt | None:
            super().ask(package)
            raise KeyboardInterrupt

    lose_answer(world)
    world.portals["dwz"] = Deadly("dwz", can_ask=True)
    with pytest.raises(KeyboardInterrupt):
        send(world, after_s=30)
    world.portals["dwz"] = pipeline_world.ScriptedPortal("dwz", can_ask=True)
    world.portal.answers = [THERE]
    assert send(world, after_s=300) == outbox.ACCEPTED
    assert sends(world) == 1


def test_who_dies_while_sending_asks_first(world: World) -> None:
    kill_worker(world)
    world.portal.answers = [THERE]
    assert send(world, after_s=300) == outbox.ACCEPTED
    assert attempts(world) == [("send", "unknown"), ("ask", "accepted")]
    assert sends(world) == 1


# --- a portal that forgets keys and cannot be asked ---


@pytest.fixture
def forgetful(world: World) -> World:
    world.portal.can_ask = False
    world.use_portals(DWZ.model_copy(update={"key_ttl_s": 3600.0}))
    return world


def test_within_its_lifetime_the_key_protects(forgetful: World) -> None:
    lose_answer(forgetful)
    assert send(forgetful, after_s=3599) == outbox.ACCEPTED


def test_after_that_a_person_decides(forgetful: World) -> None:
    lose_answer(forgetful)
    forgetful.wait(seconds=3600)
    forgetful.settle()

    waiting = explain(forgetful.context(), 1, forgetful.now)
    assert (waiting.code, waiting.needs_person) == ("report.unknown", True)
    assert "syncd resubmit 1" in waiting.text.en
    assert forgetful.stored_why().needs_person
    for _ in range(5):
        forgetful.wait(days=1)
        forgetful.settle()
    assert len(forgetful.portal.received) == 1
    assert state(forgetful) == outbox.UNKNOWN

    assert forgetful.submissions()[0].is_parked
    resubmit(forgetful.context(), 1, "Ada", forgetful.now)
    assert not forgetful.submissions()[0].is_parked
    forgetful.settle()
    assert state(forgetful) == outbox.ACCEPTED
    first, again = forgetful.portal.received
    assert first == again


def test_a_worker_that_died_counts_from_when_it_sent(forgetful: World) -> None:
    kill_worker(forgetful)
    forgetful.wait(seconds=3601)
    forgetful.settle()
    assert state(forgetful) == outbox.UNKNOWN
    assert len(forgetful.portal.received) == 0


def test_a_later_no_does_not_make_it_certain(forgetful: World) -> None:
    lose_answer(forgetful)
    forgetful.portal.script = [pipeline_world.unreachable()]
    assert send(forgetful, after_s=30) == outbox.QUEUED
    forgetful.wait(seconds=3600)
    forgetful.settle()
    assert state(forgetful) == outbox.UNKNOWN
    assert forgetful.stored_why().needs_person


def test_a_portal_that_can_be_asked_may_forget(forgetful: World) -> None:
    lose_answer(forgetful)
    forgetful.portal.can_ask = True
    assert send(forgetful, after_s=7200) == outbox.ACCEPTED
    assert len(forgetful.portal.asked) == 1


# --- given up ---


def test_after_two_weeks_in_vain_a_report_is_given_up(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()] * 999
    for _ in range(16):
        world.settle()
        world.wait(days=1)
    assert state(world) == outbox.DEAD
    count = len(world.portal.received)
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("report.dead", True)
    assert "No connection." in waiting.text.en
    world.wait(days=30)
    world.settle()
    assert len(world.portal.received) == count

    world.portal.script = []
    resubmit(world.context(), 1, "Ada", world.now)
    world.settle()
    assert state(world) == outbox.ACCEPTED
    assert len({item.data for item in world.portal.received}) == 1


def test_a_given_up_report_is_replaced_by_a_newer_one(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()] * 999
    for _ in range(16):
        world.settle()
        world.wait(days=1)
    assert given_up(world) == 1
    world.portal.script = []
    world.drop(pipeline_world.corrected())
    world.wait(hours=2)
    world.settle()
    assert world.reports() == [("first", "dead"), ("first", "accepted")]
    assert given_up(world) == 0


def given_up(world: World) -> int:
    with world.store.read() as session:
        return backlog.count_given_up(session)


# --- reports and tournaments that kill workers ---


def kill_worker(world: World, owner: str = "d-1/host/9") -> None:
    """Claim the report as a worker that dies before it answers."""
    with world.store.write() as session:
        number = store_rows.claim_in(session, 1, owner, world.now, 60)
    assert number is not None


def test_a_report_that_kills_its_workers_is_given_up(world: World) -> None:
    for _ in range(world.settings.workers.max_crashes):
        kill_worker(world)
        world.wait(seconds=61)
    world.settle()

    assert state(world) == outbox.DEAD
    assert world.portal.received == []
    waiting = world.stored_why()
    assert waiting.needs_person
    assert "Sending it crashed worker 3 times." in waiting.text.en
    assert "3-mal" in waiting.text.de


def test_a_finished_attempt_clears_the_count(world: World) -> None:
    for _ in range(3):
        for _ in range(2):
            kill_worker(world)
            world.wait(seconds=61)
        world.portal.answers = [pipeline_world.unreachable()]
        assert send(world) == outbox.UNKNOWN
        world.wait(hours=2)
    assert send(world) == outbox.ACCEPTED


def crashes(world: World) -> int:
    with world.store.read() as session:
        return session.exec(select(SubmissionRow.crashes)).one()


@pytest.mark.parametrize(("dead_id", "expected"), [("d-7", 0), ("o-7", 4)])
def test_the_death_of_a_daemon_does_not_count_but_that_of_once(
    world: World, dead_id: str, expected: int
) -> None:
    for _ in range(4):
        with world.store.write() as session:
            session.exec(update(SubmissionRow).values(crashes=crashes(world)))
            assert store_rows.claim_in(
                session, 1, f"{dead_id}/host/9", world.now, max_crashes=99
            )
        with world.store.write() as session:
            free_after_crash(session, dead_id)
    assert crashes(world) == expected


def tries(world: World) -> int:
    with world.store.read() as session:
        return session.exec(select(TournamentRow.tries)).one()


def test_a_tournament_that_kills_its_workers_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(assess_module, "judge", die)
        for count in range(world.settings.workers.max_crashes):
            assert tries(world) == count
            with pytest.raises(KeyboardInterrupt):
                assess(world.context(), 1, world.now)
        assess(world.context(), 1, world.now)
        assess(world.context(), 1, world.now)
        waiting = explain(world.context(), 1, world.now)
    assert (waiting.code, waiting.needs_person) == ("crashed", True)
    assert waiting.recheck_utc is None
    assert "crashed worker 3 times" in waiting.text.en
    assert "3-mal abgestürzt" in waiting.text.de
    assert world.stored_why() == waiting

    world.drop(pipeline_world.corrected())
    assert world.stored_why().code != "crashed"
    assert tries(world) == 0


def test_who_was_overtaken_or_found_the_store_busy_did_not_crash(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object) -> None:
        raise StoreError(Text("locked", "gesperrt"))

    for _ in range(5):
        with monkeypatch.context() as patched:
            patched.setattr(assess_module, "judge", pipeline_world.stale)
            assess(world.context(), 1, world.now)
            patched.setattr(assess_module, "judge", locked)
            with pytest.raises(StoreError):
                assess(world.context(), 1, world.now)
        assert tries(world) == 0


def test_who_was_overtaken_takes_back_only_his_own_look(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker is dying of the tournament at this moment."""
    with world.store.write() as session:
        rechecks.count_try(session, 1)
    monkeypatch.setattr(assess_module, "judge", pipeline_world.stale)
    assess(world.context(), 1, world.now)
    assert tries(world) == 1


@pytest.mark.parametrize(("dead_id", "expected"), [("d-7", 0), ("o-7", 2)])
def test_the_tries_of_tournaments_are_given_back_with_a_daemon(
    world: World, dead_id: str, expected: int
) -> None:
    with world.store.write() as session:
        session.exec(
            update(TournamentRow).where(col(TournamentRow.id) == 1).values(tries=2)
        )
        free_after_crash(session, dead_id)
    assert tries(world) == expected


def test_other_words_make_a_parked_report_no_less_parked(
    forgetful: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_answer(forgetful)
    forgetful.wait(seconds=3600)
    forgetful.settle()
    text = claims.FORGOTTEN
    monkeypatch.setattr(claims, "FORGOTTEN", type(text)("Other.", "Anders."))
    assert explain(forgetful.context(), 1, forgetful.now).needs_person
    with forgetful.store.write() as session:
        row = outbox.lock_row(session, 1)
        row.note_en = row.note_de = "as an older version said it"
        session.add(row)
    assert explain(forgetful.context(), 1, forgetful.now).needs_person
