from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from syncd.model.lists import Member
from syncd.model.tournament import Entrant
from syncd.sync.nameforms import is_one_slip
from syncd.sync.persons import join_persons, link
from syncd.sync.resemblance import ASKED, is_asked, resemblance
from syncd.sync.soundkeys import stored_keys, wanted_keys

DAY = dt.date(1970, 5, 17)


def person(number: int, name: str, **known: Any) -> Entrant:  # noqa: ANN401
    """Return an entrant of `Last, First`."""
    surname, _, forename = name.partition(", ")
    return Entrant(number, surname, forename, **known)


CERTAIN: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("Wolf, Eva", "Fuchs, Eva", {"fide_id": 7}, {"fide_id": 7}),
    ("Wolf, Eva", "Fuchs, Eva", {"vkz": "Z1", "member_number": 4},
     {"vkz": "Z1", "member_number": 4}),
    ("Wolf, Eva", "Fuchs, Eva", {"dsb_id": "NU1"}, {"dsb_id": "NU1"}),
    ("Wolf, Eva", "Wolf, Eva", {}, {}),
    ("Wolf, Eva", "Wolf, Eva", {"birth_date": DAY, "birth_year": 1970},
     {"birth_year": 1970}),
    ("Wolf, Eva", "Wolf, Eva", {"birth_date": DAY, "birth_year": 1970},
     {"birth_date": dt.date(1970, 1, 1), "birth_year": 1970}),
    ("Müller, Jörg", "Mueller, Joerg", {}, {}),
    ("Müller, Jörg", "Muller, Jorg", {"birth_year": 1970}, {"birth_year": 1970}),
    ("Strauß, Zoé", "STRAUSS, ZOE", {}, {}),
    ("K?hler, J?rg", "Köhler, Jörg", {}, {}),
    ("Dr. Wolf, Eva", "Wolf, Eva", {"birth_year": 1970}, {"birth_year": 1970}),
    ("Wolf, Prof. Dr. Eva", "Wolf, Eva", {"birth_year": 1970}, {"birth_year": 1970}),
    ("von der Heide, Jan", "Heide, Jan", {"birth_year": 1970}, {"birth_year": 1970}),
    ("Eva, Wolf", "Wolf, Eva", {"birth_year": 1970}, {"birth_year": 1970}),
    ("Eva Wolf", "Wolf, Eva", {}, {}),
)  # fmt: skip


@pytest.mark.parametrize(("mine", "yours", "known", "said"), CERTAIN)
def test_who_is_certainly_the_same_is_linked(
    mine: str, yours: str, known: dict[str, Any], said: dict[str, Any]
) -> None:
    if mine == "Eva Wolf":
        known = said = {"birth_year": 1970}
    assert {5: 1} == link([person(1, mine, **known)], [person(5, yours, **said)])


@pytest.mark.parametrize(
    ("mine", "yours", "known", "said"),
    [
        # father and son
        ("Wolf, Max", "Wolf, Max", {"birth_year": 1950}, {"birth_year": 1980}),
        ("Wolf, Max", "Max, Wolf", {"birth_year": 1950}, {"birth_year": 1980}),
        # two of one name, born in one year
        ("Wolf, Max", "Wolf, Max", {"birth_year": 1970, "birth_date": DAY},
         {"birth_year": 1970, "birth_date": DAY.replace(month=9)}),
        ("Wolf, Max", "Wolf, Max", {"fide_id": 1}, {"fide_id": 2}),
        # an id of which everything else is another's
        ("Wolf, Max", "Fuchs, Eva", {"fide_id": 1, "birth_year": 1950},
         {"fide_id": 1, "birth_year": 1980}),
        # not certain without more
        ("Müller-Lüdenscheidt, Anna", "Müller, Anna", {"birth_year": 1970},
         {"birth_year": 1970}),
        ("Muller, Jorg", "Müller, Jörg", {}, {}),
        ("Eva, Wolf", "Wolf, Eva", {}, {}),
        # names that fold to nothing say nothing
        ("Иванов, Иван", "Петров, Петр", {"birth_year": 1970}, {"birth_year": 1970}),
    ],
)  # fmt: skip
def test_who_is_not_certain_is_never_linked(
    mine: str, yours: str, known: dict[str, Any], said: dict[str, Any]
) -> None:
    assert {} == link([person(1, mine, **known)], [person(5, yours, **said)])


def test_one_of_two_namesakes_is_not_linked() -> None:
    two = [person(1, "Wolf, Max"), person(2, "Wolf, Max", birth_year=1980)]
    assert {} == link(two, [person(5, "Wolf, Max")])
    assert {5: 2} == link(two, [person(5, "Wolf, Max", birth_year=1980)])


