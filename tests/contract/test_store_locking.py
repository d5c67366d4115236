"""Two who lock the same rows at once: nobody is broken off (PostgreSQL only).

One transaction holds the tournament and then wants its reports, as an assessment does;
meanwhile somebody else does his whole step.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pipeline_world
import pytest
import store_rows
from pipeline_world import DWZ, NOW, SWISS, export
from sqlalchemy import text
from sqlmodel import update

from syncd.bilingual import Text
from syncd.errors import StaleRevisionError, StoreError
from syncd.pipeline.deciding import recording
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending.submit import submit_next
from syncd.store import (
    adoption,
    decisions,
    leases,
    locking,
    outbox,
    rechecks,
    revisions,
    schedules,
    sending,
)
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable
    from concurrent.futures import Future

    from pipeline_world import World

    from syncd.store.engine import Session, Store

pytestmark = pytest.mark.parametrize("store", ["postgresql"], indirect=True)


@pytest.fixture
def world(store: Store) -> World:
    """A tournament with one report that is queued."""
    world = pipeline_world.make_world(store, DWZ)
    assert world.process(world.receive(SWISS)) == "done"
    assess(world.context(), 1, world.now)
    assert world.reports() == [("first", "queued")]
    return world


def wait_until_it_ends_or_waits(store: Store, step: Future[Any]) -> None:
    """Return as soon as a step is over or stands at somebody's lock."""
    waiting = text(
        "select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
        "and datname = current_database()"
    )
    pause = threading.Event()
    while not step.done():
        with store.engine.connect() as connection:
            if connection.execute(waiting).scalar_one():
                return
        pause.wait(0.02)


def assess_meanwhile(world: World, other: Callable[[], object]) -> object:
    """Hold the tournament, let another step begin, then want the reports."""
    head = world.head()
    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            revisions.lock_unmoved(session, head)
            step = pool.submit(other)
            wait_until_it_ends_or_waits(world.store, step)
            outbox.load_submissions(session, head.id, is_locking=True)
        return step.result()


def set_row(store: Store, **values: object) -> None:
    with store.write() as session:
        session.exec(update(SubmissionRow).values(**values))


def submit(world: World) -> str | None:
    return submit_next(world.context(), world.submissions()[0].id, world.clock)


def test_a_report_is_claimed_while_its_tournament_is_assessed(world: World) -> None:
    assert assess_meanwhile(world, lambda: submit(world)) == "accepted"


def test_a_report_is_given_up_while_its_tournament_is_assessed(world: World) -> None:
    set_row(
        world.store, state="sending", crashes=3, lease_until_utc=NOW, lease_owner="w"
    )
    world.wait(seconds=1)
    assess_meanwhile(world, lambda: submit(world))
    assert world.reports() == [("first", "dead")]


def test_who_only_adds_an_event_does_not_wait(world: World) -> None:
    """So even a step that locks in another order is not broken off."""
    number = world.submissions()[0].id
    claimed = assess_meanwhile(world, lambda: store_rows.claim(world.store, number))
    assert isinstance(claimed, sending.Sending)


def test_a_dead_daemon_is_cleaned_up_while_a_tournament_is_assessed(
    world: World,
) -> None:
    with world.store.write() as session:
        rechecks.count_try(session, 1)
    store_rows.claimed(world.store, world.submissions()[0].id, "d-9/host/1")

    def free() -> int:
        with world.store.write() as session:
            return leases.free_after_crash(session, "d-9")

    assert assess_meanwhile(world, free) == 1


def test_a_report_is_adopted_while_another_one_of_its_tournament_is_claimed(
    world: World,
) -> None:
    """The claim is faster; nothing was adopted, and nobody was broken off."""
    new = store_rows.report(1)

    def adopt() -> str:
        try:
            with world.store.write() as session:
                adoption.save_adopted(session, new, "dwz", "u-7", NOW)
        except StoreError as exc:
            return exc.text.en
        return ""

    number = world.submissions()[0].id
    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            outbox.lock_row(session, number)
            step = pool.submit(adopt)
            wait_until_it_ends_or_waits(world.store, step)
            assert store_rows.claim_in(session, number, "w", NOW)
        assert "has sent a report of its own already" in step.result()


