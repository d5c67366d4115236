"""The store follows from the inbox and the decisions: everything is rebuilt from them.

Which database it is does not matter here, so only the quicker one is used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pipeline_world
import pytest
import shared_world
from replayed import check_replay, replayed
from shared_world import DRAWN, LOST, OPEN, WON, head, result, take
from sqlmodel import select

from syncd.formats.snapshot import encode_snapshot
from syncd.pipeline.deciding import people, resolving
from syncd.pipeline.provenance.revert import revert
from syncd.rating.confirmed import Confirmed
from syncd.store import inbox
from syncd.store.rows import sha256_hex
from syncd.store.snapshots import save_snapshot
from syncd.store.tables import ArrivalRow, RevisionRow
from syncd.sync.places import Part, Place

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
PLAIN, XML = (
    pipeline_world.export(f"E02_{name}") for name in ("fide.trf", "dsb25.xml")
)


@pytest.fixture
def world(store: Store) -> World:
    return shared_world.make_shared(store)


def test_a_long_history_of_one_source_is_rebuilt(world: World) -> None:
    context = world.context()
    assert take(world, PLAIN, "north") == inbox.DONE
    assert take(world, DRAWN, "north") == inbox.DONE
    assert take(world, PLAIN, "north") == inbox.UNCHANGED
    assert take(world, XML, "north", "a.xml") == inbox.DONE
    people.hold(context, 1, "", world.now)
    people.release(context, 1, world.now)
    assert take(world, WON, "north") == inbox.DONE
    smaller = pipeline_world.without_players(DRAWN)
    assert take(world, smaller, "north") == inbox.WAITING
    people.confirm(context, 1, Confirmed(), world.now)
    world.settle()
    assert take(world, WON, "north") == inbox.DONE
    revert(context, 1, 3, world.now)
    assert take(world, WON, "north") == inbox.UNCHANGED
    before = world.head()

    (found,) = replayed(world)
    assert found.difference is None, found
    assert (found.revisions, found.exports) == (before.number, 8)
    assert world.head() == before, "nothing is written"


def test_merges_questions_and_answers_are_rebuilt(world: World) -> None:
    for data, source in [(OPEN, "north"), (OPEN, "south"), (WON, "north")]:
        take(world, data, source)
    take(world, LOST, "south")
    revert(world.context(), 1, 1, world.now)
    take(world, LOST, "south")
    resolving.resolve(world.context(), 1, "theirs", world.now)
    take(world, WON, "north")
    assert result(world) == "01"
    check_replay(world)


def test_the_first_difference_is_told_with_both_values(world: World) -> None:
    take(world, DRAWN, "north")
    take(world, WON, "north")
    anna, *others = head(world).entrants
    damaged = replace(head(world), entrants=(replace(anna, club="X"), *others))
    with world.store.write() as session:
        row = session.exec(select(RevisionRow).where(RevisionRow.number == 2)).one()
        row.snapshot_sha256 = save_snapshot(session, encode_snapshot(damaged))
        session.add(row)

    (found,) = replayed(world)
    assert found.difference is not None
    assert (found.difference.revision, found.difference.arrival) == (2, 2)
    place = Place(Part.PLAYER, (anna.id,), "club")
    told = found.difference
    assert (told.place, told.stored, told.rebuilt) == (place, "X", anna.club)
    assert told.names[anna.id].startswith(anna.surname)


@pytest.mark.parametrize(
    ("number", "data", "revision", "place"),
    [
        (2, WON, 1, Place(Part.GAME, (7, 5, 15, 0))),
        (3, b"nothing to read", 2, None),
    ],
)
def test_a_file_that_says_something_else_now_is_told(
    world: World, number: int, data: bytes, revision: int, place: Place | None
) -> None:
    for one in (DRAWN, DRAWN, WON):
        take(world, one, "north")
    world.receive(data)
    with world.store.write() as session:
        row = session.exec(select(ArrivalRow).where(ArrivalRow.id == number)).one()
        row.sha256 = sha256_hex(data)
        session.add(row)

    (found,) = replayed(world)
    assert found.difference is not None
    assert (found.difference.revision, found.difference.arrival) == (revision, number)
    assert found.difference.place == place