ALIKE: tuple[tuple[str, str, int | None, int | None, str], ...] = (
    ("Muller, Jorg", "Müller, Jörg", None, 1970, "spelled otherwise"),
    ("Eva, Wolf", "Wolf, Eva", None, 1970, "another order"),
    ("Jan Timman", "Timman, Jan", None, 1970, "another order"),
    ("von der Heide, Jan", "Heide, Jan", None, 1970, "another order"),
    ("Müller, Anna", "Müller-Lüdenscheidt, Anna", 1970, 1970, "double name"),
    ("Lüdenscheidt, Anna", "Müller Lüdenscheidt, Anna", 1970, 1970, "double name"),
    ("Müller-Lüdenscheidt, Anna", "Müller, Anna", 1970, 1970, "double name"),
    ("Müller-Lüdenscheidt, Anna", "Lüdenscheidt, Anna", 1970, 1970, "double name"),
    ("K?hler, J?rg", "Köhler, Jörg", None, 1970, "lost letters"),
    ("Gro?, Eva", "Groß, Eva", 1970, 1970, "lost letters"),
    ("Schmitt, Eva", "Schmidt, Eva", 1970, 1970, "differs by a letter"),
    ("Meyer, Carl", "Maier, Karl", 1970, 1970, "sounds alike"),
    ("Wolf, Alex", "Wolf, Alexander", 1970, 1970, "short form"),
    ("Wolf, E.", "Wolf, Eva", 1970, 1970, "short form"),
    ("Köhler, Jörg", "Köhler, Jörg", 1965, 1956, "1965 or 1956"),
)


@pytest.mark.parametrize(("given", "listed", "year", "other", "reason"), ALIKE)
def test_who_is_alike_is_found_and_asked_about(
    given: str, listed: str, year: int | None, other: int | None, reason: str
) -> None:
    one, two = person(1, given, birth_year=year), person(2, listed, birth_year=other)
    keys = stored_keys(two.surname, two.forename)
    assert wanted_keys(one.surname, one.forename) & {*keys}
    found = resemblance(one, two)
    assert found.score >= ASKED
    assert is_asked(one, two)
    assert reason in found.text.en
    assert len(found.reasons) == len(found.text.de.split(", "))


@pytest.mark.parametrize(
    ("given", "listed"),
    [
        (
            Member("", "Wolf", "Max", birth_year=1950),
            Member("", "Wolf", "Max", "", 1980),
        ),
        (Member("", "Wolf", "Paul", "m"), Member("", "Wolf", "Paula", "w")),
        (Member("", "Wolf", "Max", fide_id=1), Member("", "Wolf", "Max", fide_id=2)),
        (Member("NU1", "Wolf", "Max"), Member("NU2", "Wolf", "Max")),
        (Member("", "Wolf", "Max"), Member("", "Fuchs", "Max", birth_year=1950)),
        (Member("", "Wolf", "Eva", "", 1950), Member("", "Wolf", "Max", "", 1950)),
        (Member("", "", ""), Member("", "", "")),
    ],
)
def test_who_is_another_is_not_asked_about(given: Member, listed: Member) -> None:
    if not given.surname:
        assert (None, None) == stored_keys("", "")
        return
    assert resemblance(given, listed).score < ASKED
    assert not is_asked(given, listed)


def test_a_question_names_the_likeliest_first_with_score_and_reasons() -> None:
    trf = [
        person(1, "Müller, Anna", birth_year=1970),
        person(2, "Müller, Anna", birth_year=1971),
    ]
    xml = [person(9, "Müller-Lüdenscheidt, Anna", birth_year=1970)]
    (finding,) = join_persons(trf, xml, prefers_trf=True).findings
    assert "join.person_doubtful" == finding.code
    for text in finding.text:
        assert text.index("1 Müller, Anna (77 %") < text.index("2 Müller, Anna (60 %")


@pytest.mark.parametrize(
    ("one", "two", "is_slip"),
    [
        ("schmidt", "schmitt", True),
        ("schmidt", "schmdt", True),
        ("schmidt", "schimdt", True),
        ("schmidt", "schmidtt", True),
        ("schmidt", "schmidt", False),
        ("schmidt", "schmauch", False),
        ("wolf", "golf", False),
        ("", "a", False),
    ],
)
def test_slips(one: str, two: str, *, is_slip: bool) -> None:
    assert is_slip == is_one_slip(one, two) == is_one_slip(two, one)
