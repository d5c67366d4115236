"""The line itself: where options may stand, and what wrong lines answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


def test_the_language_may_be_named_last(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_line(capsys, "check", CLM / "E05_clm.trf", "--lang", "de")
    assert "Spieler" in out


def test_the_configuration_may_be_named_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = run_line(capsys, "config", "show", "-c", "nowhere.toml")
    assert (code, "nowhere.toml" in err) == (2, True)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("report x.trf", "--out"),
        ("check", "FILE"),
        ("validate x.xml --as-of tomorrow", "tomorrow"),
        ("run", "--json"),
        ("frobnicate", "frobnicate"),
        ("check x.trf --lang fr", "fr"),
    ],
)
def test_a_wrong_line_is_a_document_too(
    capsys: pytest.CaptureFixture[str], line: str, word: str
) -> None:
    code, out, err = run_line(capsys, *line.split(), "--json")
    document = json.loads(out)
    assert (code, list(document)) == (2, ["error"])
    assert word in document["error"][0]
    assert word in err


def test_administrators_get_documents(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, written = run_json(capsys, "config", "init")
    assert (code, written) == (0, {"written": "syncd.toml"})
    code, shown = run_json(capsys, "config", "show")
    assert (code, shown["sources"][0]["name"]) == (0, "bezirk")
    code, upgraded = run_json(capsys, "db", "upgrade")
    assert (code, list(upgraded)) == (0, ["schema"])
    assert (tmp_path / "var" / "syncd.db").exists()
