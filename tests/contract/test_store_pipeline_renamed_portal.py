"""A renamed portal gets nothing a second time by itself, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import assess
from syncd.store import outbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()
DWZ, UPLOAD = pipeline_world.DWZ, pipeline_world.UPLOAD


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, DWZ)


def by_portal(world: World) -> list[tuple[str, str, str]]:
    return [(item.portal, item.kind, item.state) for item in world.submissions()]


@pytest.mark.parametrize("data", [SWISS, CORRECTED])
def test_a_renamed_portal_is_a_question(world: World, data: bytes) -> None:
    world.drop(SWISS)
    world.use_portals(UPLOAD)
    world.drop(data)
    assess(world.context(), 1, world.now)
    world.settle()

    assert by_portal(world)[1:] == [("upload", outbox.FIRST, outbox.DRAFTED)]
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("report.drafted", True)
    assert "The portal dwz, which is no longer configured" in waiting.text.en
    assert "Ist upload dasselbe Portal" in waiting.text.de


def test_its_old_name_takes_the_question_back(world: World) -> None:
    world.drop(SWISS)
    world.use_portals(UPLOAD)
    assess(world.context(), 1, world.now)
    world.use_portals(DWZ)
    assess(world.context(), 1, world.now)

    states = [state for *_, state in by_portal(world)]
    assert states == [outbox.ACCEPTED, outbox.SUPERSEDED]
    assert world.stored_why().code == ""


def test_another_portal_gets_it_once_approved_and_corrections_by_itself(
    world: World,
) -> None:
    world.drop(SWISS)
    world.use_portals(UPLOAD)
    assess(world.context(), 1, world.now)
    people.approve(world.context(), 1, world.now, "kim")
    world.settle()
    world.drop(CORRECTED)

    assert by_portal(world)[1:] == [
        ("upload", outbox.FIRST, outbox.ACCEPTED),
        ("upload", outbox.CORRECTION, outbox.ACCEPTED),
    ]


def test_a_portal_that_is_added_gets_reports_by_itself(world: World) -> None:
    world.drop(SWISS)
    world.use_portals(DWZ, UPLOAD)
    assess(world.context(), 1, world.now)
    world.settle()
    assert by_portal(world)[1:] == [("upload", outbox.FIRST, outbox.ACCEPTED)]
