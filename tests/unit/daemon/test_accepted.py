"""Workers run on the settings that the daemon has accepted, whatever the file says."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from syncd.daemon.accepted import keep, names_for_children, reload_settings
from syncd.daemon.loop import Daemon, Signals
from syncd.settings import Settings, load_settings

if TYPE_CHECKING:
    from pathlib import Path

GOOD = '[[sources]]\nname = "north"\nfolder = "inbox"\n'
STORE_URL = "SYNCD_STORE__URL"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in os.environ:
        if name.startswith(("SYNCD_", "STATE_DIRECTORY")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conf" / "var").mkdir(parents=True)
    path = tmp_path / "conf" / "syncd.toml"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("later", ["x = [", 'langauge = "de"', "", None])
def test_a_worker_gets_what_was_accepted(
    file: Path, monkeypatch: pytest.MonkeyPatch, later: str | None
) -> None:
    settings = load_settings(file)
    names = names_for_children(settings)
    if later is None:
        file.unlink()
    else:
        file.write_text(later)
    for name, value in names.items():
        monkeypatch.setenv(name, value)

    theirs = load_settings()

    assert theirs.model_dump() == settings.model_dump()
    assert theirs.file == file


def test_what_is_kept_is_for_us_only_and_without_the_environment(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STORE_URL, "postgresql://u:geheim@h/db")
    old = file.parent / "var" / "accepted.part"
    old.write_text("left behind")
    old.chmod(0o644)

    kept = keep(load_settings(file))

    assert kept is not None
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_text() == GOOD


def test_settings_that_were_not_read_are_not_kept(tmp_path: Path) -> None:
    assert keep(Settings(state_directory=tmp_path)) is None


def test_where_nothing_can_be_kept_workers_read_the_file(file: Path) -> None:
    (file.parent / "var").rmdir()
    assert names_for_children(load_settings(file)) == {"SYNCD_CONFIG": str(file)}


PORTAL = '[[portals]]\nname = "p"\nkind = "http"\nurl = "https://x.example/"\n'


@pytest.mark.parametrize(
    "text",
    [
        "x = [",
        "a = " + "[" * 5000 + "]" * 5000,
        "a" + ".a" * 5000 + " = 1",
        "a = 0x" + "f" * 5000,
        "a = 2026-13-01",
        "_env_prefix = 5",
        '__pydantic_self__ = "x"',
        "\x00",
        PORTAL + 'ca_file = "ca.pem"',
        'state_directory = "other"',
    ],
)
def test_settings_that_cannot_be_used_stop_nothing(file: Path, text: str) -> None:
    settings = load_settings(file)
    kept = keep(settings)
    assert kept is not None
    file.write_text(text)

    daemon = Daemon(settings, "d-1", Signals(reload=True))
    try:
        assert not daemon._takes_other_settings()
    finally:
        daemon.store.close()

    assert daemon.following is settings
    assert not daemon.signals.reload
    assert kept.read_text() == GOOD


def test_other_settings_are_kept_before_they_are_followed(file: Path) -> None:
    settings = load_settings(file)
    file.write_text(GOOD + PORTAL)

    new = reload_settings(settings)

    assert new is not None
    assert [portal.name for portal in new.portals] == ["p"]
    assert (file.parent / "var" / "accepted.toml").read_text() == GOOD + PORTAL


def test_settings_that_cannot_be_kept_are_not_followed(file: Path) -> None:
    settings = load_settings(file)
    (file.parent / "var").rmdir()
    assert reload_settings(settings) is None
