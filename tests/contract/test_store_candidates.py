"""Looking people up in the imported lists, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from list_samples import club_list, fide_list, member_list, member_row, take
from sqlalchemy import text
from store_rows import NOW

from syncd.errors import DuplicateError, NotFoundError
from syncd.model.persons import Person
from syncd.model.tournament import Entrant
from syncd.pipeline.lists.listfile import Wish
from syncd.rating.candidates import Candidates, wanted_of
from syncd.store import persons
from syncd.store.candidates import load_candidates

if TYPE_CHECKING:
    from syncd.store.engine import Store

ROWS = [
    member_row(1, "Wölf,Eva", fide=777, birth=1990),
    member_row(1, "Wölf,Eva", vkz="Z9902", number="0044", status="P", birth=1990),
    member_row(2, "Muster,Max,Dr.", birth=1980),
    member_row(3, "Fremd,Frieda"),
]
EVA = Entrant(1, "Woelf", "Eva Maria")


def found(store: Store, *entrants: Entrant, month: str = "2026-11") -> Candidates:
    with store.read() as session:
        return load_candidates(session, wanted_of(entrants), month)


@pytest.fixture
def listed(store: Store) -> Store:
    take(store, member_list(ROWS))
    take(store, club_list(Z9901="SK Süd", Z9902="SV Nord", Z9903="SC West"))
    take(store, fide_list((777, "Woelf, Eva", 1912, 1990), (8, "X, Y", 1500, 1970)),
         Wish(month="2026-11"))  # fmt: skip
    return store


@pytest.mark.parametrize(
    "store", ["postgresql"], indirect=True
)  # SQLite needs no count
@pytest.mark.parametrize(("table", "rows"), [("member", 4), ("club", 3)])
def test_postgresql_knows_at_once_how_long_a_new_list_is(
    listed: Store, table: str, rows: int
) -> None:
    query = text("select reltuples from pg_class where relname = :name")
    with listed.read() as session:
        assert rows == session.connection().execute(query, {"name": table}).scalar()


@pytest.mark.parametrize(
    "entrant",
    [
        EVA,
        Entrant(1, "X", dsb_id="NU4000001"),
        Entrant(1, "X", vkz="z9902", member_number=44),
        Entrant(1, "X", fide_id=777),
    ],
)
def test_whoever_can_be_meant_comes_with_every_membership(
    listed: Store, entrant: Entrant
) -> None:
    got = found(listed, entrant)
    assert ["Z9901", "Z9902"] == [row.vkz for row in got.members]
    assert {"NU4000001"} == {row.dsb_id for row in got.members}
    assert {"Z9901": "SK Süd", "Z9902": "SV Nord"} == dict(got.clubs)
    assert ({777: 1912}, "2026-11") == (got.ratings, got.ratings_month)
    assert [(777, "Woelf", 1990)] == [
        (item.fide_id, item.surname, item.birth_year) for item in got.players
    ]
    assert NOW.date() == got.members_day


def test_titles_do_not_hide_anybody(listed: Store) -> None:
    assert 1 == len(found(listed, Entrant(1, "Muster", "Dr. Max")).members)


@pytest.mark.parametrize(
    "entrant",
    [
        Entrant(1, "Wolf", "Eva", birth_year=1990),
        Entrant(1, "W?lf", "Eva"),
        Entrant(1, "Eva", "Wölf"),
        Entrant(1, "Wolff-Fuchs", "Ella", birth_year=1990),
    ],
)
def test_who_has_a_similar_name_comes_where_nobody_has_the_name(
    listed: Store, entrant: Entrant
) -> None:
    assert {"NU4000001"} == {row.dsb_id for row in found(listed, entrant).members}


@pytest.mark.parametrize(
    "entrant",
    [
        Entrant(1, "Wolf", "Eva", birth_year=1950),
        Entrant(1, "Wolf", "Uli", dsb_id="NU9"),  # an id says it all
        Entrant(1, "Dachs", "Eva", birth_year=1990),
    ],
)
def test_who_cannot_be_meant_does_not_come(listed: Store, entrant: Entrant) -> None:
    assert () == found(listed, entrant).members


@pytest.mark.parametrize(
    ("name", "year", "count"),
    [
        ("Muster", 1990, 1),
        ("Muster", None, 2),
        ("Muhster", None, 2),
        ("Muhster", 1990, 1),
    ],
)
def test_a_birth_year_tells_namesakes_apart(
    store: Store, name: str, year: int | None, count: int
) -> None:
    rows = [member_row(n, "Muster,Max", birth=1980 + 10 * n) for n in (1, 2)]
    take(store, member_list(rows))
    entrant = Entrant(1, name, "Max", birth_year=year)
    assert count == len(found(store, entrant).members)


NAMESAKES = [
    *(member_row(n, "Muster,Max", vkz=f"Z99{n:02}", birth=1940 + n)
      for n in range(1, 61)),
    member_row(60, "Muster,Max", vkz="Z9999", number="0001", birth=2000),
    *(member_row(n, "Muster,Max", sex="W", birth=1990) for n in (61, 62)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("known", "numbers"),
    [
        ({}, [*range(1, 26), 61, 62]),
        ({"vkz": "z9950"}, [*range(1, 26), 50, 61, 62]),
        ({"vkz": "Z9960"}, [*range(1, 26), 60, 60, 61, 62]),
        ({"fide_id": 8}, [*range(1, 26), 30, 61, 62]),
        ({"fide_id": 9}, [*range(1, 26), 40, 61, 62]),
        ({"birth_year": 1999}, [59]),
    ],
)
def test_of_very_many_namesakes_come_some_and_who_can_be_told_from_them(
    store: Store, known: dict[str, Any], numbers: list[int]
) -> None:
    take(store, member_list(NAMESAKES))
    take(store, fide_list((8, "Muster, Max", 1500, 1970)), Wish(month="2026-11"))
    save(store, Person("Anders", "Max", fide_id=9, birth_year=1980))
    wanted = wanted_of([Entrant(1, "Muster", "Max", **known)])
    with store.read() as session:
        got = load_candidates(session, wanted, "2026-11", most_namesakes=25)
        everybody = load_candidates(session, wanted, "2026-11")
    assert [f"NU{4000000 + n}" for n in numbers] == [row.dsb_id for row in got.members]
    assert {*got.members} <= {*everybody.members}
    assert (1 if "birth_year" in known else 63) == len(everybody.members)


def test_a_birth_year_entered_by_hand_finds_one_of_very_many(store: Store) -> None:
    take(store, member_list(NAMESAKES))
    save(store, Person("Muster", "Max", birth_year=1999))
    with store.read() as session:
        wanted = wanted_of([Entrant(1, "Muster", "Max")])
        got = load_candidates(session, wanted, "", most_namesakes=1)
    assert [1, 59, 61] == [int(row.dsb_id[-2:]) for row in got.members]


def test_a_name_that_sounds_like_half_the_list_is_not_looked_up(store: Store) -> None:
    rows = [member_row(n, "Maier,Max", birth=1970) for n in range(1, 210)]
    take(store, member_list(rows))
    for year in (1970, None):
        assert () == found(store, Entrant(1, "Meyer", "Max", birth_year=year)).members
        assert () == found(store, Entrant(1, "Maja", "Moor", birth_year=year)).members
    assert 209 == len(found(store, Entrant(1, "Maier", "Max")).members)


def test_of_another_month_there_are_no_ratings(listed: Store) -> None:
    got = found(listed, EVA, month="2026-10")
    assert ({}, "", "2026-11") == (got.ratings, got.ratings_month, got.players_month)


def test_many_players_are_looked_up_in_several_queries(store: Store) -> None:
    take(store, member_list(1500))
    people = [Entrant(i, f"Muster{i}", "Max") for i in range(1, 1501)]
    assert 1500 == len(found(store, *people).members)


def test_an_empty_store_finds_nobody(store: Store) -> None:
    assert Candidates() == found(store, EVA)


DATA = Person("Wolf", "Eva", birth_year=1990, sex="w")


def save(store: Store, person: Person, *, is_another: bool = False) -> Person:
    with store.write() as session:
        return persons.save_person(session, person, NOW, is_another=is_another)


def entered(store: Store) -> list[Person]:
    with store.read() as session:
        return persons.list_persons(session)


def test_what_is_entered_later_is_added(store: Store) -> None:
    save(store, DATA)
    day = dt.date(1990, 5, 17)
    save(store, Person("WOLF", "Eva", birth_date=day, dsb_id="NU1"))
    assert [replace(DATA, surname="WOLF", birth_date=day, dsb_id="NU1")] == entered(
        store
    )
    save(store, Person("Wolf-Fuchs", "Eva", dsb_id="NU1", club="SK X"))
    (entry,) = entered(store)
    assert ("Wolf-Fuchs", 1990, "SK X") == (entry.surname, entry.birth_year, entry.club)


def test_another_year_or_id_is_another_person(store: Store) -> None:
    save(store, DATA)
    save(store, replace(DATA, birth_year=1955), is_another=True)
    assert [1990, 1955] == [item.birth_year for item in entered(store)]
    with pytest.raises(DuplicateError, match="birth-year"):
        save(store, Person("Wolf", "Eva", club="SK X"))
    save(store, replace(DATA, fide_id=1))
    save(store, replace(DATA, fide_id=2))
    assert 3 == len(entered(store))


@pytest.mark.parametrize("more", [{}, {"club": "SK X"}, {"dsb_id": "NU1"}])
def test_another_year_alone_is_a_slip_or_a_namesake_and_a_person_says_which(
    store: Store, more: dict[str, Any]
) -> None:
    save(store, DATA)
    slip = replace(DATA, birth_year=1991, **more)
    with pytest.raises(DuplicateError, match=r"forget.*--birth-year 1990.*--new"):
        save(store, slip)
    assert [DATA] == entered(store)
    save(store, slip, is_another=True)
    assert [DATA, slip] == entered(store)


def test_ids_tell_namesakes_apart(store: Store) -> None:
    save(store, replace(DATA, dsb_id="NU1"))
    save(store, replace(DATA, dsb_id="NU2", birth_year=1955))
    assert 2 == len(entered(store))


def test_entries_are_found_by_name_and_ids(store: Store) -> None:
    save(store, replace(DATA, dsb_id="NU1"))
    save(store, Person("Fuchs", "Max", fide_id=7))
    save(store, Person("Ganz", "Anders"))
    people = [EVA, Entrant(2, "Q", dsb_id="NU1"), Entrant(3, "Q", fide_id=7)]
    assert {"Wolf", "Fuchs"} == {it.surname for it in found(store, *people).persons}
    (one,) = found(store, Entrant(1, "Wolf", "Eva")).persons
    assert "NU1" == one.dsb_id


def test_entries_lead_to_members(listed: Store) -> None:
    save(listed, Person("Irgend", "Wer", dsb_id="NU4000003"))
    (row,) = found(listed, Entrant(1, "Irgend", "Wer")).members
    assert "Fremd" == row.surname


def test_an_entry_can_be_forgotten(store: Store) -> None:
    save(store, DATA)
    with store.write() as session:
        assert DATA == persons.delete_person(session, Person("wolf", "eva"))
    assert [] == entered(store)
    with store.write() as session, pytest.raises(NotFoundError):
        persons.delete_person(session, Person("wolf", "eva"))
