"""Configuration by the command line: what is wrong, and what is only doubtful."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module
from syncd.daemon.accepted import reload_settings
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


def test_names_that_do_not_exist_are_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(
        '[rating]\nportals = ["a"]\n' + FOLDERS + '[[tournaments]]\nmatch = "*"\n'
        'source = "south"\nportals = ["upload", "b"]\n'
    )
    code, _, err = run_line(capsys, "config", "check")
    assert code == 2
    said = " ".join(err.split())
    for words in (
        '[rating] portals: there is no portal "a". Configured: upload',
        '[[tournaments]] number 1, portals: there is no portal "b".',
        '[[tournaments]] number 1, source: there is no source "south".',
        "Configured: north",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('window = "1-5"', "01:00-05:00"),
        ('label = "{year}"', "{name}, {league}, {season}, {group}"),
        ('organiser_vkz = "c1"', "VKZ"),
    ],
)
def test_a_rule_that_cannot_be_says_what_can(
    capsys: pytest.CaptureFixture[str], line: str, words: str
) -> None:
    for section in ("[rating]", '[[tournaments]]\nmatch = "*"'):
        configure(f"{FOLDERS}{section}\n{line}\n")
        code, _, err = run_line(capsys, "config", "check")
        assert code == 2
        assert words in " ".join(err.split())


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


BEARER = 'lookup = {{ url = "{}", auth = {{ kind = "bearer", token = "secret" }} }}'


def test_a_failed_reload_names_the_problems(caplog: pytest.LogCaptureFixture) -> None:
    settings = load_settings(configure(FOLDERS))
    configure("langauge = 'de'")
    assert reload_settings(settings) is None
    (record,) = caplog.records
    assert "Did you mean language?" in json.dumps(vars(record)["problems"])


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", []),
        ('auth = { kind = "bearer", token = "secret" }', ["unencrypted"]),
        ('auth = { kind = "basic", user = "u", password = "p" }', ["unencrypted"]),
        (BEARER.format("https://portal.example.org/"), []),
        (BEARER.format("http://portal.example.org/rs"), ["https:// in lookup.url"]),
        (BEARER.format("http://127.9.9.9/rs"), []),
        ('lookup = { url = "http://me:secret@portal.example.org/" }', ["lookup.url"]),
        ("answers.accepted = [{ status = [201] }]", ["by its status alone"]),
        ('answers.accepted = [{ regex = "{file_uuid}" }]', []),
    ],
)
def test_what_nobody_can_want_of_a_portal_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: str, said: list[str]
) -> None:
    (tmp_path / "inbox").mkdir()
    file = tmp_path / "syncd.toml"
    file.write_text(
        f"""
        [[sources]]
        name = "bezirk"
        folder = "inbox"
        [[portals]]
        name = "dwz"
        kind = "http"
        url = "http://portal.example.org/"
        {lines}
        """
    )
    code, document = run_json(capsys, "config", "check", "--config", file)
    assert code == 0
    assert len(document["warnings"]) == len(said)
    for words, warning in zip(said, document["warnings"], strict=True):
        assert words in warning
        assert "secret" not in warning


def test_scheduled_lists_without_an_address_are_doubtful(
    capsys: pytest.CaptureFixture[str],
) -> None:
    schedule = '[[schedules]]\njob = "lists"\ncron = "30 5 * * *"\n'
    for lists, is_said in (("", True), ('urls = ["https://h.example/a.zip"]\n', False)):
        Path("syncd.toml").write_text(f"[lists]\n{lists}{schedule}")
        _, out, err = run_line(capsys, "config", "check")
        assert ("no address to get them from" in out + err) is is_said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is no configuration file, so the built-in values count"),
        ("de", "Es gibt keine Konfigurationsdatei, also gelten die eingebauten Werte"),
    ],
)
def test_without_a_configuration_it_is_said_what_counts(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run_line(capsys, "config", "check", "--lang", language)
    assert (code, said in out + err) == (0, True)
