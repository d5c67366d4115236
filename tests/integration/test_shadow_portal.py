"""Reports that are compared with what people submitted by hand, and never sent."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from smtp_servers import package

from syncd.errors import (
    DifferenceError,
    NothingYetError,
    RejectedError,
    Retry,
    UnreachableError,
)
from syncd.submit.portal import Package
from syncd.submit.shadow import ShadowPortal

if TYPE_CHECKING:
    import datetime as dt

CLM = Path(__file__).parents[1] / "data" / "clm"
OTHER_UUID = b"11111111-1111-4111-8111-111111111111"


def other_identity(sent: Package) -> bytes:
    """Return the report as another program would send it: under its own UUIDs."""
    data = sent.data.replace(sent.tournament_uuid.encode(), OTHER_UUID)
    return data.replace(sent.file_uuid.encode(), b"2" + OTHER_UUID[1:])


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def sent(now: dt.datetime) -> Package:
    return package(now)


@pytest.fixture
def portal(tmp_path: Path) -> ShadowPortal:
    return ShadowPortal("hand", tmp_path)


def test_nothing_submitted_yet(portal: ShadowPortal, sent: Package) -> None:
    with pytest.raises(NothingYetError) as caught:
        portal.send(sent)
    assert not caught.value.may_have_arrived
    assert files(portal.folder) == {}


@pytest.mark.parametrize("is_known_by_uuid", [True, False])
def test_the_same_was_submitted(
    portal: ShadowPortal, sent: Package, *, is_known_by_uuid: bool
) -> None:
    data = sent.data if is_known_by_uuid else other_identity(sent)
    (portal.folder / "mine.XML").write_bytes(data)
    receipt = portal.send(sent)
    assert (receipt.number, receipt.was_sent) == ("mine.XML", False)
    assert portal.ask(sent) == receipt
    assert files(portal.folder) == {"mine.XML": data}


def test_a_different_result_is_told_in_plain_words(
    portal: ShadowPortal, sent: Package
) -> None:
    won, lost = (
        b"<pointWhite>%b</pointWhite><pointBlack>%b</pointBlack>" % points
        for points in ((b"1", b"0"), (b"0", b"1"))
    )
    data = other_identity(sent)
    assert won in data
    (portal.folder / "mine.xml").write_bytes(data.replace(won, lost, 1))
    with pytest.raises(DifferenceError) as caught:
        portal.send(sent)
    error = caught.value
    assert error.retry is Retry.COMPARED
    first, line = error.text.de.splitlines()
    assert first == "Verglichen mit mine.xml; Abweichungen: 1."
    assert line.startswith("Runde 1, ")
    assert "Ergebnis: 1 : 0 in dem hier erstellten Bericht, 0 : 1 in dem von" in line


def test_what_clm_exported_is_found_and_compared(
    portal: ShadowPortal, sent: Package
) -> None:
    """CLM's XML has UUIDs of its own, other days, and spells umlauts out."""
    for name in ("E02_dsb25.xml", "E03_dsb25.xml", "E11_dsb25.xml"):
        shutil.copy(CLM / name, portal.folder)
    with pytest.raises(DifferenceError, match=r"E02_dsb25\.xml") as caught:
        portal.send(sent)
    lines = caught.value.text.en.splitlines()
    assert not [line for line in lines if "result" in line]
    assert lines[-1].startswith("… and ")
    assert len(lines) == 22


def test_the_newest_of_several_counts(portal: ShadowPortal, sent: Package) -> None:
    newer = other_identity(sent)
    older = newer.replace(b"2026-11-29T", b"2026-11-28T")
    assert older != newer
    (portal.folder / "b.xml").write_bytes(older)
    (portal.folder / "a.xml").write_bytes(newer)
    os.utime(portal.folder / "a.xml", (1, 1))
    assert portal.send(sent).number == "a.xml"


def test_a_changed_file_is_read_again(portal: ShadowPortal, sent: Package) -> None:
    (portal.folder / "mine.xml").write_bytes(b"<no report/>")
    with pytest.raises(NothingYetError):
        portal.send(sent)
    (portal.folder / "mine.xml").write_bytes(sent.data)
    assert portal.send(sent).number == "mine.xml"


def test_other_files_do_not_matter(portal: ShadowPortal, sent: Package) -> None:
    (portal.folder / "notes.txt").write_text("x")
    (portal.folder / ".hidden.xml").write_bytes(sent.data)
    (portal.folder / "folder.xml").mkdir()
    with pytest.raises(NothingYetError):
        portal.send(sent)


def test_a_missing_folder(sent: Package, tmp_path: Path) -> None:
    with pytest.raises(UnreachableError):
        ShadowPortal("hand", tmp_path / "share").send(sent)


def test_our_own_report_that_cannot_be_read(portal: ShadowPortal) -> None:
    with pytest.raises(RejectedError):
        portal.send(Package("x", "y", b"no report"))


def test_it_can_always_be_asked(portal: ShadowPortal) -> None:
    assert portal.can_ask
    assert replace(portal, name="two").host == "folder:two"
