"""`syncd portal test` against the simulator, a folder and nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line
from scripted_server import Scripted, answer

from syncd.cli.trials import _STATES
from syncd.demo.portal_sim import PortalSim
from syncd.errors import Retry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONFIG = """
state_directory = "state"
[[portals]]
name = "dwz"
kind = "http"
url = "{url}"
test_url = "{test_url}"
"""
FOLDER = """
[[portals]]
name = "upload"
kind = "directory"
folder = "out"
"""


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[PortalSim]:
    with PortalSim(tmp_path / "portal.db") as running:
        yield running


def config(folder: Path, url: str, test_url: str = "", more: str = "") -> Path:
    file = folder / "syncd.toml"
    file.write_text(CONFIG.format(url=url, test_url=test_url) + more, encoding="utf-8")
    return file


def test_a_test_report_is_taken_and_forgotten(
    tmp_path: Path, sim: PortalSim, capsys: pytest.CaptureFixture[str]
) -> None:
    file = config(tmp_path, sim.url, sim.test_url)
    code, document = run_json(capsys, "portal", "test", "--config", file)
    (trial,) = document["portals"]
    assert code == 0
    assert trial.pop("duration_s") >= 0
    assert trial == {
        "portal": "dwz",
        "kind": "http",
        "state": "accepted",
        "status": 200,
        "receipt": "TEST",
        "message": "dwz took the test report (receipt TEST).",
    }
    assert sim.ledger.requests() == []


def test_people_get_a_table_and_a_sentence(
    tmp_path: Path, sim: PortalSim, capsys: pytest.CaptureFixture[str]
) -> None:
    file = config(tmp_path, sim.url, sim.test_url)
    code, out, _ = run_line(capsys, "portal", "test", "dwz", "-c", file, "--lang", "de")
    assert code == 0
    assert "angenommen" in out
    assert "dwz hat den Testbericht angenommen (Quittung TEST)." in out


def test_without_a_test_address_nothing_is_sent(
    tmp_path: Path, sim: PortalSim, capsys: pytest.CaptureFixture[str]
) -> None:
    file = config(tmp_path, sim.url)
    code, document = run_json(capsys, "portal", "test", "-c", file)
    assert code == 2
    assert document["portals"][0]["state"] == "untested"
    assert "never sent to the address" in document["portals"][0]["message"]
    assert sim.ledger.requests() == []


def test_a_refusal_is_remote_trouble_and_names_the_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    no = answer("422 No", b'{"message": "wrong", "path": "players/player[2]"}')
    with Scripted(no, end=b"_TournamentReport>\n") as server:
        file = config(tmp_path, server.url, server.url)
        code, document = run_json(capsys, "portal", "test", "-c", file)
    (trial,) = document["portals"]
    assert (code, trial["state"], trial["status"]) == (3, "rejected", 422)
    assert "This concerns: Player 2 (Testzwei, Erfunden)." in trial["message"]


def test_nobody_there_is_remote_trouble(
    tmp_path: Path, sim: PortalSim, capsys: pytest.CaptureFixture[str]
) -> None:
    file = config(tmp_path, sim.url, "http://127.0.0.1:9/")
    code, document = run_json(capsys, "portal", "test", "-c", file)
    assert (code, document["portals"][0]["state"]) == (3, "later")


def test_a_folder_is_tried_without_leaving_anything(
    tmp_path: Path, sim: PortalSim, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    file = config(tmp_path, sim.url, sim.test_url, FOLDER)
    code, document = run_json(capsys, "portal", "test", "upload", "-c", file)
    assert (code, document["portals"][0]["state"]) == (3, "later")
    out.mkdir()
    code, document = run_json(capsys, "portal", "test", "-c", file)
    assert code == 0
    assert [trial["state"] for trial in document["portals"]] == ["accepted"] * 2
    assert list(out.iterdir()) == []
    assert not (tmp_path / "var").exists()


def test_a_shadow_only_has_to_be_readable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "syncd.toml"
    file.write_text(FOLDER.replace("directory", "shadow"), encoding="utf-8")
    code, document = run_json(capsys, "portal", "test", "-c", file)
    assert (code, document["portals"][0]["state"]) == (3, "later")
    (tmp_path / "out").mkdir()
    code, document = run_json(capsys, "portal", "test", "-c", file)
    assert (code, document["portals"][0]["state"]) == (0, "accepted")


@pytest.mark.parametrize("name", ["", "other"])
def test_no_such_portal_is_a_matter_of_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    file = tmp_path / "syncd.toml"
    file.write_text(FOLDER if name else "", encoding="utf-8")
    code, document = run_json(
        capsys, "portal", "test", *filter(None, [name]), "-c", file
    )
    assert code == 2
    assert "portal" in document["error"][0]


def test_every_ending_of_a_send_has_a_word() -> None:
    assert set(_STATES) == set(Retry)
