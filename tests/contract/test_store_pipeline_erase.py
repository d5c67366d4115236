"""Erasing a person everywhere, on SQLite and PostgreSQL."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pipeline_world
import pytest
from list_samples import member_list, member_row, take
from sqlalchemy import select as sql_select
from sqlmodel import SQLModel, select

from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, to_tournament
from syncd.model.persons import Person
from syncd.pipeline.deciding.page import load_page
from syncd.pipeline.lists.persons import enter_person
from syncd.pipeline.privacy import erase
from syncd.pipeline.privacy.show import export_person
from syncd.pipeline.provenance.replay import replay
from syncd.store import inbox
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import ArrivalRow, ReportRow, RevisionRow
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
