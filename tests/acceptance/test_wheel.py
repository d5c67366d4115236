"""The wheel is complete: installed alone, it runs the demonstration from anywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds nothing but the unpacked wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir",
         str(folder), str(ROOT)],
        check=True, capture_output=True,
    )  # fmt: skip
    wheel = next(folder.glob("*.whl"))
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run_installed(
    site: Path, folder: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "syncd", *arguments],
        env={**os.environ, "PYTHONPATH": str(site)},
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_demonstration_runs_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    ended = run_installed(installed, tmp_path, "demo", "--json")
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert sorted(result) == ["files", "reports", "tournaments", "waiting"]
    assert [report["state"] for report in result["reports"]] == ["accepted"] * 8
    assert all(report["sends"] > 1 for report in result["reports"])
    assert len(result["waiting"]) == 1
    uuids = [report["tournament_uuid"] for report in result["reports"]]
    assert len(set(uuids)) == 7
    assert len({report["file_uuid"] for report in result["reports"]}) == 8


def test_templates_and_schema_are_in_the_wheel(installed: Path, tmp_path: Path) -> None:
    started = run_installed(installed, tmp_path, "config", "init")
    assert started.returncode == 0, started.stderr
    checked = run_installed(installed, tmp_path, "config", "check", "--json")
    assert json.loads(checked.stdout)["valid"] is True
    upgraded = run_installed(installed, tmp_path, "db", "upgrade")
    assert upgraded.returncode == 0, upgraded.stderr
    assert (tmp_path / "var" / "syncd.db").exists()
