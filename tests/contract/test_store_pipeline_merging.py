"""Several sources of one tournament: linked, merged, asked; and a person's own changes.

Which database it is does not matter here, so only the quicker one is used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pipeline_world
import pytest
import shared_world
from replayed import check_replay
from shared_world import (
    DRAWN,
    FORFEITED,
    OPEN,
    SWISS,
    WON,
    drop,
    head,
    notes,
    result,
    take,
)

from syncd.errors import NotFoundError
from syncd.pipeline.arrivals.advance import advance
from syncd.pipeline.deciding import linkage, people
from syncd.pipeline.deciding.recording import Content, decide
from syncd.rating.confirmed import Confirmed
from syncd.store import bases, decisions, inbox, outbox, revisions

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.pipeline.arrivals.advance import Export, Known, Next
    from syncd.store.engine import Store
    from syncd.sync.policy import Policy

pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
ACCEPTED = (outbox.FIRST, outbox.ACCEPTED)
OTHER = pipeline_world.export("E10_clm.trf")
XML = pipeline_world.export("E02_dsb25.xml")


@pytest.fixture
def world(store: Store) -> World:
    return shared_world.make_shared(store)


def renamed(data: bytes = SWISS) -> bytes:
    assert data.count(b"012 Beschleunigtes Open") == 1
    return data.replace(b"012 Beschleunigtes Open", b"012 Offenes Turnier am Fluss")


def of_next_year(data: bytes = SWISS) -> bytes:
    return data.replace(b"2026/", b"2027/").replace(b" 26/", b" 27/")


def with_numbers_turned(data: bytes = SWISS) -> bytes:
    """Return the export in which players 1 and 2 have each other's start number."""
    turned = {b"   1": b"   2", b"   2": b"   1"}
    lines = []
    for line in data.split(b"\n"):
        if not line.startswith(b"001 "):
            lines.append(line)
            continue
        start = line.index(b"/  /") + 19
        cells = [line[at : at + 10] for at in range(start, len(line), 10)]
        cells = [
            cell[:2] + turned.get(cell[2:6], cell[2:6]) + cell[6:] for cell in cells
        ]
        number = turned.get(line[4:8], line[4:8])
        lines.append(line[:4] + number + line[8:start] + b"".join(cells))
    return b"\n".join(lines)


# --- linking ---


def test_the_same_tournament_of_two_sources_is_one(world: World) -> None:
    drop(world, SWISS, "north")
    assert drop(world, SWISS, "south") == inbox.UNCHANGED

    assert len(world.tournaments()) == 1
    assert world.reports() == [ACCEPTED]
    with world.store.read() as session:
        assert len(bases.senders(session, 1)) == 2


@pytest.mark.full
def test_sources_of_no_group_share_nothing(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, SWISS, "east")

    assert len(world.tournaments()) == 2


@pytest.mark.parametrize(
    "data",
    [
        of_next_year(),
        pytest.param(of_next_year(renamed()), marks=pytest.mark.full),
    ],
)
def test_next_season_is_another_tournament(world: World, data: bytes) -> None:
    drop(world, SWISS, "north")
    assert drop(world, data, "south") == inbox.DONE

    assert len(world.tournaments()) == 2


def test_a_doubtful_one_is_asked_about_and_linked_by_a_person(world: World) -> None:
    drop(world, SWISS, "north")
    assert take(world, renamed(), "south") == inbox.WAITING
    (note,) = notes(world)
    assert "may be tournament 1 (Beschleunigtes Open 2 Gruppen) of north" in note
    assert "80 of 100 (another name, same first day, 16 / 16 persons the same" in note
    assert "syncd link 2 1" in note
    assert "syncd link 2 new" in note

    (said,) = linkage.link(world.context(), 2, 1, world.now)
    assert "south" in said.en
    world.settle()

    assert len(world.tournaments()) == 1
    assert notes(world) == []
    assert "decision" in world.events()
    drop(world, renamed(WON), "south")
    assert (len(world.tournaments()), result(world)) == (1, "10")


