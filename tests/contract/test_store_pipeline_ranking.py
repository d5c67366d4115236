"""What people choose about standings: kept, told in the journal, with whom it is about.

Which database it is matters only for storing; use cases run on the quicker one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from replayed import check_replay
from sqlmodel import select

from syncd.errors import NotFoundError, StaleRevisionError
from syncd.formats.snapshot import decode_snapshot
from syncd.model.persons import Person
from syncd.pipeline.deciding.page import load_page
from syncd.pipeline.privacy.erase import erase_person
from syncd.pipeline.privacy.show import export_person
from syncd.pipeline.provenance.revert import revert
from syncd.pipeline.ranking.choosing import Ranked, keep, load_ranked
from syncd.standings.choices import Choices
from syncd.standings.choosing import entered, moved_by_hand
from syncd.standings.lots import Lots
from syncd.standings.manual import outdated
from syncd.standings.prizes import Prize
from syncd.store import choices as kept_choices
from syncd.store import readmodels
from syncd.store.choice_tables import StandingsChoicesRow
from syncd.sync.erasing import NOBODY

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store
    from syncd.store.readmodels import HistoryLine

ON_SQLITE = pytest.mark.parametrize("store", ["sqlite"], indirect=True)


@pytest.fixture
def world(store: Store) -> World:
    made = pipeline_world.make_world(store, pipeline_world.DWZ)
    made.drop(pipeline_world.SWISS)
    return made


def with_numbers_turned(data: bytes = pipeline_world.SWISS) -> bytes:
    """Return the export in which players 1 and 2 have each other's start number."""
    return re.sub(rb"(?m)(^001    |  )([12])(?= m | [wb] )", _turned, data)


def _turned(found: re.Match[bytes]) -> bytes:
    return found[1] + {b"1": b"2", b"2": b"1"}[found[2]]


def choose(world: World, choices: Choices) -> tuple[str, ...]:
    context = replace(world.context(), by="kim")
    told = keep(context, load_ranked(context, 1), choices, world.now)
    return tuple(text.en for text in told)


def ranked(world: World) -> Ranked:
    return load_ranked(world.context(), 1)


def told(world: World) -> list[HistoryLine]:
    with world.store.read() as session:
        lines = readmodels.list_history(session, 1)
    return [line for line in lines if line.kind == kept_choices.CHOSEN]


def test_what_is_chosen_is_kept_and_told_with_who_and_when(world: World) -> None:
    assert (ranked(world).choices, ranked(world).kept) == (Choices(), 0)
    first = entered(Choices(tiebreaks="PTS,EXT"), ranked(world).tournament, 3, "2,5")
    choose(world, first)
    world.wait(hours=1)
    assert choose(world, entered(first, ranked(world).tournament, 3, "3")) == (
        "EXT of number 3: 2.5 → 3",
    )
    assert choose(world, ranked(world).choices) == ("Nothing has changed.",)
    assert ranked(world).choices.given.external == {3: 3}
    one, two = told(world)
    assert (one.by, two.by) == ("kim", "kim")
    assert (one.at_utc, two.at_utc) == (
        world.now - pipeline_world.seconds(3600),
        world.now,
    )
    assert one.text.en == ("tie-breaks: as usual → PTS,EXT; EXT of number 3: – → 2.5.")
    assert two.text.de == "EXT von Nummer 3: 2,5 → 3."
    assert ranked(world).head.number == 1, "choosing makes no revision"


@ON_SQLITE
def test_two_who_choose_at_once_do_not_overwrite_each_other(world: World) -> None:
    context, before = world.context(), ranked(world)
    keep(context, before, Choices(tiebreaks="PTS"), world.now)
    with pytest.raises(StaleRevisionError):
        keep(context, before, Choices(tiebreaks="PTS,BH"), world.now)
    before = ranked(world)
    world.drop(pipeline_world.corrected())
    with pytest.raises(StaleRevisionError):
        keep(context, before, Choices(tiebreaks="PTS,BH"), world.now)
    assert ranked(world).choices == Choices(tiebreaks="PTS")
    with pytest.raises(NotFoundError):
        load_ranked(context, 9)


