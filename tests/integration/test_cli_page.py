"""The printable page of a report, as a browser and another program would read it."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from command_line import FOLDERS, run_line
from lxml import etree, html

if TYPE_CHECKING:
    from collections.abc import Mapping

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = (
    """
language = "en"
[rating]
mode = "draft"
quiet_individual_s = 0
first_contact_hold_days = 0
sender = "Bezirk <b>Nord</b>"
"""
    + FOLDERS
)
NONE: Mapping[str, bytes] = {}
CORRECTED = {
    "1953/  /    2.5   13": b"1953/  /    3.0   13",
    "11 w 0    15 b =": b"11 w 0    15 b 1",
    "1959/  /    1.5   15": b"1959/  /    1.0   15",
    "13 w 0     5 w =": b"13 w 0     5 w 0",
}
"""Player 5 has won the last game against player 15."""
HOSTILE = b"<script>alert(1)</script>"


class Office:
    """A folder with configuration, inbox and reports, and somebody typing."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        (folder / "syncd.toml").write_text(CONFIG)
        (folder / "inbox").mkdir()
        (folder / "reports").mkdir()

    def drop(
        self, name: str, changes: Mapping[str, bytes] = NONE, *, day: int = 1
    ) -> None:
        """Drop an export of a day of August 2026, with texts replaced."""
        data = (CLM / f"{name}.trf").read_bytes()
        for old, new in changes.items():
            assert old.encode() in data
            data = data.replace(old.encode(), new)
        date = dt.date(2026, 8, day)
        target = self.folder / "inbox" / f"{name}_x__{date:%d-%m-%Y}__20-00-00.trf"
        target.write_bytes(data)
        os.utime(target, (1_780_000_000 + day, 1_780_000_000 + day))
        self.say("once")

    def say(self, *arguments: object) -> tuple[int, str, str]:
        return run_line(self.capsys, "-c", self.folder / "syncd.toml", *arguments)

    def page(self, *arguments: object) -> html.HtmlElement:
        code, out, _ = self.say("page", 1, *arguments)
        assert code == 0
        return html.document_fromstring(out)

    def document(self, *arguments: object) -> Any:  # noqa: ANN401 - a JSON document
        code, out, _ = self.say("page", 1, "--json", *arguments)
        assert code == 0
        return json.loads(out)


@pytest.fixture
def office(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path, capsys)


def section(page: html.HtmlElement, name: str) -> str:
    """Return the text of a section with single blanks."""
    return " ".join(page.get_element_by_id(name).text_content().split())


def test_a_draft_is_shown_as_its_bytes_say(office: Office) -> None:
    office.drop("E02_clm")
    page = office.page()
    facts = section(page, "facts")
    assert "Beschleunigtes Open 2 Gruppen" in facts
    assert "2026-07-31 proposed from the days of the games" in facts
    assert "the file plans 2026-09-13" in facts
    assert "slow enough for DWZ: 120 min" in facts
    state = section(page, "state")
    assert "drafted" in state
    assert "syncd approve 1" in state
    assert "No person has approved" in state
    rows = page.get_element_by_id("players").findall(".//tbody/tr")
    assert len(rows) == 16
    unplayed = section(page, "unplayed")
    assert "half-point bye (H)" in unplayed
    assert "both absent (- : -)" in unplayed
    assert "left out of the report" in unplayed
    assert "Punkte" in section(office.page("--lang", "de"), "players")

    office.say("approve", 1)
    office.say("once")
    (file,) = (office.folder / "reports").glob("*.xml")
    assert "Approved by" in section(office.page(), "approved")
    sent = office.document()
    assert sent["report"]["approved_utc"]
    assert sent["report"]["file_uuid"] == file.stem
    assert sent["report"]["state"] == "accepted"
    assert sent["approve"] == ""


def test_points_beside_each_other_and_contradictions_marked(office: Office) -> None:
    wrong = {"1976/  /    4.5": b"1976/  /    6.0"}
    office.drop("E02_clm", wrong)
    document = office.document()
    marked = [one for one in document["content"]["players"] if one["differs"]]
    assert [(one["report_x10"], one["file_x10"]) for one in marked] == [(45, 60)]


def test_a_preview_says_why_it_waits(office: Office) -> None:
    office.drop("E05_clm")
    page = office.page()
    state = section(page, "state")
    assert "No report made yet" in state
    assert "XML DSB neu" in section(page, "state")
    assert "given when the report is made" in section(page, "facts")
    assert office.document()["report"] is None


def test_differences_to_the_last_report(office: Office) -> None:
    office.drop("E02_clm")
    office.say("approve", 1)
    office.say("once")
    assert office.document()["content"]["differences"] is None
    office.drop("E02_clm", CORRECTED, day=2)
    page = office.page()
    assert "drafted" in section(page, "state")
    told = section(page, "differences")
    assert "Klein, Felix, result: 0 : 1 in this report, ½ : ½ in the last one" in told
    assert len(page.get_element_by_id("differences").findall(".//li")) == 1


def test_what_people_decided_is_listed(office: Office) -> None:
    office.drop("E02_clm")
    office.say("confirm", 1, "--location", "Kiel", "--yes")
    assert "differs from this report" in section(office.page(), "state")
    office.say("once")
    page = office.page()
    assert "differs from this report" not in section(page, "state")
    assert "Kiel" in section(page, "decisions")
    assert "Kiel" in section(page, "facts")


def test_the_page_needs_and_runs_nothing_else(office: Office) -> None:
    office.drop("E02_clm")
    page = office.page()
    assert page.xpath("//script | //img | //link | //iframe | //object | //form") == []
    assert page.xpath("//@src | //@href | //@*[starts-with(name(), 'on')]") == []
    style = "".join(page.xpath("//style/text()"))
    assert "url(" not in style
    assert "@import" not in style
    assert "size: A4" in style
    policy = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert "default-src 'none'" in policy[0]


def test_hostile_names_stay_text(office: Office) -> None:
    data = (CLM / "E02_clm.trf").read_bytes()
    assert b"Beschleunigtes Open 2 Gruppen" in data
    office.drop("E02_clm", {"Beschleunigtes Open 2 Gruppen": HOSTILE})
    page = office.page()
    assert page.xpath("//script") == []
    assert page.xpath("//b") == []
    assert HOSTILE.decode() in section(page, "facts")
    assert "Bezirk <b>Nord</b>" in section(page, "policy")


def test_it_is_well_formed_and_printed_the_same_to_a_file(office: Office) -> None:
    office.drop("E02_clm")
    target = office.folder / "page.html"
    code, out, _ = office.say("page", 1, "--out", target)
    assert (code, "written" in out) == (0, True)
    parser = etree.HTMLParser(recover=False)
    root = etree.fromstring(target.read_bytes(), parser)
    assert root.get("lang") == "en"
    assert root.findtext(".//h1") == "Beschleunigtes Open 2 Gruppen"


def test_an_unknown_portal(office: Office) -> None:
    office.drop("E02_clm")
    code, _, err = office.say("page", 1, "--portal", "none")
    assert code == 1
    assert "upload" in err


def test_a_browser_prints_it(office: Office) -> None:
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        pytest.skip("no chromium is installed")
    office.drop("E02_clm")
    page, printed = office.folder / "page.html", office.folder / "page.pdf"
    office.say("page", 1, "--out", page)
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu",
         f"--print-to-pdf={printed}", page.as_uri()],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    assert printed.read_bytes().startswith(b"%PDF")
