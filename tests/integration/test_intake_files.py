"""Reading and listing real files: `read_stable`, `scan_tree`, `scan_once`."""

from __future__ import annotations

import datetime as dt
import errno
import logging
import os
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from syncd.errors import ConfigError
from syncd.intake import scan as scan_module
from syncd.intake.folder import FileState, TooLarge, read_stable, scan_once
from syncd.intake.ignore import IgnoreList
from syncd.intake.scan import look_at, scan_tree, state_of
from syncd.intake.stability import EMPTY_S

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from syncd.intake.scan import Look

LIMIT = 1_000_000
NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


def write(path: Path, data: bytes = b"012 A\n", *, age_s: float = 0) -> Path:
    path.write_bytes(data)
    when = NOW.timestamp() - age_s
    os.utime(path, (when, when))
    return path


def state(path: Path) -> FileState:
    return state_of(path.lstat())


def read(path: Path, expected: FileState) -> bytes | TooLarge | None:
    return read_stable(path, expected, limit_bytes=LIMIT)


# --- read_stable ----------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"012 A\r\n", bytes(range(256)) * 300])
def test_the_bytes_come_as_they_are(tmp_path: Path, data: bytes) -> None:
    """A18: what is kept, and hashed, is what was received."""
    path = write(tmp_path / "a.trf", data)
    assert read(path, state(path)) == data


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.trf", b"x" * LIMIT)
    assert read(path, state(path)) == b"x" * LIMIT


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "a.iso"
    with path.open("wb") as file:
        file.truncate(2 << 30)
    tracemalloc.start()
    answer = read(path, state(path))
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert TooLarge(2 << 30, LIMIT) == answer
    assert peak_bytes < LIMIT


@pytest.mark.parametrize("field", ["size_bytes", "mtime_ns", "inode"])
def test_another_state_than_expected_is_not_read(tmp_path: Path, field: str) -> None:
    path = write(tmp_path / "a.trf")
    now = state(path)
    values = {name: getattr(now, name) for name in ("size_bytes", "mtime_ns", "inode")}
    assert read(path, FileState(**(values | {field: values[field] + 1}))) is None


def test_a_replaced_file_is_not_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.trf")
    before = state(path)
    write(tmp_path / "b").replace(path)
    assert read(path, before) is None


@pytest.mark.parametrize("data", [b"012 A\n042", b"012"])
def test_a_file_that_changes_while_it_is_read_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    path = write(tmp_path / "a.trf")
    before = state(path)
    fstat = os.fstat

    def interfere(handle: int) -> os.stat_result:
        status = fstat(handle)
        write(path, data, age_s=1)
        return status

    monkeypatch.setattr(os, "fstat", interfere)
    assert read(path, before) is None


