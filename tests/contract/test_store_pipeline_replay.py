"""The store follows from the inbox and the decisions, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.pipeline.deciding import people
from syncd.pipeline.provenance.replay import Replayed, replay
from syncd.pipeline.provenance.revert import revert
from syncd.rating.confirmed import Confirmed
from syncd.store import inbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

export = pipeline_world.export
SWISS, PLAIN, XML = (
    export(f"E02_{name}") for name in ("clm.trf", "fide.trf", "dsb25.xml")
)
CORRECTED = pipeline_world.corrected()


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def take(world: World, data: bytes, name: str) -> str | None:
    world.wait(seconds=1)
    state = world.process(world.receive(data, name=name))
    world.settle()
    return state


def replayed(world: World) -> Replayed:
    (found,) = replay(world.context(), [1])
    return found


def lived(world: World) -> None:
    """Let a tournament live through everything that makes revisions."""
    context = world.context()
    assert take(world, PLAIN, "a.trf") == inbox.DONE
    assert take(world, SWISS, "b.trf") == inbox.DONE
    assert take(world, PLAIN, "c.trf") == inbox.UNCHANGED
    assert take(world, XML, "d.xml") == inbox.DONE
    people.hold(context, 1, "", world.now)
    people.release(context, 1, world.now)
    assert take(world, CORRECTED, "e.trf") == inbox.DONE
    smaller = pipeline_world.without_players(SWISS)
    assert take(world, smaller, "f.trf") == inbox.WAITING
    people.confirm(context, 1, Confirmed(), world.now)
    world.settle()
    assert take(world, CORRECTED, "g.trf") == inbox.DONE
    revert(context, 1, 4, world.now)
    world.settle()


def test_everything_that_can_happen_is_rebuilt_from_the_inbox(world: World) -> None:
    lived(world)
    head = world.head()
    assert head.number > 8
    found = replayed(world)
    assert found == Replayed(1, head.name, head.number, 7, None)
    assert world.head() == head, "nothing was written"
