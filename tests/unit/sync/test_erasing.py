from __future__ import annotations

import datetime as dt
from dataclasses import fields
from pathlib import Path

import pytest

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.trf import decode, to_tournament
from syncd.model.persons import Person
from syncd.model.tournament import Entrant, NationalRecord, Tournament
from syncd.sync.erasing import ERASED, alias, erased, is_person, without_person
from syncd.sync.erasing_files import file_without_person
from syncd.sync.erasing_texts import Marks, marks_of, without_traces
from syncd.sync.persons import folded

DATA = Path(__file__).parents[2] / "data" / "clm"
EVA = Person("Wolf", "Eva", birth_year=1990)


def read(name: str, data: bytes) -> Tournament:
    """Return the tournament of a file."""
    if name.endswith(".xml"):
        return read_xml(data).tournament
    return to_tournament(decode(data)).tournament


@pytest.mark.parametrize(
    ("entrant", "is_his"),
    [
        (Entrant(1, "Wolf", "Eva"), True),
        (Entrant(1, "WOLF", "Eva", birth_year=1990), True),
        (Entrant(1, "Dr. Wolf", "Eva"), True),
        (Entrant(1, "Eva", "Wolf"), True),
        (Entrant(1, "W?lf", "Eva"), True),
        (Entrant(1, "Wolf", "Eva", birth_year=1960), False),
        (Entrant(1, "Wolf", "Max"), False),
        (Entrant(1, "Fuchs", "Eva", dsb_id="NU1"), True),
        (Entrant(1, "Wolf", "Eva", dsb_id="NU2"), False),
    ],
)
def test_whose_entry_it_is(entrant: Entrant, *, is_his: bool) -> None:
    person = Person("Wolf", "Eva", birth_year=1990, dsb_id="NU1")
    assert is_his is is_person(entrant, person)


@pytest.mark.parametrize(
    "name",
    [
        path.name
        for path in sorted(DATA.glob("*_*.*"))
        if path.suffix in {".trf", ".xml"}
        and path.name[1:3] in {"01", "02", "05", "13"}
    ],
)
def test_an_erased_file_is_the_erased_tournament(name: str) -> None:
    data = (DATA / name).read_bytes()
    before = read(name, data)
    for entrant in (before.entrants[0], before.entrants[-1]):
        person = Person(
            entrant.surname, entrant.forename, birth_year=entrant.birth_year
        )
        after = file_without_person(data, person)
        wanted = without_person(before, person)
        assert wanted == read(name, after)
        assert data != after
        gone = f"{entrant.surname},{entrant.forename}".encode()
        names = [(one.surname, one.forename) for one in before.entrants]
        is_only_one = names.count((entrant.surname, entrant.forename)) == 1
        assert not (entrant.forename and is_only_one and gone in after)
        assert wanted.pairings == before.pairings
        assert after == file_without_person(after, person)


def test_who_is_not_in_it_changes_nothing() -> None:
    data = (DATA / "E02_clm.trf").read_bytes()
    assert data == file_without_person(data, EVA)
    before = read("E02_clm.trf", data)
    assert before is without_person(before, EVA)


def test_two_who_were_erased_are_two() -> None:
    assert alias(EVA) != alias(Person("Fuchs", "Max"))
    assert alias(EVA) == alias(Person("wolf", "EVA"))


MARKS = Marks(
    frozenset({("Wolf", "Eva")}),
    frozenset({"1990-05-17", "4600685"}),
    {"wolf eva": "n.n. bcdf"},
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("3 Wolf, Eva (1990-05-17), Eva Wolf", "3 N.N. (…), N.N."),
        ("Wolfsburg, Wolf allein", "Wolfsburg, Wolf allein"),
        ("[of 4600685]", "[of …]"),
        ("14600685", "14600685"),
        ('{"old":"Wolf","new":"Wolfsburg"}', '{"old": "N.N.", "new": "Wolfsburg"}'),
        ('{"a":1,"b":"x"}', '{"a":1,"b":"x"}'),
        ('{"fide_id": 4600685, "n": 7}', '{"fide_id": null, "n": 7}'),
        ('[[5, "wolf eva"], [6, "x"]]', '[[5, "n.n. bcdf"], [6, "x"]]'),
        ('[{"who": {"surname": "Wolf", "forename": "Eva"}, "values": {"club": "K"}}]',
         "[]"),
        ('[{"who": {"surname": "Fuchs", "fide_id": 4600685}}, 1]', "[1]"),
        ('"Wolf"', '"N.N."'),
        ('[""]', '[""]'),
        ("", ""),
    ],
)  # fmt: skip
def test_traces_in_stored_texts_go(text: str, left: str) -> None:
    assert without_traces(text, MARKS) == left
    assert without_traces(left, MARKS) == left


def test_who_somebody_was_is_known_in_all_spellings() -> None:
    entry = Entrant(1, "Müller", "Jörg", birth_date=dt.date(1990, 5, 17), dsb_id="NU12")
    marks = marks_of([entry], Person("Mueller", "Joerg"))
    said = "Jörg Müller / Mueller,Joerg / 17.05.1990 / 1990/05/17"
    assert without_traces(said, marks) == "N.N. / N.N. / … / …"
    assert list(marks.folded) == [folded(entry)]


def test_what_says_who_it_is_is_what_an_erased_entry_lacks() -> None:
    entry = Entrant(
        3, "Wolf", "Eva", title="f", fide_id=1, birth_year=1990,
        birth_date=dt.date(1990, 5, 17), club="SK", vkz="F1023", member_number=7,
        dsb_id="NU1", national=(NationalRecord("GER", 1500, "7"),), sex="w", dwz=1500,
    )  # fmt: skip
    after = erased(entry, EVA)
    changed = {
        item.name
        for item in fields(entry)
        if getattr(entry, item.name) != getattr(after, item.name)
    }
    assert changed == set(ERASED)
