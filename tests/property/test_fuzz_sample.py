"""A seeded sample of what `bench/fuzz_trf.py` does by the hundred thousand."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

BENCH = Path(__file__).resolve().parents[2] / "bench"
SEED = 20_261


@pytest.fixture(scope="module")
def fuzz() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        yield importlib.import_module("fuzz_trf")


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_damaged_files_lose_nothing_and_raise_nothing_foreign(
    fuzz: ModuleType, start: int
) -> None:
    counts, failures = fuzz.run_part((SEED, range(start, start + 50), ()))
    assert 50 == counts.total()
    assert [] == failures


def test_the_fuzzer_notices_lost_bytes_and_foreign_errors(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "encode", lambda _decoded: b"")
    assert "bytes were lost" in fuzz.failure("trf", b"012 Open", is_measured=False)
    monkeypatch.setattr(fuzz, "decode", lambda _data: 1 // 0)
    assert "ZeroDivision" in fuzz.failure("trf", b"012 Open", is_measured=True)
