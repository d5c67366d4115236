"""Lists that are imported by themselves: settings, `syncd once`, `syncd status`."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line
from scripted_server import Scripted, answer

from syncd import settings as settings_module
from syncd.bilingual import Text
from syncd.daemon.outside import open_context
from syncd.errors import ConfigError, LeaseLostError, UnreachableError
from syncd.pipeline.jobs import JOBS
from syncd.settings import load_settings
from syncd.store import schedules
from syncd.store.engine import Store
from syncd.store.lists import load_lists
from syncd.wake import NullWake

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.pipeline.context import Context

MEMBERS = (
    Path(__file__).parents[1] / "data" / "dwz" / "data" / "spieler.csv"
).read_bytes()
AWAY = "http://127.0.0.1:9/list.zip"
LONG_AGO = dt.datetime(2026, 1, 5, 12, 0, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


@pytest.fixture
def server() -> Iterator[Scripted]:
    with Scripted(answer("200 OK", MEMBERS), end=b"\r\n\r\n") as made:
        yield made


@pytest.fixture
def store(capsys: pytest.CaptureFixture[str]) -> Iterator[Store]:
    run_line(capsys, "db", "upgrade")
    store = Store(load_settings().store_url)
    yield store
    store.close()


def configure(*urls: str) -> None:
    Path("syncd.toml").write_text(
        f"[lists]\nurls = {list(urls)}\n"
        '[[schedules]]\njob = "lists"\ncron = "30 5 * * *"\n',
        encoding="utf-8",
    )


def make_overdue(store: Store) -> None:
    """Behave as if nothing had run since January."""
    with store.write() as session:
        (known,) = schedules.load_schedules(session).values()
        schedules.save_schedule(session, replace(known, next_utc=LONG_AGO))


def context(store: Store) -> Context:
    return open_context(store, load_settings(), wake=NullWake(), owner="d/h/1")


def clock() -> dt.datetime:
    return LONG_AGO


def test_a_missed_import_is_made_up_and_shown(
    capsys: pytest.CaptureFixture[str], store: Store, server: Scripted
) -> None:
    configure(server.url)
    _, status = run_json(capsys, "status")
    (before,) = status["schedules"]
    assert before.pop("next") > dt.datetime.now(dt.UTC).isoformat()
    unknown = {"last": None, "state": None, "reason": ""}
    assert before == {"name": "lists", "job": "lists"} | unknown
    run_json(capsys, "once")
    assert server.requests == []

    make_overdue(store)
    _, status = run_json(capsys, "status")
    assert status["schedules"][0]["next"] == LONG_AGO.isoformat()
    code, done = run_json(capsys, "once")
    assert (code, done["steps"], len(server.requests)) == (0, 1, 1)
    _, status = run_json(capsys, "status")
    (after,) = status["schedules"]
    assert after["state"] == "done"
    assert after["reason"] == "dsb-members: imported, 4 rows, 0 damaged."
    assert after["last"] < after["next"]
    _, out, _ = run_line(capsys, "status", "--lang", "de")
    assert all(word in out for word in ("Regelmäßige Aufgaben", "Listen", "erledigt"))
    with store.read() as session:
        assert [item.rows for item in load_lists(session)] == [4]


def test_a_server_that_is_away_is_shown_and_asked_again_later(
    capsys: pytest.CaptureFixture[str], store: Store
) -> None:
    configure(AWAY)
    run_json(capsys, "once")
    make_overdue(store)
    run_json(capsys, "once")
    _, status = run_json(capsys, "status")
    assert status["schedules"][0]["state"] == "due"
    assert "could not be downloaded from 127.0.0.1" in status["schedules"][0]["reason"]


def test_every_address_is_tried_before_an_error_counts(
    store: Store, server: Scripted
) -> None:
    configure(AWAY, server.url)
    with pytest.raises(UnreachableError):
        JOBS["lists"](context(store), clock, lambda _: None)
    with store.read() as session:
        assert [item.kind for item in load_lists(session)] == ["dsb-members"]


def test_without_addresses_a_person_is_needed(store: Store) -> None:
    configure()
    with pytest.raises(ConfigError, match=r"\[lists\] urls"):
        JOBS["lists"](context(store), clock, lambda _: None)


def test_an_import_that_was_taken_over_stops(store: Store, server: Scripted) -> None:
    def lost(_: int) -> None:
        raise LeaseLostError(Text("Taken.", "Übernommen."))

    configure(server.url, server.url)
    with pytest.raises(LeaseLostError):
        JOBS["lists"](context(store), clock, lost)
    assert len(server.requests) == 1
    with store.read() as session:
        assert load_lists(session) == []
