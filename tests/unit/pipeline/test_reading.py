"""What is noticed of an export that comes in."""

from __future__ import annotations

from pathlib import Path

from syncd.pipeline.arrivals.reading import Export, read_export
from syncd.settings import LimitsSettings

EXPORT = Path(__file__).parents[2] / "data" / "clm" / "E02_clm.trf"
FOURTH, THIRTEENTH = b"4.0    4", b"2.5   13"
"""Points and rank of two players."""


def codes(data: bytes) -> set[str]:
    read = read_export(data, LimitsSettings())
    assert isinstance(read, Export)
    return {item.code for item in read.reading.findings}


def test_ranks_are_held_against_the_games() -> None:
    data = EXPORT.read_bytes()
    assert data.count(FOURTH) == data.count(THIRTEENTH) == 1
    changed = data.replace(FOURTH, b"4.0   13").replace(THIRTEENTH, b"2.5    4")
    assert "standings.rank" in codes(changed)
    assert "standings.rank" not in codes(data)
