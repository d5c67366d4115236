"""Windows, holds and sending again by a person's word, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.errors import NotFoundError, StoreError
from syncd.pipeline.deciding import people
from syncd.pipeline.deciding.approval import resubmit
from syncd.store import outbox
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.bilingual import Text
    from syncd.store.engine import Store

SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
OPENS = dt.datetime(2026, 11, 30, 0, 0, tzinfo=dt.UTC)
"""01:00 in Berlin; the world begins at noon of the day before."""


@pytest.fixture
def world(store: Store) -> World:
    made = pipeline_world.make_world(store, pipeline_world.DWZ)
    made.configure(window="01:00-05:00", deadline_warn_days=9999)
    return made


def approve(world: World) -> tuple[Text, ...]:
    said = people.approve(world.context(), 1, world.now, "Ada")
    world.settle()
    return said


def send_again(world: World) -> tuple[Text, ...]:
    said = resubmit(world.context(), 1, "Ada", world.now)
    world.settle()
    return said


def hold(world: World) -> None:
    people.hold(world.context(), 1, "Doubts.", world.now)
    world.settle()


def release(world: World) -> None:
    people.release(world.context(), 1, world.now)
    world.settle()


def until(world: World, when: dt.datetime) -> None:
    world.now = when
    world.settle()


def approved(world: World) -> list[tuple[str, dt.datetime | None]]:
    with world.store.read() as session:
        rows = session.exec(select(SubmissionRow)).all()
        return [(row.approved_by, row.approved_utc) for row in rows]


# --- windows ---


def test_what_leaves_by_itself_waits_for_the_window(world: World) -> None:
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "waiting")]
    waiting = world.stored_why()
    assert (waiting.code, waiting.recheck_utc) == ("report.waiting", OPENS)
    assert "at 30.11.2026 01:00" in waiting.text.en
    assert world.why() == "report.waiting"

    until(world, OPENS - dt.timedelta(seconds=1))
    assert world.portal.received == []
    until(world, OPENS)
    assert world.reports() == [(FIRST, "accepted")]


def test_an_approved_report_waits_for_the_window_too(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    (said,) = approve(world)
    assert said.en.endswith("goes to dwz when the window opens, at 30.11.2026 01:00.")
    assert world.reports() == [(FIRST, "approved")]
    assert approved(world) == [("Ada", world.now)]
    assert world.stored_why().text.en.startswith("Approved by Ada; it leaves for dwz")
    assert not world.stored_why().needs_person

    until(world, OPENS)
    assert world.reports() == [(FIRST, "accepted")]
    assert [kind for kind in world.events() if kind.startswith("report.")] == [
        "report.drafted", "report.approved", "report.queued", "report.sending",
        "report.accepted",
    ]  # fmt: skip


def test_within_the_window_everything_leaves_at_once(world: World) -> None:
    world.now = OPENS
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "accepted")]


def test_a_newer_export_takes_the_place_of_what_waits(world: World) -> None:
    world.drop(SWISS)
    world.drop(CORRECTED)
    until(world, OPENS)
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]
    assert len(world.portal.received) == 1


def test_a_window_that_was_changed_counts_from_then_on(world: World) -> None:
    world.drop(SWISS)
    world.configure(window="")
    assert world.why() == "report.queued"
    until(world, OPENS)
    assert world.reports() == [(FIRST, "accepted")]


def test_what_may_no_longer_leave_by_itself_becomes_a_draft(world: World) -> None:
    world.drop(SWISS)
    world.configure(mode="draft")
    until(world, OPENS)
    until(world, OPENS + dt.timedelta(seconds=2))
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]
    assert world.portal.received == []


def test_a_person_may_approve_what_would_leave_by_itself(world: World) -> None:
    world.drop(SWISS)
    approve(world)
    assert world.reports() == [(FIRST, "approved")]
    approve(world)
    assert world.reports() == [(FIRST, "approved")]


def test_a_correction_taken_back_is_a_third_report(world: World) -> None:
    world.now = OPENS
    for data in (SWISS, CORRECTED, SWISS):
        world.drop(data)
    assert world.reports() == [
        (FIRST, "accepted"), (CORRECTION, "accepted"), (CORRECTION, "accepted"),
    ]  # fmt: skip
    assert len({item.file_uuid for item in world.portal.received}) == 3
    assert len({item.tournament_uuid for item in world.portal.received}) == 1


# --- holding ---


@pytest.mark.parametrize(("mode", "state"), [("draft", "drafted"), ("auto", "waiting")])
def test_what_was_held_goes_on_from_where_it_stood(
    world: World, mode: str, state: str
) -> None:
    world.configure(mode=mode)
    world.drop(SWISS)
    hold(world)
    assert world.reports() == [(FIRST, "held")]
    assert world.submissions()[0].held_from == state
    assert world.submissions()[0].note.en == "Held: Doubts."
    until(world, OPENS)
    assert world.portal.received == []

    world.now = OPENS - dt.timedelta(hours=1)
    release(world)
    assert world.reports() == [(FIRST, state)]
    assert world.submissions()[0].held_from == ""


def test_what_was_approved_stays_approved_through_a_hold(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    approve(world)
    hold(world)
    release(world)
    assert world.reports() == [(FIRST, "approved")]
    assert approved(world)[0][0] == "Ada"


def test_approving_lifts_a_hold_and_nothing_else(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    hold(world)
    approve(world)
    assert world.reports() == [(FIRST, "drafted")]


def test_what_was_corrected_while_held_is_made_anew(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    hold(world)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "held")]
    release(world)
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]


def test_holding_twice_keeps_where_it_stood(world: World) -> None:
    world.drop(SWISS)
    hold(world)
    hold(world)
    release(world)
    assert world.reports() == [(FIRST, "waiting")]


def test_there_may_be_nothing_to_release(world: World) -> None:
    world.drop(SWISS)
    with pytest.raises(NotFoundError, match="not held"):
        release(world)


# --- sending again ---


def test_a_refused_report_goes_again_under_its_own_uuid(world: World) -> None:
    world.now = OPENS
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    (said,) = send_again(world)
    assert said.en == f"Report {world.submissions()[0].file_uuid} goes to dwz."
    first, again = world.portal.received
    assert first == again
    assert world.reports() == [(FIRST, "accepted")]


def test_sending_again_waits_for_the_window_too(world: World) -> None:
    world.now = OPENS
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    world.now = OPENS + dt.timedelta(hours=12)
    send_again(world)
    assert world.reports() == [(FIRST, "approved")]


def test_what_the_portal_has_is_not_sent_again(world: World) -> None:
    world.now = OPENS
    world.drop(SWISS)
    with pytest.raises(StoreError, match="dwz has the newest report"):
        send_again(world)
    assert len(world.portal.received) == 1


@pytest.mark.parametrize(
    ("mode", "said"), [("draft", "syncd approve 1"), ("auto", "when its window opens")]
)
def test_what_never_left_is_not_sent_again(world: World, mode: str, said: str) -> None:
    world.configure(mode=mode)
    world.drop(SWISS)
    with pytest.raises(StoreError, match=said):
        send_again(world)


def test_without_a_report_there_is_nothing_to_send_again(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(SWISS)
    with pytest.raises(StoreError, match="no report to send again"):
        send_again(world)


def test_nothing_is_sent_again_while_it_is_held(world: World) -> None:
    world.now = OPENS
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    hold(world)
    with pytest.raises(StoreError, match="Held by hand"):
        send_again(world)
