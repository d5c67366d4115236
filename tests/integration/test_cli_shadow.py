"""Shadow mode by the command line."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from command_line import run_json, run_line

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = """
language = "en"
[rating]
mode = "draft"
quiet_individual_s = 0
first_contact_hold_days = 0
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
[[portals]]
name = "hand"
kind = "shadow"
folder = "by-hand"
"""
UPLOAD = """
[[portals]]
name = "upload"
kind = "directory"
folder = "reports"
"""


class Office:
    """A folder of exports, and one of reports that were submitted by hand."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.config = folder / "syncd.toml"
        self.config.write_text(CONFIG)
        self.inbox, self.by_hand = folder / "inbox", folder / "by-hand"
        self.inbox.mkdir()
        self.by_hand.mkdir()
        self.capsys = capsys

    def drop(self, name: str) -> None:
        target = self.inbox / f"{name}_x__01-08-2026__20-00-00.trf"
        shutil.copyfile(CLM / f"{name}.trf", target)
        os.utime(target, (1_780_000_000, 1_780_000_000))

    def say(self, *arguments: object) -> tuple[int, str, str]:
        return run_line(self.capsys, "-c", self.config, *arguments)

    def shadow(self) -> Any:  # noqa: ANN401 - a JSON document
        code, document = run_json(self.capsys, "-c", self.config, "shadow")
        assert code == 0
        return document


@pytest.fixture
def office(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path, capsys)


def test_each_tournament_is_held_against_what_was_submitted(office: Office) -> None:
    office.drop("E02_clm")
    office.drop("E07_clm")
    shutil.copy(CLM / "E07_dsb25.xml", office.by_hand)
    shutil.copy(CLM / "E10_dsb25.xml", office.by_hand)
    (office.by_hand / "broken.xml").write_bytes(b"<x/>")
    office.say("once")

    found = office.shadow()
    results = {item["tournament"]: item["result"] for item in found["tournaments"]}
    assert sorted(results.values()) == ["differs", "nothing"]
    (cup,) = [item for item in found["tournaments"] if item["result"] == "differs"]
    assert cup["file"] == "E07_dsb25.xml"
    assert any("first day" in line for line in cup["differences"])
    assert found["unmatched"] == [{"portal": "hand", "file": "E10_dsb25.xml"}]
    assert found["unreadable"] == [{"portal": "hand", "file": "broken.xml"}]

    _, out, _ = office.say("shadow")
    assert "nothing submitted yet" in out
    assert "first day" in out
    assert len(list(office.by_hand.iterdir())) == 3


def test_the_files_are_read_as_they_lie_there_now(office: Office) -> None:
    office.drop("E02_clm")
    _, done = run_json(office.capsys, "-c", office.config, "once")
    assert done["undelivered"] == []
    assert [item["result"] for item in office.shadow()["tournaments"]] == ["nothing"]
    shutil.copy(CLM / "E02_dsb25.xml", office.by_hand)
    assert [item["result"] for item in office.shadow()["tournaments"]] == ["differs"]


def test_without_a_shadow_portal_there_is_nothing_to_compare(office: Office) -> None:
    office.config.write_text(CONFIG.split("[[portals]]", maxsplit=1)[0])
    office.say("once")
    code, _, err = office.say("shadow")
    assert code == 2
    assert "shadow" in err


def test_a_folder_that_is_gone(office: Office) -> None:
    office.drop("E02_clm")
    office.say("once")
    office.by_hand.rmdir()
    code, _, err = office.say("shadow")
    assert code == 2
    assert "by-hand" in err


@pytest.mark.parametrize(
    ("source", "is_mixed"),
    [
        ("", True),
        ('portals = ["hand"]', False),
        ('portals = ["upload"]', False),
        ('portals = ["hand", "upload"]', True),
    ],
)
def test_shadow_and_real_portals_of_one_source_are_told(
    office: Office, source: str, *, is_mixed: bool
) -> None:
    config = CONFIG.replace("stable_s = 0", f"stable_s = 0\n{source}")
    office.config.write_text(config + UPLOAD)
    _, out, _ = office.say("config", "check", "--json")
    warnings = json.loads(out)["warnings"]
    assert any("rated twice" in line for line in warnings) is is_mixed
