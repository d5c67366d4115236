"""A folder whose reports are accepted by what a person puts beside them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from syncd.errors import PendingError, RejectedError, Retry, UnreachableError
from syncd.submit.directory import DirectoryPortal
from syncd.submit.portal import Package, Receipt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
NAME = f"{FILE}.xml"
NOTE = f".{FILE}.placed"
PACKAGE = Package(FILE, "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02", b"<report/>" * 99)


def portal(folder: Path) -> DirectoryPortal:
    return DirectoryPortal("hand", folder, "marker")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def pending(folder: Path, *, ask: bool = False) -> PendingError:
    """Return the error that says that nobody has decided."""
    way = portal(folder)
    with pytest.raises(PendingError) as caught:
        (way.ask if ask else way.send)(PACKAGE)
    assert caught.value.retry is Retry.ASK
    assert caught.value.may_have_arrived
    return caught.value


def test_a_written_report_waits_for_its_marker(tmp_path: Path) -> None:
    assert portal(tmp_path).can_ask
    error = pending(tmp_path)
    assert f"{FILE}.done" in error.text.en
    assert f"{FILE}.done" in error.text.de
    assert names(tmp_path) == [NOTE, NAME]
    assert (tmp_path / NAME).read_bytes() == PACKAGE.data


def test_waiting_never_writes_again(tmp_path: Path) -> None:
    pending(tmp_path)
    before = (tmp_path / NAME).stat()
    pending(tmp_path)
    pending(tmp_path, ask=True)
    after = (tmp_path / NAME).stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_report_that_never_lay_there_is_not_known(tmp_path: Path) -> None:
    assert portal(tmp_path).ask(PACKAGE) is None
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    "marker", [f"{FILE}.done", f"{NAME}.done", f"{FILE.upper()}.Done", f"{NAME}.DONE"]
)
@pytest.mark.parametrize(
    ("text", "number"),
    [
        (b"", ""),
        (b"R-4711\n", "R-4711"),
        ("\ufeffQuittung 7\r\n".encode(), "Quittung 7"),
        ("Grün 7".encode("cp1252"), "Grün 7"),
    ],
)
def test_done_is_the_receipt(
    tmp_path: Path, marker: str, text: bytes, number: str
) -> None:
    pending(tmp_path)
    (tmp_path / marker).write_bytes(text)
    receipt = Receipt(already_there=False, number=number, answer=text)
    assert portal(tmp_path).ask(PACKAGE) == receipt
    assert portal(tmp_path).send(PACKAGE) == receipt
    assert names(tmp_path) == sorted([NAME, marker])


@pytest.mark.parametrize("marker", [f"{FILE}.rejected", f"{NAME}.REJECTED"])
@pytest.mark.parametrize(
    ("text", "said"), [(b"VKZ fehlt", "VKZ fehlt"), (b"", "No reason")]
)
def test_rejected_carries_the_reason(
    tmp_path: Path, marker: str, text: bytes, said: str
) -> None:
    pending(tmp_path)
    (tmp_path / marker).write_bytes(text)
    for call in (portal(tmp_path).ask, portal(tmp_path).send):
        with pytest.raises(RejectedError, match=said):
            call(PACKAGE)


def test_a_file_moved_away_after_the_upload_is_fine(tmp_path: Path) -> None:
    pending(tmp_path)
    (tmp_path / NAME).unlink()
    (tmp_path / f"{FILE}.done").write_text("R-1")
    assert portal(tmp_path).send(PACKAGE).number == "R-1"
    assert names(tmp_path) == [f"{FILE}.done"]


def test_a_file_moved_away_without_a_word_is_not_written_again(tmp_path: Path) -> None:
    pending(tmp_path)
    (tmp_path / NAME).unlink()
    for is_asked in (True, False):
        error = pending(tmp_path, ask=is_asked)
        assert NOTE in error.text.en
        assert NOTE in error.text.de
    assert names(tmp_path) == [NOTE]


def test_whoever_deletes_the_note_gets_the_report_once_more(tmp_path: Path) -> None:
    pending(tmp_path)
    (tmp_path / NAME).unlink()
    (tmp_path / NOTE).unlink()
    pending(tmp_path)
    assert names(tmp_path) == [NOTE, NAME]


def test_a_file_found_after_a_crash_is_noted(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(PACKAGE.data)
    pending(tmp_path, ask=True)
    (tmp_path / NAME).unlink()
    pending(tmp_path)
    assert names(tmp_path) == [NOTE]


def test_after_a_refusal_was_taken_back_the_report_comes_anew(tmp_path: Path) -> None:
    pending(tmp_path)
    refusal = tmp_path / f"{FILE}.rejected"
    refusal.touch()
    with pytest.raises(RejectedError):
        portal(tmp_path).ask(PACKAGE)
    refusal.unlink()
    (tmp_path / NAME).unlink()
    pending(tmp_path)
    assert (tmp_path / NAME).exists()


def test_yes_and_no_at_once_is_no_answer(tmp_path: Path) -> None:
    pending(tmp_path)
    (tmp_path / f"{FILE}.done").touch()
    (tmp_path / f"{NAME}.rejected").touch()
    assert "delete the one that is wrong" in pending(tmp_path, ask=True).text.en


@pytest.mark.parametrize("is_asked", [True, False])
def test_another_file_of_this_name_is_an_error(
    tmp_path: Path, *, is_asked: bool
) -> None:
    (tmp_path / NAME).write_bytes(b"something else")
    way = portal(tmp_path)
    with pytest.raises(RejectedError):
        (way.ask if is_asked else way.send)(PACKAGE)
    assert (tmp_path / NAME).read_bytes() == b"something else"


def test_other_reports_markers_say_nothing(tmp_path: Path) -> None:
    (tmp_path / "00000000-0000-4000-8000-000000000001.done").touch()
    (tmp_path / "all.done").touch()
    pending(tmp_path)


def test_a_missing_folder_says_nothing(tmp_path: Path) -> None:
    way = portal(tmp_path / "share")
    with pytest.raises(UnreachableError):
        way.ask(PACKAGE)
    with pytest.raises(UnreachableError):
        way.send(PACKAGE)


def test_written_needs_no_marker(tmp_path: Path) -> None:
    way = DirectoryPortal("hand", tmp_path)
    assert not way.can_ask
    assert way.ask(PACKAGE) is None
    assert way.send(PACKAGE) == Receipt(already_there=False)
    assert names(tmp_path) == [NAME]


def _pipe(marker: Path) -> None:
    os.mkfifo(marker)


def _link(marker: Path) -> None:
    other = marker.with_name("elsewhere.txt")
    other.write_text("not for everybody")
    marker.symlink_to(other)


def _dangling(marker: Path) -> None:
    marker.symlink_to("nowhere")


def _folder(marker: Path) -> None:
    marker.mkdir()


@pytest.mark.parametrize("make", [_pipe, _link, _dangling, _folder])
@pytest.mark.parametrize("name", [f"{FILE}.done", f"{FILE}.rejected"])
def test_a_marker_that_is_no_plain_file_is_named_and_not_read(
    tmp_path: Path, name: str, make: Callable[[Path], None]
) -> None:
    pending(tmp_path)
    make(tmp_path / name)
    for ask in (False, True):
        error = pending(tmp_path, ask=ask)
        assert name in error.text.en
        assert name in error.text.de
        assert "everybody" not in error.text.en
    if make is _folder:
        (tmp_path / name).rmdir()
    else:
        (tmp_path / name).unlink()
    (tmp_path / f"{FILE}.done").write_bytes(b"")
    assert portal(tmp_path).ask(PACKAGE) is not None


@pytest.mark.parametrize("make", [_pipe, _link, _folder])
def test_what_is_no_plain_file_is_no_report(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / NAME)
    for receipt in ("written", "marker"):
        way = DirectoryPortal("hand", tmp_path, receipt)
        with pytest.raises(UnreachableError, match="no plain file"):
            way.send(PACKAGE)


def test_a_report_that_an_editor_has_touched_still_waits_for_its_marker(
    tmp_path: Path,
) -> None:
    pending(tmp_path)
    (tmp_path / NAME).write_bytes(PACKAGE.data + b"\r\n")
    error = pending(tmp_path, ask=True)
    assert NOTE in error.text.en
    assert NOTE in error.text.de
    (tmp_path / f"{FILE}.done").write_bytes(b"R-1")
    receipt = portal(tmp_path).ask(PACKAGE)
    assert receipt is not None
    assert receipt.number == "R-1"