@ON_SQLITE
def test_choices_go_with_players_whose_numbers_move(world: World) -> None:
    tournament = ranked(world).tournament
    choices = entered(Choices(tiebreaks="PTS,EXT"), tournament, 1, "7")
    choices = moved_by_hand(replace(choices, lots=Lots(5)), tournament, 1, 1)
    choose(world, choices)
    assert world.drop(with_numbers_turned()) == "done"
    after = ranked(world)
    assert after.choices.given.external == {2: Fraction(7)}
    assert after.choices.lots == Lots(5, ((1, 2), (2, 1)))
    assert after.choices.manual
    assert after.choices.manual.numbers[0] == 2
    assert outdated(after.choices.manual, after.tournament) is None
    assert [line.by for line in told(world)] == ["kim", ""]
    assert "have moved" in told(world)[-1].text.en

    revert(world.context(), 1, 1, world.now)
    assert ranked(world).choices == choices, "back as they were"
    world.drop(pipeline_world.corrected())
    changed = ranked(world)
    assert changed.choices == choices
    assert changed.choices.manual
    assert outdated(changed.choices.manual, changed.tournament), "a result has changed"
    check_replay(world)


@ON_SQLITE
def test_an_erased_person_is_in_no_choice(world: World) -> None:
    her = decode_snapshot(world.head(1).snapshot).entrants[1]
    name = f"{her.forename} {her.surname}"
    person = Person(her.surname, her.forename)
    prizes = Choices(prizes=(Prize(f"Preis {name}", 1), Prize("U14", 2)))
    choose(world, entered(prizes, ranked(world).tournament, her.id, "3"))
    assert name not in told(world)[0].text.en, "the journal names nobody"
    (copy,) = export_person(world.context(), person)["tournaments"]
    assert copy["standings"] == [{"number": 2, "value": "3", "place": None}]
    erase_person(world.context(), person, world.now)
    first, second = ranked(world).choices.prizes
    assert NOBODY in first.name
    assert her.surname not in first.name
    assert second == Prize("U14", 2)


@ON_SQLITE
def test_what_an_erasure_makes_unusable_stops_nothing(world: World) -> None:
    choose(world, entered(Choices(tiebreaks="PTS"), ranked(world).tournament, 2, "3"))
    with world.store.write() as session:
        row = session.exec(select(StandingsChoicesRow)).one()
        row.choices = row.choices.replace('"3"', '"…"')
        session.add(row)
    assert ranked(world).choices == Choices(tiebreaks="PTS")
    assert world.drop(pipeline_world.corrected()) == "done"


def damage(world: World, stored: str) -> None:
    """Put something else in place of what was chosen."""
    with world.store.write() as session:
        row = session.exec(select(StandingsChoicesRow)).one()
        row.choices = stored
        session.add(row)


DAMAGED = ("", "{", "[]", "null", "3", '{"manual": {"a": NaN}}', "[" * 20_000)


@ON_SQLITE
def test_damaged_choices_stop_neither_exports_nor_pages(world: World) -> None:
    choose(world, entered(Choices(tiebreaks="PTS"), ranked(world).tournament, 2, "3"))
    for stored in DAMAGED:
        damage(world, stored)
        assert (ranked(world).choices, ranked(world).is_whole) == (Choices(), False)
    nobody = Person("Nobody", "At all")
    assert export_person(world.context(), nobody)["tournaments"] == []
    assert load_page(world.context(), 1, world.now).tournament_id == 1
    assert world.drop(pipeline_world.corrected()) == "done"
    assert "cannot be read any more" in told(world)[-1].text.en
    world.drop(pipeline_world.SWISS)
    assert len(told(world)) == 2, "that is told once"


@ON_SQLITE
def test_damaged_choices_can_be_forgotten(world: World) -> None:
    choose(world, entered(Choices(tiebreaks="PTS"), ranked(world).tournament, 2, "3"))
    damage(world, "{")
    assert "cannot be read any more" in choose(world, Choices())[0]
    assert choose(world, Choices()) == ("Nothing has changed.",)


@ON_SQLITE
def test_who_is_gone_leaves_a_line_in_the_journal(world: World) -> None:
    choose(world, entered(Choices(), ranked(world).tournament, 3, "3"))
    data = pipeline_world.SWISS
    for old, new in (
        (b"Nagy,Lena     ", b"Anders,Xaveria"),
        (b"4600548 2002", b"4699999 1951"),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    world.drop(data)
    assert ranked(world).choices.given.external == {}
    assert "had number 3:" in told(world)[-1].text.en
