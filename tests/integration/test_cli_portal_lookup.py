"""`syncd portal lookup` on a real store and a server that behaves like the portal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_line import FOLDERS, run_json, run_line

from syncd.demo.reading_api import ReadingApi
from syncd.demo.token_server import TokenOffice, TokenServer
from syncd.formats.dwzxml.loose_report import read_report

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = (
    """
language = "en"
[rating]
mode = "{mode}"
quiet_individual_s = 0
first_contact_hold_days = 0
deadline_stop_days = 9999
"""
    + FOLDERS
)
LOOKUP = """
[portals.lookup]
url = "{url}"
[portals.lookup.auth]
kind = "oauth2"
token_url = "{token_url}"
client_id = "verein"
client_secret = "{secret}"
scope = "dsb_tournament"
"""


class Office:
    """A configuration with an inbox, and somebody typing."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        (folder / "inbox").mkdir()
        (folder / "reports").mkdir()

    def configure(self, lookup: str = "", mode: str = "auto") -> None:
        (self.folder / "syncd.toml").write_text(CONFIG.format(mode=mode) + lookup)

    def drop(self) -> None:
        shutil.copyfile(CLM / "E02_clm.trf", self.folder / "inbox" / "open.trf")
        self.say("once")

    def say(self, *arguments: object) -> tuple[int, str, str]:
        return run_line(self.capsys, "-c", self.folder / "syncd.toml", *arguments)

    def ask(self, *arguments: object) -> tuple[int, object]:
        return run_json(self.capsys, "-c", self.folder / "syncd.toml", *arguments)

    def sent(self) -> bytes:
        (file,) = (self.folder / "reports").glob("*.xml")
        return file.read_bytes()


@pytest.fixture
def office(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path, capsys)


def lookup(api: ReadingApi, tokens: TokenServer, secret: str = "geheim") -> str:  # noqa: S107 - invented
    return LOOKUP.format(url=api.address, token_url=tokens.token_url, secret=secret)


def test_a_report_is_looked_up(office: Office) -> None:
    tokens = TokenOffice()
    with ReadingApi(tokens) as api, TokenServer(tokens) as server:
        office.configure(lookup(api, server))
        office.drop()
        code, out, _ = office.say("portal", "lookup", 1)
        assert (code, out) == (
            0, "upload, accepted: The portal does not show the tournament yet.\n"
        )  # fmt: skip
        report = read_report(office.sent())
        api.put(report.tournament_uuid, report.payload)
        code, document = office.ask("portal", "lookup", "1", "--json")
        shown = office.say("config", "show")[1]
    assert code == 0
    assert document == {
        "tournament": 1,
        "portals": [
            {
                "portal": "upload", "state": "rated", "outcome": "equal",
                "uuid": report.tournament_uuid,
                "text": "The portal has rated it as it was sent (52 games).",
            }
        ],
    }  # fmt: skip
    assert tokens.counts["issued"] == 1, "one token for several commands"
    assert tokens.counts["refused"] == 0
    assert "geheim" not in shown


def test_a_draft_that_is_there_already_is_named(office: Office) -> None:
    tokens = TokenOffice()
    with ReadingApi(tokens) as api, TokenServer(tokens) as server:
        office.configure(mode="auto")
        office.drop()
        report = read_report(office.sent())
        shutil.rmtree(office.folder / "var")
        (office.folder / "inbox" / "open.trf").unlink()
        api.put("019f75bb", report.payload)

        office.configure(lookup(api, server), mode="draft")
        office.drop()
        code, document = office.ask("portal", "lookup", "1", "--json")
        assert code == 0
        assert isinstance(document, dict)
        (told,) = document["portals"]
        assert (told["outcome"], told["uuid"]) == ("already_there", "019f75bb")
        office.say("once")
        assert "syncd adopt X.xml" in office.say("why", 1)[1]


def test_without_a_reading_interface_it_is_said(office: Office) -> None:
    office.configure()
    office.drop()
    code, _, err = office.say("portal", "lookup", 1)
    assert code == 2
    assert "[portals.lookup]" in err


def test_a_portal_in_trouble_is_exit_code_3(office: Office) -> None:
    tokens = TokenOffice()
    with ReadingApi(tokens) as api, TokenServer(tokens) as server:
        office.configure(mode="auto")
        office.drop()
        office.configure(lookup(api, server, secret="falsch"))  # noqa: S106 - invented
        code, out, err = office.say("portal", "lookup", 1)
    assert code == 3
    assert "client secret" in err
    assert "falsch" not in out + err
