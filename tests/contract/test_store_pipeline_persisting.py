"""A store that fails when an answer is to be kept: the answer is not lost."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pipeline_world
import pytest
import store_rows
from pipeline_world import DWZ, SWISS, make_world
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.sending.submit import submit_next
from syncd.store.sending import Ending
from syncd.store.tables import SubmissionRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline_world import World

    from syncd.store.engine import Session, Store

LOCKED = Text("The database is locked.", "Die Datenbank ist gesperrt.")


@pytest.fixture
def world(store: Store) -> World:
    """A world in which a report is ready to be sent."""
    made = make_world(store, DWZ)
    made.process(made.receive(SWISS))
    assess(made.context(), 1, made.now)
    return made


def lock(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str, times: int
) -> Callable[[], int]:
    """Have a step fail so often; return what tells how often it still will."""
    usual, left = world.store.write, [times]

    @contextmanager
    def write(name: str = "") -> Iterator[Session]:
        if name == step and left[0]:
            left[0] -= 1
            raise StoreError(LOCKED)
        with usual(name) as session:
            yield session

    monkeypatch.setattr(world.store, "write", write)
    return lambda: left[0]


def test_an_answer_is_kept_until_the_store_takes_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock(world, monkeypatch, "submit.finished", 100)
    assert submit_next(world.context(), 1, world.clock) == "accepted"
    assert len(world.portal.received) == 1


def test_a_no_to_a_question_is_kept_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.portals["dwz"] = portal = pipeline_world.ScriptedPortal("dwz", can_ask=True)
    portal.script = [pipeline_world.no_answer()]
    submit_next(world.context(), 1, world.clock)
    world.wait(hours=3)
    lock(world, monkeypatch, "submit.asked", 100)
    assert submit_next(world.context(), 1, world.clock) == "accepted"
    assert (len(portal.asked), len(portal.received)) == (1, 2)


def test_whoever_never_gets_through_gives_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = lock(world, monkeypatch, "submit.finished", 10_000)
    with pytest.raises(StoreError):
        submit_next(world.context(), 1, world.clock)
    assert left() > 9_000


def test_a_sender_that_was_only_late_is_no_crash(world: World) -> None:
    held = []
    for owner in ("a", "b"):
        with world.store.write() as session:
            held.append(store_rows.claim_in(session, 1, owner, world.now))
        world.wait(minutes=2)
    assert held[0] is not None
    ending = Ending("queued", "later", Text("Later.", "Später."))
    for crashes in (0, 0):  # a commit of unknown outcome is made twice
        with world.store.write() as session:
            store_rows.finish_in(session, held[0], ending, world.now)
            row = session.exec(select(SubmissionRow)).one()
            assert (row.state, row.crashes) == ("sending", crashes)
