"""Reports completed from lists, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from list_samples import fide_list, member_list, member_row, take
from sqlmodel import select

import syncd
from syncd.errors import FormatError, InconsistentError, NotFoundError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.model.persons import Person
from syncd.pipeline.deciding.people import approve, confirm
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.lists.linking import link_player
from syncd.pipeline.lists.listfile import Wish
from syncd.pipeline.lists.persons import enter_person, forget_person
from syncd.rating.confirmed import Confirmed
from syncd.rating.wording import full_name
from syncd.store import readmodels
from syncd.store.findings import decode_findings
from syncd.store.tables import DecisionRow, ReportRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.errors import SyncdError
    from syncd.formats.dwzxml.elements import ReportPlayer
    from syncd.model.tournament import Entrant
    from syncd.store.engine import Store

SWISS = pipeline_world.SWISS
CORRECTED = pipeline_world.corrected()
XML = pipeline_world.export("T02_dsb25.xml")
TRF = pipeline_world.export("T02_clm.trf")


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


FIRST, SECOND = syncd.to_tournament(syncd.decode(SWISS)).tournament.entrants[:2]
FULL_NAME = full_name(FIRST)


def row_of(entrant: Entrant, person: int = 1, **cells: object) -> str:
    facts = {"birth": entrant.birth_year, "sex": entrant.sex, "vkz": entrant.vkz,
             "fide": entrant.fide_id or ""} | cells  # fmt: skip
    return member_row(person, f"{entrant.surname},{entrant.forename}", **facts)


def reported(world: World, number: int = -1) -> ReportPlayer:
    return decode_report(world.portal.received[number].data).payload.players[0]


def test_a_report_is_completed_and_says_from_where(world: World) -> None:
    take(world.store, member_list([row_of(FIRST)]), now=world.now)
    world.drop(SWISS)
    player = reported(world)
    assert ("NU4000001", FIRST.vkz) == (player.dsb_id, player.vkz)
    with world.store.read() as session:
        stored = session.exec(select(ReportRow.findings)).one()
    origins = [item for item in decode_findings(stored) if item.value == "NU4000001"]
    assert ["P10"] == [item.code for item in origins]
    assert "29.11.2026" in origins[0].text.de


def test_a_new_list_makes_no_correction_of_what_was_sent(world: World) -> None:
    take(world.store, member_list([row_of(FIRST)]), now=world.now)
    world.drop(SWISS)
    moved = row_of(FIRST, vkz="Z9909", number="0099")
    take(world.store, member_list([moved]), now=world.now)
    assess(world.context(), 1, world.now)
    assert [("first", "accepted")] == world.reports()
    world.drop(CORRECTED)
    assert [("first", "accepted"), ("correction", "accepted")] == world.reports()
    assert reported(world, 0) == reported(world, 1)


def test_reports_from_before_the_lists_are_not_corrected(world: World) -> None:
    world.drop(SWISS)
    take(world.store, member_list([row_of(FIRST)]), now=world.now)
    assess(world.context(), 1, world.now)
    assert [("first", "accepted")] == world.reports()


def test_a_draft_is_made_anew_with_a_new_list(world: World) -> None:
    world.configure(mode="draft")
    world.drop(SWISS)
    take(world.store, member_list([row_of(FIRST)]), now=world.now)
    world.settle()
    approve(world.context(), 1, world.now)
    world.settle()
    assert "NU4000001" == reported(world).dsb_id


@pytest.fixture
def unknown(world: World) -> Entrant:
    """A player whose birth year the export lacks, while two of his name exist."""
    rows = [row_of(FIRST, 1, birth=1960), row_of(FIRST, 2, birth=1999)]
    take(world.store, member_list(rows), now=world.now)
    lines = SWISS.splitlines(keepends=True)
    place = next(i for i, line in enumerate(lines) if line.startswith(b"001 "))
    lines[place] = lines[place][:69] + b" " * 10 + lines[place][79:]
    world.drop(b"".join(lines))
    return FIRST


def test_a_question_names_the_command_that_answers_it(
    world: World, unknown: Entrant
) -> None:
    assert "rule.P18" == world.why()
    waiting = world.stored_why()
    assert f"syncd person link 1 {unknown.id} NU4000001" in waiting.text.en
    assert waiting.needs_person
    link_player(world.context(), 1, unknown.id, "NU4000002", world.now)
    world.settle()
    assert (1999, "NU4000002") == (reported(world).dob_year, reported(world).dsb_id)


def test_a_link_is_checked_and_can_be_taken_back(
    world: World, unknown: Entrant
) -> None:
    context = world.context()
    with pytest.raises(FormatError, match="looks like"):
        link_player(context, 1, unknown.id, "Hans", world.now)
    with pytest.raises(NotFoundError, match="4711"):
        link_player(context, 1, 4711, "NU1", world.now)
    link_player(context, 1, unknown.id, "NU4000002", world.now)
    (said,) = link_player(context, 1, unknown.id, "", world.now)
    assert "removed" in said.en


def test_what_was_entered_by_hand_reaches_the_report_and_no_event(
    world: World,
) -> None:
    entry = Person(FIRST.surname, FIRST.forename, dsb_id="NU77777")
    enter_person(world.context(), entry, world.now)
    world.drop(SWISS)
    assert "NU77777" == reported(world).dsb_id
    forget_person(world.context(), Person(FIRST.surname, FIRST.forename), world.now)
    with world.store.read() as session:
        told = str(readmodels.list_history(session, 1))
    assert "NU77777" not in told


def test_what_is_forgotten_is_left_in_reports_that_were_made_only(
    world: World,
) -> None:
    day = dt.date(FIRST.birth_year or 0, 3, 17)
    entry = Person(FIRST.surname, FIRST.forename, birth_date=day)
    enter_person(world.context(), entry, world.now)
    world.drop(SWISS)
    assert day == reported(world).dob_date
    with world.store.read() as session:
        kept = session.exec(select(DecisionRow.value)).all()
    assert any(day.isoformat() in value for value in kept)
    forget_person(world.context(), Person(FIRST.surname, FIRST.forename), world.now)
    world.settle()
    with world.store.read() as session:
        kept = session.exec(select(DecisionRow.value)).all()
    assert not any(day.isoformat() in value for value in kept)
    assert [("first", "accepted")] == world.reports()


def test_the_elo_is_that_of_the_last_month(world: World) -> None:
    days = syncd.to_tournament(syncd.decode(SWISS)).tournament.round_dates
    end = max(day for day in days if day)
    name = f"{FIRST.surname}, {FIRST.forename}"
    year, fide_id = FIRST.birth_year or 0, FIRST.fide_id or 0
    for month, rating in ((f"{end:%Y-%m}", 1999), ("2030-01", 2500)):
        wish = Wish(month=month)
        players = fide_list((fide_id, name, rating, year), (888, "X, Y", rating, year))
        take(world.store, players, wish, now=world.now)
    world.drop(SWISS)
    assert (fide_id, 1999) == (reported(world).fide_id, reported(world).fide_rating)


def test_a_link_after_a_report_from_before_the_lists_corrects_it(world: World) -> None:
    world.drop(SWISS)
    rows = [row_of(FIRST, 1), row_of(FIRST, 2, vkz="X1111", number="0002")]
    take(world.store, member_list(rows), now=world.now)
    link_player(world.context(), 1, FIRST.id, "NU4000002", world.now)
    world.settle()
    assert [("first", "accepted"), ("correction", "accepted")] == world.reports()
    assert "NU4000002" == reported(world).dsb_id


@pytest.mark.parametrize(
    ("dsb_id", "error", "words"),
    [
        ("NU4000099", NotFoundError, f'syncd person set "{FULL_NAME}" --dsb-id NU40'),
        ("NU4000002", InconsistentError, "id of another player"),
        ("NU4000003", InconsistentError, "Fremd, Fritz"),
    ],
)
def test_an_id_that_cannot_be_his_is_refused(
    world: World, dsb_id: str, error: type[SyncdError], words: str
) -> None:
    rows = [
        row_of(FIRST, 1),
        row_of(SECOND, 2, number="0002"),
        row_of(FIRST, 3, birth=1901, number="0003").replace(
            f"{FIRST.surname},{FIRST.forename}", "Fremd,Fritz"
        ),
    ]
    take(world.store, member_list(rows), now=world.now)
    world.drop(SWISS)
    before = world.reports()
    with pytest.raises(error, match=words):
        link_player(world.context(), 1, FIRST.id, dsb_id, world.now)
    world.settle()
    assert before == world.reports()


def rows_of_xml(*, with_fide: bool) -> bytes:
    people = read_xml(XML).tournament.entrants
    rows = [
        row_of(
            one, vkz=one.vkz, id=one.dsb_id, number=f"{one.member_number:04}",
            fide=7000000 + one.id if with_fide else "",
        )
        for one in people if (one.surname + one.forename).isascii()
    ]  # fmt: skip
    other = row_of(people[30], 4711, number="0999", vkz="Z9999")
    return member_list([*rows, other])


def test_what_was_filled_in_and_said_stays_when_the_numbers_change(
    world: World,
) -> None:
    world.now += dt.timedelta(days=60)
    take(world.store, rows_of_xml(with_fide=False), now=world.now)
    world.drop(XML)
    confirm(world.context(), 1, Confirmed(), world.now)  # it lists no team's players
    world.settle()
    first = sum(bool(one.fide_id) for one in players(world))
    number = 31
    someone = read_xml(XML).tournament.entrant(number)
    link_player(world.context(), 1, number, "NU4004711", world.now)
    world.settle()
    world.settle()
    assert 2 == len(world.reports())
    take(world.store, rows_of_xml(with_fide=True), now=world.now)
    world.wait(hours=1)
    world.drop(TRF)
    assert first == sum(bool(one.fide_id) for one in players(world))
    linked = [one for one in players(world) if one.dsb_id == "NU4004711"]
    assert [someone.surname] == [one.surname for one in linked]


def players(world: World) -> tuple[ReportPlayer, ...]:
    return decode_report(world.portal.received[-1].data).payload.players
