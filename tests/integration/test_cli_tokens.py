"""`syncd token`, and what other commands say of the HTTP interface."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module
from syncd.settings import load_settings
from syncd.store.access import find_access
from syncd.store.access_tables import AccessRow
from syncd.store.engine import Store

if TYPE_CHECKING:
    import datetime as dt

CONFIG = """
[web]
[[sources]]
name = "north"
push = true
[[sources]]
name = "south"
folder = "inbox"
"""


@pytest.fixture(autouse=True)
def _installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")
    Path("syncd.toml").write_text(CONFIG, encoding="utf-8")


def test_a_token_is_shown_once_listed_without_it_and_ended(
    capsys: pytest.CaptureFixture[str], now: dt.datetime
) -> None:
    code, made = run_json(capsys, "token", "new", "north", "--scope", "push")
    token = made["token"]
    assert (code, token.count("_") >= 2, len(token) > 43) == (0, True, True)
    words = ("--name", "Verband", "--scope", "read", "--expires", "30", "--contacts")
    assert run_json(capsys, "token", "new", *words)[0] == 0
    code, out, _ = run_line(capsys, "token", "list")
    assert code == 0
    assert token not in out
    _, listed = run_json(capsys, "token", "list")
    shown = [(one["name"], one["scope"], one["good"]) for one in listed["tokens"]]
    assert shown == [
        ("north", "push:north", True), ("Verband", "read+contacts", True),
    ]  # fmt: skip
    assert listed["tokens"][0]["expires"] is None
    assert listed["tokens"][1]["expires"] is not None
    store = Store(load_settings().store_url)
    with store.read() as session:
        found = find_access(session, token, now)
        row = session.get(AccessRow, 1)
    store.close()
    assert found is not None
    assert row is not None
    assert row.digest == hashlib.sha256(token.split("_", 2)[2].encode()).hexdigest()
    assert token.encode() not in Path("var/syncd.db").read_bytes()
    code, ended = run_json(capsys, "token", "revoke", 1)
    assert (code, ended["good"]) == (0, False)
    assert run_json(capsys, "token", "revoke", 1)[1]["revoked"] == ended["revoked"]
    _, out, _ = run_line(capsys, "--lang", "de", "token", "list")
    assert "widerrufen" in out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("new", "--scope", "read"), 2, "Name who gets the token"),
        (("new", "--name", "x", "--scope", "push"), 2, "hands in for one source"),
        (("new", "west", "--scope", "push"), 2, "no source west. Configured: north"),
        (("new", "west", "--scope", "read"), 2, "no source west"),
        (("new", "south", "--scope", "push"), 2, "Add push = true"),
        (("new", "north", "--scope", "push", "--contacts"), 2, "tokens that read"),
        (("new", "--name", "a\u202eb", "--scope", "read"), 2, "can be seen"),
        (("new", "--name", "x" * 101, "--scope", "read"), 2, "at most 100"),
        (("new", "north", "--scope", "write"), 2, "write"),
        (("new", "north", "--scope", "read", "--expires", "0"), 2, "equal to 1"),
        (("revoke", "9"), 1, "no token 9"),
    ],
)
def test_a_token_that_nobody_could_use_is_not_made(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    run_line(capsys, "db", "upgrade")
    found, _, err = run_line(capsys, "token", *words)
    assert found == code
    assert said in err
    assert run_json(capsys, "token", "list")[1] == {"tokens": []}


def test_without_the_interface_a_token_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = CONFIG.replace("[web]", "")
    Path("syncd.toml").write_text(text, encoding="utf-8")
    code, out, err = run_line(capsys, "token", "new", "north", "--scope", "push")
    assert code == 0
    assert out.startswith("syncd_1_")
    assert "not shown again" in err
    assert "HTTP interface is off" in err
    _, _, err = run_line(capsys, "config", "check")
    _, checked = run_json(capsys, "config", "check")
    assert any("[web]" in warning for warning in checked["warnings"])


@pytest.mark.parametrize(
    ("line", "scope", "is_warned"),
    [("", "read", True), ("", "push", False), ('installation = "b"', "read", False)],
)
def test_who_gives_tournaments_away_needs_a_name(
    capsys: pytest.CaptureFixture[str], line: str, scope: str, *, is_warned: bool
) -> None:
    text = f"{CONFIG}[rating]\n{line}\n"
    Path("syncd.toml").write_text(text, encoding="utf-8")
    code, _, err = run_line(capsys, "token", "new", "north", "--scope", scope)
    assert code == 0
    assert ("[rating] installation" in err) is is_warned


def test_sources_say_where_exports_are_handed_in(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_line(capsys, "db", "upgrade")
    _, shown = run_json(capsys, "sources")
    (north,) = [item for item in shown["sources"] if item["name"] == "north"]
    assert north["kind"] == "push"
    assert north["places"] == ["http://127.0.0.1:8047/api/v1/exports"]
    assert run_line(capsys, "--lang", "de", "sources")[1].count("Abgabe") == 1


def test_status_says_where_the_interface_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_line(capsys, "db", "upgrade")
    assert run_json(capsys, "status")[1]["web"] is None
    health = {
        "pid": 1, "at": "2026-11-29T12:00:00+00:00", "sources": [],
        "broker": {"kind": "x", "why": {"en": "x", "de": "x"}},
        "web": {"address": "http://127.0.0.1:8047", "alive": True, "starts": 1},
    }  # fmt: skip
    monkeypatch.setattr("syncd.cli.overview.is_held", lambda _: True)
    monkeypatch.setattr("syncd.cli.overview.read_health", lambda _: health)
    assert "HTTP: http://127.0.0.1:8047" in run_line(capsys, "status")[1]
    assert run_json(capsys, "status")[1]["web"] == health["web"]
    health["web"] = {"address": "http://127.0.0.1:8047", "alive": False, "starts": 7}
    assert "after 7 starts. Is the port in use?" in run_line(capsys, "status")[1]
