"""`syncd diff` and `syncd merge`, as a person or another program runs them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line

from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import decode, to_tournament

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "012 {name}\n022 {city}\n042 2026/10/01\n092 Individual: Swiss-System\n"
POINTS = {"1": "1.0", "=": "0.5", "0": "0.0", "+": "1.0", "-": "0.0"}


def row(number: int, name: str, code: str) -> str:
    """Return the line of a player who met the other one in round 1."""
    colour = "wb"[number - 1]
    return (
        f"001 {number:4} {'':4} {name:33} {'':4} GER {'':11} {'':10} {POINTS[code]:>4} "
        f"{number:4}  {3 - number:4} {colour} {code}\n"
    )


def write(folder: Path, name: str, result: str, city: str = "Bonn") -> Path:
    """Write a file of one game; `result` as seen by White and Black."""
    path = folder / name
    rows = row(1, "Ärmel, Anna", result[0]) + row(2, "Bolt, Bert", result[1])
    path.write_text(HEAD.format(name="Open", city=city) + rows, encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    return {
        "open": write(tmp_path, "open.trf", "00"),
        "won": write(tmp_path, "won.trf", "10"),
        "lost": write(tmp_path, "lost.trf", "01"),
        "moved": write(tmp_path, "moved.trf", "00", "Köln"),
    }


def test_differences_are_listed(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path]
) -> None:
    code, found = run_json(capsys, "diff", files["open"], files["moved"])
    assert code == 0
    assert found["changes"] == [
        {"place": "tournament", "field": "city", "old": "Bonn", "new": "Köln"}
    ]
    assert found["facts"] == [
        {"part": "tournament", "key": [], "field": "city", "old": "Bonn", "new": "Köln"}
    ]
    code, said, _ = run_line(
        capsys, "--lang", "de", "diff", files["open"], files["moved"]
    )
    assert code == 0
    assert "Ort" in said
    assert "Turnier" in said


def test_no_difference(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path]
) -> None:
    assert run_line(capsys, "diff", files["won"], files["won"])[:2] == (
        0,
        "No difference.\n",
    )


def test_a_merge_of_different_things_needs_nobody(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "merged.json"
    line = "merge", files["open"], files["won"], files["moved"], "--out", out
    code, found = run_json(capsys, *line)
    assert code == 0
    assert (found["conflicts"], found["written"]) == ([], str(out))
    made = decode_snapshot(out.read_bytes())
    assert made.city == "Köln"
    assert made.pairings.rows[1].results == "1"


def test_two_results_are_a_question_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "merged.trf"
    line = "merge", files["open"], files["won"], files["lost"]
    code, found = run_json(capsys, *line, "--out", out)
    assert code == 1
    (conflict,) = found["conflicts"]
    assert conflict["reason"] == "result"
    assert conflict["key"] == [1, 1, 2, 0]
    assert conflict["ours"]["white_result"] == "1"
    made = to_tournament(decode(out.read_bytes())).tournament
    assert made.pairings.rows[1].results == "1"
    code, said, _ = run_line(capsys, "--lang", "de", *line)
    assert code == 1
    assert "Welches Ergebnis stimmt?" in said
    assert "Von Hand zu entscheiden: 1" in said


@pytest.mark.parametrize(("policy", "result"), [("ours", "1"), ("theirs", "0")])
def test_the_owner_decides(
    capsys: pytest.CaptureFixture[str],
    files: dict[str, Path],
    tmp_path: Path,
    policy: str,
    result: str,
) -> None:
    out = tmp_path / "merged.json"
    line = "merge", files["open"], files["won"], files["lost"], "--policy", policy
    assert run_json(capsys, *line, "--out", out)[0] == 0
    assert decode_snapshot(out.read_bytes()).pairings.rows[1].results == result


def test_the_newer_file_decides_but_never_a_result(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path], tmp_path: Path
) -> None:
    old = write(tmp_path, "old.trf", "10", "Aachen")
    new = write(tmp_path, "new.trf", "01", "Celle")
    os.utime(old, (1_790_000_000,) * 2)
    os.utime(new, (1_790_000_100,) * 2)
    out = tmp_path / "merged.json"
    line = "merge", files["open"], old, new, "--policy", "newest", "--out", out
    code, found = run_json(capsys, *line)
    assert code == 1
    assert [one["part"] for one in found["conflicts"]] == ["game"]
    assert decode_snapshot(out.read_bytes()).city == "Celle"


def test_an_emptied_file_stops(
    capsys: pytest.CaptureFixture[str], files: dict[str, Path], tmp_path: Path
) -> None:
    empty = tmp_path / "empty.trf"
    empty.write_text(HEAD.format(name="Open", city="Bonn"), encoding="utf-8")
    code, found = run_json(capsys, "merge", files["won"], files["won"], empty)
    assert code == 1
    assert "error" in found
