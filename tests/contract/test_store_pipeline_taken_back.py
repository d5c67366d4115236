"""Reports taken back before they left say why, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.rules.overrule import overrule
from syncd.store import outbox, readmodels

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()


@pytest.fixture
def world(store: Store) -> World:
    world = pipeline_world.make_world(store, pipeline_world.DWZ)
    world.configure(mode="draft")
    return world


def look(world: World) -> None:
    assess(world.context(), 1, world.now)


def notes(world: World) -> list[str]:
    return [item.note.en for item in world.submissions()]


def test_an_approved_report_that_is_taken_back_says_why_and_whose_it_was(
    world: World,
) -> None:
    world.configure(window="01:00-02:00")
    world.drop(SWISS)
    people.approve(world.context(), 1, world.now, "kim")
    world.configure(mode="off")
    look(world)
    assert world.reports() == [(outbox.FIRST, outbox.SUPERSEDED)]
    (note,) = notes(world)
    assert note == (
        "Taken back, since the tournament waits again: Rating is switched off for the "
        "source north. kim had approved it."
    )
    with world.store.read() as session:
        told = [line.text.en for line in readmodels.list_history(session, 1)]
    said = "Taken back, since the tournament waits again (rating.off)."
    assert f"{said} It had been approved." in told
    assert not any("kim" in text for text in told)

    world.configure(mode="draft")
    look(world)
    assert world.reports()[1:] == [(outbox.FIRST, outbox.DRAFTED)]
    waiting = world.stored_why()
    assert waiting.code == "report.drafted"
    assert "The same report was approved by kim on 29.11.2026" in waiting.text.en
    assert "schon freigegeben" in waiting.text.de


@pytest.mark.parametrize("change", ["export", "command"])
def test_what_took_the_place_of_a_held_draft_is_said(world: World, change: str) -> None:
    world.drop(SWISS)
    people.hold(world.context(), 1, "", world.now)
    if change == "export":
        world.drop(CORRECTED)
    else:
        overrule(world.context(), 1, {"label": "Other"}, (), "kim", world.now)
    people.release(world.context(), 1, world.now)

    expected = {
        "export": "A newer export came first.",
        "command": "A decision changed what is to be reported.",
    }
    assert notes(world)[0] == expected[change]


def test_a_changed_configuration_is_not_called_an_export(world: World) -> None:
    world.configure(window="01:00-02:00")
    world.drop(SWISS)
    people.approve(world.context(), 1, world.now, "kim")
    world.configure(label="Other")
    look(world)

    assert [state for _, state in world.reports()] == ["superseded", "drafted"]
    old, new = notes(world)
    assert old.startswith("The configuration or a list changed what is to be reported.")
    assert old.endswith("kim had approved it.")
    assert new == ""
