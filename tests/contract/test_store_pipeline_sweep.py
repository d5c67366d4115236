"""Working off all that is due, on SQLite and PostgreSQL."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import col, select, update

from syncd.formats.trf import to_tournament
from syncd.pipeline.arrivals import reading
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sweep import load_due, work_off
from syncd.store.rows import insert_missing, sha256_hex
from syncd.store.tables import ArrivalRow, RevisionRow, SnapshotRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.formats.trf import Decoded, Reading
    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def test_the_sweep_finds_what_no_message_announced(world: World) -> None:
    context = world.context()
    assert not load_due(context, world.now)
    arrival_id = world.receive(SWISS)
    assert load_due(context, world.now).arrivals == (arrival_id,)
    world.process(arrival_id)
    assert load_due(context, world.now).tournaments == (1,)
    assess(context, 1, world.now)
    due = load_due(context, world.now)
    assert (due.arrivals, due.tournaments) == ((), ())
    assert due.submissions == tuple(world.wake.submissions)


def test_everything_due_is_worked_off(world: World) -> None:
    """An arrival, its tournament, the report, and the tournament once more."""
    world.receive(SWISS)
    kept: list[int] = []
    assert work_off(world.context(), world.clock, lambda: kept.append(1)) == 4
    assert len(kept) == 4
    assert not load_due(world.context(), world.now)
    assert len(world.portal.received) == 1


def test_a_file_that_breaks_the_program_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(decoded: Decoded) -> Reading:
        if "3 Gruppen" in decoded.lines[1].text:
            message = "a fault of ours"
            raise RuntimeError(message)
        return to_tournament(decoded)

    monkeypatch.setattr(reading, "to_tournament", faulty)
    broken = world.receive(export("E03_clm.trf"))
    world.receive(SWISS)
    for _ in range(world.settings.workers.max_crashes):
        with pytest.raises(RuntimeError, match="a fault of ours"):
            work_off(world.context(), world.clock)
        world.wait(seconds=61)

    assert len(world.portal.received) == 1
    work_off(world.context(), world.clock)
    with world.store.read() as session:
        state = select(ArrivalRow.state).where(ArrivalRow.id == broken)
        assert session.exec(state).one() == "quarantined"


def test_a_damaged_tournament_does_not_stop_the_others(world: World) -> None:
    world.process(world.receive(export("E03_clm.trf")))
    with world.store.write() as session:
        damaged = sha256_hex(b"{")
        insert_missing(session, SnapshotRow, sha256=damaged, data=zlib.compress(b"{"))
        session.exec(
            update(RevisionRow)
            .where(col(RevisionRow.id) == 1)
            .values(snapshot_sha256=damaged)
        )
    world.receive(SWISS)
    work_off(world.context(), world.clock)
    assert len(world.portal.received) == 1
    assert world.stored_why().code == "failed"
