"""An installation gets another name, or its store is put back: nothing is lost by it.

SQLite only: what differs on PostgreSQL is tested with the store.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from linked_worlds import OTHER, Linked, linked
from pipeline_world import NOW, World
from replayed import check_replay

from syncd.pipeline.rules.counting import follow_name
from syncd.store.counting import load_counting
from syncd.store.engine import Store
from syncd.sync.answers import OURS, THEIRS
from syncd.sync.apply import apply
from syncd.sync.places import Change, Part, Place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.store.conflicts import Question


def local_time() -> dt.datetime:
    return NOW.replace(tzinfo=None)


@pytest.fixture(
    params=["", *(pytest.param(name, marks=pytest.mark.full) for name in OTHER)]
)
def pair(
    request: pytest.FixtureRequest, tmp_path: Path, migrated_sqlite: Path
) -> Iterator[Linked]:
    """Two installations, whose owner is one, the other, or nobody."""
    made = linked(tmp_path, migrated_sqlite, local_time, request.param)
    yield made
    made.close()


def begun(pair: Linked) -> str:
    """Let a tournament be entered at nord and reach sued."""
    pair.drop("nord", pair.clms["nord"].enter(0))
    pair.exchange()
    (name,) = pair.heads("sued")
    return name


def says(pair: Linked, at: str, name: str, **values: str) -> None:
    """Let somebody who has imported what counts enter something, and export."""
    pair.take(at, name)
    clm = pair.clms[at]
    changes = [
        Change(Place(Part.TOURNAMENT, (), field), getattr(clm.held[name], field), value)
        for field, value in values.items()
    ]
    clm.held[name] = apply(changes, clm.held[name])
    pair.drop(at, clm.export(name))


def rename(pair: Linked, at: str, name: str) -> None:
    """Give an installation another name and start it anew."""
    pair.tick()
    world = pair.worlds[at]
    world.configure(installation=name)
    follow_name(world.store, world.settings.rating, world.now, is_put_back=False)


def put_back(pair: Linked, at: str, backup: Path, *, is_noticed: bool) -> None:
    """Put the store of an installation back, and start it anew."""
    pair.tick()
    world = pair.worlds[at]
    world.store.close()
    file = world.store.engine.url.database or ""
    shutil.copyfile(backup, file)
    world.store = Store(f"sqlite:///{file}")
    section = world.settings.rating
    follow_name(world.store, section, world.now, is_put_back=is_noticed)


def back_up(world: World, folder: Path) -> Path:
    """Return a copy of a store."""
    world.store.close()
    file = world.store.engine.url.database or ""
    copy = shutil.copyfile(file, folder / "backup.db")
    world.store = Store(f"sqlite:///{file}")
    return copy


def cities(pair: Linked, name: str) -> tuple[str, str]:
    one, two = (pair.heads(at)[name].city for at in OTHER)
    return one, two


def test_a_new_name_changes_nothing_that_was_said(pair: Linked) -> None:
    name = begun(pair)
    says(pair, "nord", name, city="Aachen")
    says(pair, "sued", name, city="Bonn")
    pair.exchange()
    rename(pair, "nord", "ost")
    pair.exchange()
    says(pair, "nord", name, city="Celle")
    pair.exchange()
    says(pair, "sued", name, city="Dachau")
    pair.exchange()
    assert pair.differences() == []
    with pair.worlds["nord"].store.read() as session:
        names = [one.name for one in load_counting(session, "ost").names]
    assert names == ["nord", "ost"]
    for world in pair.worlds.values():
        check_replay(world)


def celle(question: Question) -> str:
    """Answer that the city is Celle."""
    return THEIRS if question.theirs == "Celle" else OURS


@pytest.mark.parametrize("is_noticed", [True, False])
def test_what_a_store_says_that_was_put_back_is_heard(
    pair: Linked, tmp_path: Path, *, is_noticed: bool
) -> None:
    """The other one has heard more of it than it knows itself."""
    name = begun(pair)
    says(pair, "nord", name, city="Aachen")
    pair.exchange()
    backup = back_up(pair.worlds["nord"], tmp_path)
    for venue, city in (("Schule", "Aachen"), ("Turnhalle", "Dachau")):
        says(pair, "nord", name, venue=venue, city=city)
        pair.exchange()
    put_back(pair, "nord", backup, is_noticed=is_noticed)
    says(pair, "nord", name, city="Celle")
    pair.exchange()
    for at in OTHER:
        pair.answer(at, celle)
        pair.exchange()
    assert pair.differences() == []
    assert cities(pair, name) == ("Celle", "Celle")
    if is_noticed:
        assert pair.heads("nord")[name].venue == "Turnhalle"
    for world in pair.worlds.values():
        check_replay(world)