def test_a_link_made_by_mistake_is_undone(world: World) -> None:
    """What was sent makes a tournament of its own; the other one keeps its past."""
    world.configure(mode="draft")
    drop(world, OPEN, "north")
    drop(world, renamed(OPEN), "south")
    linkage.link(world.context(), 2, 1, world.now)
    world.settle()
    drop(world, renamed(WON), "south")
    drop(world, shared_world.LOST, "north")
    asked = [(one.source, one.state) for one in shared_world.questions(world)]
    assert asked == [("south", "open"), ("north", "open")]
    before = world.head()
    check_replay(world)

    said = linkage.unlink(world.context(), 1, "south", world.now)
    assert "a tournament of its own" in said[0].en
    assert "syncd revert 1 2" in said[1].de
    world.settle()

    first, second = sorted(world.tournaments(), key=lambda line: line.id)
    assert (first.sources, second.sources) == (("north",), ("south",))
    assert world.head().snapshot == before.snapshot
    assert result_of(world, 2) == "10"
    assert shared_world.states(world) == ["moot", "open"]
    check_replay(world)
    drop(world, renamed(DRAWN), "south")
    assert (result_of(world, 2), len(world.tournaments())) == ("==", 2)
    assert world.head().snapshot == before.snapshot
    drop(world, FORFEITED, "north")
    check_replay(world)
    for source in ("south", "north", "nobody"):
        with pytest.raises(NotFoundError):
            linkage.unlink(world.context(), 1, source, world.now)


def result_of(world: World, tournament_id: int) -> str:
    """Return the result of player 5 against player 15 in round 7."""
    row = head(world, tournament_id).pairings.rows
    return row[5].results[6] + row[15].results[6]


def test_a_person_may_say_that_it_is_another_one(world: World) -> None:
    world.configure(mode="draft")
    drop(world, SWISS, "north")
    take(world, renamed(), "south")
    take(world, renamed(WON), "south")
    assert len(notes(world)) == 2

    (said,) = linkage.keep_apart(world.context(), 2, world.now)
    assert "another one than tournament 1" in said.en
    world.settle()

    assert len(world.tournaments()) == 2
    assert notes(world) == []
    assert world.why(1) == world.why(2) == "report.drafted", "and it is no twin"


@pytest.mark.full
def test_an_answer_that_nobody_waits_for_is_refused(world: World) -> None:
    drop(world, SWISS, "north")
    take(world, renamed(), "south")

    with pytest.raises(NotFoundError, match="does not wait for this answer"):
        linkage.link(world.context(), 1, 1, world.now)
    with pytest.raises(NotFoundError, match="no tournament number 7"):
        linkage.link(world.context(), 2, 7, world.now)


