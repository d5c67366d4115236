"""Erasing somebody who has more than one name: all of them go together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shared_world
from replayed import check_replay
from test_store_pipeline_erase import everything

from syncd.model.persons import Person
from syncd.pipeline.deciding.resolving import resolve
from syncd.pipeline.privacy import erase
from syncd.store import conflicts, readmodels
from syncd.sync.erasing import NOBODY

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

BASE = (
    Path(__file__).parents[1] / "scenarios" / "96-owner-is-right" / "start.trf"
).read_bytes()
GIMPEL, GANS, SPECHT = ("Gimpel", "Greta"), ("Gans", "Greta"), ("Specht", "Susi")
NAMES = ("Gimpel", "Gans", "Specht", "Greta", "Susi")
pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture
def world(store: Store) -> World:
    return shared_world.make_shared(store)


def named(name: tuple[str, str]) -> bytes:
    """Return the tournament with another name of player 6."""
    was = b"Gimpel,Greta".ljust(33)
    assert BASE.count(was) == 1
    return BASE.replace(was, ",".join(name).encode().ljust(33))


def contradict(world: World, *said: tuple[str, tuple[str, str]]) -> None:
    for source, name in said:
        shared_world.take(world, named(name), source)


RENAMED = (("north", GIMPEL), ("north", GANS))
OTHERWISE = (("north", GIMPEL), ("south", GANS))
LATER = (*(("north", GIMPEL), ("south", GIMPEL)), ("south", GANS))
MARRIED = (*RENAMED, ("south", GIMPEL))
DISPUTED = (
    ("north", GIMPEL), ("south", GIMPEL), ("north", GANS), ("south", SPECHT),
)  # fmt: skip
BACK = (("north", GIMPEL), ("south", GANS), ("south", GIMPEL))
CASES = [
    (said, name)
    for said in (RENAMED, OTHERWISE, LATER, MARRIED, DISPUTED, BACK)
    for name in dict.fromkeys(name for _, name in said)
]


@pytest.mark.parametrize(("said", "asked"), CASES)
def test_by_whichever_name_somebody_is_erased_all_of_them_go(
    world: World, said: tuple[tuple[str, tuple[str, str]], ...], asked: tuple[str, str]
) -> None:
    contradict(world, *said)
    check_replay(world)
    erase.erase_person(world.context(), Person(*asked), world.now)
    found = [
        (table, name)
        for table, text in everything(world.store).items()
        for name in NAMES
        if name in text
    ]
    assert found == []
    (his,) = [one for one in shared_world.head(world).entrants if one.id == 6]
    assert his.surname == NOBODY
    assert conflicts.OPEN not in shared_world.states(world)
    check_replay(world)
    for _, name in said:
        assert not erase.find_person(world.context(), Person(*name))
    world.settle()
    shared_world.take(world, BASE.replace(b"042 ", b"042  "), "south")
    check_replay(world)


def test_an_answer_names_nobody_in_the_journal(world: World) -> None:
    contradict(world, *DISPUTED)
    (asked,) = shared_world.questions(world)
    resolve(world.context(), asked.id, "Finkenstein", world.now)
    with world.store.read() as session:
        told = readmodels.list_history(session, 1)
    said = str([one for one in told if one.kind == "decision"])
    assert "another value counts" in said
    assert "counts" in everything(world.store)["revision"]
    assert "Finkenstein counts" not in str(everything(world.store))
    assert "Finkenstein" not in everything(world.store)["event"]
    erase.erase_person(world.context(), Person(*SPECHT), world.now)
    assert "Finkenstein" not in str(everything(world.store))
    check_replay(world)
