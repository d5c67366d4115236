"""Adopting a report that was sent by other means, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.errors import (
    DecodeError,
    FormatError,
    InconsistentError,
    NotFoundError,
    StoreError,
)
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.encode import encode_report
from syncd.pipeline.deciding.adopt import adopt
from syncd.pipeline.judging.assess import load_case
from syncd.pipeline.judging.readiness import judge
from syncd.rating.reportfile import to_report
from syncd.store import decisions, outbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.bilingual import Text
    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export
CORRECTED = pipeline_world.corrected()
THEIRS, FILE = str(uuid.UUID(int=1, version=4)), str(uuid.UUID(int=2, version=4))
CLM_TOURNAMENT = "03c87d9b-b3f3-4f05-9285-ddedb97a9807"
CLM_FILE = "0ea38e05-e393-4eb5-a088-cafb33d28827"
EXAMPLE = "123e4567-e89b-12d3-a456-426614174000"


@pytest.fixture
def world(store: Store) -> World:
    """A world with a tournament that ended long before its source was met."""
    made = pipeline_world.make_world(store, pipeline_world.DWZ)
    made.configure(first_contact_hold_days=42)
    made.drop(SWISS)
    return made


def report(world: World, **changes: object) -> bytes:
    """Return the report that somebody sent by hand."""
    case = load_case(world.context(), 1)
    policy = replace(case.policy, first_contact_hold_days=0)
    payload = judge(replace(case, policy=policy), world.now).payload
    assert payload is not None
    tournament = replace(payload.tournament, **changes)  # type: ignore[arg-type]
    by_hand = to_report(
        replace(payload, tournament=tournament),
        tournament_uuid=THEIRS, file_uuid=FILE, sender="", now=world.now,
    )  # fmt: skip
    return encode_report(by_hand)


def take_over(world: World, data: bytes, named: str | None = "1") -> Text:
    said = adopt(world.context(), data, "dwz", named, world.now)
    world.settle()
    return said


def test_a_report_of_the_same_games_settles_the_matter(world: World) -> None:
    assert world.why() == "first_contact"
    said = take_over(world, report(world))

    assert "nothing more is to be sent" in said.en
    assert world.reports() == [("adopted", "accepted")]
    assert world.submissions()[0].file_uuid == FILE
    assert world.head().uuid == THEIRS
    assert world.why() == ""
    assert world.portal.received == []


def test_another_label_and_place_are_no_reason_to_send_again(world: World) -> None:
    data = report(world, label="Open zwei Gruppen", location="Halle", notes="Von Hand")
    assert "nothing more is to be sent" in take_over(world, data).en
    assert world.reports() == [("adopted", "accepted")]


def test_what_differs_becomes_a_correction_of_the_adopted_report(world: World) -> None:
    by_hand = report(world)
    world.drop(CORRECTED)
    said = take_over(world, by_hand)

    assert "a correction follows" in said.en
    assert world.reports() == [("adopted", "accepted"), ("correction", "accepted")]
    (sent,) = world.portal.received
    assert sent.tournament_uuid == THEIRS
    assert decode_report(sent.data).tournament_uuid == THEIRS
    assert sent.file_uuid != FILE


def test_a_later_change_becomes_a_correction_too(world: World) -> None:
    take_over(world, report(world))
    world.drop(CORRECTED)
    assert world.reports() == [("adopted", "accepted"), ("correction", "accepted")]
    assert world.portal.received[0].tournament_uuid == THEIRS


def test_a_draft_gives_way_to_the_adopted_report(world: World) -> None:
    world.configure(first_contact_hold_days=0, mode="draft")
    world.drop(CORRECTED)
    world.drop(SWISS)
    take_over(world, report(world))
    assert world.reports()[-2:] == [("first", "superseded"), ("adopted", "accepted")]


# --- which tournament ---


def test_the_label_names_the_tournament(world: World) -> None:
    data = report(world, label="BESCHLEUNIGTES  Open, 2 Gruppen")
    take_over(world, data, None)
    assert world.reports() == [("adopted", "accepted")]


@pytest.mark.parametrize("named", ["2", "Schnellschach"])
def test_a_name_must_fit(world: World, named: str) -> None:
    with pytest.raises(NotFoundError):
        take_over(world, report(world), named)


def test_a_label_that_fits_none_asks_for_the_tournament(world: World) -> None:
    with pytest.raises(NotFoundError, match=r"No tournament is called.*--tournament"):
        take_over(world, report(world, label="Schnellschach"), None)


def test_a_label_that_fits_several_asks_for_the_tournament(world: World) -> None:
    world.process(world.receive(SWISS, source="south"))
    with pytest.raises(NotFoundError, match="2 tournaments are called"):
        take_over(world, report(world), None)


# --- what is not adopted ---


@pytest.mark.parametrize("data", [b"", b"no XML", b"<html/>", SWISS])
def test_what_is_no_report_is_refused(world: World, data: bytes) -> None:
    with pytest.raises(FormatError):
        take_over(world, data)
    assert world.reports() == []


def test_an_identifier_from_the_documentation_is_refused(world: World) -> None:
    data = report(world).replace(THEIRS.encode(), EXAMPLE.encode())
    with pytest.raises(InconsistentError, match="example from the documentation"):
        take_over(world, data)
    assert world.head().uuid != EXAMPLE


def test_a_report_that_cannot_be_read_is_refused(world: World) -> None:
    with pytest.raises(DecodeError):
        take_over(world, report(world)[:2000])


# --- files that CLM wrote ---


def test_the_xml_of_clm_is_adopted_though_it_is_not_valid(world: World) -> None:
    said = take_over(world, export("E02_dsb25.xml"))
    assert "nothing more is to be sent" in said.en
    assert world.head().uuid == CLM_TOURNAMENT
    assert world.submissions()[0].file_uuid == CLM_FILE


def test_the_xml_of_another_tournament_is_not(world: World) -> None:
    with pytest.raises(InconsistentError, match="it is another one"):
        take_over(world, export("E03_dsb25.xml"))


@pytest.mark.parametrize("uuid_of", ["tournamentUUID", "fileUUID"])
def test_examples_in_an_unsound_file_are_refused_too(
    world: World, uuid_of: str
) -> None:
    known = {"tournamentUUID": CLM_TOURNAMENT, "fileUUID": CLM_FILE}[uuid_of]
    data = export("E02_dsb25.xml").replace(known.encode(), EXAMPLE.encode())
    with pytest.raises(InconsistentError, match="example"):
        take_over(world, data)
    assert world.reports() == []


def test_without_a_tournament_uuid_there_is_nothing_to_adopt(world: World) -> None:
    data = export("E02_dsb25.xml").replace(CLM_TOURNAMENT.encode(), b"")
    with pytest.raises(InconsistentError, match="no tournamentUUID"):
        take_over(world, data)


def test_a_portal_that_is_not_configured_has_nothing(world: World) -> None:
    data = report(world)
    with pytest.raises(NotFoundError, match=r"No portal is called 'dwx'.*: dwz"):
        adopt(world.context(), data, "dwx", "1", world.now)
    world.use_portals()
    with pytest.raises(NotFoundError, match="Configured: –"):
        take_over(world, data)


def test_a_tournament_that_was_reported_is_not_adopted(world: World) -> None:
    by_hand = report(world)
    world.configure(first_contact_hold_days=0)
    world.drop(CORRECTED)
    assert world.reports() == [("first", outbox.ACCEPTED)]
    with pytest.raises(StoreError, match="rate it twice"):
        take_over(world, by_hand)
    assert world.head().uuid != THEIRS


# --- the XML that CLM wrote and somebody uploaded ---


@pytest.mark.parametrize("name", ["E02", "T02", "E05", "E07"])
def test_the_uploaded_xml_in_the_folder_is_no_correction(
    store: Store, name: str
) -> None:
    world = pipeline_world.make_world(store, pipeline_world.DWZ)
    world.configure(mode="draft")
    world.wait(days=300)
    xml = export(f"{name}_dsb25.xml")
    world.drop(export(f"{name}_clm.trf"))
    if name == "E05":  # of its TRF a loop is lost
        world.drop(xml)
    take_over(world, xml, None)
    world.drop(xml + b"\n")
    assert {state for kind, state in world.reports() if kind != "adopted"} <= {
        "superseded"
    }


def test_what_the_export_says_itself_is_not_made_a_decision(store: Store) -> None:
    world = pipeline_world.make_world(store, pipeline_world.DWZ)
    world.wait(days=60)
    world.configure(mode="draft")
    xml = export("E05_dsb25.xml")
    world.drop(xml)
    take_over(world, xml, None)
    decided = json.loads(decisions_of(world)["confirmed"])
    assert not {"start", "end", "time_control"} & decided.keys()
    world.drop(export("E05_clm.trf"))
    assert (world.why(), world.reports()) == ("", [("adopted", "accepted")])


def decisions_of(world: World) -> dict[str, str]:
    with world.store.read() as session:
        return dict(decisions.load_decisions(session, 1))
