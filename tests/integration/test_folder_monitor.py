"""The monitor on a real folder with real inotify.

The clock is a number that the test moves. The kernel tells things in order, so a mark
that arrives shows that everything before it has arrived; the wait for it is generous,
and no test asserts how long anything took.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd.intake import mounts
from syncd.intake.folder import FileState, FolderMonitor
from syncd.intake.hints import Hints
from syncd.intake.ignore import IgnoreList
from syncd.intake.notify import Notifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
NEVER_S = 1e9
PATIENCE_S = 30.0
NOBODY = 65534


class Rig:
    """A monitor with a clock that the test moves and a list of what it offered."""

    def __init__(self, folder: Path, **options: object) -> None:
        self.folder = folder
        self.now_s = 1000.0
        self.wakeup = threading.Event()
        self.offered: list[str] = []
        self.answer: Callable[[Path], bool] = lambda _path: True
        settings: dict[str, object] = {"stable_s": 5, "rescan_s": NEVER_S}
        self.monitor = FolderMonitor(
            folder,
            on_stable=self._take,
            wakeup=self.wakeup,
            **(settings | options),  # type: ignore[arg-type]
        )
        self.marks = 0
        self.told: set[Path] = set()
        self.add, self.monitor._hints.add = self.monitor._hints.add, self._tell  # type: ignore[method-assign]

    def _tell(self, path: Path) -> None:
        self.told.add(path)
        self.add(path)

    def _take(self, path: Path, state: FileState) -> bool:
        assert state.size_bytes == path.stat().st_size
        self.offered.append(path.relative_to(self.folder).as_posix())
        return self.answer(path)

    def tick(self, later_s: float = 0.0) -> float:
        self.now_s += later_s
        return self.monitor.tick(self.now_s)

    def drain(self) -> None:
        """Wait until all that happened so far has been told.

        Twice, because the first mark may be told before what happened in a sub folder
        that had no watch yet.
        """
        for _ in range(2):
            if self.monitor.health().mode == "polling":
                return
            self.marks += 1
            mark = self.folder / f".mark{self.marks}"
            mark.write_bytes(b"")
            self.wait_for(lambda mark=mark: mark in self.told)  # type: ignore[misc]

    def settle(self) -> list[str]:
        """Let the files become stable and return what was offered, sorted."""
        self.drain()
        self.tick()
        self.tick(5)
        return sorted(self.offered)

    def wait_for(self, is_done: Callable[[], bool]) -> None:
        """Tick on every wakeup until the condition holds."""
        while not is_done():
            assert self.wakeup.wait(PATIENCE_S), "the kernel told nothing"
            self.wakeup.clear()
            self.tick()

    def why(self) -> str:
        degraded = self.monitor.health().degraded
        return "" if degraded is None else degraded.en


def only_notifier(rig: Rig) -> Notifier:
    notifier = rig.monitor._watch._notifier
    assert notifier is not None
    return notifier


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "in"
    path.mkdir()
    return path


@pytest.fixture
def rig(folder: Path) -> Iterator[Rig]:
    rig = Rig(folder, polling=False)
    rig.monitor.start()
    rig.tick()
    yield rig
    rig.monitor.stop()


def write(path: Path, data: bytes = b"012 A\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


# --- what events tell (rescans are switched off) --------------------------------------


def test_a_plain_write_is_offered_once(rig: Rig) -> None:
    """A1: many events of one file are one offer."""
    with (rig.folder / "a.trf").open("wb") as file:
        for _ in range(3):
            file.write(b"012 A\n")
            file.flush()
    with (rig.folder / "a.trf").open("ab") as file:
        file.write(b"042 B\n")
    assert rig.settle() == ["a.trf"]
    assert rig.monitor.health().pending == 0
    assert rig.monitor.health().mode == "inotify"


def test_our_own_reading_is_not_told(rig: Rig) -> None:
    path = write(rig.folder / "a.trf")
    rig.settle()
    rig.told.clear()
    assert path.read_bytes()
    rig.drain()
    assert path not in rig.told


def test_a_rename_within_the_folder_is_seen(rig: Rig) -> None:
    """A2: a rename never closes anything."""
    write(rig.folder / "a.trf.part").rename(rig.folder / "a.trf")
    assert rig.settle() == ["a.trf"]


def test_a_rename_into_the_folder_is_seen(rig: Rig, tmp_path: Path) -> None:
    """A2: nor does a file that is moved in."""
    write(tmp_path / "a.trf").rename(rig.folder / "a.trf")
    assert rig.settle() == ["a.trf"]


def test_a_hard_link_into_the_folder_is_seen(rig: Rig, tmp_path: Path) -> None:
    """A2: nor does a link."""
    (rig.folder / "a.trf").hardlink_to(write(tmp_path / "a.trf"))
    assert rig.settle() == ["a.trf"]


def test_a_folder_moved_in_is_seen_with_its_files(rig: Rig, tmp_path: Path) -> None:
    """A3: the kernel reports the folder only."""
    write(tmp_path / "batch" / "a.trf")
    write(tmp_path / "batch" / "deep" / "b.trf")
    (tmp_path / "batch").rename(rig.folder / "batch")
    assert rig.settle() == ["batch/a.trf", "batch/deep/b.trf"]


def test_a_file_in_a_folder_made_later_is_seen(rig: Rig) -> None:
    (rig.folder / "2026").mkdir()
    write(rig.folder / "2026" / "a.trf")
    rig.settle()
    write(rig.folder / "2026" / "b.trf")
    assert rig.settle() == ["2026/a.trf", "2026/b.trf"]


def test_an_ignored_folder_moved_in_is_not_entered(rig: Rig, tmp_path: Path) -> None:
    write(tmp_path / "stage" / "a.trf")
    (tmp_path / "stage").rename(rig.folder / "quarantine")
    write(rig.folder / "b.trf")
    assert rig.settle() == ["b.trf"]


def test_a_rewrite_that_keeps_size_and_time_is_seen(rig: Rig) -> None:
    """A11: the event tells."""
    path = write(rig.folder / "a.trf", b"012 A\n")
    rig.settle()
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"012 B\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert rig.settle() == ["a.trf", "a.trf"]


def test_a_deleted_file_is_forgotten(rig: Rig) -> None:
    path = write(rig.folder / "a.trf")
    rig.drain()
    rig.tick()
    assert rig.monitor.health().pending == 1
    path.unlink()
    assert rig.settle() == []
    assert rig.monitor.health().pending == 0


def test_a_file_that_keeps_growing_waits_with_its_age(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """A15: it waits for ever, visibly."""
    caplog.set_level(logging.WARNING, logger="syncd.intake.folder")
    path = write(rig.folder / "a.trf", b"0")
    rig.drain()
    rig.tick()
    for _ in range(400):
        with path.open("ab") as file:
            file.write(b"0")
        rig.tick(4)
    assert rig.offered == []
    assert rig.monitor.health().oldest_pending_s >= 1600
    rig.drain()
    rig.monitor.rescan_s = NEVER_S / 2
    rig.tick(NEVER_S)
    rig.tick()
    assert [record.message for record in caplog.records] == ["file_pending_long"]
    assert rig.settle() == ["a.trf"]


# --- what the scan finds (nothing tells) ----------------------------------------------


@pytest.fixture
def poller(folder: Path) -> Iterator[Rig]:
    rig = Rig(folder, polling=True, rescan_s=60, poll_s=5)
    yield rig
    rig.monitor.stop()


def test_files_from_before_the_start_are_offered_once(folder: Path) -> None:
    """A12: what was there at the start counts."""
    write(folder / "a.trf")
    rig = Rig(folder, polling=False, rescan_s=10)
    rig.monitor.start()
    assert rig.wakeup.is_set()
    rig.settle()
    for _ in range(10):
        rig.tick(10)
    rig.monitor.stop()
    assert rig.offered == ["a.trf"]


def test_a_poller_needs_no_event(poller: Rig) -> None:
    poller.tick()
    write(poller.folder / "a.trf")
    assert poller.tick(1) == pytest.approx(4)
    poller.tick(4)
    poller.tick(5)
    assert poller.offered == ["a.trf"]
    health = poller.monitor.health()
    assert health.mode == "polling"
    assert "asks for polling" in health.reason.en
    assert health.degraded is None


def test_a_poller_sees_a_rewrite_that_keeps_size_and_time(poller: Rig) -> None:
    """A11: the change time tells."""
    path = write(poller.folder / "a.trf", b"012 A\n")
    poller.settle()
    before = path.stat()
    # The kernel's clock for change times ticks coarsely: make sure that it moved on.
    while path.stat().st_ctime_ns == before.st_ctime_ns:
        with path.open("r+b") as file:
            file.write(b"012 B\n")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    poller.tick(5)
    poller.tick(5)
    assert poller.offered == ["a.trf", "a.trf"]


def test_only_the_folder_itself_counts_if_so_configured(folder: Path) -> None:
    write(folder / "a.trf")
    write(folder / "deep" / "b.trf")
    rig = Rig(folder, polling=True, recursive=False)
    assert rig.settle() == ["a.trf"]


def test_ignored_names_are_listed_with_their_reason(poller: Rig) -> None:
    """A16: what is left out is told."""
    write(poller.folder / "a.trf.part")
    write(poller.folder / ".git" / "b.trf")
    write(poller.folder / "c.trf")
    assert poller.settle() == ["c.trf"]
    ignored = {path.name: text.en for path, text in poller.monitor.ignored().items()}
    assert {"a.trf.part", ".git"} == ignored.keys()
    assert "unfinished transfer" in ignored["a.trf.part"]
    assert poller.monitor.health().ignored == 2


def test_the_configuration_can_ignore_more(folder: Path) -> None:
    write(folder / "aushang.pdf")
    rig = Rig(folder, polling=True, ignore=IgnoreList(extra=("*.pdf",)))
    assert rig.settle() == []


def test_links_pipes_and_loops_are_not_followed(poller: Rig, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "secret.trf")
    (poller.folder / "file.trf").symlink_to(outside)
    (poller.folder / "dir").symlink_to(outside.parent)
    (poller.folder / "loop").symlink_to(poller.folder)
    (poller.folder / "dangling.trf").symlink_to(tmp_path / "nowhere")
    os.mkfifo(poller.folder / "pipe.trf")
    write(poller.folder / "a.trf")
    assert poller.settle() == ["a.trf"]


def test_a_link_made_while_watching_is_not_followed(rig: Rig, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside" / "secret.trf")
    (rig.folder / "file.trf").symlink_to(outside)
    (rig.folder / "dir").symlink_to(outside.parent)
    write(rig.folder / "a.trf")
    assert rig.settle() == ["a.trf"]


def test_the_watched_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "v1").mkdir()
    (tmp_path / "v2").mkdir()
    link = tmp_path / "current"
    link.symlink_to(tmp_path / "v1")
    rig = Rig(link, polling=False)
    rig.monitor.start()
    rig.tick()
    write(tmp_path / "v1" / "a.trf")
    rig.settle()
    link.unlink()
    link.symlink_to(tmp_path / "v2")
    write(tmp_path / "v2" / "b.trf")
    rig.tick()
    rig.settle()
    write(tmp_path / "v2" / "c.trf")
    rig.settle()
    rig.monitor.stop()
    assert rig.offered == ["a.trf", "b.trf", "c.trf"]


def test_odd_file_names_do_no_harm(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="syncd.intake")
    names = [b"zwei\nzeilen.trf", b"latin-\xfc.trf", b"quote'\".trf", b"-rf.trf"]
    for name in names:
        write(rig.folder / os.fsdecode(name))
    rig.answer = lambda _path: False
    rig.settle()
    assert sorted(map(os.fsdecode, names)) == sorted(rig.offered)
    files = [
        vars(record)["file"] for record in caplog.records if "file" in vars(record)
    ]
    assert len(names) == len(files)
    assert "\n".join(files).encode().count(b"\n") == len(names) - 1


def test_files_that_come_while_the_watch_is_made_anew_are_all_offered(
    rig: Rig,
) -> None:
    """A14: between two watches there is no gap, because the folder is looked at."""
    for number in range(3):
        write(rig.folder / f"{number}.trf")
        rig.monitor._watch.stop()
        write(rig.folder / f"{number}b.trf")
        rig.tick()
        write(rig.folder / f"{number}c.trf")
    wanted = [f"{number}{end}.trf" for number in range(3) for end in ("", "b", "c")]
    assert rig.settle() == sorted(wanted)


def test_an_empty_file_is_offered_only_after_a_long_time(poller: Rig) -> None:
    write(poller.folder / "a.trf", b"")
    assert poller.settle() == []
    poller.tick(60)
    assert poller.offered == []
    poller.tick(300)
    assert poller.offered == ["a.trf"]


# --- files that cannot be taken -------------------------------------------------------


def test_a_refused_file_is_offered_again(poller: Rig) -> None:
    write(poller.folder / "a.trf")
    poller.answer = lambda _path: False
    poller.settle()
    assert poller.monitor.health().pending == 1
    for _ in range(5):
        poller.tick(0.1)
    assert poller.offered == ["a.trf"]
    poller.tick(1)
    poller.answer = lambda _path: True
    poller.tick(60)
    poller.tick(60)
    assert poller.offered == ["a.trf"] * 3
    assert poller.monitor.health().pending == 0


def test_a_full_disk_is_shown_and_tried_again(
    poller: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    """A19: a fault of the disk passes."""
    caplog.set_level(logging.INFO, logger="syncd.intake.folder")
    write(poller.folder / "a.trf")
    write(poller.folder / "b.trf")

    def take(path: Path) -> bool:
        if path.name == "a.trf":
            raise OSError(errno.ENOSPC, "No space left on device")
        return True

    poller.answer = take
    assert poller.settle() == ["a.trf", "b.trf"]
    assert "a.trf cannot be taken now: the disk is full" in poller.why()
    assert poller.monitor.health().pending == 1
    poller.answer = lambda _path: True
    poller.tick(60)
    assert poller.why() == ""
    assert poller.offered.count("a.trf") == 2
    messages = [record.message for record in caplog.records]
    assert messages == ["folder_degraded", "folder_recovered"]


def test_a_file_that_was_moved_away_when_taken_may_come_again(poller: Rig) -> None:
    path = write(poller.folder / "a.trf")
    done = poller.folder / "processed"
    done.mkdir()

    def take(path: Path) -> bool:
        path.rename(done / path.name)
        return True

    poller.answer = take
    poller.settle()
    (done / "a.trf").rename(path)
    poller.tick(5)
    poller.tick(5)
    assert poller.offered == ["a.trf", "a.trf"]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder below /tmp that any user may enter."""
    path = Path(tempfile.mkdtemp(prefix="syncd-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Permissions do not bind root: act as somebody else."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    yield
    os.seteuid(0)


def as_owner(action: Callable[[], None]) -> None:
    """Do something with the rights that the test was started with."""
    was = os.geteuid()
    os.seteuid(os.getuid())
    action()
    os.seteuid(was)


def test_an_unreadable_folder_and_file_are_shown_and_taken_later(
    open_folder: Path, request: pytest.FixtureRequest
) -> None:
    """A19: so does a lack of permission."""
    shut_file = write(open_folder / "a.trf")
    shut_folder = write(open_folder / "shut" / "b.trf").parent
    shut_file.chmod(0)
    shut_folder.chmod(0)
    request.getfixturevalue("unprivileged")
    rig = Rig(open_folder, polling=True)
    rig.answer = lambda path: bool(path.read_bytes())
    rig.settle()
    assert rig.offered == ["a.trf"]
    assert "shut cannot be taken now: no permission" in rig.why()
    as_owner(lambda: shut_folder.chmod(0o755))
    rig.tick(60)
    assert "a.trf cannot be taken now: no permission" in rig.why()
    as_owner(lambda: shut_file.chmod(0o644))
    rig.tick(60)
    rig.tick(60)
    assert rig.why() == ""
    assert {"a.trf", "shut/b.trf"} == set(rig.offered)
    assert rig.monitor.health().pending == 0


def test_a_folder_that_becomes_readable_is_watched(
    open_folder: Path, request: pytest.FixtureRequest
) -> None:
    write(open_folder / "a.trf")
    open_folder.chmod(0)
    request.getfixturevalue("unprivileged")
    rig = Rig(open_folder, polling=False)
    rig.monitor.start()
    rig.tick()
    assert "cannot be read: no permission" in rig.why()
    as_owner(lambda: open_folder.chmod(0o777))
    rig.tick()
    assert rig.why() == ""
    rig.settle()
    write(open_folder / "b.trf")
    rig.settle()
    rig.monitor.stop()
    assert rig.offered == ["a.trf", "b.trf"]


# --- the folder itself goes and comes -------------------------------------------------


def test_a_folder_that_does_not_exist_yet(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "later", polling=False)
    rig.monitor.start()
    assert rig.tick() > 0
    assert "does not exist" in rig.why()
    write(tmp_path / "later" / "a.trf")
    rig.settle()
    rig.monitor.stop()
    assert rig.offered == ["a.trf"]
    assert rig.why() == ""


def test_a_file_in_the_place_of_the_folder_is_no_folder(tmp_path: Path) -> None:
    rig = Rig(write(tmp_path / "in"), polling=False)
    rig.monitor.start()
    rig.tick()
    assert "does not exist" in rig.why()


def test_a_folder_that_vanishes_and_comes_back_is_watched_again(rig: Rig) -> None:
    """A7: the emitter ends while the observer lives on."""
    write(rig.folder / "a.trf")
    rig.settle()
    away = rig.folder.with_name("away")
    rig.folder.rename(away)
    rig.tick(5)
    assert "does not exist" in rig.why()
    assert rig.monitor.health().mode == "polling"
    away.rename(rig.folder)
    write(rig.folder / "b.trf")
    rig.settle()
    assert rig.why() == ""
    write(rig.folder / "c.trf")
    rig.settle()
    assert rig.offered == ["a.trf", "b.trf", "c.trf"]


def test_a_deleted_folder_wakes_the_loop(rig: Rig) -> None:
    rig.wakeup.clear()
    shutil.rmtree(rig.folder)
    rig.wait_for(lambda: "does not exist" in rig.why())


def test_a_replaced_folder_is_watched_anew(rig: Rig) -> None:
    """A9: its inode may be the same as before, so the kernel has to tell."""
    dead = only_notifier(rig)
    shutil.rmtree(rig.folder)
    write(rig.folder / "a.trf")
    rig.tick()
    rig.wait_for(lambda: rig.monitor._watch._notifier not in {None, dead})
    rig.settle()
    write(rig.folder / "b.trf")
    assert rig.settle() == ["a.trf", "b.trf"]


@pytest.mark.parametrize("polling", [True, False])
def test_an_unmounted_share_is_loud_and_its_return_is_quiet(
    folder: Path,
    polling: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """A8: nothing is deleted, nothing comes twice."""
    rig = Rig(folder, polling=polling, rescan_s=5)
    rig.monitor.start()
    for number in range(5):
        write(folder / f"{number}.trf")
    assert len(rig.settle()) == 5
    mounted = folder.with_name("mounted")
    folder.rename(mounted)
    folder.mkdir()
    for _ in range(3):
        rig.tick(5)
        assert "is empty now; it held 5 files" in rig.why()
    folder.rmdir()
    mounted.rename(folder)
    for _ in range(3):
        rig.tick(5)
    rig.monitor.stop()
    assert rig.why() == ""
    assert len(rig.offered) == 5


def test_files_that_are_deleted_one_by_one_are_no_alarm(poller: Rig) -> None:
    path = write(poller.folder / "a.trf")
    poller.settle()
    path.unlink()
    poller.tick(5)
    assert poller.why() == ""


# --- the watch itself fails -----------------------------------------------------------


def end_emitters(notifier: Notifier) -> None:
    for emitter in notifier._observer.emitters:
        emitter.stop()
        emitter.join()
    assert notifier._observer.is_alive()


def end_observer(notifier: Notifier) -> None:
    notifier._observer.stop()
    notifier._observer.join()


def end_queue(notifier: Notifier) -> None:
    notifier._queue.stop()
    notifier._queue.join()
    assert notifier._observer.is_alive()


@pytest.mark.parametrize("end", [end_emitters, end_observer, end_queue])
def test_a_watch_with_a_dead_thread_is_replaced(
    rig: Rig, end: Callable[[Notifier], None]
) -> None:
    """A7, A10: whichever thread ended, the watch is made anew."""
    dead = only_notifier(rig)
    end(dead)
    write(rig.folder / "a.trf")
    rig.tick()
    rig.settle()
    assert only_notifier(rig) is not dead
    write(rig.folder / "b.trf")
    assert rig.settle() == ["a.trf", "b.trf"]


def test_a_watch_that_cannot_be_armed_leaves_no_thread(tmp_path: Path) -> None:
    threads = threading.active_count()
    hints = Hints(threading.Event())
    with pytest.raises(FileNotFoundError):
        Notifier(tmp_path / "missing", recursive=True, hints=hints)
    assert threads == threading.active_count()


def test_a_limit_that_is_reached_later_leads_to_polling(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(folder, polling=False, rescan_s=60, poll_s=5)
    rig.monitor.start()
    rig.tick()

    def refuse(_notifier: Notifier) -> None:
        raise OSError(errno.ENOSPC, "limit reached")

    with monkeypatch.context() as patch:
        patch.setattr(Notifier, "check_room", refuse)
        rig.tick(60)
        assert rig.monitor.health().mode == "polling"
        assert "fs.inotify.max_user_watches" in rig.why()
        write(folder / "a.trf")
        rig.tick(5)
        rig.tick(5)
        assert rig.offered == ["a.trf"]
    rig.tick(60)
    assert rig.monitor.health().mode == "inotify"
    rig.monitor.stop()


def test_a_sub_folder_that_vanishes_while_it_is_looked_at_does_no_harm(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    (rig.folder / "2026").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("syncd.intake.folder.scan_tree", refuse)
        rig.drain()
        rig.tick()
        assert "2026 cannot be taken now: disk or network fault" in rig.why()
    rig.monitor.rescan_s = 60
    rig.tick(NEVER_S)
    assert rig.why() == ""


def test_an_overflow_of_the_kernels_queue_is_made_good_by_a_scan(rig: Rig) -> None:
    """A4: the reader is held up while more happens than the kernel queues."""
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if limit > 100_000:
        pytest.skip(f"{limit} queued events take too long to exceed")
    queue = only_notifier(rig)._queue
    read, go_on = queue.read_events, threading.Event()
    held = threading.Event()

    def slow_read(**options: int) -> list[object]:
        held.set()
        assert go_on.wait(PATIENCE_S)
        return read(**options)  # type: ignore[return-value]

    queue.read_events = slow_read  # type: ignore[method-assign, assignment]
    noise = [write(rig.folder / name) for name in ("a.part", "b.part")]
    assert held.wait(PATIENCE_S)
    for number in range(limit + 10):
        os.utime(noise[number % 2])  # alternating, else the kernel merges them
    write(rig.folder / "lost.trf")
    go_on.set()
    rig.wait_for(lambda: rig.monitor.health().overflows == 1)
    assert rig.settle() == ["lost.trf"]
    write(rig.folder / "next.trf")
    assert rig.settle() == ["lost.trf", "next.trf"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_a_watch_limit_leads_to_polling_until_it_is_raised(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A5: no silent blindness at max_user_watches."""

    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(number, "limit reached")

    with monkeypatch.context() as patch:
        patch.setattr("syncd.intake.notify.Notifier", refuse)
        rig = Rig(folder, polling=False, rescan_s=60, poll_s=5)
        rig.monitor.start()
        rig.tick()
        write(folder / "a.trf")
        rig.tick(5)
        rig.tick(5)
        assert rig.offered == ["a.trf"]
        assert rig.monitor.health().mode == "polling"
        assert "fs.inotify.max_user_" in rig.why()
    rig.tick(60)
    assert rig.monitor.health().mode == "inotify"
    assert rig.why() == ""
    rig.monitor.stop()


def test_another_fault_of_the_watch_is_not_taken_for_a_limit(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr("syncd.intake.notify.Notifier", refuse)
    rig = Rig(folder, polling=False)
    rig.monitor.start()
    rig.tick()
    assert "cannot be read: disk or network fault" in rig.why()


LIMITED = """
import sys, threading
from pathlib import Path
from syncd.intake.folder import FolderMonitor

folder, taken = Path(sys.argv[1]), []
def take(path, state):
    taken.append(path.name)
    return True
monitor = FolderMonitor(folder, stable_s=0, rescan_s=60, polling=False,
                        on_stable=take, wakeup=threading.Event())
monitor.start()
monitor.tick(0)
print(monitor.health().mode)
if len(sys.argv) > 2:
    Path("/proc/sys/user/max_inotify_watches").write_text(sys.argv[2])
    monitor.tick(60)
    print(monitor.health().mode)
(folder / "d9" / "a.trf").write_text("012 A")
for now in range(61, 90, 5):
    monitor.tick(now)
print(monitor.health().degraded.en.split(",")[0], taken)
monitor.stop()
"""


@pytest.mark.parametrize(
    ("first", "later", "expected"),
    [
        ("5", [], ["polling"]),
        ("100", ["11"], ["inotify", "polling"]),
    ],
)
def test_the_kernels_own_limit_on_sub_folders_is_noticed(
    folder: Path, first: str, later: list[str], expected: list[str]
) -> None:
    """A5: in a user namespace whose limit of watches is below the number of folders."""
    for number in range(10):
        (folder / f"d{number}").mkdir()
    limit = f"echo {first} > /proc/sys/user/max_inotify_watches"
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.call(
        [unshare, "-r", "sh", "-c", limit], stderr=subprocess.DEVNULL
    ):
        pytest.skip("no user namespaces here")
    script = [sys.executable, "-W", "error", "-c", LIMITED, str(folder), *later]
    done = subprocess.run(
        [unshare, "-r", "sh", "-c", f'{limit}; exec "$@"', "sh", *script],
        check=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S * 2,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )
    last = "The system's limit of watched folders is reached ['a.trf']"
    assert [*expected, last] == done.stdout.splitlines()


def test_a_network_share_is_polled_by_itself(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A6: the file system decides, and the reason is told."""
    table = tmp_path / "mountinfo"
    table.write_text(f"31 23 0:41 / {folder} rw - nfs4 nas:/export rw\n")
    monkeypatch.setattr(mounts, "MOUNTINFO", table)
    rig = Rig(folder)
    rig.monitor.start()
    rig.tick()
    health = rig.monitor.health()
    assert health.mode == "polling"
    assert "lies on nfs4" in health.reason.en
    assert health.degraded is None
    assert Rig(folder, polling=False).monitor.health().degraded is None


def test_a_local_disk_is_watched_by_itself(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "mountinfo"
    table.write_text("27 1 254:0 / / rw - ext4 /dev/vda rw\n")
    monkeypatch.setattr(mounts, "MOUNTINFO", table)
    rig = Rig(folder)
    rig.monitor.start()
    assert rig.monitor.health().mode == "inotify"
    rig.monitor.stop()


def test_a_system_without_inotify_is_polled(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    rig = Rig(folder)
    rig.monitor.start()
    assert rig.monitor.health().mode == "polling"
    assert "no inotify" in rig.monitor.health().reason.en


def test_stopping_leaves_no_thread_and_no_descriptor(folder: Path) -> None:
    threads = threading.active_count()
    handles = len(list(Path("/proc/self/fd").iterdir()))
    rig = Rig(folder, polling=False)
    rig.monitor.start()
    assert threading.active_count() > threads
    rig.monitor.stop()
    rig.monitor.stop()
    assert threads == threading.active_count()
    assert handles == len(list(Path("/proc/self/fd").iterdir()))


def test_the_wait_ends_when_the_next_file_can_be_stable(poller: Rig) -> None:
    poller.monitor.poll_s = poller.monitor.rescan_s = NEVER_S
    write(poller.folder / "a.trf")
    assert poller.tick() == pytest.approx(5)
    assert poller.tick(2) == pytest.approx(3)
    assert poller.tick(3) == pytest.approx(5)
    assert stat.S_ISREG((poller.folder / "a.trf").stat().st_mode)