def test_a_rewrite_of_equal_length_while_reading_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A18: never the hash of one and the bytes of another."""
    path = write(tmp_path / "a.trf", b"012 A\n")
    before = state(path)
    fstat = os.fstat

    def interfere(handle: int) -> os.stat_result:
        status = fstat(handle)
        write(path, b"012 B\n", age_s=1)
        return status

    monkeypatch.setattr(os, "fstat", interfere)
    assert read(path, before) is None


def vanish(path: Path) -> None:
    path.unlink()


def lose_the_folder(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()
    path.parent.write_bytes(b"a file now")


def become_a_link(path: Path) -> None:
    path.rename(path.with_name("b"))
    path.symlink_to("b")


def become_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "change", [vanish, lose_the_folder, become_a_link, become_a_pipe]
)
def test_what_is_no_longer_that_file_is_not_read(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    (tmp_path / "in").mkdir()
    path = write(tmp_path / "in" / "a.trf")
    before = state(path)
    change(path)
    assert read(path, before) is None


def test_a_fault_of_the_disk_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.trf")
    before = state(path)

    def refuse(*_args: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        read(path, before)


# --- scan_tree ------------------------------------------------------------------------


def test_one_bad_file_does_not_spoil_the_scan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.trf")
    bad = write(tmp_path / "bad.trf")

    def look(path: Path) -> Look | None:
        if path == bad:
            raise OSError(errno.ESTALE, "Stale file handle")
        return look_at(path)

    monkeypatch.setattr(scan_module, "look_at", look)
    scan = scan_tree(tmp_path, IgnoreList(), recursive=True)
    assert [tmp_path / "a.trf"] == list(scan.files)
    assert [bad] == list(scan.unreadable)


def test_what_vanishes_during_the_scan_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.trf")
    (tmp_path / "sub").mkdir()
    original = IgnoreList.name_reason

    def remove_all(ignore: IgnoreList, relative: Path) -> object:
        (tmp_path / relative).unlink()
        (tmp_path / "sub").rmdir()
        return original(ignore, relative)

    monkeypatch.setattr(IgnoreList, "name_reason", remove_all)
    scan = scan_tree(tmp_path, IgnoreList(), recursive=True)
    assert not scan.files
    assert not scan.unreadable


# --- scan_once ------------------------------------------------------------------------


class Waits(list[float]):
    """Notes every wait, and does something meanwhile."""

    def __init__(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self._meanwhile = meanwhile

    def __call__(self, seconds: float) -> None:
        self.append(seconds)
        self._meanwhile()


def names(folder: Path, wait: Waits, *, recursive: bool = True) -> list[str]:
    found = scan_once(folder, stable_s=5, now=NOW, wait=wait, recursive=recursive)
    return [path.relative_to(folder).as_posix() for path, _ in found]


def test_old_files_need_no_wait(tmp_path: Path) -> None:
    write(tmp_path / "b.trf", age_s=5)
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub" / "a.trf", age_s=5)
    waits = Waits()
    assert names(tmp_path, waits) == ["b.trf", "sub/a.trf"]
    assert waits == []
    assert names(tmp_path, waits, recursive=False) == ["b.trf"]


def test_the_state_comes_with_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.trf", age_s=5)
    found = list(scan_once(tmp_path, stable_s=5, now=NOW))
    assert [(path, state(path))] == found


def test_young_files_get_one_wait_and_a_second_look(tmp_path: Path) -> None:
    write(tmp_path / "a.trf", age_s=4)
    write(tmp_path / "b.trf", age_s=-9999)
    write(tmp_path / "old.trf", age_s=99)
    waits = Waits()
    assert names(tmp_path, waits) == ["old.trf", "a.trf", "b.trf"]
    assert waits == [5]


def test_what_changes_during_the_wait_is_left_for_the_next_run(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="syncd.intake.once")
    path = write(tmp_path / "a.trf")
    gone = write(tmp_path / "b.trf")
    write(tmp_path / "c.trf")

    def meanwhile() -> None:
        write(path, b"012 A\n042 ")
        gone.unlink()

    assert names(tmp_path, Waits(meanwhile)) == ["c.trf"]
    unfinished = [vars(record)["file"] for record in caplog.records]
    assert [str(path), str(gone)] == unfinished


def test_what_becomes_unreadable_during_the_wait_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a.trf")

    def refuse(_path: Path) -> Look | None:
        raise OSError(errno.EIO, "Input/output error")

    def meanwhile() -> None:
        monkeypatch.setattr("syncd.intake.once.look_at", refuse)

    assert names(tmp_path, Waits(meanwhile)) == []


def test_an_empty_file_counts_only_when_it_is_really_old(tmp_path: Path) -> None:
    write(tmp_path / "young.trf", b"", age_s=EMPTY_S - 1)
    write(tmp_path / "old.trf", b"", age_s=EMPTY_S)
    waits = Waits()
    assert names(tmp_path, waits) == ["old.trf"]
    assert waits == []


def test_what_is_ignored_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / "a.trf.part", age_s=99)
    write(tmp_path / "b.pdf", age_s=99)
    ignore = IgnoreList(extra=("*.pdf",))
    assert list(scan_once(tmp_path, stable_s=5, now=NOW, ignore=ignore)) == []


def test_a_missing_folder_is_a_fault_of_the_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        list(scan_once(tmp_path / "nowhere", stable_s=5, now=NOW))


def test_an_unreadable_file_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path / "a.trf")

    def refuse(_path: Path) -> Look | None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(scan_module, "look_at", refuse)
    assert names(tmp_path, Waits()) == []
    assert [record.message for record in caplog.records] == ["file_unreadable"]
