"""Reports that must not leave any more, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.pipeline.deciding import people
from syncd.pipeline.judging import assess as assess_module
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.judging.plan import Plan, plan
from syncd.pipeline.sending.submit import submit_next
from syncd.pipeline.sweep import load_due
from syncd.store import outbox, rechecks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline_world import World

    from syncd.store.engine import Store
    from syncd.store.outbox import Submission

SWISS = pipeline_world.SWISS
CORRECTED = pipeline_world.corrected()
FIRST = outbox.FIRST


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def hold(world: World) -> None:
    people.hold(world.context(), 1, "Doubts.", world.now)
    world.settle()


def test_a_hold_stops_what_has_not_left(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    hold(world)
    assert world.reports() == [(FIRST, "held")]
    world.wait(days=1)
    world.settle()
    assert len(world.portal.received) == 1

    people.release(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]
    one, two = world.portal.received
    assert one == two


def test_a_hold_does_not_stop_what_may_have_arrived(world: World) -> None:
    world.portal.script = [pipeline_world.no_answer()]
    world.drop(SWISS)
    hold(world)
    world.wait(minutes=5)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]
    assert world.why() == "held"


def test_a_draft_is_withdrawn_as_soon_as_it_is_out_of_date(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    world.configure(quiet_individual_s=100)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "superseded")]

    world.wait(seconds=100)
    world.settle()
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]


def test_rating_switched_off_withdraws_and_on_makes_anew(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    for mode, expected in (
        ("off", [(FIRST, "superseded")]),
        ("auto", [(FIRST, "superseded"), (FIRST, "queued")]),
    ):
        world.configure(mode=mode)
        assess(world.context(), 1, world.now)
        assert world.reports() == expected
    assert [item.revision for item in world.submissions()] == [1, 2]


def test_a_refused_report_stays_refused(world: World) -> None:
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    hold(world)
    assert world.reports() == [(FIRST, "rejected")]


def test_who_plans_while_a_report_is_sent_plans_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.portal.script = [pipeline_world.unreachable(), pipeline_world.no_answer()]
    world.drop(SWISS)
    world.wait(seconds=30)
    world.process(world.receive(CORRECTED))
    original, pending = plan, [1]

    def plan_while_it_is_sent(
        submissions: Sequence[Submission], payload_sha256: str, revision: int
    ) -> Plan:
        made = original(submissions, payload_sha256, revision)
        if pending:
            with world.store.write() as session:  # as if another assessment was done
                tomorrow = world.now + dt.timedelta(days=1)
                rechecks.save_recheck(session, 1, tomorrow)
            submit_next(world.context(), pending.pop(), world.clock)
        return made

    monkeypatch.setattr(assess_module, "plan", plan_while_it_is_sent)
    assess(world.context(), 1, world.now)

    assert world.reports() == [(FIRST, "unknown")]
    assert load_due(world.context(), world.now).tournaments == (1,)
    world.wait(minutes=5)
    world.settle()
    assert [state for _, state in world.reports()] == ["accepted", "accepted"]


def test_what_a_newer_export_may_withdraw_waits_for_that(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    world.wait(seconds=30)
    world.process(world.receive(CORRECTED))
    assert submit_next(world.context(), 1, world.clock) is None
    assert len(world.portal.received) == 1
    world.settle()
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]
