"""Passing merged tournaments on to peers: planned, frozen, sent, once per change."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pipeline_world import (
    NOW,
    SWISS,
    World,
    corrected,
    export,
    make_world,
    rejected,
    seconds,
    unreachable,
)

from syncd.bilingual import Text
from syncd.errors import OutcomeUnknownError, StaleRevisionError
from syncd.formats.trf import decode, read_passport, to_tournament
from syncd.pipeline.delivering import plan
from syncd.pipeline.delivering.deliver import deliver
from syncd.pipeline.sweep import load_due
from syncd.settings import PeerSettings
from syncd.store import deliveries
from syncd.store.deliveries import (
    BLOCKED,
    DELIVERED,
    GIVEN_UP,
    QUEUED,
    REFUSED,
    UNCHANGED,
    Delivery,
)
from syncd.store.delivery_claims import hasten_peer
from syncd.store.engine import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CLUB = PeerSettings.model_validate({"name": "club", "kind": "folder", "folder": "/f"})
FEDERATION = CLUB.model_copy(update={"name": "federation"})


@pytest.fixture
def store(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Store]:
    """SQLite only: what differs on PostgreSQL is tested with the store."""
    file = shutil.copyfile(migrated_sqlite, tmp_path / "syncd.db")
    made = Store(f"sqlite:///{file}")
    yield made
    made.close()


@pytest.fixture
def world(store: Store) -> World:
    made = make_world(store)
    made.use_peers(CLUB)
    return made


def found(world: World, peer: str = "club", tournament: int = 1) -> list[Delivery]:
    with world.store.read() as session:
        return deliveries.load_deliveries(session, tournament, peer)


def states(world: World, peer: str = "club") -> list[str]:
    return [one.state for one in found(world, peer)]


def test_a_merged_tournament_reaches_its_peer_once(world: World) -> None:
    world.drop(SWISS)
    (parcel,) = world.peer("club").received
    assert parcel.name.endswith(f"_{world.head().uuid[:8]}.trf")
    assert parcel.name.isascii()
    assert states(world) == [DELIVERED]
    read = to_tournament(decode(parcel.data)).tournament
    assert len(read.entrants) == 16
    world.drop(SWISS)
    world.wait(days=1)
    world.settle()
    assert len(world.peer("club").received) == 1


def test_a_correction_reaches_it_under_the_same_name(world: World) -> None:
    world.drop(SWISS)
    world.drop(corrected())
    first, second = world.peer("club").received
    assert first.name == second.name
    assert first.data != second.data
    assert first.made_utc < second.made_utc
    assert states(world) == [DELIVERED, DELIVERED]


def test_a_correction_that_is_taken_back_reaches_it_too(world: World) -> None:
    for data in (SWISS, corrected(), SWISS):
        world.drop(data)
    assert len(world.peer("club").received) == 3


def test_what_changes_nothing_for_a_peer_is_not_sent(world: World) -> None:
    world.use_peers(CLUB.model_copy(update={"format": "trf16"}))
    world.drop(SWISS)
    world.drop(SWISS.replace(b"XCP ", b"XCP Neu=1\nXCP ", 1))
    assert world.head().number == 2
    assert len(world.peer("club").received) == 1
    assert [one.revision for one in found(world)] == [2]


def test_one_peers_trouble_delays_no_other(world: World) -> None:
    world.use_peers(CLUB, FEDERATION)
    world.peer("club").script = [unreachable() for _ in range(9)]
    world.drop(SWISS)
    world.drop(corrected())
    assert states(world, "federation") == [DELIVERED, DELIVERED]
    assert states(world)[-1] == QUEUED
    assert found(world)[-1].note.en == "No connection."


def test_after_trouble_only_the_newest_state_is_sent(world: World) -> None:
    world.peer("club").script = [unreachable()]
    world.drop(SWISS)
    world.peer("club").received.clear()
    world.drop(corrected())
    world.wait(hours=1)
    world.settle()
    assert [one.data for one in world.peer("club").received] == [
        world.peer("club").received[-1].data
    ]
    assert states(world) == ["superseded", DELIVERED]


def test_a_host_in_trouble_gets_one_probe_at_a_time(world: World) -> None:
    club = world.peer("club")
    club.script = [unreachable() for _ in range(3)]
    world.drop(SWISS)
    for _ in range(2):
        world.wait(hours=1)
        world.settle()
    assert len(club.received) == 3
    world.wait(seconds=1)
    with world.store.write("deliver.planned") as session:
        hasten_peer(session, "club", world.now)
    assert not load_due(world.context(), world.now).deliveries
    world.wait(hours=2)
    world.settle()
    assert states(world) == [DELIVERED]


def test_a_refusal_waits_for_the_next_change(world: World) -> None:
    world.peer("club").script = [rejected()]
    world.drop(SWISS)
    assert states(world) == [REFUSED]
    world.wait(days=3)
    world.settle()
    assert len(world.peer("club").received) == 1
    world.drop(corrected())
    assert states(world) == ["superseded", DELIVERED]


def test_without_an_answer_the_same_bytes_go_again(world: World) -> None:
    text = Text("No answer.", "Keine Antwort.")
    world.peer("club").script = [OutcomeUnknownError(text, may_have_arrived=True)]
    world.drop(SWISS)
    world.wait(hours=1)
    world.settle()
    first, second = world.peer("club").received
    assert first == second
    assert states(world) == [DELIVERED]


def test_a_death_between_send_and_answer_sends_the_same_bytes(world: World) -> None:
    class Death(BaseException):
        """As if the worker had been killed."""

    world.process(world.receive(SWISS))
    world.peer("club").script = [Death()]  # type: ignore[list-item] # no error of ours
    with pytest.raises(Death):
        world.settle()
    assert states(world) == ["sending"]
    assert not load_due(world.context(), world.now).deliveries
    world.wait(minutes=5)
    world.settle()
    first, second = world.peer("club").received
    assert first == second
    assert states(world) == [DELIVERED]


def test_a_fault_of_ours_puts_one_file_off_and_gives_it_up(world: World) -> None:
    world.peer("club").script = [ZeroDivisionError() for _ in range(3)]
    world.drop(SWISS)
    for _ in range(3):
        world.wait(hours=1)
        world.settle()
    assert states(world) == [GIVEN_UP]
    assert "ZeroDivisionError" in found(world)[0].note.en


def test_a_file_that_cannot_be_written_says_why(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.drop(export("E09_clm.trf"))
    (blocked,) = found(world)
    assert blocked.state == BLOCKED
    assert "Pairings or results would be lost" in blocked.note.en
    assert "Spieler 2" in blocked.note.de

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(plan, "contents_of", broken)
    world.drop(SWISS)
    (faulty,) = found(world, tournament=2)
    assert faulty.state == BLOCKED
    assert "ZeroDivisionError" in faulty.note.en


def test_a_league_goes_out_with_a_remark(world: World) -> None:
    world.drop(export("T01_clm.trf"))
    (parcel,) = world.peer("club").received
    read = to_tournament(decode(parcel.data)).tournament
    assert len([team for team in read.teams if team.roster]) == 8
    assert read.entrants[0].vkz
    (one,) = found(world)
    assert one.remark.en.startswith("Not importable by CLM: it imports no team events")


def test_a_peer_gets_only_what_it_is_to_get(world: World) -> None:
    south = CLUB.model_copy(update={"name": "south", "sources": ("south",)})
    cup = CLUB.model_copy(update={"name": "cup", "tournaments": ("*pokal*",)})
    world.use_peers(south, cup)
    world.drop(SWISS)
    assert not world.peer("south").received
    assert not world.peer("cup").received
    world.use_peers(cup.model_copy(update={"tournaments": ("nix", "*")}))
    world.drop(corrected())
    assert len(world.peer("cup").received) == 1


def test_what_a_peer_is_not_to_get_any_more_is_taken_back(world: World) -> None:
    world.peer("club").script = [unreachable()]
    world.drop(SWISS)
    world.use_peers(CLUB.model_copy(update={"tournaments": ("nix",)}))
    world.drop(corrected())
    world.wait(hours=2)
    world.settle()
    assert len(world.peer("club").received) == 1
    assert "does not get this tournament" in found(world)[-1].note.en


def test_a_source_does_not_get_back_what_it_has_said(world: World) -> None:
    world.use_peers(CLUB.model_copy(update={"source": "north"}), FEDERATION)
    world.drop(SWISS)
    world.drop(corrected())
    assert states(world) == [UNCHANGED, UNCHANGED]
    assert not world.peer("club").received
    assert len(world.peer("federation").received) == 2


def test_a_peer_that_is_gone_costs_nothing(world: World) -> None:
    world.peer("club").script = [unreachable()]
    world.drop(SWISS)
    world.use_peers()
    world.wait(hours=2)
    world.settle()
    assert not load_due(world.context(), world.now).deliveries
    (one,) = found(world)
    assert deliver(world.context(), one.id, world.clock) == 0
    assert "no longer in the configuration" in found(world)[0].note.en
    assert deliver(world.context(), 999, world.clock) == 0


def test_what_travels_says_who_reports(world: World) -> None:
    world.drop(SWISS)
    passport = read_passport(world.peer("club").received[0].data)
    assert passport is not None
    assert passport.tournament_uuid == world.head().uuid
    assert (passport.installation, passport.revision) == ("here", 1)
    assert passport.submitter == ""  # no portal: nobody says that we do
    world.configure(submitter="there")
    world.drop(corrected())
    passport = read_passport(world.peer("club").received[1].data)
    assert passport is not None
    assert passport.submitter == "there"


def test_another_worker_that_was_faster_makes_no_second_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.process(world.receive(SWISS))
    context = world.context()
    real = plan._load

    def late(*args: object) -> object:
        case = real(*args)  # type: ignore[arg-type] # as they came
        head = replace(case.head, number=case.head.number + 1)
        return replace(case, head=head)

    monkeypatch.setattr(plan, "_load", late)
    with pytest.raises(StaleRevisionError):
        plan.plan_deliveries(context, 1, NOW)
    assert not found(world)
    monkeypatch.undo()
    world.settle()
    assert states(world) == [DELIVERED]


def test_nothing_is_planned_without_a_peer(world: World) -> None:
    world.use_peers()
    world.drop(SWISS)
    assert not found(world)
    world.use_peers(CLUB)
    world.now += seconds(5)
    world.drop(corrected())
    assert states(world) == [DELIVERED]
