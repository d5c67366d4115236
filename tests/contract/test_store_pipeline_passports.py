"""Files of other installations: which tournament they are, and who reports it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import shared_world
from pipeline_world import (
    DWZ,
    SOURCE,
    SWISS,
    World,
    corrected,
    export,
    make_world,
    policy,
)
from replayed import check_replay

from syncd.formats.trf import Passport, read_passport, with_passport
from syncd.pipeline.deciding.linkage import keep_apart
from syncd.pipeline.rules.mended import follow_portals
from syncd.pipeline.rules.overrule import overrule
from syncd.settings import PeerSettings
from syncd.store import inbox
from syncd.store.engine import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UUID = "0a4b5c6d-1111-4222-8333-444455556666"
CLUB = PeerSettings.model_validate({"name": "club", "kind": "folder", "folder": "/f"})
CONTACT = b"XCE    1 a@example.org\n"


@pytest.fixture
def store(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Store]:
    """SQLite only: nothing here depends on the database."""
    file = shutil.copyfile(migrated_sqlite, tmp_path / "syncd.db")
    made = Store(f"sqlite:///{file}")
    yield made
    made.close()


@pytest.fixture
def world(store: Store) -> World:
    """An installation called `here` that reports to a portal."""
    made = make_world(store, DWZ)
    made.configure(installation="here")
    return made


def of(
    submitter: str, data: bytes = SWISS, *, is_reported: bool = False, by: str = ""
) -> bytes:
    """Return an export as another syncd has passed it on."""
    passport = Passport(UUID, by or submitter or "there", submitter, is_reported, 1)
    return with_passport(data, passport)


def test_a_tournament_that_came_with_a_submitter_is_never_reported(
    world: World,
) -> None:
    world.drop(of("there"))
    world.wait(days=60)
    world.settle()
    assert world.head().uuid == UUID
    assert world.reports() == []
    waiting = world.stored_why()
    assert waiting.code == "not_ours"
    assert "The syncd “there” submits this tournament" in waiting.text.en
    assert "syncd policy 1 --set submitter=here" in waiting.text.de
    assert policy(world).origins["submitter"].place == "told"


def test_the_configuration_goes_before_what_a_file_says(world: World) -> None:
    world.configure(submitter="here")
    world.drop(of("there"))
    assert world.reports() == [("first", "accepted")]
    assert world.head().uuid == UUID


@pytest.mark.parametrize("submitter", ["", "here"])
def test_one_that_nobody_else_reports_is_reported_under_its_uuid(
    world: World, submitter: str
) -> None:
    world.drop(of(submitter, by="there"))
    assert world.reports() == [("first", "accepted")]
    assert world.portal.received[0].tournament_uuid == UUID


def test_of_two_that_both_had_it_the_first_by_name_reports(world: World) -> None:
    world.configure(quiet_individual_s=86_400)
    world.drop(SWISS)
    before = world.head().uuid
    world.drop(of("there"))
    assert world.head().uuid == before
    assert world.why() == "quiet"
    world.drop(of("elsewhere"))
    assert world.head().uuid == UUID
    assert world.why() == "not_ours"


def test_who_has_reported_goes_on_and_who_has_not_yields(world: World) -> None:
    world.drop(SWISS)
    assert world.reports() == [("first", "accepted")]
    before = world.head().uuid
    world.drop(of("a"))
    assert (world.head().uuid, world.why()) == (before, "")
    assert "passport.both" not in world.events()
    world.drop(of("a", is_reported=True))
    assert world.head().uuid == before
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("passport.both", True)
    assert "syncd policy 1 --set submitter=here or" in waiting.text.en
    assert "submitter=a" in waiting.text.de
    world.drop(of("a", SWISS + b"\n", is_reported=True))
    assert world.events().count("passport.both") == 1
    overrule(world.context(), 1, {"submitter": "here"}, [], "eva", world.now)
    world.settle()
    assert world.why() == ""
    overrule(world.context(), 1, {"submitter": "a"}, [], "eva", world.now)
    assert world.why() == "not_ours"


def test_what_the_other_one_has_reported_is_left_to_it(world: World) -> None:
    world.configure(quiet_individual_s=86_400)
    world.drop(SWISS)
    world.drop(of("there", is_reported=True))
    assert (world.head().uuid, world.why()) == (UUID, "not_ours")


def test_a_submitter_that_nobody_has_configured_is_shown_to_a_person(
    world: World,
) -> None:
    world.drop(of("stranger", by="club"))
    world.settle()
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("not_ours", True)
    assert f"File 1 of the source {SOURCE.name} says so" in waiting.text.en
    assert "--set submitter=stranger" in waiting.text.de

    overrule(world.context(), 1, {"submitter": "stranger"}, [], "eva", world.now)
    world.settle()
    assert not world.stored_why().needs_person


def test_another_syncd_of_our_name_is_told(world: World) -> None:
    world.drop(of("here", is_reported=True))
    world.settle()

    assert "passport.namesake" in world.events()
    assert world.head(1).uuid != UUID


def test_a_submitter_can_hand_over_to_us(world: World) -> None:
    world.drop(of("there"))
    world.drop(of("here", corrected(), by="there"))
    assert world.reports() == [("first", "accepted")]
    assert world.portal.received[0].tournament_uuid == UUID


RENAMED = SWISS.replace(b"012 ", b"012 Great ", 1)


def by(world: World, data: bytes, source: str) -> str | None:
    """Take and process an export of a source; return its state."""
    world.wait(seconds=1)
    state = world.process(world.receive(data, source=source))
    world.settle()
    return state


@pytest.mark.parametrize("source", ["north", "east"])
@pytest.mark.parametrize("is_moved", [False, True])
def test_a_tournament_is_known_by_its_uuid_whatever_it_is_called(
    world: World, source: str, *, is_moved: bool
) -> None:
    """From its own source, and from one that shares nothing with it."""
    shared_world.share(world)
    world.configure(mode="off")
    world.drop(of("there"))
    day = b"2026/09/04" if is_moved else b"2026/09/05"
    renamed = RENAMED.replace(b"042 2026/09/05", b"042 " + day)
    assert by(world, of("there", renamed), source) == inbox.DONE
    (only,) = world.tournaments()
    assert only.name.startswith("Great") is (source == "north")
    assert "its tournamentUUID" in shared_world.notes(world, inbox.DONE)[0]
    assert by(world, of("there", renamed), source) == inbox.UNCHANGED
    assert by(world, renamed, source) == inbox.UNCHANGED
    assert [one.uuid for one in world.tournaments()] == [UUID]
    check_replay(world)


def test_a_file_of_other_people_is_not_linked_by_a_copied_passport(
    world: World,
) -> None:
    """Next season's file may be last year's, edited: who sent both knows better."""
    shared_world.share(world)
    world.configure(mode="off")
    world.drop(of("there"))
    other = of("there", export("E15_genA_clm.trf"))
    assert by(world, other, "east") == inbox.WAITING
    (note,) = shared_world.notes(world)
    assert "its tournamentUUID" in note
    assert "syncd link 2 1" in note
    assert by(world, other, "north") == inbox.DONE
    assert len(world.tournaments()) == 2
    keep_apart(world.context(), 2, world.now)
    world.settle()
    assert len(world.tournaments()) == 3
    assert [one.uuid for one in world.tournaments()].count(UUID) == 1


def test_our_own_file_changes_nothing_wherever_it_comes_from(world: World) -> None:
    world.use_peers(CLUB)
    world.drop(SWISS)
    parcel = world.peer("club").received[-1]
    arrival = world.receive(parcel.data, source="south")
    assert world.process(arrival) == inbox.UNCHANGED
    assert len(world.tournaments()) == 1
    assert world.head().number == 1


def test_what_was_reported_is_told_with_the_next_file(world: World) -> None:
    world.use_peers(CLUB)
    world.drop(SWISS)
    world.settle()
    first, *_, last = world.peer("club").received
    told = [read_passport(one.data) for one in (first, last)]
    assert [one and (one.submitter, one.is_reported) for one in told] == [
        ("here", False),
        ("here", True),
    ]
    assert len(world.peer("club").received) == 2


def test_contact_data_goes_to_marked_peers_only(world: World) -> None:
    marked = CLUB.model_copy(update={"name": "board", "contact_data": True})
    keeping = SOURCE.model_copy(update={"keep_contact_data": True})
    world.settings = world.settings.model_copy(update={"sources": (keeping,)})
    world.use_portals()
    world.use_peers(CLUB, marked)
    world.drop(SWISS + CONTACT)
    assert b"example.org" not in world.peer("club").received[0].data
    assert CONTACT in world.peer("board").received[0].data
    world.drop(SWISS + CONTACT.replace(b"a@", b"b@"))
    assert world.head().number == 1
    assert len(world.peer("club").received) == 1
    assert b"b@example.org" in world.peer("board").received[1].data


def test_a_new_peer_gets_what_there_is(world: World) -> None:
    world.use_portals()
    follow_portals(world.context(), world.now)
    world.drop(SWISS)
    world.use_peers(CLUB)
    assert follow_portals(world.context(), world.now) == ["club"]
    assert follow_portals(world.context(), world.now) == []
    world.settle()
    assert len(world.peer("club").received) == 1
    world.use_peers(CLUB.model_copy(update={"format": "trf16"}))
    assert follow_portals(world.context(), world.now) == ["club"]
    world.settle()
    assert len(world.peer("club").received) == 2
