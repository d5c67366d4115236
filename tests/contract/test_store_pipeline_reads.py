"""Slow work beside the store holds no transaction, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pipeline_world
from pipeline_world import DWZ, SWISS, replaced

from syncd.bilingual import Text
from syncd.pipeline.judging.assess import assess, explain
from syncd.pipeline.outcome import shadow
from syncd.pipeline.sweep import load_due
from syncd.settings import PortalSettings
from syncd.store import breakers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from syncd.store.engine import Store


class Watch:
    """Counts the calls of something slow, and those within a transaction."""

    def __init__(self, store: Store, slow: Callable[..., Any]) -> None:
        self.pools = {store.engine.pool, store.read_engine.pool}
        self.slow = slow
        self.calls = 0
        self.within = 0

    def __call__(self, *args: object) -> object:
        self.calls += 1
        self.within += sum(pool.checkedout() for pool in self.pools)  # type: ignore[attr-defined]
        return self.slow(*args)


def test_portals_are_opened_between_transactions(store: Store) -> None:
    world = pipeline_world.make_world(store, DWZ)
    world.process(world.receive(SWISS))
    assess(world.context(), 1, world.now)
    with store.write() as session:
        breakers.note_failure(
            session, "dwz", world.now, Text("Down.", "Weg."), lambda _: 60.0,
            at_once=True,
        )  # fmt: skip
    watch = Watch(store, world.context().open_portal)
    context = replaced(world.context(), open_portal=watch)

    assert load_due(context, world.now).submissions == ()
    assert explain(context, 1, world.now).code
    assert watch.calls >= 2
    assert watch.within == 0


def test_folders_of_shadow_portals_are_read_between_transactions(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = PortalSettings(name="hand", kind="shadow", folder=tmp_path)
    world = pipeline_world.make_world(store, portal)
    world.process(world.receive(SWISS))
    assess(world.context(), 1, world.now)
    watches = {
        name: Watch(store, getattr(shadow, name)) for name in ("load_shelf", "compare")
    }
    for name, watch in watches.items():
        monkeypatch.setattr(shadow, name, watch)

    (found,) = shadow.load_shadows(world.context())
    assert [item.result for item in found.compared] == ["nothing"]
    assert [(one.calls, one.within) for one in watches.values()] == [(1, 0), (1, 0)]
