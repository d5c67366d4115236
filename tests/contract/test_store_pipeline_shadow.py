"""Shadow mode in the pipeline: reports are built and compared, and none ever leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pipeline_world import SWISS, World, corrected, make_world, replaced

from syncd.errors import NotFoundError, StoreError
from syncd.pipeline.deciding.adopt import adopt
from syncd.pipeline.deciding.people import confirm
from syncd.pipeline.judging.assess import explain
from syncd.pipeline.sweep import work_off
from syncd.rating.confirmed import Confirmed
from syncd.settings import PortalSettings
from syncd.store import outbox, readmodels, reports
from syncd.submit.ways import open_portal

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.pipeline.context import Context
    from syncd.store.engine import Store


class ShadowWorld:
    """A world with one shadow portal that is real.

    Attributes:
        folder: with what people submitted by hand.
    """

    def __init__(self, store: Store, folder: Path, *others: PortalSettings) -> None:
        self.folder = folder
        portal = PortalSettings(name="hand", kind="shadow", folder=folder)
        self.world: World = make_world(store, portal, *others)

    def context(self) -> Context:
        return replaced(self.world.context(), open_portal=open_portal)

    def drop(self, data: bytes) -> None:
        """Take an export and do all that is due, again after a day."""
        self.world.wait(seconds=1)
        self.world.process(self.world.receive(data))
        self.settle()

    def settle(self) -> None:
        work_off(self.context(), self.world.clock)
        self.world.wait(days=1)
        work_off(self.context(), self.world.clock)

    def built(self) -> bytes:
        """Return the newest report."""
        last = self.world.submissions()[-1]
        with self.world.store.read() as session:
            return reports.load_report(session, last.report_id)

    def sends(self) -> list[int]:
        with self.world.store.read() as session:
            return [line.sends for line in readmodels.list_reports(session)]


@pytest.fixture
def shadow(store: Store, tmp_path: Path) -> ShadowWorld:
    folder = tmp_path / "by-hand"
    folder.mkdir()
    made = ShadowWorld(store, folder)
    made.world.configure(mode="draft", corrections="draft")
    return made


def test_nobody_has_to_approve_what_never_leaves(shadow: ShadowWorld) -> None:
    shadow.drop(SWISS)
    assert shadow.world.reports() == [("first", outbox.QUEUED)]
    assert "only compared" in shadow.world.submissions()[-1].note.en
    assert shadow.sends() == [0]


def test_the_same_report_was_submitted(shadow: ShadowWorld) -> None:
    shadow.drop(SWISS)
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.settle()
    assert shadow.world.reports() == [("first", outbox.ACCEPTED)]
    assert shadow.world.why() == ""
    assert shadow.sends() == [0]


def test_what_was_submitted_by_hand_is_not_overdue(shadow: ShadowWorld) -> None:
    """Where there is a real portal as well, it is until that one has the report."""
    shadow.drop(SWISS)
    assert shadow.world.stored_why().needs_person
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.settle()
    assert not shadow.world.stored_why().needs_person


def test_another_report_was_submitted(shadow: ShadowWorld) -> None:
    shadow.drop(corrected())
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.drop(SWISS)
    assert shadow.world.reports()[-1][1] == outbox.DIFFERS
    note = shadow.world.submissions()[-1].note
    assert "result" in note.en
    assert shadow.sends()[-1] == 0
    assert "send.differs" in shadow.world.events()


def test_a_correction_is_compared_by_itself(shadow: ShadowWorld) -> None:
    shadow.drop(SWISS)
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.settle()
    shadow.drop(corrected())
    assert shadow.world.reports() == [
        ("first", outbox.ACCEPTED), ("correction", outbox.DIFFERS),
    ]  # fmt: skip


def test_only_the_newest_report_waits_for_its_counterpart(shadow: ShadowWorld) -> None:
    shadow.drop(SWISS)
    shadow.drop(corrected())
    assert shadow.world.reports() == [
        ("first", outbox.SUPERSEDED), ("first", outbox.QUEUED),
    ]  # fmt: skip
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.world.wait(days=60)
    shadow.settle()
    assert shadow.world.reports()[-1] == ("first", outbox.ACCEPTED)


def test_a_report_at_the_shadow_is_no_report_at_a_portal(
    store: Store, tmp_path: Path
) -> None:
    """Whoever compares may still adopt what was submitted by hand."""
    (tmp_path / "by-hand").mkdir()
    dwz = PortalSettings(name="dwz", kind="directory", folder=tmp_path)
    made = ShadowWorld(store, tmp_path / "by-hand", dwz)
    made.world.configure(mode="draft")
    made.drop(SWISS)
    ours = made.world.submissions()[-1].file_uuid.encode()
    data = made.built().replace(ours, b"11111111-1111-4111-8111-111111111111")
    adopt(made.context(), data, "dwz", None, made.world.now)
    found = {item.portal: item.state for item in made.world.submissions()}
    assert found["dwz"] == outbox.ACCEPTED
    with pytest.raises(StoreError):
        adopt(made.context(), data, "dwz", None, made.world.now)


@pytest.fixture
def differing(shadow: ShadowWorld) -> ShadowWorld:
    """The file in the folder says something else than the report."""
    shadow.drop(corrected())
    (shadow.folder / "mine.xml").write_bytes(shadow.built())
    shadow.drop(SWISS)
    assert shadow.world.reports()[-1][1] == outbox.DIFFERS
    return shadow


def test_what_differed_is_compared_anew_each_day(differing: ShadowWorld) -> None:
    assert differing.world.stored_why().needs_person
    (differing.folder / "mine.xml").write_bytes(differing.built())
    differing.world.wait(days=1)
    differing.settle()
    assert differing.world.reports()[-1][1] == outbox.RATED
    assert differing.world.stored_why().code == ""
    assert "Compared anew" in differing.world.submissions()[-1].note.en


def test_a_folder_that_cannot_be_read_leaves_the_difference(
    differing: ShadowWorld,
) -> None:
    (differing.folder / "mine.xml").unlink()
    differing.folder.rmdir()
    differing.settle()
    assert differing.world.reports()[-1][1] == outbox.DIFFERS


def test_a_person_accepts_a_difference_of_this_report_only(
    differing: ShadowWorld,
) -> None:
    world, context = differing.world, differing.context()
    assert "syncd confirm 1" in world.stored_why().text.en
    (said,) = confirm(context, 1, Confirmed(), world.now)
    assert said.en == "Accepted: what hand shows differs from the report."
    differing.settle()
    assert not world.stored_why().needs_person
    assert "A person has accepted that." in explain(context, 1, world.now).text.en
    with pytest.raises(NotFoundError):
        confirm(context, 1, Confirmed(), world.now)

    differing.drop(corrected().replace(b"1953/  /", b"1952/  /"))
    assert world.reports()[-1][1] == outbox.DIFFERS
    assert world.stored_why().needs_person
