"""Erasing a person everywhere, on SQLite and PostgreSQL."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pipeline_world
import pytest
import shared_world
from list_samples import member_list, member_row, take
from replayed import check_replay
from sqlalchemy import select as sql_select
from sqlmodel import SQLModel, select

from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, to_tournament
from syncd.model.persons import Person
from syncd.model.web_access import NewAccess, Scope
from syncd.pipeline.deciding.page import load_page
from syncd.pipeline.deciding.people import hold
from syncd.pipeline.deciding.resolving import resolve
from syncd.pipeline.lists.persons import enter_person
from syncd.pipeline.privacy import erase
from syncd.pipeline.privacy.show import export_person
from syncd.pipeline.provenance.replay import replay
from syncd.pipeline.provenance.revert import revert
from syncd.settings import PeerSettings
from syncd.store import inbox
from syncd.store.access import save_access
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import (
    ArrivalRow,
    ReceiptRow,
    ReportRow,
    RevisionRow,
    SubmissionRow,
)
from syncd.sync.erasing import NOBODY
from syncd.sync.merge import merge_export

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

ON_SQLITE = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
"""The database makes no difference, and one of them is enough."""


@pytest.fixture
def world(store: Store) -> World:
    """Return a world with two tournaments, one reported and corrected."""
    made = pipeline_world.make_world(store, pipeline_world.DWZ)
    made.drop(pipeline_world.export("E02_clm.trf"))
    made.drop(pipeline_world.corrected())
    made.drop(pipeline_world.export("E13_clm.trf"))
    made.drop(b"nothing that could be read: " + b"Klein, Felix")
    return made


def somebody(world: World) -> Person:
    """Return a person who plays in the first tournament."""
    entrant = decode_snapshot(world.head(1).snapshot).entrants[1]
    return Person(entrant.surname, entrant.forename, birth_year=entrant.birth_year)


def everything(store: Store, but: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return all that is stored, as one text per table."""
    with store.read() as session:
        return {
            table.name: " ".join(
                readable(value)
                for row in session.connection().execute(sql_select(table))
                for value in row
            )
            for table in SQLModel.metadata.sorted_tables
            if table.name not in but
        }


def readable(value: Any) -> str:  # noqa: ANN401 - any column
    if not isinstance(value, bytes):
        return str(value)
    try:
        return zlib.decompress(value).decode("utf-8", "replace")
    except zlib.error:
        return value.decode("utf-8", "replace")


def test_an_erased_person_is_nowhere_but_in_reports_of_a_portal(world: World) -> None:
    person = somebody(world)
    list_row = member_row(1, f"{person.surname},{person.forename}", birth=1990)
    take(world.store, member_list([list_row, member_row(2)]))
    enter_person(world.context(), Person(person.surname, person.forename), world.now)
    copy = export_person(world.context(), person)
    assert copy["tournaments"]
    assert copy["entered"]
    name = f"{person.surname}, {person.forename}"
    with world.store.write() as session:
        receipt = session.exec(select(ReceiptRow)).first()
        submission = session.exec(select(SubmissionRow)).first()
        assert receipt is not None
        assert submission is not None
        receipt.answer = f"Gewertet für {name}".encode("latin-1")
        submission.approved_by = name
        session.add_all([receipt, submission])
        save_access(session, NewAccess(name, Scope.READ, ""), "0" * 43, world.now)
    done = erase.erase_person(world.context(), person, world.now)
    world.settle()

    assert 1 in done.tournaments
    assert done.files
    assert done.restricted
    for table, text in everything(world.store, frozenset({"report"})).items():
        for between in (", ", ",", '","forename":"'):
            assert f"{person.surname}{between}{person.forename}" not in text, table
    assert not erase.find_person(world.context(), person)
    assert not any(export_person(world.context(), person).values())


@ON_SQLITE
def test_results_stay_and_nothing_is_reported_of_it(world: World) -> None:
    before = decode_snapshot(world.head(1).snapshot)
    sent = len(world.portal.received)
    erase.erase_person(world.context(), somebody(world), world.now)
    world.settle()
    after = decode_snapshot(world.head(1).snapshot)

    assert before.pairings == after.pairings
    assert NOBODY == after.entrants[1].surname
    assert before.entrants[2:] == after.entrants[2:]
    assert "held" in world.why(1)
    assert sent == len(world.portal.received)


@ON_SQLITE
def test_reports_at_a_portal_are_kept_and_not_shown(world: World) -> None:
    with world.store.read() as session:
        before = session.exec(select(ReportRow.data)).all()
    erase.erase_person(world.context(), somebody(world), world.now)
    with world.store.read() as session:
        after = session.exec(select(ReportRow.data)).all()

    assert set(after) - {b""} <= set(before)
    assert any(after)
    with pytest.raises(NotFoundError, match="not shown any more"):
        load_page(world.context(), 1, world.now)


@ON_SQLITE
def test_what_is_rebuilt_from_the_files_is_what_is_stored(world: World) -> None:
    erase.erase_person(world.context(), somebody(world), world.now)
    with world.store.read() as session:
        rows = session.exec(
            select(RevisionRow.snapshot_sha256, ArrivalRow.sha256)
            .join(ArrivalRow)
            .where(RevisionRow.tournament_id == 1)
            .order_by("number")
        ).all()
        steps = [
            (load_snapshot(session, state), inbox.load_bytes(session, file))
            for state, file in rows
        ]
    made = None
    for state, data in steps:
        theirs = to_tournament(decode(data)).tournament
        made = theirs if made is None else merge_export(theirs, made)
        assert state == encode_snapshot(made)
    assert len(steps) > 1


