"""Configuration by the command line: what is wrong, and what is only doubtful."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module
from syncd.daemon import loop
from syncd.settings import load_settings


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


def configure(text: str) -> Path:
    file = Path("syncd.toml").absolute()
    file.write_text(text, encoding="utf-8")
    return file


FOLDERS = """
[[sources]]
name = "north"
folder = "inbox"
[[portals]]
name = "upload"
kind = "directory"
folder = "reports"
"""


def test_missing_folders_are_warnings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = configure(FOLDERS)
    code, document = run_json(capsys, "config", "check")
    assert (code, document["file"], document["valid"]) == (0, str(file), True)
    assert [warning.partition(":")[0] for warning in document["warnings"]] == [
        "[[sources]] north", "[[portals]] upload",
    ]  # fmt: skip
    for name in ("inbox", "reports"):
        (tmp_path / name).mkdir()
    assert run_json(capsys, "config", "check")[1]["warnings"] == []


def test_a_configuration_without_source_is_doubtful(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure("")
    code, out, _ = run_line(capsys, "config", "check", "--lang", "de")
    assert code == 0
    assert out.startswith("Warnung: Es ist keine Quelle eingerichtet")
    assert "Quellen: 0, Portale: 0." in out


def test_a_missing_certificate_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    configure(
        '[[portals]]\nname = "p"\nkind = "http"\nurl = "https://x.example"\n'
        'ca_file = "ca.pem"\n'
    )
    code, document = run_json(capsys, "config", "check")
    assert code == 2
    assert len(document["error"]) == 1
    assert "ca.pem" in document["error"][0]


def test_without_a_file_it_is_said_where_it_was_looked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, document = run_json(capsys, "config", "check")
    warning = document["warnings"][0]
    assert (code, document["file"]) == (0, None)
    assert str(tmp_path / "syncd.toml") in warning
    assert str(tmp_path / "etc" / "syncd.toml") in warning
    assert "syncd config init" in warning


def test_no_daemon_runs_without_a_configuration(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run_line(capsys, "run")
    assert (code, "syncd config init" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_single_problem_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_line(
        capsys, "portal-sim", "--port", 0, "--db", "x.db", "--faults", "bogus"
    )
    assert code == 2
    assert err.count("bogus") == 1


def test_the_faults_of_the_simulator_are_listed_without_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_line(capsys, "portal-sim", "--faults", "help")
    assert (0, True) == (code, "every" in out)
    code, _, err = run_line(capsys, "portal-sim", "--port", 0)
    assert (2, True) == (code, "--db" in err)


def test_a_failed_reload_names_the_problems(caplog: pytest.LogCaptureFixture) -> None:
    settings = load_settings(configure(FOLDERS))
    configure("langauge = 'de'")
    assert loop._reloaded(settings) is settings
    (record,) = caplog.records
    assert "Did you mean language?" in json.dumps(vars(record)["problems"])


def test_scheduled_lists_without_an_address_are_doubtful(
    capsys: pytest.CaptureFixture[str],
) -> None:
    schedule = '[[schedules]]\njob = "lists"\ncron = "30 5 * * *"\n'
    for lists, is_said in (("", True), ('urls = ["https://h.example/a.zip"]\n', False)):
        Path("syncd.toml").write_text(f"[lists]\n{lists}{schedule}")
        _, out, err = run_line(capsys, "config", "check")
        assert ("no address to get them from" in out + err) is is_said
