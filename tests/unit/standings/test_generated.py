"""Drawn tournaments with the answers of FIDE's reference implementation.

Made by `bench/compare_standings.py --keep`, which also compares by the thousand; the
reference itself is not needed here.
"""

from __future__ import annotations

import importlib
from collections import Counter
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[3]
STORED = sorted((ROOT / "tests" / "data" / "standings" / "generated").glob("*.json"))


@pytest.fixture(scope="module")
def compare() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "bench")
        yield importlib.import_module("compare_standings")


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_drawn_tournaments_have_the_values_of_the_reference(
    compare: ModuleType, path: Path
) -> None:
    drawn, stated = compare.kept(path)
    found = list(compare.differences(drawn, stated))
    assert [one for one in found if not compare.reason_of(one)] == []


def test_all_kinds_are_stored(compare: ModuleType) -> None:
    events = [compare.kept(path)[0] for path in STORED]
    kinds = {(one.is_team, one.is_predetermined) for one in events}
    assert set(product((True, False), repeat=2)) == kinds
    assert any(one.after for one in events)


def test_a_number_always_draws_the_same_tournament(compare: ModuleType) -> None:
    drawn = [compare.event(20_261, number) for number in range(20)]
    assert drawn == [compare.event(20_261, number) for number in range(20)]
    assert len({one.text for one in drawn}) == len(drawn)
    assert Counter(one.is_team for one in drawn) == {True: 6, False: 14}


def test_another_value_and_another_place_are_noticed(compare: ModuleType) -> None:
    drawn, stated = compare.kept(STORED[-1])
    (number, value), *_ = stated["PTS"].items()
    wrong = {"PTS": {**stated["PTS"], number: f"{float(value) + 1}"}}
    (one,) = compare.differences(drawn, wrong)
    assert f"#{number} " in one.shown
    assert not compare.reason_of(one)
    lists = {"PTS DE": dict.fromkeys(stated["PTS"], 99)}
    assert [one.codes for one in compare.differences(drawn, lists)] == ["PTS DE"]
    failed = {"MPVGP": {"error": "TypeError: 'NoneType' object"}}
    (one,) = compare.differences(drawn, failed)
    assert "no other score" in compare.reason_of(one)
