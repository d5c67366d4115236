"""Reports of older versions, which remembered nothing, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import col, delete

from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.judging import readiness
from syncd.pipeline.judging.assess import assess
from syncd.store import decisions, outbox
from syncd.store.tables import DecisionRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.formats.dwzxml.elements import ReportTournament
    from syncd.store.engine import Store

SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()
OTHER_CONFIGURATION = {
    "location": "Neustadt", "label": "{name} {season}", "season": "2026", "notes": "N",
    "url": "https://example.org/new", "age_class": "U18", "hybrid": True,
    "unplayed": "list",
}  # fmt: skip
OLD_CONFIGURATION = {
    "location": "Ort", "label": "Open im Ort", "season": "", "notes": "Alt",
    "url": "https://example.org/old", "age_class": "U20", "hybrid": True,
    "unplayed": "list",
}  # fmt: skip
NOTHING = {
    "location": "", "label": "", "season": "", "notes": "", "url": "",
    "age_class": "", "hybrid": False, "unplayed": "omit",
}  # fmt: skip


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def forget(store: Store) -> None:
    """Leave the store as a version left it that remembered nothing."""
    with store.write("people.decided") as session:
        kind = col(DecisionRow.kind)
        session.exec(delete(DecisionRow).where(kind == decisions.MADE_WITH))


def told(world: World, number: int) -> ReportTournament:
    return decode_report(world.portal.received[number].data).payload.tournament


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (NOTHING, OTHER_CONFIGURATION),
        (OLD_CONFIGURATION, OTHER_CONFIGURATION),
        (OLD_CONFIGURATION, NOTHING),
    ],
)
def test_a_changed_configuration_corrects_no_report_of_an_older_version(
    world: World, before: dict[str, object], after: dict[str, object]
) -> None:
    world.configure(**before)
    world.drop(SWISS)
    forget(world.store)
    world.configure(**after)
    assess(world.context(), 1, world.now)
    world.settle()
    assert world.reports() == [(outbox.FIRST, outbox.ACCEPTED)]

    world.drop(CORRECTED)
    assert world.reports()[1:] == [(outbox.CORRECTION, outbox.ACCEPTED)]
    assert told(world, 1) == told(world, 0)
    first, second = (decode_report(item.data) for item in world.portal.received)
    assert len(first.payload.games) == len(second.payload.games)


def test_the_place_of_every_report_of_an_older_version_stays(
    world: World, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version put the configured place before that of the export."""
    with monkeypatch.context() as older:
        now = readiness.report_options
        older.setattr(
            readiness,
            "report_options",
            lambda policy, name: replace(now(policy, name), location=policy.location),
        )
        world.configure(location="Ort")
        world.drop(SWISS)
    forget(store)
    assert told(world, 0).location == "Ort"

    world.drop(CORRECTED)
    assert told(world, 1).location == "Ort"
    forget(store)
    assess(world.context(), 1, world.now)
    assert len(world.reports()) == 2
