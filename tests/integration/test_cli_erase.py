"""A copy of what is stored about a person, and erasure, also when it is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import FOLDERS, run_json, run_line

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"


@pytest.fixture
def person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Take a tournament; return a name that is in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    for name in ("inbox", "reports"):
        (tmp_path / name).mkdir()
    (tmp_path / "syncd.toml").write_text('language = "en"\n' + FOLDERS, "utf-8")
    shutil.copyfile(CLM / "E13_clm.trf", tmp_path / "inbox" / "E13_clm.trf")
    run_line(capsys, "once")
    players = run_json(capsys, "show", CLM / "E13_clm.trf")[1]["tournament"]["entrants"]
    return f"{players[0]['surname']}, {players[0]['forename']}"


def copy(capsys: pytest.CaptureFixture[str], person: str) -> dict[str, Any]:
    """Return what is stored about a person."""
    code, found = run_json(capsys, "person", "show", person)
    assert code == 0
    assert isinstance(found, dict)
    return found


def test_a_copy_then_a_look_then_the_erasure(
    person: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = copy(capsys, person)
    (one, *_) = found["tournaments"]
    assert one["entries"][0]["surname"] == person.partition(",")[0]
    assert any(name.endswith(".trf") for name in one["files"])

    code, seen = run_json(capsys, "erase", person, "--dry-run")
    assert (code, seen["erased"]) == (0, None)
    code, out, _ = run_line(capsys, "erase", person, "--dry-run")
    assert person in out
    assert run_line(capsys, "erase", person)[0] == 1, "nobody has agreed"
    assert found == copy(capsys, person)

    code, done = run_json(capsys, "erase", person, "--yes")
    assert code == 0
    assert done["erased"]["tournaments"]
    assert not any(copy(capsys, person).values())
    code, out, _ = run_line(capsys, "erase", person, "--yes", "--lang", "de")
    assert "Sicherungen" in out
    assert "Nothing is stored" in run_line(capsys, "person", "show", person)[1]


@pytest.mark.parametrize(("place", "left"), [("before", 1), ("after", 0)])
def test_an_erasure_that_is_killed_is_finished_by_the_next(
    person: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    place: str,
    left: int,
) -> None:
    order = tmp_path / "order"
    order.write_text(f"erase.tournament:{place}", "utf-8")
    command = [sys.executable, "-m", "syncd", "erase", person, "--yes", "--json"]
    environment = os.environ | {"SYNCD_FAILPOINTS": str(order)}
    died = subprocess.run(command, check=False, env=environment, capture_output=True)
    assert died.returncode == -signal.SIGKILL
    assert len(copy(capsys, person)["tournaments"]) == left
    assert run_json(capsys, "erase", person, "--yes")[0] == 0
    assert not any(copy(capsys, person).values())
    assert run_line(capsys, "once")[0] in {0, 1}
