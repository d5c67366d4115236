"""Rules P: names, births, identities and clubs."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from dwzxml_samples import (
    BERTA,
    COMPUTER,
    DIETMAR,
    GEORG,
    SUNDAY,
    edited,
    extended,
    found,
    swapped,
)

from syncd.formats.dwzxml.elements import ReportGame, ReportPlayer

FIRST, SECOND, THIRD, FOURTH, FIFTH = (f"players/player[{n}]" for n in range(1, 6))
INA = ReportPlayer(
    number=5, surname="Hahn", forename="Ina", dob_year=1984,
    dob_date=dt.date(1984, 7, 8), sex="w",
)  # fmt: skip


def with_fifth(**changes: Any) -> list[tuple[str, str, str]]:  # noqa: ANN401
    """Return the findings about a fifth player who plays once."""
    games = (ReportGame(3, 5, 4, "1", "0", SUNDAY),)
    report = extended(players=(replace(INA, **changes),), games=games)
    return [f for f in found(report) if f.code != "G20"]


def test_a_fifth_player_is_fine() -> None:
    assert with_fifth() == []


DUMMIES = [
    ("Freilos", "Freilos"),
    ("spielfrei", "-"),
    ("NN", "NN"),
    ("N.N.", "?"),
    ("n. n.", "x"),
    ("Brett 3", "Brett 3"),
    ("Brett", "8"),
    ("nicht besetzt", "."),
    ("Müller", "unbesetzt"),
    ("Bye", "Bye"),
    ("Gegner", "-"),
    ("?", "?"),
]


@pytest.mark.parametrize(("surname", "forename"), DUMMIES)
def test_dummies(surname: str, forename: str) -> None:
    dummy = {"surname": surname, "forename": forename, "dob_year": 1900, "sex": ""}
    assert with_fifth(**dummy) == [("P04", "error", f"{FIFTH}/surname")]


@pytest.mark.parametrize(
    ("surname", "forename"),
    [("Bye", "Anne"), ("Gegner", "Karl"), ("Brett", "Max"), ("Nnamdi", "N.")],
)
def test_persons_with_odd_names(surname: str, forename: str) -> None:
    assert with_fifth(surname=surname, forename=forename) == []


@pytest.mark.parametrize("forename", ["-", ".", "x", "?", "---"])
def test_one_name_persons(forename: str) -> None:
    expected = [("P14", "warning", f"{FIFTH}/forename")]
    assert with_fifth(forename=forename) == expected


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("Dr. Hahn", "error"),
        ("Hahn, Prof", "error"),
        ("Dipl.-Ing. Hahn", "error"),
        ("Hahn Ph.D.", "error"),
        ("Hahn M.A.", "error"),
        ("Mag. Hahn", "warning"),
        ("Ing. Hahn", "warning"),
    ],
)
def test_academic_titles(name: str, severity: str) -> None:
    assert with_fifth(surname=name) == [("P15", severity, f"{FIFTH}/surname")]


@pytest.mark.parametrize("name", ["Drews", "Ma", "Ing", "Magda", "Profos", "Diplmann"])
def test_no_titles(name: str) -> None:
    assert with_fifth(surname=name) == []


def with_computer(**changes: Any) -> list[tuple[str, str, str]]:  # noqa: ANN401
    games = (ReportGame(3, 4, 5, "-", "-", SUNDAY),)
    return list(found(extended(players=(replace(COMPUTER, **changes),), games=games)))


def test_computers() -> None:
    assert with_computer() == []
    assert with_computer(forename="Fritz") == [("P16", "error", f"{FIFTH}/forename")]
    assert with_computer(surname="###Computer###") == [
        ("P16", "error", f"{FIFTH}/surname")
    ]
    assert with_computer(dob_year=2020) == [("P17", "error", f"{FIFTH}/dobYear")]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"dob_year": 1900}, [("P18", "error", "dobYear")]),
        ({"dob_year": 2031}, [("P45", "error", "dobYear")]),
        ({"dob_year": 2024}, [("P45", "error", "dobYear")]),
        ({"dob_year": 2023}, []),
        ({"dob_year": 1916}, []),
        ({"dob_year": 1915}, [("P45", "error", "dobYear")]),
        ({"dob_date": dt.date(1971, 1, 1)}, [("P22", "warning", "dobDate")]),
        ({"dob_date": dt.date(1900, 1, 1)}, [("P22", "error", "dobDate")]),
        ({"dob_date": dt.date(1972, 2, 3)}, [("P23", "error", "dobDate")]),
        (
            {"dob_year": 2023, "dob_date": dt.date(2023, 9, 13)},
            [("P21", "error", "dobDate")],
        ),
        ({"dob_year": 2023, "dob_date": dt.date(2023, 9, 12)}, []),
        ({"dob_year": 1916, "dob_date": dt.date(1916, 1, 2)}, []),
        (
            {"dob_year": 2031, "dob_date": dt.date(2031, 2, 3)},
            [("P45", "error", "dobYear")],
        ),
    ],
)
def test_births(changes: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    report = edited(players={2: changes})
    paths = [
        (code, severity, f"{SECOND}/{field}") for code, severity, field in expected
    ]
    assert found(report) == paths


def test_births_need_the_start_of_the_tournament() -> None:
    data = swapped(("2026-09-12</", "soon</"), ("<dobYear>1971", "<dobYear>2031"))
    assert found(data) == [("T08", "error", "tournament/startDate")]


def test_an_unreadable_year_is_told_once() -> None:
    data = swapped(("<dobYear>1958", "<dobYear>58"))
    assert found(data) == [("P18", "error", f"{FOURTH}/dobYear")]


def test_guests_are_told_apart_by_birth_and_sex() -> None:
    assert with_fifth(dob_date=None) == [("P19", "warning", f"{FIFTH}/dobDate")]
    assert with_fifth(sex="") == [("P40", "warning", f"{FIFTH}/sex")]


MEMBERSHIP = [
    ({"dsb_id": ""}, [("P10", "warning", "dsbId"), ("P19", "warning", "dobDate")]),
    ({"member_number": None}, [("P29", "warning", "numberClubMember")]),
    ({"vkz": "", "member_number": None}, [("P32", "warning", "vkz")]),
    ({"club": ""}, [("P32", "warning", "club")]),
    (
        {"club": "", "member_number": None},
        [("P29", "warning", "numberClubMember"), ("P32", "warning", "club")],
    ),
    ({"club": "SV Musterdorf II"}, [("P30", "warning", "club")]),
    ({"club": "SV Musterdorf 2"}, [("P30", "warning", "club")]),
    ({"club": "SV Musterdorf 1922"}, []),
    ({"vkz": "", "club": "", "member_number": None}, []),
    ({"vkz": "Z9901"}, [("P31", "error", "club")]),
    ({"vkz": "z9901", "club": "sk  beispielstadt"}, []),
    ({"vkz": "Z9901", "club": "SK Beispielstadt 3"}, [("P30", "warning", "club")]),
    ({"vkz": "Z9901", "club": ""}, [("P32", "warning", "club")]),
]


@pytest.mark.parametrize(("changes", "expected"), MEMBERSHIP)
def test_membership(
    changes: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    report = edited(players={2: changes})
    paths = [
        (code, severity, f"{SECOND}/{field}") for code, severity, field in expected
    ]
    assert sorted(found(report)) == sorted(paths)


def test_empty_elements() -> None:
    data = swapped(
        ("</location>", "</location><url/><notes> </notes><ageClass></ageClass>"),
        ("<club>SV Musterdorf</club>", "<club/>"),
        ("<dsbId>NU4000002</dsbId>", "<dsbId/>"),
        (
            "<dobYear>1971</dobYear>",
            "<dobYear>1971</dobYear><dobDate>1971-02-03</dobDate>",
        ),
    )
    assert found(data) == [
        ("P41", "warning", "tournament/url"),
        ("P41", "warning", "tournament/notes"),
        ("P41", "warning", "tournament/ageClass"),
        ("P41", "warning", f"{SECOND}/dsbId"),
        ("P41", "warning", f"{SECOND}/club"),
    ]


IDS = [
    ({"dsb_id": "unbekannt"}, [("P12", "error", "dsbId")]),
    ({"dsb_id": "NU0000000"}, [("P12", "error", "dsbId")]),
    ({"dsb_id": "0"}, [("P12", "error", "dsbId")]),
    ({"dsb_id": "-"}, [("P12", "error", "dsbId")]),
    ({"dsb_id": "10512345"}, []),
    ({"dsb_id": "FI4610000"}, []),
    ({"dsb_id": "H1234-567"}, [("P12", "warning", "dsbId")]),
    ({"dsb_id": "NU123456"}, []),
    ({"fide_id": 4610000, "fide_rating": 1500}, []),
    ({"fide_id": 4610000}, [("P37", "warning", "fideRating")]),
    ({"fide_rating": 1500}, [("P38", "warning", "fideRating")]),
    ({"fide_id": 4610000, "fide_rating": 999}, [("P35", "warning", "fideRating")]),
    ({"fide_id": 1234567890, "fide_rating": 1500}, [("P33", "warning", "fideId")]),
    ({"fide_id": 4000002, "fide_rating": 1500}, [("P34", "error", "fideId")]),
    (
        {
            "vkz": "54041",
            "member_number": 12,
            "fide_id": 540410012,
            "fide_rating": 1500,
        },
        [("P34", "error", "fideId")],
    ),
    (
        {"vkz": "54041", "member_number": 12, "fide_id": 5404112, "fide_rating": 1500},
        [("P34", "error", "fideId")],
    ),
    (
        {"dsb_id": "NU4000001"},
        [("P11", "error", "dsbId")],
    ),
    (
        {"fide_id": 99900001, "fide_rating": 1500},
        [("P43", "error", "fideId")],
    ),
    (
        {"dsb_id": "nu4000001", "fide_id": 99900001, "fide_rating": 1500},
        [("P12", "warning", "dsbId"), ("P11", "error", "dsbId")],
    ),
    (
        {"vkz": "Z9901", "member_number": 12, "club": "SK Beispielstadt"},
        [("P01", "error", "numberClubMember")],
    ),
    (
        {"surname": "FITZ", "forename": "Georg ", "dob_year": 1958},
        [],
    ),
]


@pytest.mark.parametrize(("changes", "expected"), IDS)
def test_ids(changes: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    report = edited(players={2: changes})
    paths = [
        (code, severity, f"{SECOND}/{field}") for code, severity, field in expected
    ]
    mine = [f for f in found(report) if f.path.startswith(SECOND)]
    assert sorted(mine) == sorted(paths)


def test_the_later_of_two_with_one_name_is_named() -> None:
    twin = {"surname": "FITZ", "forename": "Georg ", "dob_year": 1958}
    report = edited(players={2: twin})
    assert found(report) == [("P01", "warning", f"{FOURTH}/surname")]


def test_a_person_listed_twice_is_one_fault() -> None:
    twin = replace(BERTA, number=5)
    games = (ReportGame(3, 5, 4, "1", "0", SUNDAY),)
    report = extended(players=(twin,), games=games)
    codes = [f.code for f in found(report) if f.path.startswith(f"{FIFTH}/")]
    assert codes == ["P11"]


def test_a_member_listed_twice_without_ids_is_one_fault() -> None:
    plain = {"dsb_id": "", "fide_id": None, "fide_rating": None}
    twin = replace(BERTA, number=5, dsb_id="", fide_id=None, fide_rating=None)
    games = (ReportGame(3, 5, 4, "1", "0", SUNDAY),)
    report = edited(players={1: plain})
    payload = report.payload
    report = replace(
        report,
        payload=replace(
            payload, players=(*payload.players, twin), games=payload.games + games
        ),
    )
    codes = [f.code for f in found(report) if f.path.startswith(f"{FIFTH}/")]
    assert codes == ["P10", "P01"]


def test_placeholder_ids_belong_to_nobody() -> None:
    nobody = {"dsb_id": "unbekannt"}
    codes = [f.code for f in found(edited(players={1: nobody, 2: nobody}))]
    assert codes == ["P12", "P12"]


def test_who_played_nothing() -> None:
    assert found(extended(players=(INA,))) == [("P03", "warning", FIFTH)]
    forfeit = (ReportGame(3, 5, 4, "+", "-", SUNDAY),)
    report = extended(players=(INA,), games=forfeit)
    assert [f for f in found(report) if f.code == "P03"] == [("P03", "warning", FIFTH)]


def test_gaps_in_the_numbers() -> None:
    report = extended(
        players=(replace(INA, number=9),),
        games=(ReportGame(3, 4, 9, "1", "0", SUNDAY),),
    )
    assert [f for f in found(report) if f.code != "G20"] == [
        ("P07", "warning", "players")
    ]


def test_samples_are_different_people() -> None:
    assert len({BERTA.surname, DIETMAR.surname, GEORG.surname, INA.surname}) == 4
