"""By when a report has to be handed in, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.bilingual import Text
from syncd.errors import PendingError
from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import assess, explain
from syncd.store import outbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS = pipeline_world.SWISS
CORRECTED = pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
END = dt.date(2026, 7, 31)


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


def on(world: World, days: int) -> None:
    """Turn the clocks to noon of a day after the end."""
    day = END + dt.timedelta(days=days)
    world.now = dt.datetime.combine(day, dt.time(12), dt.UTC)


def test_a_draft_grows_urgent_and_then_overdue(world: World) -> None:
    on(world, 10)
    world.configure(mode="draft")
    world.drop(SWISS)
    assert explain(world.context(), 1, world.now).urgent is None

    for days, begins in ((35, "Urgent: "), (43, "Overdue since 2026-09-12: ")):
        due = world.stored_why().recheck_utc
        assert due
        zone = pipeline_world.policy(world).timezone
        assert due.astimezone(zone).date() == END + dt.timedelta(days)
        on(world, days)
        assert world.settle() == 1
        waiting = world.stored_why()
        assert waiting.code == "report.drafted"
        assert waiting.text.en.startswith(begins)
        assert "syncd approve 1" in waiting.text.en


def test_a_portal_that_is_down_is_overdue_too(world: World) -> None:
    on(world, 42)
    world.portal.script = [pipeline_world.unreachable()] * 20
    world.drop(SWISS)
    world.wait(days=1)
    world.settle()
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("report.queued", True)
    assert waiting.text.de.startswith("Überfällig seit 12.9.2026: ")


def test_what_a_portal_leaves_undecided_is_urgent_too(world: World) -> None:
    on(world, 30)
    in_work = PendingError(Text("In work.", "In Arbeit."), status=202)
    world.portal.script = [in_work] * 5
    world.drop(SWISS)
    found = [world.stored_why()]
    for days in (35, 43, 45):
        on(world, days)
        world.settle()
        found.append(world.stored_why())
    assert {one.code for one in found} == {"report.unknown"}
    assert [one.needs_person for one in found] == [False, False, True, True]
    assert found[1].text.en.startswith("Urgent: ")
    assert found[2].text.en.startswith("Overdue since ")
    assert "please ask there" not in found[2].text.en
    assert "please ask there" in found[3].text.en


def test_a_correction_left_undecided_for_weeks_needs_a_person(world: World) -> None:
    on(world, 10)
    world.configure(corrections="auto")
    world.drop(SWISS)
    in_work = PendingError(Text("In work.", "In Arbeit."), status=202)
    world.portal.script = [in_work] * 5
    world.wait(hours=1)
    world.drop(CORRECTED)
    assert not world.stored_why().needs_person
    world.wait(days=14)
    world.settle()
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("report.unknown", True)


def test_what_a_portal_has_is_never_overdue(world: World) -> None:
    on(world, 10)
    world.configure(corrections="draft")
    world.drop(SWISS)
    on(world, 100)
    world.drop(CORRECTED)
    waiting = explain(world.context(), 1, world.now)
    assert (waiting.code, waiting.urgent) == ("report.drafted", None)


def test_what_only_a_shadow_has_is_handed_in_nowhere(world: World) -> None:
    on(world, 43)
    world.configure(mode="draft")
    shadow = DWZ.model_copy(update={"name": "shadow", "kind": "shadow"})
    world.use_portals(shadow, UPLOAD)
    world.drop(SWISS)
    assert {item.portal: item.state for item in world.submissions()} == {
        "shadow": "accepted", "upload": "drafted",
    }  # fmt: skip
    assert "Overdue" in world.stored_why().text.en
    world.configure(label="Open Halle")
    assert pipeline_world.policy(world).label == "Open Halle"


def test_after_the_stop_a_person_lets_it_go(world: World) -> None:
    on(world, 366)
    world.drop(SWISS)
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("deadline_stop", True)
    assert world.reports() == []

    said = people.approve(world.context(), 1, world.now)
    world.settle()
    assert said[0].en.startswith("Released although the deadline")
    assert world.reports() == [(FIRST, "accepted")]


def test_one_approval_answers_both_kinds_of_lateness(world: World) -> None:
    world.configure(first_contact_hold_days=42)
    on(world, 366)
    world.drop(SWISS)
    assert world.stored_why().code == "first_contact"
    assert "Overdue" not in world.stored_why().text.en
    assert len(people.approve(world.context(), 1, world.now)) == 3
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_what_waits_for_its_portal_stops_too(world: World) -> None:
    on(world, 365)
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "queued")]
    recheck = world.stored_why().recheck_utc
    assert recheck
    world.now = recheck
    assess(world.context(), 1, world.now)
    assert world.reports() == [(FIRST, "superseded")]
    assert world.why() == "deadline_stop"


@pytest.mark.parametrize(("days", "state"), [(30, "accepted"), (31, "drafted")])
def test_late_corrections_are_drafts(world: World, days: int, state: str) -> None:
    on(world, 10)
    world.configure(deadline_stop_days=30)
    world.drop(SWISS)
    on(world, days)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, state)]