def decide(world: World) -> Callable[[], None]:
    """Return the step of somebody who decides something about the tournament."""
    head, said = world.head(), (Text("So.", "So."),)
    kind, value = decisions.NOT_QUIET, head.snapshot_sha256
    return lambda: recording.decide(world.context(), head, kind, value, said, NOW)


def test_of_two_decisions_at_once_the_slower_is_told(world: World) -> None:
    step, head = decide(world), world.head()
    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            decisions.save_decision(session, 1, decisions.LATE, "", NOW)
            found = pool.submit(step)
            wait_until_it_ends_or_waits(world.store, found)
            with pytest.raises(StaleRevisionError):
                revisions.lock_unmoved(session, head)
        found.result()
    assert world.head().number == 2


def test_a_decision_adds_nothing_before_it_has_the_tournament(world: World) -> None:
    """Else who adopts another tournamentUUID would wait for it, and it for him."""
    step = decide(world)
    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            row = locking.lock_tournament(session, 1)
            found = pool.submit(step)
            wait_until_it_ends_or_waits(world.store, found)
            row.uuid = "u-8"
            session.add(row)
            session.flush()
        assert isinstance(found.exception(), StaleRevisionError)
    assert world.head().uuid == "u-8"


@pytest.mark.parametrize(
    "step",
    [
        rechecks.recheck_all_waiting,
        lambda session, _: leases.free_after_crash(session, "d-9"),
    ],
    ids=["all that wait", "all of a dead daemon"],
)
def test_many_tournaments_are_locked_by_their_numbers(
    world: World, step: Callable[[Session, dt.datetime], object]
) -> None:
    """The row of the first one was written last, so it is found last."""
    assert world.process(world.receive(export("E01_clm.trf"))) == "done"
    waits = revisions.Waiting(
        "quiet", Text("", ""), needs_person=False, recheck_utc=None
    )
    for number in (2, 1):
        with world.store.write() as session:
            revisions.save_waiting(session, number, waits, tries=1)

    def other() -> None:
        with world.store.write() as session:
            step(session, NOW)

    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            locking.lock_tournament(session, 1)
            found = pool.submit(other)
            wait_until_it_ends_or_waits(world.store, found)
            locking.lock_tournament(session, 2)
        found.result()


def test_two_runs_of_one_schedule_are_not_claimed_at_once(store: Store) -> None:
    with store.write() as session:
        rule = schedules.Schedule("lists", "daily", store_rows.later(60))
        schedules.save_schedule(session, rule)
        for ago_s in (60, 0):
            assert schedules.add_run(session, "lists", store_rows.later(-ago_s))

    def other() -> schedules.Run | None:
        with store.write() as session:
            return schedules.claim_run(session, 2, "w2", NOW, 60)

    with ThreadPoolExecutor(1) as pool:
        with store.write() as session:
            assert schedules.claim_run(session, 1, "w1", NOW, 60)
            found = pool.submit(other)
            wait_until_it_ends_or_waits(store, found)
        assert found.result() is None


def test_two_who_look_at_a_tournament_at_once_both_count(world: World) -> None:
    def look() -> int:
        with world.store.write() as session:
            return rechecks.count_try(session, 1)

    with ThreadPoolExecutor(1) as pool:
        with world.store.write() as session:
            assert rechecks.count_try(session, 1) == 1
            found = pool.submit(look)
            wait_until_it_ends_or_waits(world.store, found)
        assert found.result() == 2


def test_a_lease_is_given_back_only_if_it_is_still_ours(store: Store) -> None:
    """It ran out, and somebody else takes it in this very moment."""
    with store.write() as session:
        assert leases.claim_lease(session, "x", "a", NOW, 60)

    def release() -> None:
        with store.write() as session:
            leases.release_lease(session, "x", "a")

    with ThreadPoolExecutor(1) as pool:
        with store.write() as session:
            assert leases.claim_lease(session, "x", "b", store_rows.later(61), 60)
            found = pool.submit(release)
            wait_until_it_ends_or_waits(store, found)
        found.result()
    with store.read() as session:
        assert leases.holder_of(session, "x", store_rows.later(62)) == "b"
