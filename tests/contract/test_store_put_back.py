"""A store that is put back from a backup is noticed, and goes on as somebody else."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.daemon.reached import FILE, follow_store
from syncd.pipeline.rules.counting import PUT_BACK
from syncd.settings import RatingSettings, Settings
from syncd.store.counting import load_counting
from syncd.store.events import newest_text, save_event

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.store.engine import Store

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
SUFFIX = "~1795953600"


def settings(folder: Path, name: str = "nord") -> Settings:
    return Settings(state_directory=folder, rating=RatingSettings(installation=name))


def names(store: Store) -> list[str]:
    with store.read() as session:
        return [one.name for one in load_counting(session, "nord").names]


def happens(store: Store) -> None:
    with store.write() as session:
        save_event(session, "test", Text("Something.", "Etwas."), NOW)


@pytest.mark.parametrize(
    ("name", "noted"), [("nord", "nord"), ("syncd", f"syncd{SUFFIX}")]
)
def test_a_name_is_noted_once(
    store: Store, tmp_path: Path, name: str, noted: str
) -> None:
    """One that every installation has by itself tells nobody apart."""
    for _ in range(2):
        follow_store(store, settings(tmp_path, name), NOW)
        happens(store)
    assert names(store) == [noted]


def test_a_store_that_is_behind_was_put_back(store: Store, tmp_path: Path) -> None:
    happens(store)
    follow_store(store, settings(tmp_path), NOW)
    (tmp_path / FILE).write_text("7\n", encoding="ascii")
    for _ in range(2):
        follow_store(store, settings(tmp_path), NOW)
    assert names(store) == ["nord", f"nord{SUFFIX}"]
    with store.read() as session:
        assert newest_text(session, PUT_BACK) is not None
    follow_store(store, settings(tmp_path, "ost"), NOW)
    assert names(store)[2:] == [f"ost{SUFFIX}"], "it may have been called so before"


@pytest.mark.parametrize("text", ["", "seven", "0"])
def test_what_cannot_be_read_says_nothing(
    store: Store, tmp_path: Path, text: str
) -> None:
    follow_store(store, settings(tmp_path), NOW)
    (tmp_path / FILE).write_text(text, encoding="ascii")
    follow_store(store, settings(tmp_path), NOW)
    assert names(store) == ["nord"]
