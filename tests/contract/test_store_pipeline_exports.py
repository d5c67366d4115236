"""From a file to a revision, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.formats.dropping import drop_contact
from syncd.formats.snapshot import encode_snapshot
from syncd.model.tournament import Tournament
from syncd.pipeline.arrivals.receive import is_seen, receive_file, refuse_file
from syncd.settings import LimitsSettings
from syncd.store import inbox, readmodels
from syncd.store.inbox import FileFacts
from syncd.store.tables import ArrivalRow, EventRow, RevisionRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

SWISS, export = pipeline_world.SWISS, pipeline_world.export
seconds = pipeline_world.seconds
CORRECTED = pipeline_world.corrected()
CELL, POINTS = {"field": "cell"}, {"field": "points_x10"}
FACTS = FileFacts("a.trf", 3, 1, 1)


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store)


def arrivals(world: World, *states: str) -> list[readmodels.ArrivalLine]:
    with world.store.read() as session:
        return readmodels.list_arrivals(session, states)


def finding_codes(world: World, tournament_id: int = 1) -> set[str]:
    return {item.code for item in world.head(tournament_id).findings}


# --- taking files ---


def test_a_file_is_stored_before_it_is_announced(world: World) -> None:
    arrival_id = world.receive(SWISS)

    assert world.wake.arrivals == [arrival_id]
    with world.store.read() as session:
        row = session.exec(select(ArrivalRow)).one()
        assert inbox.load_bytes(session, row.sha256) == drop_contact(SWISS)
        assert row.state == inbox.RECEIVED


def test_the_same_file_again_is_not_announced_again(world: World) -> None:
    first = world.receive(SWISS, name="a.trf")
    world.files -= 1
    assert world.receive(SWISS, name="a.trf") == first
    assert world.wake.arrivals == [first]


def test_a_taken_file_is_seen(world: World) -> None:
    facts, before = FileFacts("a.trf", len(SWISS), 1, 1), world.now - seconds(5)
    assert not is_seen(world.context(), "north", facts, before)
    world.receive(SWISS, name="a.trf")
    assert is_seen(world.context(), "north", facts, before)


def test_a_conflict_copy_is_set_aside_with_its_reason(world: World) -> None:
    """A16: nobody works on it, and a person sees it."""
    why = Text("A conflict copy.", "Eine Konfliktkopie.")
    arrival_id = receive_file(
        world.context(), "north", FACTS, "a.sync-conflict-1.trf", SWISS,
        stamp_utc=world.now, now=world.now, set_aside=why,
    )  # fmt: skip
    assert world.wake.arrivals == []
    assert world.process(arrival_id) is None
    assert [item.note for item in arrivals(world, inbox.QUARANTINED)] == [why]


def test_the_same_bytes_under_two_names_are_one_tournament(world: World) -> None:
    """A17: a duplicate is no fault, at no start and however often it is met."""
    first, second = (world.receive(SWISS, name=name) for name in ("a.trf", "b.trf"))
    assert (world.process(first), world.process(second)) == ("done", "unchanged")
    assert [item.head for item in world.tournaments()] == [1]
    assert arrivals(world, inbox.WAITING, inbox.QUARANTINED) == []


def test_a_touched_file_is_not_worked_on_twice(world: World) -> None:
    """A13: its time changes while the first arrival is in work."""
    first = world.receive(SWISS, name="a.trf")
    second = world.receive(SWISS, name="a.trf")
    assert first != second, "the world gives every file another time"
    assert (world.process(second), world.process(first)) == ("done", "unchanged")
    assert [item.head for item in world.tournaments()] == [1]


def test_a_refused_file_is_told_once(world: World) -> None:
    for _ in range(2):
        reason = Text("a.trf is too large.", "a.trf ist zu groß.")
        refuse_file(world.context(), "north", FACTS, reason, world.now)

    before = world.now - seconds(5)
    assert not is_seen(world.context(), "north", FACTS, before), "it is not stored"
    with world.store.read() as session:
        events = session.exec(select(EventRow)).all()
        assert [event.kind for event in events] == ["file.refused"]


# --- exports of one tournament ---


def test_the_first_export_makes_a_tournament(world: World) -> None:
    assert world.drop(SWISS) == inbox.DONE

    (line,) = world.tournaments()
    assert (line.name, line.source) == ("Beschleunigtes Open 2 Gruppen", "north")
    assert world.head().number == 1
    assert world.wake.tournaments == [1]


def test_an_unchanged_export_changes_nothing(world: World) -> None:
    world.drop(SWISS)
    before = world.head()
    assert world.drop(SWISS) == inbox.UNCHANGED

    after = world.head()
    assert (after.number, after.changed_utc) == (1, before.changed_utc)
    assert after.bases["trf"].arrival_id > before.bases["trf"].arrival_id
    assert world.wake.tournaments == [1]


def test_a_correction_says_what_changed(world: World) -> None:
    world.drop(SWISS)
    assert world.drop(CORRECTED) == inbox.DONE

    with world.store.read() as session:
        *_, line = readmodels.list_history(session, 1)
    assert line.revision == 2
    assert line.changes == (
        {"place": "player 5", **POINTS, "old": "25", "new": "30"},
        {"place": "player 15", **POINTS, "old": "15", "new": "10"},
        {"place": "player 5 round 7", **CELL, "old": "15 b =", "new": "15 b 1"},
        {"place": "player 15 round 7", **CELL, "old": "5 w =", "new": "5 w 0"},
    )


def test_a_correction_taken_back_is_a_third_revision(world: World) -> None:
    for data in (SWISS, CORRECTED, SWISS):
        assert world.drop(data) == inbox.DONE
    assert world.head().number == 3


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("E02_clm.trf", "E02_fide.trf", inbox.UNCHANGED),
        ("E02_fide.trf", "E02_clm.trf", inbox.DONE),
        ("E07_clm.trf", "E07_fide.trf", inbox.UNCHANGED),
    ],
)
def test_both_forms_of_an_export_are_one_tournament(
    world: World, first: str, second: str, expected: str
) -> None:
    world.drop(export(first))
    assert world.drop(export(second)) == expected
    assert len(world.tournaments()) == 1


def test_next_season_is_another_tournament(world: World) -> None:
    world.drop(SWISS)
    other = export("E03_clm.trf").replace(b"3 Gruppen (ungerade)", b"2 Gruppen")
    world.drop(other.replace(b"042 2026", b"042 2027"))
    assert [line.head for line in world.tournaments()] == [1, 1]


def test_another_start_date_of_the_same_games_is_a_question(world: World) -> None:
    world.drop(SWISS)
    assert world.drop(SWISS.replace(b"042 2026/09/05", b"042 2026/09/12")) == "waiting"

    assert len(world.tournaments()) == 1
    (line,) = arrivals(world, inbox.WAITING)
    assert "The games are those of tournament 1" in line.note.en


def test_a_name_of_another_source_is_another_tournament(world: World) -> None:
    world.drop(SWISS)
    world.process(world.receive(SWISS, source="south"))
    assert {line.source for line in world.tournaments()} == {"north", "south"}


# --- order ---


def test_an_older_export_that_comes_later_is_a_question(world: World) -> None:
    world.drop(CORRECTED)
    world.wait(hours=2)
    assert world.drop(SWISS, age_s=3 * 3600) == inbox.WAITING

    assert world.head().number == 1
    (line,) = arrivals(world, inbox.WAITING)
    assert "went back in time" in line.note.en
    assert world.events()[-1] == "arrival.waiting"


def test_many_exports_of_one_tournament_may_come_in_any_order(world: World) -> None:
    world.drop(CORRECTED)
    assert world.drop(SWISS, age_s=60) == inbox.OUTDATED
    assert world.head().number == 1


def test_a_later_export_settles_what_was_asked_before(world: World) -> None:
    world.drop(CORRECTED)
    world.wait(hours=2)
    world.drop(SWISS, age_s=3 * 3600)
    world.drop(SWISS)
    assert arrivals(world, inbox.WAITING) == []


def test_an_older_export_processed_later_is_outdated(world: World) -> None:
    older = world.receive(SWISS, age_s=60)
    newer = world.receive(CORRECTED)
    assert world.process(newer) == inbox.DONE
    assert world.process(older) == inbox.OUTDATED
    assert world.head().number == 1


def test_exports_of_the_same_second_are_taken(world: World) -> None:
    for data in (SWISS, CORRECTED):
        assert world.process(world.receive(data)) == inbox.DONE
    assert world.head().number == 2


# --- faults ---


def test_an_emptied_export_is_not_taken(world: World) -> None:
    world.drop(SWISS)
    before = world.head()
    assert world.drop(pipeline_world.without_players()) == inbox.WAITING

    assert world.head() == before
    (line,) = arrivals(world, inbox.WAITING)
    assert "0 players, the tournament had 16" in line.note.en
    assert world.events()[-1] == "arrival.waiting"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty"),
        (b"<!DOCTYPE html><html>log in</html>", "web page"),
        (b"PK\x03\x04 012 Open", "archive"),
        (b"\xff\xfe0\x001\x002\x00", "UTF-16"),
    ],
)
def test_what_is_no_export_is_set_aside(world: World, data: bytes, said: str) -> None:
    assert world.drop(data) == inbox.QUARANTINED
    (line,) = arrivals(world, inbox.QUARANTINED)
    assert said in line.note.en
    assert world.tournaments() == []


def test_a_broken_file_does_not_stop_the_others(world: World) -> None:
    world.receive(b"broken")
    world.receive(SWISS)
    world.settle()
    assert len(arrivals(world, inbox.QUARANTINED)) == 1
    assert len(world.tournaments()) == 1


def test_what_show_prints_is_no_export(world: World) -> None:
    shown = encode_snapshot(Tournament(name="Open"))
    assert world.drop(shown) == inbox.WAITING
    (line,) = arrivals(world, inbox.WAITING)
    assert "syncd show" in line.note.en


def test_without_a_start_date_nobody_knows_which_tournament(world: World) -> None:
    assert world.drop(export("E11_clm.trf")) == inbox.WAITING
    (line,) = arrivals(world, inbox.WAITING)
    assert "no start date (042)" in line.note.en


def test_a_name_with_a_nul_is_stored(world: World) -> None:
    odd = SWISS.replace(b"012 Beschleunigtes", b"012 Beschl\0eunigtes")
    assert world.drop(odd) == inbox.DONE
    assert world.tournaments()[0].name == "Beschl?eunigtes Open 2 Gruppen"


CUT_OFF = SWISS.replace(b"\n062 16", b"\n062 17")
"""An export that says that a player is missing."""


def test_an_error_of_the_export_is_gone_when_the_export_is_right(world: World) -> None:
    world.drop(CUT_OFF)
    assert "trf.player_count" in finding_codes(world)
    changed = world.head().changed_utc

    assert world.drop(SWISS) == inbox.DONE
    assert "trf.player_count" not in finding_codes(world)
    assert world.head().changed_utc == changed
    with world.store.read() as session:
        row = session.exec(select(RevisionRow).where(RevisionRow.number == 2)).one()
        assert '"field": "errors", "old": "trf.player_count", "new": ""' in row.changes


def test_the_poorer_form_does_not_hide_an_error(world: World) -> None:
    world.drop(CUT_OFF)
    assert world.drop(export("E02_fide.trf")) == inbox.UNCHANGED
    assert "trf.player_count" in finding_codes(world)


@pytest.mark.parametrize(
    ("limit", "most", "said"),
    [("size_bytes", 1024, "1 KiB"), ("lines", 20, "20"), ("line_chars", 90, "90")],
)
def test_a_file_beyond_a_limit_is_set_aside_with_its_reason(
    world: World, limit: str, most: int, said: str
) -> None:
    limits = LimitsSettings.model_validate({limit: most})
    world.settings = world.settings.model_copy(update={"limits": limits})
    assert world.drop(SWISS) == inbox.QUARANTINED
    (line,) = arrivals(world, inbox.QUARANTINED)
    assert said in line.note.en
