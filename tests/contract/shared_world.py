"""Two sources that hold the same tournaments, and exports that contradict them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pipeline_world

from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.settings import SourceSettings, SyncSettings
from syncd.store import conflicts, inbox, readmodels

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question
    from syncd.store.engine import Store

SWISS = pipeline_world.SWISS
DRAWN = SWISS
"""Players 5 and 15 drew in round 7."""
NORTH = pipeline_world.SOURCE
SOUTH = SourceSettings(name="south", folder=Path("/south"))
EAST = SourceSettings(name="east", folder=Path("/east"))


def ended(five: str, fifteen: str, data: bytes = SWISS) -> bytes:
    """Return the export with another result of players 5 and 15 in round 7."""
    for old, new in (
        (b"11 w 0    15 b =", b"11 w 0    15 b " + five.encode()),
        (b"13 w 0     5 w =", b"13 w 0     5 w " + fifteen.encode()),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    return data


WON, LOST, FORFEITED = ended("1", "0"), ended("0", "1"), ended("+", "-")
OPEN = ended(" ", " ")


def make_shared(store: Store, **group: object) -> World:
    """Return a world of three sources, of which north and south share tournaments."""
    world = pipeline_world.make_world(store, pipeline_world.DWZ)
    share(world, **group)
    return world


def share(world: World, **group: object) -> None:
    """Let north and south share tournaments, by these rules."""
    sync = SyncSettings.model_validate(
        {"groups": [{"sources": ["north", "south"], **group}]}
    )
    changes = {"sources": (NORTH, SOUTH, EAST), "sync": sync}
    world.settings = world.settings.model_copy(update=changes)
    meet_sources(world.context(), world.now)


def take(world: World, data: bytes, source: str, name: str = "") -> str | None:
    """Take and process an export, and do nothing else; return its state."""
    world.wait(seconds=1)
    return world.process(world.receive(data, source=source, name=name))


def drop(world: World, data: bytes, source: str, name: str = "") -> str | None:
    """Take an export and do all that is due."""
    state = take(world, data, source, name)
    world.settle()
    return state


def head(world: World, tournament_id: int = 1) -> Tournament:
    """Return what a tournament says."""
    return decode_snapshot(world.head(tournament_id).snapshot)


def result(world: World) -> str:
    """Return the result of player 5 against player 15 in round 7."""
    row = head(world).pairings.rows
    return row[5].results[6] + row[15].results[6]


def questions(world: World, tournament_id: int = 1) -> list[Question]:
    """Return all questions of a tournament, answered ones too."""
    with world.store.read() as session:
        return conflicts.list_questions(session, tournament_id)


def states(world: World) -> list[str]:
    """Return the state of every question of tournament 1."""
    return [one.state for one in questions(world)]


def notes(world: World, state: str = inbox.WAITING) -> list[str]:
    """Return what is said of every arrival in a state, newest first."""
    with world.store.read() as session:
        return [line.note.en for line in readmodels.list_arrivals(session, (state,))]
