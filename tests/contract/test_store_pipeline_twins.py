"""The same event under two numbers goes to portals once, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.errors import NotFoundError
from syncd.pipeline.arrivals.gonesources import gone_sources
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.pipeline.deciding import people
from syncd.pipeline.judging import twins as pipeline_twins
from syncd.pipeline.judging.assess import assess, load_case
from syncd.pipeline.rules.overrule import overrule
from syncd.rating.confirmed import Confirmed
from syncd.settings import SourceSettings
from syncd.store import outbox

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, CORRECTED = pipeline_world.SWISS, pipeline_world.corrected()
NORTH = pipeline_world.SOURCE
SOUTH = SourceSettings(name="south", folder=Path("/south"))
DWZ = pipeline_world.DWZ
ACCEPTED = [(outbox.FIRST, outbox.ACCEPTED)]


@pytest.fixture
def world(store: Store) -> World:
    world = pipeline_world.make_world(store, DWZ)
    sources(world, NORTH, SOUTH)
    return world


def sources(world: World, *configured: SourceSettings) -> None:
    """Configure exactly these sources, and meet them."""
    world.settings = world.settings.model_copy(update={"sources": configured})
    meet_sources(world.context(), world.now)


def take(world: World, data: bytes, source: str) -> None:
    """Take a file from a source without looking at any tournament."""
    world.wait(seconds=1)
    world.process(world.receive(data, source=source))


def drop(world: World, data: bytes, source: str) -> None:
    take(world, data, source)
    world.settle()


def renamed(data: bytes) -> bytes:
    """Return the tournament under another name."""
    assert data.count(b"012 Beschleunigtes Open") == 1
    return data.replace(b"012 Beschleunigtes Open", b"012 Offenes Turnier am Fluss")


def of_next_year(data: bytes) -> bytes:
    """Return the tournament of the year after, with the same persons."""
    return data.replace(b"2026/", b"2027/").replace(b" 26/", b" 27/")


def of_others(data: bytes) -> bytes:
    """Return a tournament of the same name and days with other persons."""
    lines = data.split(b"\n")
    return b"\n".join(
        line[:14]
        + (b"Fremd%s,Erna" % line[4:8].strip()).ljust(43)
        + b"0".rjust(11)
        + b" "
        + line[line.index(b"/  /") - 4 :]
        if line.startswith(b"001 ")
        else line
        for line in lines
        if not line.startswith(b"XCZ")
    )


def test_a_renamed_source_reports_nothing_a_second_time(world: World) -> None:
    drop(world, SWISS, "north")
    sources(world, SOUTH)
    drop(world, SWISS, "south")

    waiting = world.stored_why(2)
    assert (waiting.code, waiting.needs_person) == ("twin", True)
    assert "1 of the source north" in waiting.text.en
    assert "no longer configured" in waiting.text.en
    assert "syncd policy 2 --set rating=off" in waiting.text.de
    assert world.reports(1) == ACCEPTED
    assert world.reports(2) == []
    assert world.why(2) == "twin"


@pytest.mark.parametrize("other", [SWISS, CORRECTED, renamed(SWISS)])
def test_of_two_sources_only_the_older_tournament_is_reported(
    world: World, other: bytes
) -> None:
    take(world, SWISS, "north")
    take(world, other, "south")
    assess(world.context(), 2, world.now)
    assert world.stored_why(2).code == "twin"
    world.settle()

    assert world.reports(1) == ACCEPTED
    assert world.reports(2) == []


def test_an_event_of_that_name_with_other_persons_is_no_twin(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, of_others(SWISS), "south")

    assert world.reports(1) == world.reports(2) == ACCEPTED


def test_the_same_persons_a_year_later_are_no_twin(world: World) -> None:
    drop(world, SWISS, "north")
    world.wait(days=365)
    drop(world, of_next_year(CORRECTED), "south")

    assert world.reports(1) == world.reports(2) == ACCEPTED


def test_a_draft_is_not_made_either(world: World) -> None:
    world.configure(mode="draft")
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")

    assert world.reports(1) == [(outbox.FIRST, outbox.DRAFTED)]
    assert world.reports(2) == []
    with pytest.raises(NotFoundError):
        people.approve(world.context(), 2, world.now)


def test_a_confirmed_pair_is_two_events_from_both_sides(world: World) -> None:
    world.configure(mode="draft")
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    said = people.confirm(world.context(), 2, Confirmed(), world.now)
    world.settle()

    assert [text.en for text in said] == [
        "It is another event than tournament 1 (“Beschleunigtes Open 2 Gruppen”)."
    ]
    assert world.why(2) == world.why(1) == "report.drafted"
    people.approve(world.context(), 2, world.now)
    world.settle()
    assert world.reports(2) == ACCEPTED
    people.approve(world.context(), 1, world.now)
    world.settle()
    assert world.reports(1) == ACCEPTED


def test_the_newer_one_goes_when_the_older_one_is_switched_off(world: World) -> None:
    world.configure(mode="draft")
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    overrule(world.context(), 1, {"rating": "off"}, (), "kim", world.now)
    world.wait(minutes=16)
    world.settle()
    assert world.reports(2) == [(outbox.FIRST, outbox.DRAFTED)]
    people.approve(world.context(), 2, world.now)
    world.settle()

    overrule(world.context(), 1, {}, ("rating",), "kim", world.now)
    assert world.reports(2) == ACCEPTED
    assert world.stored_why(1).code == "twin"


def test_corrections_go_on_where_both_were_reported_before(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    people.confirm(world.context(), 2, Confirmed(), world.now)
    world.settle()
    drop(world, CORRECTED, "south")

    assert world.reports(2)[1:] == [(outbox.CORRECTION, outbox.ACCEPTED)]


def test_a_twin_that_was_faster_stops_the_commit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(world, SWISS, "north")
    take(world, SWISS, "south")
    monkeypatch.setattr(pipeline_twins.TwinSearch, "waiting", lambda *_: None)
    assess(world.context(), 2, world.now)

    assert world.reports(2) == []
    assert load_case(world.context(), 2).head.number == 1


def test_two_workers_at_the_same_moment_make_one_report(world: World) -> None:
    take(world, SWISS, "north")
    take(world, SWISS, "south")
    together = threading.Barrier(2)

    def look(number: int) -> None:
        together.wait()
        assess(world.context(f"d-1/host/{number}"), number, world.now)

    workers = [threading.Thread(target=look, args=(number,)) for number in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    world.settle()

    assert world.reports(1) == ACCEPTED
    assert world.reports(2) == []


def test_a_source_that_is_gone_is_named_while_its_tournaments_matter(
    world: World,
) -> None:
    drop(world, SWISS, "north")
    assert gone_sources(world.store, world.settings, world.now) == []

    sources(world, SOUTH)
    (text,) = gone_sources(world.store, world.settings, world.now)
    assert "The source north is no longer configured" in text.en
    assert "den alten Namen" in text.de
    world.wait(days=366)
    assert gone_sources(world.store, world.settings, world.now) == []
