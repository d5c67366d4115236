"""Two sources of one tournament on the command line: linked, asked, answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import run_json, run_line

SWISS = (
    Path(__file__).resolve().parents[1] / "data" / "clm" / "E02_clm.trf"
).read_bytes()
CONFIG = """
language = "en"
[rating]
mode = "auto"
quiet_individual_s = 0
first_contact_hold_days = 0
[[sources]]
name = "verein"
folder = "verein"
stable_s = 0
[[sources]]
name = "bezirk"
folder = "bezirk"
stable_s = 0
[[sync.groups]]
sources = ["verein", "bezirk"]
"""


@pytest.fixture(autouse=True)
def _office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    for name in ("verein", "bezirk"):
        (tmp_path / name).mkdir()
    Path("syncd.toml").write_text(CONFIG, encoding="utf-8")


def won_by(five: bytes, fifteen: bytes) -> bytes:
    """Return the export with another result of players 5 and 15 in round 7."""
    data = SWISS.replace(b"11 w 0    15 b =", b"11 w 0    15 b " + five)
    return data.replace(b"13 w 0     5 w =", b"13 w 0     5 w " + fifteen)


def test_a_question_is_listed_and_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("verein/a.trf").write_bytes(won_by(b"1", b"0"))
    run_line(capsys, "once")
    Path("bezirk/b.trf").write_bytes(won_by(b"0", b"1"))
    assert run_line(capsys, "once")[0] == 1, "somebody is needed"

    _, why = run_json(capsys, "why", 1)
    assert why["code"] == "sync.conflict"
    _, (asked,) = run_json(capsys, "conflicts", 1)
    assert (asked["number"], asked["source"], asked["state"]) == (1, "bezirk", "open")
    assert (asked["part"], asked["key"]) == ("game", [7, 5, 15, 0])
    assert asked["ours"]["black_result"] == asked["theirs"]["white_result"] == "1"
    _, out, _ = run_line(capsys, "conflicts", "--lang", "de")
    assert "bezirk" in out
    assert "syncd resolve NUMMER" in out

    code, _, err = run_line(capsys, "resolve", 1, "7-0")
    assert (code, "1/2-1/2" in err) == (2, True)
    code, done = run_json(capsys, "resolve", 1, "theirs", "--by", "kim")
    assert (code, done["done"][1]) == (0, "Still open: 0.")
    assert re.fullmatch(
        r"Question 1 \(Round 7, White .+ \(15\) – Black .+ \(5\)\): what bezirk says "
        r"counts\.", done["done"][0],
    )  # fmt: skip
    _, (asked,) = run_json(capsys, "conflicts", "--all")
    assert (asked["state"], asked["by"]) == ("resolved", "kim")
    assert run_json(capsys, "why", 1)[1]["code"] != "sync.conflict"
    assert run_line(capsys, "link", 1, "new")[0] == 1, "no file waits for that"

    _check_unlinked(capsys)


def _check_unlinked(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = run_json(capsys, "status")[1]["tournaments"]
    assert (line["source"], line["sources"]) == ("verein", ["verein", "bezirk"])
    assert run_json(capsys, "policy", 1)[1]["sources"] == ["verein", "bezirk"]
    assert "that of verein holds" in " ".join(run_line(capsys, "policy", 1)[1].split())
    code, done = run_json(capsys, "unlink", 1, "bezirk", "--by", "kim")
    assert (code, done["done"][0]) == (
        0,
        "What bezirk sends is a tournament of its own from now on.",
    )
    assert "everything since" in " ".join(done["done"])
    assert run_json(capsys, "policy", 1)[1]["sources"] == ["verein"]
    assert run_line(capsys, "unlink", 1, "verein")[0] == 1