@pytest.mark.full
def test_a_source_is_never_linked_with_a_tournament_that_it_sends(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    drop(world, OTHER, "north")
    take(world, OTHER.replace(b"012 ", b"012 Das "), "south")

    with pytest.raises(NotFoundError, match="south sends tournament 1 already"):
        linkage.link(world.context(), 4, 1, world.now)


@pytest.mark.full
def test_other_persons_are_not_merged_even_if_a_person_has_linked_them(
    world: World,
) -> None:
    drop(world, SWISS, "north")
    take(world, renamed(), "south")
    drop(world, OTHER, "north")
    linkage.link(world.context(), 2, 2, world.now)
    world.settle()

    (note,) = notes(world)
    assert "players of this export are known in this tournament" in note
    assert len(head(world, 2).entrants) == len(head(world, 2).pairings.rows)


# --- merging ---


@pytest.mark.full
def test_an_export_that_lags_behind_changes_nothing(world: World) -> None:
    drop(world, OPEN, "north")
    drop(world, OPEN, "south")
    drop(world, WON, "north")
    before = world.head().number

    assert drop(world, OPEN + b"\n", "south") == inbox.UNCHANGED
    assert (world.head().number, result(world)) == (before, "10")


def test_each_source_adds_what_it_has_changed(world: World) -> None:
    drop(world, OPEN, "north")
    drop(world, OPEN, "south")
    drop(world, OPEN.replace(b"022 ", b"022 Neu"), "north")
    assert drop(world, WON, "south") == inbox.DONE

    assert result(world) == "10"
    assert head(world).city.startswith("Neu")
    assert shared_world.questions(world) == []


def test_start_numbers_of_a_source_are_its_own(world: World) -> None:
    drop(world, SWISS, "north")
    before = head(world)
    drop(world, with_numbers_turned(), "south")
    assert [one.surname for one in head(world).entrants] == [
        one.surname for one in before.entrants
    ]
    drop(world, with_numbers_turned(WON), "south")

    assert result(world) == "10"
    assert head(world).entrant(1).surname == before.entrant(1).surname
    with world.store.read() as session:
        south = revisions.load_head(session, 1, 2).bases[bases.WHOLE]
    assert (south.ids[1], south.ids[2], south.ids[5]) == (2, 1, 5)


@pytest.mark.full
def test_both_forms_of_a_source_are_one_voice(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    drop(world, XML, "south", "e02.xml")
    drop(world, WON, "south")

    assert len(world.tournaments()) == 1
    with world.store.read() as session:
        forms = set(revisions.load_head(session, 1, 2).bases)
    assert forms == {bases.TRF, bases.XML, bases.AGREED, bases.WHOLE}


def test_an_error_in_the_file_of_one_source_is_not_hidden_by_the_other(
    world: World,
) -> None:
    world.configure(mode="draft")
    damaged = SWISS.replace(b"062 16", b"062 17")
    assert damaged != SWISS
    drop(world, damaged, "north")
    code = world.why()
    assert code not in {"", "report.drafted"}
    drop(world, SWISS, "south")
    assert world.why() == code

    drop(world, SWISS, "north")
    assert world.why() == "report.drafted"


def test_a_head_that_moved_meanwhile_is_merged_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drop(world, OPEN, "north")
    drop(world, OPEN, "south")
    waiting = [WON]

    def slow(known: Known | None, export: Export, policy: Policy) -> Next:
        step = advance(known, export, policy)
        if waiting:
            take(world, waiting.pop(), "north")
        return step

    monkeypatch.setattr("syncd.pipeline.arrivals.takeover.advance", slow)
    drop(world, OPEN.replace(b"022 ", b"022 Neu"), "south")

    assert result(world) == "10"
    assert head(world).city.startswith("Neu")


# --- what a person has changed ---


def change_city(world: World, city: str) -> None:
    """Let a person change the city."""
    loaded, after = world.head(), replace(head(world), city=city)
    content = Content(after, loaded.findings, ())
    decide(
        world.context(), loaded, decisions.RESOLVED, "x", (), world.now, content=content
    )


def test_what_a_person_has_changed_survives_the_next_export(world: World) -> None:
    drop(world, OPEN, "east")
    change_city(world, "Hier")
    drop(world, WON, "east")

    assert (head(world).city, result(world)) == ("Hier", "10")
    drop(world, DRAWN, "east")
    assert (head(world).city, result(world)) == ("Hier", "==")


@pytest.mark.full
def test_a_source_that_contradicts_a_person_is_asked_about(world: World) -> None:
    drop(world, SWISS, "east")
    change_city(world, "Hier")
    drop(world, SWISS.replace(b"022 ", b"022 Neu"), "east")

    assert head(world).city == "Hier"
    assert world.why() == "sync.conflict"


# --- the brake ---


def test_an_emptied_file_stops_loudly_until_a_person_agrees(world: World) -> None:
    drop(world, SWISS, "north")
    drop(world, SWISS, "south")
    before = head(world)
    state = drop(world, pipeline_world.without_players(), "south")

    assert state in {inbox.WAITING, inbox.QUARANTINED}
    few = b"\n".join(
        line
        for line in SWISS.split(b"\n")
        if not line.startswith(b"001 ") or int(line[4:8]) <= 4
    )
    assert drop(world, few, "south") == inbox.WAITING
    (note, *_) = notes(world)
    assert "syncd confirm 1" in note
    assert head(world) == before

    people.confirm(world.context(), 1, Confirmed(), world.now)
    world.settle()
    assert len(head(world).entrants) == len(before.entrants), "who has played stays"


@pytest.mark.full
def test_the_brake_can_be_set(world: World) -> None:
    drop(world, SWISS, "north")
    few = b"\n".join(
        line
        for line in SWISS.split(b"\n")
        if not line.startswith(b"001 ") or int(line[4:8]) != 16
    )
    sync = world.settings.sync.model_copy(update={"most_lost_percent": 1})
    world.settings = world.settings.model_copy(update={"sync": sync})

    assert drop(world, few, "north") == inbox.WAITING
