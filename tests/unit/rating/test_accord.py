from __future__ import annotations

import pytest

from syncd.model.lists import Member
from syncd.model.tournament import Entrant
from syncd.rating.accord import accord

LAST, FIRST, YEAR, SEX, CODE = "surname", "forename", "birth_year", "sex", "vkz"


@pytest.mark.parametrize(
    ("given", "listed", "same", "other"),
    [
        ("Wolf, Eva", "Wolf, Eva", {LAST, FIRST}, set()),
        ("Dr. Wolf, Eva", "Wolf, Eva", {LAST, FIRST}, set()),
        ("Wolf, Prof. Dr. Eva", "Wolf, Eva", {LAST, FIRST}, set()),
        ("Müller, Jörg", "Mueller, Joerg", {LAST, FIRST}, set()),
        ("Müller, Jörg", "Muller, Jorg", {LAST, FIRST}, set()),
        ("Strauß, Eva", "STRAUSS, EVA", {LAST, FIRST}, set()),
        ("Eva, Wolf", "Wolf, Eva", {LAST, FIRST}, set()),
        ("Wolf-Fuchs, Eva", "Wolf, Eva", {LAST, FIRST}, set()),
        ("von Berg, Eva", "von Thal, Eva", {FIRST}, {LAST}),
        ("Wolf, Eva", "Wolf, Eva Maria", {LAST, FIRST}, set()),
        ("Wolf, Maria", "Wolf, Eva Maria", {LAST, FIRST}, set()),
        ("Wolf, Anna Maria", "Wolf, Eva Maria", {LAST}, {FIRST}),
        ("Wolf, Hans-Peter", "Wolf, Hanspeter", {LAST, FIRST}, set()),
        ("Wolf, E.", "Wolf, Eva", {LAST}, set()),
        ("Wolf, E.", "Wolf, Ida", {LAST}, {FIRST}),
        ("Wolf, Alex", "Wolf, Alexander", {LAST}, set()),
        ("Wolf, Paul", "Wolf, Paula", {LAST}, {FIRST}),
        ("Wolf, Christian", "Wolf, Christiane", {LAST}, {FIRST}),
        ("Wolf, Jo", "Wolf, Josef", {LAST}, {FIRST}),
        ("Wolf, ", "Wolf, Eva", {LAST}, set()),
        ("Wolf, Eva", "Fuchs, Max", set(), {LAST, FIRST}),
        (", ", "Fuchs, Max", set(), set()),
    ],
)
def test_names(given: str, listed: str, same: set[str], other: set[str]) -> None:
    last, _, first = given.partition(", ")
    last_2, _, first_2 = listed.partition(", ")
    found = accord(Entrant(1, last, first), Member("", last_2, first_2))
    assert [same, other] == [set(found.same), set(found.other)]


@pytest.mark.parametrize(
    ("given", "same", "other"),
    [
        (Entrant(1, "", birth_year=1990), {YEAR}, set()),
        (Entrant(1, "", birth_year=1991), set(), {YEAR}),
        (Entrant(1, "", sex="w"), set(), set()),
        (Entrant(1, "", sex="m"), set(), {SEX}),
        (Entrant(1, "", vkz="z9902"), set(), set()),
        (Entrant(1, "", vkz="Z9903"), set(), {CODE}),
    ],
)
def test_year_sex_and_club(given: Entrant, same: set[str], other: set[str]) -> None:
    found = accord(given, Member("", "Wolf", "", "w", 1990), {"Z9901", "Z9902"})
    assert [same, other] == [set(found.same), set(found.other)]
