"""The crash matrix as tests: a seeded sample always, all of it by `pytest -m crash`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from crash_matrix import HEAD, combinations, play, sample, summary
from scene_list import SCENES, UNREACHED, scene_of

from syncd import failpoints

if TYPE_CHECKING:
    from pathlib import Path

    from crash_matrix import Combination
    from postgres_server import PostgresServer

SEED = 20261130


def test_every_place_has_a_scene_or_a_reason() -> None:
    without = {place for place in failpoints.PLACES if scene_of(place) is None}
    assert without == set(UNREACHED)
    assert all(UNREACHED.values())


def test_every_scene_leads_to_places_that_exist() -> None:
    places = {place.partition(":")[0] for place in failpoints.PLACES}
    named = [name for names in SCENES.values() for name in names]
    assert set(named) <= places
    assert len(named) == len(set(named))


def check(wanted: list[Combination], folder: Path, server: PostgresServer) -> None:
    print(f"\n{HEAD}")
    results = play(wanted, folder, server)
    print(summary(results))
    assert [result.line() for result in results if result.problem] == []
    assert len(results) == len(wanted)


def test_a_sample_of_the_crash_matrix(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    drawn = [
        *sample(combinations(["sqlite"]), 2, SEED),
        *sample(combinations(["postgresql"]), 1, SEED),
    ]
    check(drawn, tmp_path, postgres_server)


@pytest.mark.crash
def test_the_whole_crash_matrix(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    check(combinations(), tmp_path, postgres_server)
