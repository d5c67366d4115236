"""What becomes of files on disk: only what is stored may go away."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from syncd.daemon.intake import Taker
from syncd.intake import disposal
from syncd.intake.scan import look_at
from syncd.pipeline.context import Context
from syncd.settings import Settings, SourceSettings
from syncd.store import readmodels
from syncd.store.engine import Store
from syncd.store.schema import upgrade
from syncd.submit.ways import open_portal
from syncd.wake import NullWake

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.intake.stability import FileState

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    store = Store(f"sqlite:///{tmp_path / 'syncd.db'}")
    upgrade(store)
    yield Context(
        store=store, settings=Settings(), wake=NullWake(), owner="test",
        new_uuid=lambda: "x", jitter=lambda: 0.0, open_portal=open_portal,
    )  # fmt: skip
    store.close()


def taker(context: Context, folder: Path, *, limit: int = 100) -> Taker:
    source = SourceSettings(
        name="s", folder=folder, after="delete", max_size_bytes=limit
    )
    return Taker(context, source, lambda: NOW)


def state_of(path: Path) -> FileState:
    look = look_at(path)
    assert look is not None
    return look.state


def arrivals(context: Context) -> dict[str, int]:
    with context.store.read() as session:
        return readmodels.count_arrivals(session)


def test_a_refused_file_stays_and_is_taken_under_a_higher_limit(
    context: Context, tmp_path: Path
) -> None:
    folder = tmp_path / "inbox"
    folder.mkdir()
    file = folder / "big.trf"
    file.write_bytes(b"x" * 101)
    for _ in range(2):
        assert taker(context, folder).take(file, state_of(file))
    assert file.exists()
    assert arrivals(context) == {}

    assert taker(context, folder, limit=200).take(file, state_of(file))
    assert not file.exists()
    assert arrivals(context) == {"received": 1}


def test_a_file_that_replaced_the_taken_one_survives(
    tmp_path: Path,
) -> None:
    file = tmp_path / "a.trf"
    file.write_bytes(b"old")
    before = state_of(file)
    file.unlink()
    file.write_bytes(b"newer")
    disposal.dispose(file, before, tmp_path, "delete")
    assert file.read_bytes() == b"newer"
    disposal.dispose(file, before, tmp_path, "move")
    assert file.read_bytes() == b"newer"


def test_moved_files_of_one_name_are_all_kept(tmp_path: Path) -> None:
    for text in (b"1", b"22", b"333"):
        file = tmp_path / "a.trf"
        file.write_bytes(text)
        disposal.dispose(file, state_of(file), tmp_path, "move")
    kept = sorted(path.name for path in (tmp_path / "processed").iterdir())
    assert kept == ["a.2.trf", "a.3.trf", "a.trf"]
