from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from syncd.daemon.lock import is_held, take_lock
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path
    from typing import TextIO

TAKE_AND_DIE = """
import os, pathlib, sys
from syncd.daemon.lock import take_lock
lock = take_lock(pathlib.Path(sys.argv[1]), "d-killed")
os.kill(os.getpid(), 9)
"""


def test_the_lock_names_its_holder(tmp_path: Path) -> None:
    lock = take_lock(tmp_path, "d-1")
    entry = json.loads((tmp_path / "daemon.lock").read_text(encoding="utf-8"))

    assert (lock.daemon_id, lock.previous_id) == ("d-1", "")
    assert (entry["daemon"], entry["pid"]) == ("d-1", os.getpid())
    assert entry["host"]
    lock.release()


def test_the_second_daemon_is_told_who_holds_it(tmp_path: Path) -> None:
    lock = take_lock(tmp_path, "d-1")
    with pytest.raises(ConfigError, match=f"process {os.getpid()} on ") as caught:
        take_lock(tmp_path, "d-2")
    assert str(tmp_path) in caught.value.text.de
    lock.release()


def test_who_was_refused_leaves_the_name_of_the_holder(tmp_path: Path) -> None:
    lock = take_lock(tmp_path, "d-1")
    with pytest.raises(ConfigError):
        take_lock(tmp_path, "d-2")
    lock.release()
    after = take_lock(tmp_path, "d-3")
    assert after.previous_id == "d-1"
    after.release()


def test_the_next_daemon_knows_who_came_before(tmp_path: Path) -> None:
    take_lock(tmp_path, "d-1").release()
    lock = take_lock(tmp_path, "d-2")
    assert lock.previous_id == "d-1"
    lock.release()


def test_who_came_and_went_meanwhile_came_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_lock(tmp_path, "d-1").release()
    original, pending = fcntl.flock, ["d-2"]

    def flock(file: TextIO, operation: int) -> None:
        if pending:
            take_lock(tmp_path, pending.pop()).release()
        original(file, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    lock = take_lock(tmp_path, "d-3")
    assert lock.previous_id == "d-2"
    lock.release()


def test_a_killed_daemon_leaves_no_lock_but_its_name(tmp_path: Path) -> None:
    command = [sys.executable, "-c", TAKE_AND_DIE, str(tmp_path)]
    assert subprocess.run(command, check=False).returncode == -9
    lock = take_lock(tmp_path, "d-2")
    assert lock.previous_id == "d-killed"
    lock.release()


@pytest.mark.parametrize("text", ["", '{"daemon": "d-', "[1]", '"d-1"'])
def test_a_file_without_a_name_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "daemon.lock").write_text(text, encoding="utf-8")
    lock = take_lock(tmp_path, "d-2")
    assert lock.previous_id == ""
    lock.release()


def test_the_state_directory_is_made_for_us_alone(tmp_path: Path) -> None:
    state = tmp_path / "a" / "state"
    lock = take_lock(state, "d-1")
    assert state.stat().st_mode & 0o777 == 0o700
    lock.release()


def test_a_state_directory_that_cannot_be_used_is_a_configuration_fault(
    tmp_path: Path,
) -> None:
    (tmp_path / "state").write_text("a file", encoding="utf-8")
    with pytest.raises(ConfigError, match="state cannot be used: "):
        take_lock(tmp_path / "state", "d-1")


def test_whether_it_is_held_is_seen_without_a_trace(tmp_path: Path) -> None:
    assert not is_held(tmp_path / "nowhere")
    lock = take_lock(tmp_path, "d-1")
    assert is_held(tmp_path)
    lock.release()
    assert not is_held(tmp_path)
    after = take_lock(tmp_path, "d-2")
    assert after.previous_id == "d-1"
    after.release()


def test_a_look_at_the_lock_keeps_no_daemon_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_lock(tmp_path, "d-1").release()
    looking = (tmp_path / "daemon.lock").open(encoding="utf-8")
    fcntl.flock(looking, fcntl.LOCK_SH)
    monkeypatch.setattr("time.sleep", lambda _: looking.close())
    take_lock(tmp_path, "d-2").release()
    assert looking.closed
