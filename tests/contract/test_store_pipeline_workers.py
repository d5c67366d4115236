"""Several workers on the same exports, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
import logging
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import LeaseLostError, StoreError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals import identify, process, takeover
from syncd.store import bases, inbox, readmodels
from syncd.store.inbox import FileFacts
from syncd.store.rows import row_id
from syncd.store.tables import ArrivalRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export
CORRECTED = pipeline_world.corrected()
CELL, POINTS = {"field": "cell"}, {"field": "points_x10"}
FACTS = FileFacts("a.trf", 3, 1, 1)


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store)


def arrivals(world: World, *states: str) -> list[readmodels.ArrivalLine]:
    with world.store.read() as session:
        return readmodels.list_arrivals(session, states)


def finding_codes(world: World, tournament_id: int = 1) -> set[str]:
    return {item.code for item in world.head(tournament_id).findings}


# --- workers ---


def test_there_is_nothing_to_do_twice(world: World) -> None:
    arrival_id = world.receive(SWISS)
    assert world.process(arrival_id) == inbox.DONE
    assert world.process(arrival_id) is None


def test_a_file_that_kills_the_worker_is_set_aside(world: World) -> None:
    arrival_id = world.receive(SWISS)
    for _ in range(world.settings.workers.max_crashes):
        with world.store.write() as session:
            assert inbox.claim_arrival(session, arrival_id, "dead", world.now, 60)
        world.wait(seconds=61)

    assert world.process(arrival_id) == inbox.QUARANTINED
    (line,) = arrivals(world, inbox.QUARANTINED)
    assert "died 3 times" in line.note.en


def meanwhile(
    monkeypatch: pytest.MonkeyPatch, step: str, action: Callable[[], object]
) -> None:
    """Let something happen once, just before a step of processing."""
    module = identify if hasattr(identify, step) else takeover
    original, pending = getattr(module, step), [action]

    def step_after_action(*args: object) -> object:
        if pending:
            pending.pop()()
        return original(*args)

    monkeypatch.setattr(module, step, step_after_action)


def test_who_was_overtaken_merges_again_on_the_new_head(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.drop(SWISS)
    mine, other = world.receive(CORRECTED), world.receive(CORRECTED)
    meanwhile(monkeypatch, "advance", lambda: world.process(other))

    assert world.process(mine) == inbox.UNCHANGED
    assert world.head().number == 2


@pytest.mark.parametrize("overtakes", ["_known", "_merge"])
def test_two_first_exports_at_once_make_one_tournament(
    world: World, monkeypatch: pytest.MonkeyPatch, overtakes: str
) -> None:
    """The newer one is faster; the older one sees it and changes nothing."""
    mine, other = world.receive(SWISS), world.receive(CORRECTED)
    meanwhile(monkeypatch, overtakes, lambda: world.process(other))

    assert world.process(mine) == inbox.UNCHANGED
    assert [line.head for line in world.tournaments()] == [1]
    assert world.head().bases["trf"].arrival_id == other


def test_two_who_make_the_tournament_at_the_same_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = world.receive(SWISS), world.receive(CORRECTED)
    meanwhile(monkeypatch, "_merge", lambda: world.process(other))
    assert world.process(mine) == inbox.UNCHANGED
    assert [line.head for line in world.tournaments()] == [1]


@pytest.mark.parametrize("overtakes", ["_known", "_merge"])
def test_a_second_start_date_is_noticed_although_both_come_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch, overtakes: str
) -> None:
    mine = world.receive(SWISS)
    other = world.receive(SWISS.replace(b"042 2026/09/05", b"042 2026/09/12"))
    meanwhile(monkeypatch, overtakes, lambda: world.process(other))

    assert world.process(mine) == inbox.WAITING
    assert [line.head for line in world.tournaments()] == [1]
    (line,) = arrivals(world, inbox.WAITING)
    assert "The games are those of tournament" in line.note.en


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("E02_clm.trf", "E02_fide.trf", inbox.DONE),
        ("E02_fide.trf", "E02_clm.trf", inbox.UNCHANGED),
    ],
    ids=["the plain form was faster", "the detailed form was faster"],
)
def test_forms_of_one_export_that_overtake_each_other_fill_each_other(
    world: World, first: str, second: str, expected: str
) -> None:
    one, two = world.receive(export(first)), world.receive(export(second))
    assert world.process(two) == inbox.DONE
    assert world.process(one) == expected

    tournament = decode_snapshot(world.head().snapshot)
    assert tournament.parameters
    assert tournament.entrants[0].dwz
    assert world.head().bases["trf"].arrival_id == two


def test_who_lost_the_lease_leaves_no_trace(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world.drop(SWISS)
    arrival_id = world.receive(CORRECTED)

    def take_over() -> None:
        late = world.now + dt.timedelta(seconds=61)
        with world.store.write() as session:
            assert inbox.claim_arrival(session, arrival_id, "w2", late, 60)

    meanwhile(monkeypatch, "advance", take_over)
    caplog.set_level(logging.INFO)
    assert world.process(arrival_id) is None
    assert world.head().number == 1
    assert "lease lost" in caplog.messages
    with world.store.write() as session:
        with pytest.raises(LeaseLostError):
            inbox.postpone_arrival(session, arrival_id, "d-1/host/1", world.now)
        inbox.postpone_arrival(session, arrival_id, "w2", world.now)


def test_a_busy_store_costs_no_try(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreError(Text("The database is locked.", "Die Datenbank ist gesperrt."))

    arrival_id = world.receive(SWISS)
    with monkeypatch.context() as patched:
        patched.setattr(bases, "save_base", refuse)
        with pytest.raises(StoreError, match="locked"):
            world.process(arrival_id)
    assert world.process(arrival_id) is None

    world.wait(seconds=process.BUSY_WAIT_S)
    assert world.process(arrival_id) == inbox.DONE
    with world.store.read() as session:
        row = session.exec(select(ArrivalRow)).one()
        assert (row_id(row.id), row.tries) == (arrival_id, 1)


def test_a_tournament_that_never_holds_still_is_tried_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.drop(SWISS)
    head = world.head()

    def always_behind(*_: object) -> object:
        return head

    world.drop(CORRECTED)
    monkeypatch.setattr(identify, "_known", always_behind)
    arrival_id = world.receive(SWISS)
    with pytest.raises(StoreError, match="changed too often"):
        world.process(arrival_id)
    monkeypatch.undo()

    world.wait(seconds=process.BUSY_WAIT_S)
    assert world.process(arrival_id) == inbox.DONE
