"""Folders that must not lie in each other, or exports and reports are lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from syncd import settings as settings_module
from syncd.errors import ConfigError
from syncd.settings import load_settings


@pytest.fixture(autouse=True)
def _clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith(("SYNCD_", "STATE_DIRECTORY")):
            monkeypatch.delenv(name)
    (tmp_path / "conf").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


def problems_of(text: str) -> list[str]:
    file = Path("conf/syncd.toml")
    file.write_text(text)
    try:
        load_settings(file)
    except ConfigError as exc:
        return [problem.en for problem in exc.problems]
    return []


def source(folder: str, name: str = "north") -> str:
    return f'[[sources]]\nname = "{name}"\nfolder = "{folder}"\nafter = "delete"\n'


def portal(folder: str, kind: str = "directory") -> str:
    return f'[[portals]]\nname = "p"\nkind = "{kind}"\nfolder = "{folder}"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (source("in"), None),
        (source("in") + portal("out"), None),
        (source("in") + portal("in2"), None),
        (source("var/in"), None),
        (source("in") + source("in2", "south"), None),
        (source(""), "is empty"),
        (portal(""), "is empty"),
        (source("."), "the configuration"),
        (source(".."), "the configuration"),
        (source("in/.."), "the configuration"),
        (source("/"), "the whole computer"),
        (source("//"), "the whole computer"),
        (source("var"), "state directory"),
        ('state_directory = "in/state"\n' + source("in"), "state directory"),
        ('[store]\nurl = "sqlite:///in/s.db"\n' + source("in"), "database"),
        (source("in") + portal("in"), "taken for exports"),
        (source("in") + portal("in/reports"), "taken for exports"),
        (source("out/in") + portal("out"), "taken for exports"),
        (source("in") + portal("in/byhand", "shadow"), "taken for exports"),
        (source("in") + portal("link/reports"), "taken for exports"),
        (source("in") + source("in", "south"), "keep them apart"),
        (source("in/a") + source("in", "south"), "keep them apart"),
        (source("in") + source("link", "south"), "keep them apart"),
        (source("a" * 256), "name is too long"),
        (source("a/" * 2100), "name is too long"),
        (source("a\\u0000b"), "no possible path"),
        ('state_directory = "a\\u0000b"', "no possible path"),
        ('state_directory = ""', "is empty"),
        (portal("out\\u0007"), "no possible path"),
    ],
)  # fmt: skip
def test_folders_are_kept_apart(text: str, words: str | None) -> None:
    Path("conf/in").mkdir()
    Path("conf/link").symlink_to("in")
    found = problems_of(text)
    assert len(found) == (words is not None)
    assert all(words is not None and words in problem for problem in found)


def test_links_in_a_circle_are_no_fault_of_ours() -> None:
    Path("conf/loop").symlink_to("loop")
    assert problems_of(source("loop")) == []
