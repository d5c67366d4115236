from __future__ import annotations

import errno
import os
import resource
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from syncd.errors import RejectedError, RemoteError, Retry, UnreachableError
from syncd.submit.directory import DirectoryPortal
from syncd.submit.portal import Package, Receipt

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
PACKAGE = Package(FILE, "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02", b"<report/>" * 99)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_carries_the_file_uuid_and_the_frozen_bytes(tmp_path: Path) -> None:
    receipt = DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert receipt == Receipt(already_there=False)
    assert names(tmp_path) == [f"{FILE}.xml"]
    assert (tmp_path / f"{FILE}.xml").read_bytes() == PACKAGE.data


def test_a_second_send_finds_the_file(tmp_path: Path) -> None:
    portal = DirectoryPortal("hand", tmp_path)
    portal.send(PACKAGE)
    before = (tmp_path / f"{FILE}.xml").stat().st_ino
    assert portal.send(PACKAGE) == Receipt(already_there=True)
    assert (tmp_path / f"{FILE}.xml").stat().st_ino == before


def test_another_file_under_the_name_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.xml").write_bytes(b"something else")
    with pytest.raises(RejectedError) as caught:
        DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert caught.value.retry is Retry.NEVER
    assert (tmp_path / f"{FILE}.xml").read_bytes() == b"something else"
    assert names(tmp_path) == [f"{FILE}.xml"]


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    folder = tmp_path / "share"
    with pytest.raises(UnreachableError, match="share") as caught:
        DirectoryPortal("hand", folder).send(PACKAGE)
    assert caught.value.retry is Retry.LATER
    assert not caught.value.may_have_arrived
    assert not folder.exists()


def test_a_folder_that_comes_back_takes_the_report(tmp_path: Path) -> None:
    folder = tmp_path / "share"
    portal = DirectoryPortal("hand", folder)
    with pytest.raises(UnreachableError):
        portal.send(PACKAGE)
    folder.mkdir()
    assert portal.send(PACKAGE) == Receipt(already_there=False)


def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "share").write_bytes(b"")
    with pytest.raises(UnreachableError):
        DirectoryPortal("hand", tmp_path / "share").send(PACKAGE)


def test_a_folder_that_cannot_exist_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreachableError) as caught:
        DirectoryPortal("hand", tmp_path / ("x" * 300)).send(PACKAGE)
    assert not caught.value.may_have_arrived


def test_a_folder_in_place_of_the_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.xml").mkdir()
    with pytest.raises(UnreachableError):
        DirectoryPortal("hand", tmp_path).send(PACKAGE)


def test_a_write_that_fails_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))  # as a full disk would
    try:
        with pytest.raises(UnreachableError) as caught:
            DirectoryPortal("hand", tmp_path).send(PACKAGE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not caught.value.may_have_arrived
    assert names(tmp_path) == []


def test_what_a_crash_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / f".{FILE}.0badcafe.part").write_bytes(b"<rep")
    (tmp_path / ".other.0badcafe.part").write_bytes(b"<rep")
    DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert names(tmp_path) == [".other.0badcafe.part", f"{FILE}.xml"]


def test_file_then_name_then_folder_are_made_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def watched_fsync(handle: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        steps.append("flush folder" if is_folder else "flush file")
        fsync(handle)

    def watched_replace(self: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    monkeypatch.setattr(Path, "replace", watched_replace)
    DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert steps == ["flush file", "rename", "flush folder"]


def refuse_to_flush_folders(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    fsync = os.fsync

    def refusing(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", refusing)


def test_a_share_that_cannot_flush_folders_is_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_flush_folders(monkeypatch, errno.EINVAL)
    receipt = DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert receipt == Receipt(already_there=False)


def test_after_the_rename_the_report_may_have_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_to_flush_folders(monkeypatch, errno.EIO)
    with pytest.raises(UnreachableError) as caught:
        DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert caught.value.may_have_arrived
    monkeypatch.undo()
    receipt = DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert receipt == Receipt(already_there=True)


def test_many_senders_of_one_report_leave_one_whole_file(tmp_path: Path) -> None:
    portal = DirectoryPortal("hand", tmp_path)

    def send(_: int) -> bool:
        try:
            portal.send(PACKAGE)
        except UnreachableError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(send, range(64)))
    assert any(sent)
    assert names(tmp_path) == [f"{FILE}.xml"]
    assert (tmp_path / f"{FILE}.xml").read_bytes() == PACKAGE.data


@pytest.mark.parametrize(
    "file_uuid",
    ["", "../../x", "/etc/x", "*", FILE.replace("-", ""), f"{{{FILE}}}", f"{FILE}\n"],
)
def test_a_name_that_could_leave_the_folder_is_refused(
    tmp_path: Path, file_uuid: str
) -> None:
    package = Package(file_uuid, PACKAGE.tournament_uuid, PACKAGE.data)
    with pytest.raises(RejectedError):
        DirectoryPortal("hand", tmp_path).send(package)
    assert names(tmp_path) == []


def test_messages_never_show_the_report(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.xml").mkdir()
    with pytest.raises(RemoteError) as caught:
        DirectoryPortal("hand", tmp_path).send(PACKAGE)
    assert "<report" not in caught.value.text.en + caught.value.text.de
