"""`why` with several portals: every one that still waits, trouble first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.bilingual import Text
from syncd.errors import PendingError
from syncd.pipeline.judging.assess import explain
from syncd.settings import PortalSettings

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_world import World

    from syncd.store.engine import Store


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.UPLOAD, pipeline_world.DWZ)


def pending() -> PendingError:
    return PendingError(
        Text("Put an empty file there.", "Leere Datei dort ablegen."), status=None
    )


def said(world: World) -> list[str]:
    return explain(world.context(), 1, world.now).text.en.splitlines()


def test_every_portal_that_waits_is_named_and_the_troubled_one_first(
    world: World,
) -> None:
    for name in ("upload", "dwz"):
        world.portals[name] = pipeline_world.ScriptedPortal(name)
    world.portals["upload"].script = [pending()]
    world.portals["dwz"].script = [pipeline_world.unreachable()]
    world.drop(pipeline_world.SWISS)
    first, second = said(world)
    assert "not at dwz yet" in first
    assert "upload" in second
    assert world.stored_why().text.en.count("\n") <= 1


def test_a_portal_that_has_it_is_not_named(world: World) -> None:
    world.portal.script = [pipeline_world.rejected()]
    world.drop(pipeline_world.SWISS)
    (line,) = said(world)
    assert "dwz refused" in line


def test_a_portal_that_compares_is_silent_beside_real_ones(
    store: Store, tmp_path: Path
) -> None:
    shadow = PortalSettings(name="hand", kind="shadow", folder=tmp_path)
    world = pipeline_world.make_world(store, shadow, pipeline_world.DWZ)
    world.portals["hand"] = pipeline_world.ScriptedPortal("hand")
    world.portals["hand"].script = [pipeline_world.unreachable()]
    world.drop(pipeline_world.SWISS)
    (line,) = said(world)
    assert line.startswith("Nothing is waited for")


def test_a_portal_that_compares_says_that_nothing_is_sent(
    store: Store, tmp_path: Path
) -> None:
    shadow = PortalSettings(name="hand", kind="shadow", folder=tmp_path)
    world = pipeline_world.make_world(store, shadow)
    world.portals["hand"] = pipeline_world.ScriptedPortal("hand")
    world.portals["hand"].script = [pipeline_world.unreachable()]
    world.drop(pipeline_world.SWISS)
    (line,) = said(world)
    assert "only compared, not sent" in line
