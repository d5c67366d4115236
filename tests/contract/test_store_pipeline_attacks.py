"""Exports that once led to a wrong report, or stopped the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
from pipeline_world import World, export

from syncd.settings import PortalSettings
from syncd.store import inbox, outbox

if TYPE_CHECKING:
    from syncd.store.engine import Store

DWZ = PortalSettings(name="dwz", kind="http", url="https://portal.example/reports")
SWISS = export("E02_clm.trf")


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


def without_last_player(data: bytes) -> bytes:
    lines = data.split(b"\n")
    last = max(n for n, line in enumerate(lines) if line.startswith(b"001"))
    return b"\n".join([*lines[:last], *lines[last + 1 :]])


@pytest.mark.parametrize("name", ["E02_clm.trf", "E02_fide.trf", "E07_clm.trf"])
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_file_that_was_cut_off_is_not_reported(
    world: World, name: str, lines: int
) -> None:
    data = export(name)
    for _ in range(lines):
        data = without_last_player(data)
    world.drop(data)
    assert world.reports() == []
    assert world.stored_why().needs_person


def test_a_correction_that_loses_games_needs_a_person(world: World) -> None:
    world.drop(SWISS)
    lines = SWISS.split(b"\n")
    pair = [n for n, line in enumerate(lines) if line[:8] in {b"001    2", b"001   12"}]
    for number in pair:
        lines[number] = lines[number][:-10] + b"  0000 - Z"
    world.drop(b"\n".join(lines))
    assert world.reports()[1][1] == outbox.DRAFTED


def test_a_renamed_tournament_is_not_reported_twice(world: World) -> None:
    world.drop(SWISS)
    renamed = SWISS.replace(b"012 Beschleunigtes Open", b"012 Stadtwerke-Open")
    assert world.drop(renamed) == inbox.WAITING
    assert world.reports() == [(outbox.FIRST, "accepted")]


@pytest.mark.parametrize("control", [b"\x1b", b"\x07", b"\x0b", b"\x00"])
def test_a_control_character_stops_one_tournament_only(
    world: World, control: bytes
) -> None:
    world.receive(SWISS.replace(b"022 Halle", b"022 Ha" + control + b"lle"))
    world.receive(export("E07_clm.trf"))
    world.settle()
    assert len(world.portal.received) == 1
    assert world.why(2) == ""
    assert world.stored_why(1).needs_person
    assert world.stored_why(1).code != "failed"


def test_contact_data_in_a_name_never_leaves(world: World) -> None:
    world.drop(SWISS.replace(b"012 Besch", b"012 Info: max@example.org Besch"))
    assert world.reports() == [(outbox.FIRST, "accepted")]
    (sent,) = world.portal.received
    assert b"example" not in sent.data
