"""Where the bytes go that a command writes, and where they never go."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from syncd.cli.writing import replace_file
from syncd.errors import SyncdError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_link_beside_the_target_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"mine")
    out = tmp_path / "out.xml"
    (tmp_path / ".out.xml.part").symlink_to(elsewhere)
    replace_file(out, b"new")
    assert (out.read_bytes(), elsewhere.read_bytes()) == (b"new", b"mine")


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_permissions_stay_and_new_files_follow_the_umask(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch()
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        replace_file(old, b"")
        replace_file(new, b"")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (old, new)] == [0o640, 0o640]


def test_a_failure_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SyncdError, match="No space left"):
        replace_file(tmp_path / "out", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SyncdError, match="cannot be written"):
        replace_file(tmp_path, b"new")
