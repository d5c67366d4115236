"""`syncd peers`, and what `status`, `why` and `once` say of passing tournaments on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module

if TYPE_CHECKING:
    from typing import Any

EXPORT = (Path(__file__).parents[1] / "data" / "clm" / "E02_clm.trf").read_bytes()
CONFIG = """
[rating]
installation = "here"
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
[[peers]]
name = "club"
kind = "folder"
folder = "club"
[[peers]]
name = "share"
kind = "folder"
folder = "share"
contact_data = true
"""


@pytest.fixture(autouse=True)
def _installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")
    Path("syncd.toml").write_text(CONFIG, encoding="utf-8")
    for name in ("inbox", "club"):
        Path(name).mkdir()
    Path("inbox/open.trf").write_bytes(EXPORT)


def peers(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    code, shown = run_json(capsys, "peers")
    assert code == 0
    return {item["name"]: item for item in shown["peers"]}


def test_what_peers_have_and_what_they_lack(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_line(capsys, "once")
    (file,) = Path("club").iterdir()
    found = peers(capsys)
    assert found["club"]["last_delivered"]
    assert found["club"]["waiting"] == []
    assert (found["share"]["last_delivered"], found["share"]["contact_data"]) == (
        None,
        True,
    )
    (lacking,) = found["share"]["waiting"]
    assert (lacking["tournament"], lacking["state"]) == (1, "queued")
    assert "Please check that the folder exists" in lacking["reason"]
    _, why = run_json(capsys, "why", "1")
    assert why["deliveries"] == [lacking]
    _, status = run_json(capsys, "status")
    assert status["deliveries"] == {"delivered": 1, "queued": 1}
    assert [item["name"] for item in status["peers"]] == ["club", "share"]
    _, out, _ = run_line(capsys, "--lang", "de", "peers")
    assert "share (Ordner)" in out
    assert "zuletzt angekommen nie, wartet auf 1 Turnier, mit Kontaktdaten" in out
    assert "(zum Senden bereit)" in out
    _, out, _ = run_line(capsys, "why", "1")
    assert "share: 1 " in out
    code, out, _ = run_line(capsys, "config", "check")
    assert code == 0
    assert "[[peers]] share" in out
    assert file.name in {item.name for item in Path("club").iterdir()}


def test_what_needs_a_person_is_said_by_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_line(capsys, "once")
    (file,) = Path("club").iterdir()
    Path("share").mkdir()
    Path("share", file.name).write_bytes(b"012 My own\n")
    config = Path("syncd.toml").read_text(encoding="utf-8")
    changed = config.replace("contact_data = true", "timeout_s = 59")
    Path("syncd.toml").write_text(changed, encoding="utf-8")
    code, out, err = run_line(capsys, "once")
    assert code == 1
    assert "a file of somebody else" in out + err
    assert peers(capsys)["share"]["waiting"][0]["state"] == "refused"


def test_without_peers_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("syncd.toml").write_text(CONFIG.partition("[[peers]]")[0], encoding="utf-8")
    run_line(capsys, "once")
    assert peers(capsys) == {}
    _, out, _ = run_line(capsys, "peers")
    assert "there is no section [[peers]]" in out
