"""From a revision to a report, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.errors import NotFoundError
from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.judging import assess as assess_module
from syncd.pipeline.judging import render as render_module
from syncd.pipeline.judging.assess import assess, explain
from syncd.pipeline.judging.readiness import judge
from syncd.pipeline.sweep import load_due, work_off
from syncd.store import inbox, outbox, rechecks, revisions
from syncd.store.revisions import TournamentKey

if TYPE_CHECKING:
    import datetime as dt

    from pipeline_world import World

    from syncd.pipeline.judging.readiness import Case, Readiness
    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export
CORRECTED = pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


# --- reports by themselves ---


def test_a_finished_tournament_is_reported_once(world: World) -> None:
    world.drop(SWISS)

    assert world.reports() == [(FIRST, "accepted")]
    assert world.why() == ""
    (package,) = world.portal.received
    report = decode_report(package.data)
    assert report.header is not None
    assert (report.header.file_uuid, report.tournament_uuid) == (
        package.file_uuid, package.tournament_uuid,
    )  # fmt: skip
    assert package.tournament_uuid == world.head().uuid
    assert report.header.created == world.now
    assert len(report.payload.games) == 52


def test_nothing_more_is_due_afterwards(world: World) -> None:
    world.drop(SWISS)
    world.wait(days=400)
    assert world.settle() == 0
    assert len(world.portal.received) == 1


@pytest.mark.parametrize("again", [SWISS, export("E02_fide.trf")], ids=["clm", "fide"])
def test_an_unchanged_export_makes_no_report(world: World, again: bytes) -> None:
    world.drop(SWISS)
    world.drop(again)
    assert world.reports() == [(FIRST, "accepted")]


def test_a_change_that_is_not_rated_makes_no_report(world: World) -> None:
    world.drop(SWISS)
    assert world.drop(SWISS.replace(b"XCP waiting_period=30", b"XCP waiting_period=45"))
    assert world.head().number == 2
    assert world.reports() == [(FIRST, "accepted")]
    assert world.why() == ""


def test_a_correction_is_a_new_file_of_the_same_tournament(world: World) -> None:
    for data in (SWISS, CORRECTED):
        world.drop(data)

    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "accepted")]
    first, second = world.portal.received
    assert first.tournament_uuid == second.tournament_uuid
    assert first.file_uuid != second.file_uuid


def test_a_correction_taken_back_is_a_third_report(world: World) -> None:
    for data in (SWISS, CORRECTED, SWISS):
        world.drop(data)

    assert [state for _, state in world.reports()] == ["accepted"] * 3
    first, _, third = world.portal.received
    assert len({item.file_uuid for item in world.portal.received}) == 3
    assert decode_report(first.data).payload == decode_report(third.data).payload


def test_each_portal_gets_its_own_file(world: World) -> None:
    world.use_portals(DWZ, UPLOAD)
    world.drop(SWISS)

    assert world.reports() == [(FIRST, "accepted")] * 2
    one, two = (world.portals[name].received[0] for name in ("dwz", "upload"))
    assert one.tournament_uuid == two.tournament_uuid
    assert one.file_uuid != two.file_uuid


def test_a_portal_added_later_gets_the_report_too(world: World) -> None:
    world.drop(SWISS)
    world.use_portals(DWZ, UPLOAD)
    assess(world.context(), 1, world.now)
    world.settle()
    assert len(world.portals["upload"].received) == 1
    assert len(world.portal.received) == 1


# --- what makes it wait ---


@pytest.mark.parametrize(
    ("name", "code", "needs_person"),
    [
        ("E10_clm.trf", "rounds", True),
        ("E05_clm.trf", "trf.loops", True),
        ("E13_clm.trf", "zero_zero", True),
        ("E06_clm.trf", "time_control", True),
        ("E15_clm.trf", "not_dwz", False),
        ("T02_clm.trf", "not_over", False),
        ("T01_clm.trf", "trf.loops", True),
        ("T03_clm_textfix.trf", "rounds", False),
    ],
)
def test_what_cannot_be_reported_yet_waits(
    world: World, name: str, code: str, *, needs_person: bool
) -> None:
    world.drop(export(name))

    assert world.reports() == []
    assert (world.why(), world.stored_why().code) == (code, code)
    assert world.stored_why().needs_person == needs_person
    assert world.stored_why().text.en
    assert world.stored_why().text.de


def test_rating_can_be_off(world: World) -> None:
    world.configure(mode="off")
    world.drop(SWISS)
    assert world.reports() == []
    assert world.why() == "rating.off"


def test_without_a_portal_a_person_is_told(world: World) -> None:
    world.use_portals()
    world.drop(SWISS)
    assert world.stored_why().code == "no_portal"
    assert world.why() == "no_portal"

    world.use_portals(DWZ)
    assess(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_results_must_have_been_quiet_for_a_while(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(SWISS)
    assert world.stored_why().code == "quiet"
    assert world.stored_why().recheck_utc == world.now + pipeline_world.seconds(100)

    world.wait(seconds=90)
    world.drop(CORRECTED)
    world.wait(seconds=99)
    assert world.settle() == 0
    world.wait(seconds=1)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_a_tournament_is_not_looked_at_twice_in_one_second(world: World) -> None:
    world.configure(quiet_individual_s=0.25)
    world.drop(SWISS)
    assert world.stored_why().recheck_utc == world.now + pipeline_world.seconds(1)


def test_an_unchanged_export_does_not_start_the_quiet_time_anew(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(SWISS)
    world.wait(seconds=90)
    world.drop(SWISS)
    world.wait(seconds=9)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_a_tournament_that_ends_today_waits_for_tomorrow(world: World) -> None:
    world.now = world.now.replace(month=7, day=31)
    world.drop(SWISS)
    assert world.why() == "not_over"

    midnight = world.now.replace(day=31, hour=22, minute=0, second=0)
    assert world.stored_why().recheck_utc == midnight
    world.now = midnight
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_a_report_that_the_rules_forbid_is_not_made(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = pipeline_world.fault("G99")
    monkeypatch.setattr(render_module, "check_report", lambda *_, **__: (fault,))
    world.drop(SWISS)

    assert world.reports() == []
    assert world.stored_why().code == "rule.G99"
    assert world.why() == "rule.G99"
    assert world.stored_why().needs_person


# --- drafts ---


def test_in_draft_mode_nothing_leaves(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "drafted")]
    assert world.why() == "report.drafted"
    assert world.portal.received == []


def test_a_newer_draft_replaces_the_older(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "drafted")]


def test_a_draft_is_built_again_when_the_settings_change(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    before = world.submissions()[0]
    world.configure(label="{name} in Bad Wörishofen")
    assess(world.context(), 1, world.now)

    (after,) = world.submissions()
    assert (after.id, after.state) == (before.id, "drafted")
    assert after.file_uuid != before.file_uuid
    assert after.payload_sha256 != before.payload_sha256
    assert world.head().number == 1


def test_corrections_can_be_drafts_while_first_reports_go(world: World) -> None:
    world.configure(corrections="draft")
    world.drop(SWISS)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "drafted")]

    world.drop(SWISS)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "superseded")]
    assert world.why() == ""


@pytest.mark.parametrize(("day", "state"), [(31, "accepted"), (1, "drafted")])
def test_a_correction_a_year_later_needs_a_person(
    world: World, day: int, state: str
) -> None:
    world.drop(SWISS)
    month = 7 if day == 31 else 8
    world.now = world.now.replace(year=2027, month=month, day=day)
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, state)]


# --- reports that were not sent yet ---


def test_a_report_that_did_not_leave_is_replaced(world: World) -> None:
    world.portal.script = [pipeline_world.unreachable()]
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "queued")]
    assert world.why() == "report.queued"

    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]


def test_a_report_that_may_have_left_is_brought_to_its_end_first(world: World) -> None:
    world.portal.script = [pipeline_world.no_answer()]
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "unknown")]
    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "unknown")]
    assert world.why() == "report.unknown"

    world.wait(minutes=5)
    world.settle()
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "accepted")]


def test_a_revision_refused_and_changed_by_settings_becomes_another(
    world: World,
) -> None:
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    world.configure(label="{name} in Bad Wörishofen")
    assess(world.context(), 1, world.now)
    world.settle()

    assert world.reports() == [(FIRST, "rejected"), (FIRST, "accepted")]
    assert world.head().number == 2
    assert [item.revision for item in world.submissions()] == [1, 2]


# --- two workers, and nothing to assess ---


def test_two_workers_at_once_make_one_report(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.configure(mode="draft")
    arrival_id = world.receive(SWISS)
    world.process(arrival_id)
    pending = [world.context("d-1/host/2")]

    def judge_while_another_does(case: Case, now: dt.datetime) -> Readiness:
        if pending:
            assess(pending.pop(), 1, world.now)
        return judge(case, now)

    monkeypatch.setattr(assess_module, "judge", judge_while_another_does)
    assess(world.context(), 1, world.now)
    assert world.reports() == [(FIRST, "drafted")]


@pytest.mark.parametrize("step", ["revision", "submission"])
def test_who_was_overtaken_leaves_the_tournament_due(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    if step == "revision":
        monkeypatch.setattr(revisions, "lock_unmoved", pipeline_world.stale)
    else:
        monkeypatch.setattr(outbox, "save_submission", pipeline_world.duplicate)
    world.process(world.receive(SWISS))
    assess(world.context(), 1, world.now)
    monkeypatch.undo()

    assert world.reports() == []
    assert load_due(world.context(), world.now).tournaments == (1,)
    world.settle()
    assert world.reports() == [(FIRST, "accepted")]


def test_a_tournament_without_content_cannot_be_assessed(world: World) -> None:
    with world.store.write() as session:
        source_id = inbox.save_source(session, "north", world.now)
        key = TournamentKey(source_id, "open", "2026-10-03", is_team=False)
        number = revisions.save_tournament(session, key, "Open", "u", world.now)
        rechecks.save_recheck(session, number, world.now)

    for action in (assess, explain):
        with pytest.raises(NotFoundError, match="still being read"):
            action(world.context(), number, world.now)
    assert work_off(world.context(), world.clock) == 0


def test_what_was_not_assessed_yet_is_about_to_be(world: World) -> None:
    world.process(world.receive(SWISS))
    assert world.why() == "due"
    world.settle()
    assert world.why() == ""


def test_what_does_not_exist_is_told(world: World) -> None:
    for action in (assess, explain):
        with pytest.raises(NotFoundError):
            action(world.context(), 99, world.now)
