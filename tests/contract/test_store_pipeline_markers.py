"""A folder with markers in the pipeline: one file, and a person who takes time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pipeline_world import SWISS, World, make_world, replaced

from syncd.pipeline.deciding.approval import resubmit
from syncd.pipeline.judging.assess import explain
from syncd.pipeline.sweep import work_off
from syncd.settings import PortalSettings
from syncd.store import outbox, papers, readmodels
from syncd.submit.ways import open_portal

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.store.engine import Store


class Folder:
    """A world with one real folder portal that waits for markers."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.folder = folder
        portal = PortalSettings(
            name="upload", kind="directory", folder=folder, receipt="marker"
        )
        self.world: World = make_world(store, portal)
        self.world.wait(seconds=1)
        self.world.process(self.world.receive(SWISS))
        self.settle()

    def settle(self) -> None:
        context = replaced(self.world.context(), open_portal=open_portal)
        work_off(context, self.world.clock)

    def pass_days(self, *days: int) -> None:
        """Let the clock jump by these days and do each time what is due."""
        for number in days:
            self.world.wait(days=number)
            self.settle()

    @property
    def file(self) -> Path:
        (file,) = self.folder.glob("*.xml")
        return file

    def line(self) -> readmodels.ReportLine:
        with self.world.store.read() as session:
            (line,) = readmodels.list_reports(session)
        return line


@pytest.fixture
def folder(store: Store, tmp_path: Path) -> Folder:
    return Folder(store, tmp_path)


def test_a_month_later_the_receipt_still_counts(folder: Folder) -> None:
    written = folder.file.stat()
    folder.pass_days(1, 14, 15)
    assert folder.line().state == outbox.UNKNOWN
    assert ".done" in folder.line().note.en
    assert folder.file.stat().st_mtime_ns == written.st_mtime_ns
    folder.file.with_suffix(".done").write_text("R-77")
    folder.pass_days(1)
    line = folder.line()
    assert (line.state, line.receipt, line.sends) == (outbox.ACCEPTED, "R-77", 1)


def test_a_report_taken_away_is_written_once(folder: Folder) -> None:
    file = folder.file
    file.unlink()
    folder.pass_days(1, 1, 1)
    assert not file.exists()
    assert folder.line().state == outbox.UNKNOWN
    file.with_suffix(".xml.done").touch()
    folder.pass_days(1)
    assert folder.line().state == outbox.ACCEPTED


def test_a_refusal_carries_the_persons_words(folder: Folder) -> None:
    folder.file.with_suffix(".rejected").write_text("VKZ fehlt")
    folder.pass_days(1)
    line = folder.line()
    assert line.state == outbox.REJECTED
    assert "VKZ fehlt" in line.note.de


def test_a_marker_is_seen_within_a_minute_at_first(folder: Folder) -> None:
    folder.file.with_suffix(".done").touch()
    folder.world.wait(seconds=60)
    folder.settle()
    assert folder.line().state == outbox.ACCEPTED


def test_after_a_while_the_folder_is_looked_at_less_often(folder: Folder) -> None:
    for _ in range(65):
        folder.world.wait(seconds=61)
        folder.settle()
    folder.file.with_suffix(".done").touch()
    folder.world.wait(seconds=61)
    folder.settle()
    assert folder.line().state == outbox.UNKNOWN


def test_an_old_marker_is_named_before_a_report_is_sent_again(folder: Folder) -> None:
    marker = folder.file.with_suffix(".rejected")
    marker.write_text("Spieler 3 ohne Geburtsjahr")
    first = folder.world.now
    folder.pass_days(1)
    said = explain(folder.world.context(), 1, folder.world.now).text
    assert said.en.startswith("The portal upload refused the report: the report was")
    assert f"delete the file {marker.name}" in said.en
    assert "ohne Geburtsjahr. " in said.de
    marker.unlink()
    resubmit(folder.world.context(), 1, "Ada", folder.world.now)
    folder.settle()
    with folder.world.store.read() as session:
        (paper,) = papers.load_papers(session, 1)
    assert paper.sent_utc == first
