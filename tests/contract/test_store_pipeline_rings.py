"""Three installations in a ring or mesh end with one truth, and files come to rest.

SQLite only: what differs on PostgreSQL is tested with the store.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from pipeline_world import NOW
from replayed import check_replay
from ringed_worlds import MESH, NAMES, RING, Links, Ringed, ringed

from syncd.sync.answers import OURS, THEIRS
from syncd.sync.apply import apply
from syncd.sync.places import Change, Part, Place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator
    from pathlib import Path

CITY = Place(Part.TOURNAMENT, (), "city")


def local_time() -> dt.datetime:
    return NOW.replace(tzinfo=None)


@pytest.fixture
def ring(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Callable[[Links], Ringed]]:
    """Call it with who sends to whom to get three installations with a tournament."""
    made: list[Ringed] = []

    def start(links: Links) -> Ringed:
        made.append(ringed(tmp_path, migrated_sqlite, local_time, links))
        made[-1].drop("nord", made[-1].clms["nord"].enter(0))
        made[-1].exchange()
        return made[-1]

    yield start
    for one in made:
        one.close()


def enter(made: Ringed, at: str, city: str) -> None:
    """Let somebody enter a place in a CLM that has imported the tournament."""
    name, clm = made.take(at), made.clms[at]
    made.drop(at, clm.export(name))
    clm.held[name] = apply([Change(CITY, None, city)], clm.held[name])
    made.drop(at, clm.export(name))


@pytest.mark.parametrize("links", [RING, MESH])
def test_what_was_corrected_does_not_come_back(
    ring: Callable[[Links], Ringed], links: Links
) -> None:
    """The old value goes on by way of the others, and is no news at its own home."""
    made = ring(links)
    enter(made, "sued", "Celle")
    made.pass_on("sued")
    enter(made, "sued", "Bonn")
    made.pass_on("west")
    made.pass_on("nord")
    made.exchange()
    assert [made.head(name).city for name in NAMES] == ["Bonn"] * 3
    assert made.differences() == []
    assert made.answer(OURS) == 0
    for world in made.worlds.values():
        check_replay(world)


@pytest.mark.parametrize("links", [RING, MESH])
def test_the_word_of_the_owner_counts_whoever_brings_it(
    ring: Callable[[Links], Ringed], links: Links
) -> None:
    made = ring(links)
    enter(made, "west", "Celle")
    enter(made, "nord", "Bonn")
    made.exchange()
    assert [made.head(name).city for name in NAMES] == ["Bonn"] * 3


@pytest.mark.parametrize(
    ("links", "seed", "edits"),
    [
        (RING, 0, 3),
        *(
            pytest.param(links, seed, 30, marks=pytest.mark.full)
            for seed in range(10)
            for links in (RING, MESH)
        ),
    ],
)
def test_edits_everywhere_end_in_one_tournament(
    ring: Callable[[Links], Ringed], links: Links, seed: int, edits: int
) -> None:
    chance = random.Random(seed)
    made = ring(links)
    for _ in range(edits):
        at = chance.choice(NAMES)
        name = made.take(at)
        made.drop(at, made.clms[at].edit(name, chance))
        if chance.random() < 0.6:
            made.pass_on(chance.choice(NAMES))
    made.exchange()
    while made.answer(chance.choice((OURS, THEIRS))):
        made.exchange()
    assert made.differences() == []
    assert made.exchange() == 0
    for world in made.worlds.values():
        check_replay(world)