@ON_SQLITE
def test_replay_is_equal_again(world: World) -> None:
    erase.erase_person(world.context(), somebody(world), world.now)
    world.settle()
    found = list(replay(world.store, world.settings, [1, 2]))
    assert [None, None] == [one.difference for one in found]
    assert all(one.exports for one in found)


@ON_SQLITE
def test_whoever_is_killed_between_runs_it_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = somebody(world)
    real = erase._erase_reports

    def killed(*args: Any) -> int:  # noqa: ANN401
        real(*args)
        raise KeyboardInterrupt

    monkeypatch.setattr(erase, "_erase_reports", killed)
    with pytest.raises(KeyboardInterrupt):
        erase.erase_person(world.context(), person, world.now)
    found = erase.find_person(world.context(), person)
    assert 1 == found.tournaments[0].tournament_id, "all or nothing"
    monkeypatch.undo()
    first = erase.erase_person(world.context(), person, world.now)
    assert 1 in first.tournaments
    assert () == erase.erase_person(world.context(), person, world.now).tournaments


@ON_SQLITE
def test_the_same_old_file_does_not_bring_anybody_back(world: World) -> None:
    person = somebody(world)
    erase.erase_person(world.context(), person, world.now)
    world.drop(pipeline_world.export("E02_clm.trf"))
    world.settle()
    assert not erase.find_person(world.context(), person)


@ON_SQLITE
def test_a_namesake_of_another_year_stays(world: World) -> None:
    known = somebody(world)
    other = Person(known.surname, known.forename, birth_year=1901)
    before = everything(world.store)
    if known.birth_year:
        assert not erase.find_person(world.context(), other)
        erase.erase_person(world.context(), other, world.now)
        left = frozenset({"event"})
        after = everything(world.store, left)
        assert {key: before[key] for key in after} == after


KLEIN = Person("Klein", "Felix", fide_id=4600685)
CLUB = b'XCC    5 SK Duesseldorf "Rochade"'
PEER = PeerSettings.model_validate(
    {"name": "club", "kind": "folder", "folder": "/f", "contact_data": True,
     "format": "full"}
)  # fmt: skip
WHO = ("Klein", "4600685", "Rochaden", "Wuppertal", "01-02", "klein@", "Petersen")
"""His name and id, clubs and a birth date that only he has, his address, a new name."""


def changed(data: bytes, **values: bytes) -> bytes:
    """Return an export with another club, birth date or surname of player 5."""
    for old, new in (
        (CLUB, values.get("club", CLUB)),
        (b"4600685 1953/  /  ", b"4600685 " + values.get("birth", b"1953/  /  ")),
        (b"Klein,Felix   ", values.get("name", b"Klein,Felix   ")),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    return data + b"XCE    5 klein@example.org\n"


@pytest.fixture
def contradicted(store: Store) -> World:
    """Return a world in which sources contradict each other about him."""
    made = shared_world.make_shared(store)
    keeping = [
        one.model_copy(update={"keep_contact_data": True})
        for one in made.settings.sources
    ]
    made.settings = made.settings.model_copy(update={"sources": tuple(keeping)})
    made.use_peers(PEER)
    made.peer("club").script += [pipeline_world.unreachable()] * 9
    open_, won, lost = shared_world.OPEN, shared_world.WON, shared_world.LOST
    for data, source in (
        (changed(open_), "north"),
        (changed(open_), "south"),
        (changed(won, club=b"XCC    5 SK Rochaden", birth=b"1953/01/02"), "north"),
        (changed(lost, club=b"XCC    5 SV Rochaden", birth=b"1953/02/01"), "south"),
        (changed(won, club=b"XCC    5 SK Rochaden", name=b"Petersen,Felix"), "north"),
    ):
        shared_world.drop(made, data, source)
    (club,) = [one for one in shared_world.questions(made) if one.place.field == "club"]
    official = pipeline_world.replaced(made.context(), by="Klein, Felix")
    resolve(official, club.id, "SV Wuppertal", made.now)
    hold(made.context(), 1, "Klein, Felix fragen", made.now)
    go_back_and_forth(made)
    made.process(made.receive(b"unreadable: Klein, Felix", source="east"))
    return made


def go_back_and_forth(world: World) -> None:
    """Give the tournament the content of an earlier revision, and back again."""
    newest = world.head().number
    for number in (1, newest):
        revert(world.context(), 1, number, world.now)
        world.wait(seconds=1)
    world.settle()


def test_the_page_for_the_data_protection_officer_knows_all_tables() -> None:
    text = (Path(__file__).parents[2] / "docs" / "privacy.md").read_text("utf-8")
    told = " ".join(line for line in text.splitlines() if line.startswith("| "))
    known = set(re.findall(r"\w+", told))
    assert {table.name for table in SQLModel.metadata.sorted_tables} <= known


def test_nothing_that_is_stored_says_who_it_was(contradicted: World) -> None:
    """All tables are searched, so one that is added later is searched as well."""
    world = contradicted
    before = everything(world.store)
    for table in ("blob", "snapshot", "conflict", "delivery", "revision", "decision"):
        assert [one for one in WHO if one in before[table]], table
    check_replay(world)
    erase.erase_person(world.context(), KLEIN, world.now)
    found = [
        (table, who, text[max(text.casefold().find(who) - 60, 0) :][:120])
        for table, text in everything(world.store).items()
        for who in map(str.casefold, WHO)
        if who in text.casefold()
    ]
    assert found == []
    check_replay(world)
    world.settle()
    assert all(b"Klein" not in one.data for one in world.peer("club").received[-1:])
    shared_world.drop(world, shared_world.ended("=", "="), "south")
    world.settle()
    check_replay(world)
