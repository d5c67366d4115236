"""Looking at a store whose disk is full, while no daemon runs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_line

from syncd.store.trouble import FULL, trouble_text

if TYPE_CHECKING:
    from collections.abc import Iterator

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = """
language = "en"
state_directory = "{small}"
[rating]
quiet_individual_s = 0
first_contact_hold_days = 0
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
"""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """Make a disk of 3 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    line = [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if subprocess.run(line, check=False, capture_output=True).returncode:
        pytest.skip("no small disk can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S607


def fill(folder: Path) -> None:
    """Take all space there is."""
    file = os.open(folder / "fill", os.O_CREAT | os.O_WRONLY)
    with pytest.raises(OSError, match="space"):
        _write_on(file)
    os.close(file)


def _write_on(file: int) -> None:
    while True:
        os.write(file, bytes(4096))


@pytest.mark.parametrize("name", ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"])
def test_a_full_disk_is_called_so(name: str) -> None:
    cause = sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorname = name
    assert trouble_text(cause) == FULL


def test_everything_can_be_looked_at_on_a_full_disk(
    tmp_path: Path, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "inbox").mkdir()
    config = tmp_path / "syncd.toml"
    config.write_text(CONFIG.format(small=small))
    shutil.copyfile(CLM / "E02_clm.trf", tmp_path / "inbox" / "E02_clm.trf")
    run_line(capsys, "-c", config, "once")
    fill(small)
    for command in (["status"], ["why", 1], ["history", 1], ["page", 1]):
        code, out, err = run_line(capsys, "-c", config, *command)
        assert (code, err) == (0, ""), command
        assert out
    code, _, err = run_line(capsys, "-c", config, "hold", 1)
    assert code == 1
    assert "the disk is full" in err
