"""What becomes of files on disk: only what is stored may go away."""

from __future__ import annotations

import datetime as dt
import os
import random
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event

from syncd.daemon.intake import Taker
from syncd.intake import disposal
from syncd.intake.folder import FolderMonitor
from syncd.intake.scan import look_at
from syncd.pipeline.context import Context
from syncd.settings import Settings, SourceSettings
from syncd.store import readmodels
from syncd.store.engine import Store
from syncd.store.schema import upgrade
from syncd.submit.ways import open_portal
from syncd.wake import NullWake

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator
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
    return Taker(context, source, folder, lambda: NOW)


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


def test_a_rewrite_that_keeps_size_and_time_is_taken(
    context: Context, tmp_path: Path
) -> None:
    """A11: the change time of the file system tells it from the file that was taken."""
    file = tmp_path / "a.trf"
    file.write_bytes(b"012 A")
    before = state_of(file)
    source = SourceSettings(name="s", folder=tmp_path)
    real = Taker(context, source, tmp_path, lambda: dt.datetime.now(dt.UTC))
    for _ in range(2):
        assert real.take(file, before)
    assert arrivals(context) == {"received": 1}
    file.write_bytes(b"012 B")
    os.utime(file, ns=(before.mtime_ns, before.mtime_ns))
    assert state_of(file) == before
    for _ in range(2):
        assert real.take(file, before)
    assert arrivals(context) == {"received": 2}


def test_a_conflict_copy_is_set_aside(context: Context, tmp_path: Path) -> None:
    """A16: it is kept, nobody works on it, and the reason is told."""
    file = tmp_path / "a.sync-conflict-20261129-101112-ABCDEFG.trf"
    file.write_bytes(b"012 A")
    assert taker(context, tmp_path).take(file, state_of(file))
    assert arrivals(context) == {"quarantined": 1}
    with context.store.read() as session:
        line = readmodels.list_arrivals(session, ("quarantined",))[0]
    assert "conflict copy" in line.note.en


def read_only(store: Store) -> Store:
    file = store.url.removeprefix("sqlite:///")
    return Store(f"sqlite:///file:{file}?mode=ro&uri=true")


def full(store: Store) -> Store:
    made = Store(store.url)
    event.listen(made.engine, "connect", lambda connection, _: limit(connection))
    return made


def limit(connection: sqlite3.Connection) -> None:
    """Let the file not grow: SQLite then says that the disk is full."""
    connection.execute("pragma max_page_count = 1")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(read_only, "it is read-only"), (full, "the disk is full")],
)
def test_a_file_is_taken_once_the_store_can_be_written_again(
    context: Context, tmp_path: Path, spoil: Callable[[Store], Store], words: str
) -> None:
    """A19: the file stays, the folder says why, and it is taken afterwards."""
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "a.trf").write_bytes(random.Random(1).randbytes(200_000))
    store = spoil(context.store)
    contexts = [replace(context, store=store)]
    monitor = FolderMonitor(
        folder, stable_s=0, rescan_s=60, polling=True, wakeup=threading.Event(),
        on_stable=lambda path, state: taker(
            contexts[-1], folder, limit=10**6
        ).take(path, state),
    )  # fmt: skip
    monitor.start()
    for now_s in (1.0, 2.0):
        monitor.tick(now_s)
    degraded = monitor.health().degraded
    assert degraded is not None
    assert words in degraded.en
    assert (monitor.health().pending, arrivals(context)) == (1, {})

    store.close()
    contexts.append(context)
    monitor.tick(60.0)
    assert monitor.health().degraded is None
    assert (monitor.health().pending, arrivals(context)) == (0, {"received": 1})
    monitor.stop()
