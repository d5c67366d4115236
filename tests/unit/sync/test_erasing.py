from __future__ import annotations

from pathlib import Path

import pytest

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.trf import decode, to_tournament
from syncd.model.persons import Person
from syncd.model.tournament import Entrant, Tournament
from syncd.sync.erasing import NOBODY, alias, is_person, without_person, without_traces
from syncd.sync.erasing_files import file_without_person

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


def test_traces_in_stored_texts_go() -> None:
    names = frozenset({("Wolf", "Eva")})
    text = (
        '[{"old":"Wolf","new":"Wolfsburg","en":"3 Wolf, Eva (1990-05-17), Eva Wolf"}]'
    )
    wanted = f'[{{"old":"{NOBODY}","new":"Wolfsburg","en":"3 {NOBODY} (…), {NOBODY}"}}]'
    assert wanted == without_traces(text, names, {"1990-05-17", "7"})
