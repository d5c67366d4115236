"""Pulls as recurring jobs, and what the store keeps of them, on both databases."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from pipeline_world import NOW, make_world, seconds
from schedule_world import DONE, plan, scripted, work
from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError, UnreachableError
from syncd.pipeline import jobs
from syncd.pipeline.pulling.pull import pull_by_hand, pull_scheduled
from syncd.pipeline.pulling.shelf import Found, Shelf
from syncd.pipeline.schedules import is_download
from syncd.pipeline.sweep import load_due
from syncd.settings import Settings
from syncd.store import breakers, inbox, pulls, schedules
from syncd.store.pulls import Item
from syncd.store.tables import ArrivalRow, ScheduleRunRow

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline_world import World

    from syncd.store.engine import Store

URL = "https://a.example/x.trf"
WRONG = Text("Wrong.", "Falsch.")


@pytest.fixture
def world(store: Store, tmp_path: Path) -> World:
    made = make_world(store)
    source = {"name": "north", "pull": {"url": URL}}
    made.settings = Settings.model_validate(
        {"sources": [source], "state_directory": tmp_path}
    )
    return made


def test_a_source_without_a_schedule_is_pulled_every_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def pull(*_: object, source: str) -> Text:
        asked.append(source)
        return DONE

    monkeypatch.setitem(jobs.JOBS, "pull", pull)
    assert plan(world) == 0
    for count in (1, 2):
        world.now += dt.timedelta(hours=1)
        assert plan(world) == 1
        (run_id,) = load_due(world.context(), world.now).runs
        assert is_download(world.context(), run_id)
        assert work(world) == schedules.DONE
        assert asked == ["north"] * count


def test_other_jobs_are_no_downloads(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch)
    item = {"job": "lists", "cron": "* * * * *"}
    world.settings = Settings.model_validate({"schedules": [item]})
    plan(world)
    world.now += seconds(60)
    plan(world)
    (run_id,) = load_due(world.context(), world.now).runs
    assert not is_download(world.context(), run_id)
    assert not is_download(world.context(), run_id + 1)


def test_a_pull_in_vain_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pull(*_: object, source: str) -> Text:
        raise UnreachableError(Text(source, source))

    monkeypatch.setitem(jobs.JOBS, "pull", pull)
    plan(world)
    world.now += dt.timedelta(hours=1)
    plan(world)
    assert work(world) == schedules.DUE
    with world.store.read() as session:
        assert session.exec(select(ScheduleRunRow.note_en)).one() == "north"


def test_a_source_that_is_gone_is_said(world: World) -> None:
    context = world.context()
    with pytest.raises(NotFoundError, match="with an address: north"):
        pull_scheduled(context, world.clock, lambda _: None, source="south")
    with pytest.raises(NotFoundError, match="with an address: north"):
        pull_by_hand(context, ["south"], world.clock)


def test_what_comes_back_is_a_third_arrival(world: World) -> None:
    (source,) = world.settings.sources
    shelf = Shelf(world.context(), source, world.clock)
    for data in (b"012 A", b"012 A", b"012 B", b"012 A"):
        world.now += seconds(1)
        shelf.take(Found("x #1", "x.trf", data))
    assert (shelf.taken, shelf.unchanged) == (3, 1)
    with world.store.read() as session:
        rows = session.exec(select(ArrivalRow).order_by(col(ArrivalRow.id))).all()
        assert len({row.mtime_ns for row in rows}) == 3
        assert [row.stamp_utc for row in rows] == sorted(row.stamp_utc for row in rows)
        assert inbox.newest_arrivals(session) == {"north": world.now}
        assert inbox.last_sha256(session, "north", "x #1") == rows[0].sha256
        assert inbox.last_sha256(session, "south", "x #1") == ""


def test_items_are_kept_changed_and_forgotten(store: Store) -> None:
    one, two = Item("k1", "p1", '"1"', "Mon", WRONG), Item("k2", "p2")
    with store.write() as session:
        pulls.save_item(session, "north", Item("k1", "p1"), NOW)
        pulls.save_item(session, "north", one, NOW)
        pulls.save_item(session, "north", two, NOW)
        pulls.save_item(session, "south", two, NOW)
    with store.read() as session:
        assert pulls.load_items(session, "north") == {"k1": one, "k2": two}
        assert pulls.load_troubled_items(session) == {"north": [one]}
    with store.write() as session:
        pulls.forget_items(session, "north", {"k1", "k2"})
    with store.read() as session:
        assert pulls.load_items(session, "north") == {}
        assert pulls.load_items(session, "south") == {"k2": two}


def test_a_contact_keeps_success_and_trouble_apart(store: Store) -> None:
    later = NOW + seconds(60)

    def noted(
        now: dt.datetime, trouble: Text | None, *, answered: bool
    ) -> pulls.Contact:
        with store.write() as session:
            pulls.note_contact(
                session, "north", now, has_answered=answered, trouble=trouble
            )
        with store.read() as session:
            return pulls.load_contacts(session)["north"]

    contact = noted(NOW, WRONG, answered=False)
    assert contact == pulls.Contact(None, None, NOW, WRONG)
    assert contact.is_troubled
    contact = noted(later, None, answered=True)
    assert contact == pulls.Contact(later, later, NOW, WRONG)
    assert not contact.is_troubled


def test_a_source_has_a_breaker_of_its_own() -> None:
    long = breakers.key_of_source("h" * 300, "north")
    assert breakers.key_of_source("a:1", "north") == "a:1 [north]"
    assert breakers.key_of_source("a:1", "x") != breakers.key_of_portal("a:1", "x")
    assert len(long) == 255
