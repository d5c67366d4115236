"""Real situations as files that arrive, through the real pipeline, one folder each."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from deliveries import Deliveries, deliveries
from scenario_files import Scenario, load_scenarios

from syncd.demo.reading_api import ReadingApi
from syncd.store.engine import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from _pytest.mark.structures import ParameterSet

ALL = [one for one in load_scenarios() if one.pipeline is not None]


@pytest.fixture
def store(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Store]:
    """An empty store; what databases differ in is tested elsewhere."""
    file = tmp_path / "syncd.db"
    shutil.copyfile(migrated_sqlite, file)
    made = Store(f"sqlite:///{file}")
    yield made
    made.close()


def marked(scenario: Scenario) -> ParameterSet:
    waits = scenario.waiting_for
    marks = [pytest.mark.xfail(strict=True, reason=waits)] if waits else []
    return pytest.param(scenario, id=scenario.name, marks=marks)


@pytest.mark.parametrize("scenario", [marked(one) for one in ALL])
def test_what_files_lead_to(scenario: Scenario, store: Store) -> None:
    said = scenario.pipeline or {}
    with ExitStack() as stack:
        is_readable = said.get("readable", False)
        api = stack.enter_context(ReadingApi()) if is_readable else None
        found = deliveries(scenario, store, api)
        for step in said["step"]:
            found.happen(step)
        check(found, said["after"])


def check(found: Deliveries, after: Mapping[str, Any]) -> None:
    """Compare what stands in the end with what the scenario says."""
    lines = found.world.tournaments()
    assert [line.name for line in lines] == after["tournaments"]
    numbers = range(1, len(lines) + 1)
    reports = [found.world.reports(number) for number in numbers]
    made = [[" ".join(one) for one in each] for each in reports]
    assert made == after["reports"], [line.reason.de for line in lines]
    assert len(found.world.portal.received) == after.get("sent", 0)
    uuids = {line.uuid for line in lines}
    assert len(uuids) == len(lines)
    if "waits" in after:
        waits = [found.world.stored_why(number).code for number in numbers]
        assert waits == after["waits"]
    asked = [found.questions(number) for number in numbers]
    wanted = after.get("asks", [[] for _ in numbers])
    assert [len(each) for each in asked] == [len(each) for each in wanted]
    for texts, places in zip(asked, wanted, strict=True):
        for place in places:
            assert any(text.startswith(f"{place}: ") for text in texts), texts
    noticed = {item.code for item in found.world.head(1).findings}
    assert noticed >= set(after.get("noticed", ()))
    assert after.get("said", "") in found.note
    if "expected" in after:
        name = after["expected"].removesuffix(".trf")
        assert found.tournament(1) == found.scenario.read(name)
