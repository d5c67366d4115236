"""What people decide, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
import json
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import FormatError, NotFoundError
from syncd.formats.dwzxml.decode import decode_report
from syncd.model.tournament import Kind
from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import load_case
from syncd.pipeline.judging.readiness import confirmed_of
from syncd.rating.confirmed import Confirmed
from syncd.store import outbox, readmodels
from syncd.store.tables import DecisionRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export
CORRECTED = pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD
FIRST, CORRECTION = outbox.FIRST, outbox.CORRECTION
NOTHING = Confirmed()


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


def confirm(world: World, given: Confirmed = NOTHING) -> tuple[Text, ...]:
    said = people.confirm(world.context(), 1, given, world.now)
    world.settle()
    return said


def approve(world: World) -> tuple[Text, ...]:
    said = people.approve(world.context(), 1, world.now)
    world.settle()
    return said


def hold(world: World, reason: str = "Doubts about round 3.") -> None:
    people.hold(world.context(), 1, reason, world.now)
    world.settle()


def confirmed(world: World) -> Confirmed:
    return confirmed_of(load_case(world.context(), 1))


# --- confirming ---


def test_a_real_nil_nil_is_confirmed_by_a_person(world: World) -> None:
    world.drop(export("E13_clm.trf"))
    assert world.why() == "zero_zero"
    (said,) = confirm(world)

    assert said.en.startswith("Round 5, ")
    assert said.en.endswith(": really ended 0-0.")
    assert said.de.endswith(": endete wirklich 0-0.")
    assert world.reports() == [(FIRST, "accepted")]
    report = decode_report(world.portal.received[0].data)
    nils = [game for game in report.payload.games if game.white_points == "0"]
    assert [game.round for game in nils if game.black_points == "0"] == [5]


def renumbered(data: bytes) -> bytes:
    """Return the export as it is once 65 and another player have changed places."""
    lines = data.splitlines(keepends=True)
    rows = {line[4:8]: n for n, line in enumerate(lines) if line.startswith(b"001 ")}
    mine, other = rows[b"  65"], rows[b"  64"]
    mine_name, other_name = lines[mine][14:47], lines[other][14:47]
    lines[mine] = lines[mine][:14] + other_name + lines[mine][47:]
    lines[other] = lines[other][:14] + mine_name + lines[other][47:]
    return b"".join(lines)


@pytest.mark.parametrize("is_old", [False, True])
def test_a_confirmed_nil_nil_is_that_of_its_persons_only(
    world: World, *, is_old: bool
) -> None:
    world.configure(quiet_individual_s=86400)
    world.drop(export("E13_clm.trf"))
    confirm(world)
    if is_old:
        forget_names(world)
    assert world.why() == "quiet"
    world.drop(renumbered(export("E13_clm.trf")))
    assert world.why() == "zero_zero"


def forget_names(world: World) -> None:
    """Make the stored decision one from before names were stored with games."""
    with world.store.write() as session:
        row = session.exec(select(DecisionRow)).one()
        value = json.loads(row.value)
        del value["persons"]
        row.value = json.dumps(value)
        session.add(row)


def test_what_would_be_confirmed_can_be_read_first(world: World) -> None:
    world.drop(export("E13_clm.trf"))
    planned = people.to_confirm(world.context(), 1, NOTHING, world.now)
    assert world.head().number == 1
    assert confirm(world) == planned


def test_confirming_is_a_revision_of_its_own(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(export("E13_clm.trf"))
    before = world.head()
    world.wait(seconds=50)
    confirm(world)

    after = world.head()
    assert (after.number, after.snapshot) == (2, before.snapshot)
    assert after.changed_utc == before.changed_utc
    with world.store.read() as session:
        decision = readmodels.list_history(session, 1)[-1]
    assert (decision.kind, decision.revision) == ("decision", 2)


def test_facts_are_taken_as_given_and_kept(world: World) -> None:
    world.drop(export("E06_clm.trf"))
    assert world.why() == "time_control"
    said = confirm(world, Confirmed(time_control="7200+30", location="Aepfelhausen"))
    assert [text.en for text in said] == [
        "Time control: 7200+30",
        "Place: Aepfelhausen",
    ]
    assert said[0].de == "Bedenkzeit: 7200+30"
    confirm(world, Confirmed(end=dt.date(2026, 6, 25)))

    assert confirmed(world) == Confirmed(
        time_control="7200+30", location="Aepfelhausen", end=dt.date(2026, 6, 25)
    )


def test_the_type_of_a_tournament_can_be_named(world: World) -> None:
    world.drop(export("E09_clm.trf"))
    assert world.why() == "trf.kind"
    said = confirm(world, Confirmed(kind=Kind.ROUND_ROBIN))
    assert said[-1].en == "Type: round_robin"
    assert world.why() == "trf.one_sided"


def test_a_reason_that_can_be_waved_through_is(world: World) -> None:
    world.drop(export("E10_clm.trf"))
    assert world.why() == "rounds"
    said = confirm(world)
    assert said[-1] == Text(
        "Looked at and accepted: number of rounds.",
        "Geprüft und akzeptiert: Zahl der Runden.",
    )
    assert confirmed(world).accepted == {"rounds"}


def test_what_was_waved_through_is_asked_again_of_another_state(world: World) -> None:
    data = export("E10_clm.trf")
    world.drop(data)
    confirm(world)
    assert world.why() == "zero_zero"
    world.drop(data.replace(b"Naumburg", b"Halle"))
    assert world.why() == "rounds"


def test_stating_a_fact_answers_no_question(world: World) -> None:
    world.drop(export("E10_clm.trf"))
    (said,) = confirm(world, Confirmed(location="Halle"))
    assert said.en == "Place: Halle"
    assert confirmed(world) == Confirmed(location="Halle")
    assert world.why() == "rounds"


@pytest.mark.parametrize(
    "given",
    [
        Confirmed(time_control="ninety minutes"),
        Confirmed(start=dt.date(2026, 9, 13), end=dt.date(2026, 9, 5)),
        Confirmed(end=dt.date(9999, 12, 31)),
        Confirmed(start=dt.date(1, 1, 1)),
    ],
)
def test_facts_that_cannot_be_are_refused(world: World, given: Confirmed) -> None:
    world.drop(export("E06_clm.trf"))
    with pytest.raises(FormatError):
        confirm(world, given)
    assert confirmed(world) == NOTHING


def test_what_is_confirmed_is_not_asked_again(world: World) -> None:
    world.drop(export("E13_clm.trf"))
    confirm(world)
    with pytest.raises(NotFoundError, match="nothing to confirm in tournament 1"):
        confirm(world)


# --- approving ---


def test_an_approved_draft_goes(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    (said,) = approve(world)

    uuid = world.submissions()[0].file_uuid
    assert said.en == f"Report {uuid} goes to dwz."
    assert world.reports() == [(FIRST, "accepted")]
    assert world.portal.received[0].file_uuid == uuid
    assert "report.approved" in world.events()


def test_every_portal_is_approved_at_once(world: World) -> None:
    world.use_portals(DWZ, UPLOAD)
    world.configure(mode="draft")
    world.drop(SWISS)
    assert len(approve(world)) == 2
    assert world.reports() == [(FIRST, "accepted")] * 2


def test_only_the_newest_draft_goes(world: World) -> None:
    world.configure(mode="draft")
    for data in (SWISS, CORRECTED):
        world.drop(data)
    approve(world)
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]


def test_approving_makes_the_draft_if_need_be(world: World) -> None:
    world.configure(mode="draft")
    world.process(world.receive(SWISS))
    assert len(approve(world)) == 1
    assert world.reports() == [(FIRST, "accepted")]


def test_a_draft_that_is_out_of_date_does_not_go(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    world.configure(quiet_individual_s=100)
    world.drop(CORRECTED)
    assert world.why() == "quiet"

    assert world.reports() == [(FIRST, "superseded")], "withdrawn by the newer export"
    said = approve(world)
    assert said[0].en == "The quiet period is over."
    assert world.reports() == [(FIRST, "superseded"), (FIRST, "accepted")]


def test_a_refused_report_goes_again_unchanged(world: World) -> None:
    world.portal.script = [pipeline_world.rejected()]
    world.drop(SWISS)
    assert len(approve(world)) == 1

    assert world.reports() == [(FIRST, "accepted")]
    first, again = world.portal.received
    assert first == again


def test_a_refused_correction_that_was_taken_back_does_not_go(world: World) -> None:
    world.drop(SWISS)
    world.portal.script = [pipeline_world.rejected()]
    world.drop(CORRECTED)
    world.drop(SWISS)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "superseded")]
    assert world.why() == ""
    with pytest.raises(NotFoundError):
        approve(world)


def test_there_may_be_nothing_to_approve(world: World) -> None:
    world.drop(export("E10_clm.trf"))
    with pytest.raises(NotFoundError, match="syncd why 1"):
        approve(world)
    with pytest.raises(NotFoundError):
        people.approve(world.context(), 99, world.now)


# --- holding ---


def test_a_held_tournament_makes_no_report(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(SWISS)
    hold(world)
    world.wait(seconds=200)
    world.settle()

    assert world.reports() == []
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("held", True)
    assert waiting.text.en.startswith("Overdue since 2026-09-12: ")
    assert waiting.text.en.endswith(
        " Held by hand (Doubts about round 3.). Release: syncd release 1"
    )


def test_approving_lifts_the_hold(world: World) -> None:
    world.configure(quiet_individual_s=100)
    world.drop(SWISS)
    hold(world, "")
    world.wait(seconds=200)
    said = approve(world)

    assert said[0].en == "The hold is lifted."
    assert world.reports() == [(FIRST, "accepted")]
    assert world.why() == ""


def test_the_reason_of_a_hold_is_not_in_the_journal(world: World) -> None:
    world.drop(SWISS)
    hold(world, "Felix Klein complained.")
    with world.store.read() as session:
        texts = [line.text for line in readmodels.list_history(session, 1)]
    assert texts[-1] == Text("Decided: hold.", "Entschieden: Halt.")


# --- tournaments from before first contact ---


def test_a_tournament_from_before_first_contact_is_held(world: World) -> None:
    world.configure(first_contact_hold_days=42)
    world.drop(SWISS)
    waiting = world.stored_why()

    assert world.reports() == []
    assert (waiting.code, waiting.needs_person) == ("first_contact", True)
    assert "31.07.2026" in waiting.text.en
    assert "syncd adopt" in waiting.text.de


@pytest.mark.parametrize(("days", "reports"), [(120, 0), (121, 1)])
def test_the_hold_counts_from_first_contact(
    world: World, days: int, reports: int
) -> None:
    """The tournament ended 121 days before the source was met."""
    world.configure(first_contact_hold_days=days)
    world.drop(SWISS)
    assert len(world.reports()) == reports


def test_approving_releases_it_for_good(world: World) -> None:
    world.configure(first_contact_hold_days=42)
    world.drop(SWISS)
    said = approve(world)
    assert said[0].en == "Released although it ended before first contact."
    assert world.reports() == [(FIRST, "accepted")]

    world.drop(CORRECTED)
    assert world.reports() == [(FIRST, "accepted"), (CORRECTION, "accepted")]


def test_a_held_one_from_before_first_contact_takes_two_steps(world: World) -> None:
    world.configure(first_contact_hold_days=42)
    world.drop(SWISS)
    hold(world)
    assert [text.en for text in approve(world)] == ["The hold is lifted."]
    assert world.why() == "first_contact"
    approve(world)
    assert world.reports() == [(FIRST, "accepted")]


def test_the_old_tournament_is_asked_about_before_the_quiet_time(world: World) -> None:
    """Whoever only wants to end the wait must not release it unseen."""
    world.configure(first_contact_hold_days=42, quiet_individual_s=100)
    world.drop(SWISS)
    assert world.why() == "first_contact"
