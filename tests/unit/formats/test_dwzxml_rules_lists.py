"""What the lists of members and clubs say against a report."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dwzxml_samples import BERTA, REPORT, Found, edited

from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report, fide_ids
from syncd.formats.dwzxml.rules.registers import (
    FideRegister,
    index_lists,
    plain_club,
)
from syncd.model.lists import Club, FidePlayer, Member

MEMBERS = (
    Member(
        "NU4000001", "Ährenfeld", "Berta", "w", 1990, "Z9903", 44, is_active=False,
        dwz=1887, dwz_index=31, elo=1912, fide_id=99900001,
    ),
    Member(
        "NU4000001", "Ährenfeld", "Berta", "w", 1990, "Z9901", 12,
        dwz=1887, dwz_index=31, elo=1912, fide_id=99900001,
    ),
    Member("NU4000002", "Carlsohn", "Dietmar", "m", 1971, "Z9902", 7, dwz=1540),
    Member("NU4000003", "Šimek", "Jan", "m", 1980, "Z9902", 8),
    Member("NU4000004", "Fitz", "Georg", "m", 1958, "Z9902", 9),
)  # fmt: skip
CLUBS = (
    Club("Z9901", "SK Beispielstadt"),
    Club("Z9902", "SV Musterdorf"),
    Club("Z9903", "SC Altstadt e.V."),
)
LISTS = index_lists(MEMBERS, CLUBS)


def found_at(player: int, **changes: object) -> list[Found]:
    """Return what only the lists find at one player of the changed report."""
    return found_in({player: changes})


def found_in(players: dict[int, dict[str, object]]) -> list[Found]:
    data = encode_report(edited(players=players))
    alone = check_report(data)
    return [
        Found(f.code, f.severity.value, f.path.rpartition("/")[2])
        for f in check_report(data, registers=LISTS)
        if f not in alone
    ]


GUEST = Found("P10", "info", "dsbId")
"""Georg Fitz, whom the report names without dsbId, has a namesake in the list."""


def test_a_report_that_fits_the_lists() -> None:
    assert found_in({}) == [GUEST]


@pytest.mark.parametrize(
    ("player", "changes", "expected"),
    [
        (1, {"dsb_id": ""}, [("P10", "warning", "dsbId")]),
        (2, {"dsb_id": "NU4000003"}, [
            ("P11", "warning", "dsbId"), ("P27", "error", "numberClubMember")]),
        (2, {"dsb_id": "NU4999999"}, [("P12", "info", "dsbId"),
            ("P27", "error", "numberClubMember")]),
        (2, {"surname": "Karlson"}, [("P13", "warning", "surname")]),
        (2, {"surname": "carlsohn"}, [("P13", "warning", "surname")]),
        (2, {"forename": "Dieter"}, [("P13", "warning", "forename")]),
        (2, {"forename": "Dietmar Otto"}, []),
        (1, {"surname": "A\u0308hrenfeld"}, []),
        (2, {"dob_year": 1972}, [("P18", "error", "dobYear")]),
        (2, {"vkz": "", "member_number": None, "club": ""},
            [("P25", "warning", "vkz")]),
        (2, {"vkz": "Z9901", "member_number": None, "club": "SK Beispielstadt"},
            [("P25", "warning", "vkz")]),
        (1, {"vkz": "Z9903", "member_number": 44, "club": "SC Altstadt"},
            [("P25", "info", "vkz")]),
        (2, {"vkz": "Z8888", "member_number": None, "club": "SK Fort"},
            [("P25", "info", "vkz")]),
        (2, {"member_number": 8}, [
            ("P27", "error", "numberClubMember"),
            ("P29", "warning", "numberClubMember")]),
        (2, {"member_number": None}, [("P29", "warning", "numberClubMember")]),
        (2, {"member_number": 70}, [("P29", "warning", "numberClubMember")]),
        (2, {"club": "SV 1920 Musterdorf"}, [("P30", "warning", "club")]),
        (2, {"club": "SV Musterdorf e. V."}, []),
        (2, {"club": "SK Beispielstadt"}, [("P31", "error", "club")]),
        (2, {"club": ""}, [("P32", "warning", "club")]),
        (3, {"club": "SC Altstadt"}, [("P32", "warning", "vkz")]),
        (1, {"fide_id": 540410012}, [("P34", "error", "fideId")]),
        (1, {"fide_rating": None}, [("P37", "warning", "fideRating")]),
        (1, {"fide_id": None, "fide_rating": None}, [
            ("P37", "info", "fideId"), ("P37", "warning", "fideRating")]),
        (2, {"fide_id": 99900002}, [("P37", "info", "fideRating")]),
        (1, {"fide_rating": 1887}, [("P38", "warning", "fideRating")]),
        (1, {"fide_rating": 1900}, []),
    ],
)  # fmt: skip
def test_what_the_lists_find(
    player: int, changes: dict[str, object], expected: list[tuple[str, str, str]]
) -> None:
    assert [item for item in found_at(player, **changes) if item != GUEST] == [
        Found(*item) for item in expected
    ]


def test_a_longer_forename_is_only_good_to_know() -> None:
    members = [replace(MEMBERS[2], forename="Dietmar Otto")]
    findings = check_report(
        encode_report(REPORT), registers=index_lists(members, CLUBS)
    )
    (known,) = [item for item in findings if item.code == "P44"]
    assert "Dietmar Otto" in known.text.en
    assert known.severity.value == "info"


def test_a_person_is_found_by_club_and_number() -> None:
    found = found_at(1, dsb_id="", surname="Aerenfeld")
    assert {item.code for item in found} == {"P10", "P13"}


def test_a_namesake_of_another_age_is_nobody() -> None:
    assert found_at(4, dob_year=1959, dob_date=None) == []


def test_the_year_or_the_surname_is_enough_to_be_the_same_person() -> None:
    """Who married is renamed (P13), who was mistyped is corrected (P18)."""
    assert [item.code for item in found_at(1, surname="Berg")] == ["P13", GUEST.code]
    both = found_at(2, surname="Berg", dob_year=1950)
    assert [item.code for item in both] == ["P11", GUEST.code]


def test_members_without_ids_are_told_apart_by_name_and_year() -> None:
    """The oldest lists have no ids."""
    old = index_lists([replace(item, dsb_id="") for item in MEMBERS], CLUBS)
    data = encode_report(edited(players={2: {"surname": "Fremd", "dob_year": 1999}}))
    codes = [item.code for item in check_report(data, registers=old)]
    assert codes == ["P27"]


def test_an_error_of_the_file_is_not_hidden_by_the_list() -> None:
    twice = {2: {"dsb_id": BERTA.dsb_id}}
    found = check_report(encode_report(edited(players=twice)), registers=LISTS)
    (same_id,) = [item for item in found if item.code == "P11"]
    assert same_id.severity.value == "error"


@pytest.mark.parametrize(
    "name", ["SC Altstadt", "SC Altstadt e.V.", "sc  altstadt e. V."]
)
def test_names_of_clubs_that_count_as_one(name: str) -> None:
    assert plain_club(name) == "sc altstadt"


END_MONTH = f"{REPORT.payload.tournament.end:%Y-%m}"


@pytest.mark.parametrize(
    ("given", "month", "rating", "expected"),
    [
        (1912, END_MONTH, 1912, []),
        (1912, END_MONTH, 1913, [("P35", "error", "fideRating")]),
        (1912, END_MONTH, None, [("P35", "error", "fideRating")]),
        (1912, "2001-01", 1913, [("P35", "warning", "fideRating")]),
        (1912, "2001-01", 1912, []),
        (912, END_MONTH, 1913, [("P35", "error", "fideRating")]),
        (None, END_MONTH, 1913, [("P37", "warning", "fideRating")]),
    ],
)
def test_the_rating_is_that_of_the_month_in_fides_list(
    given: int | None, month: str, rating: int | None, expected: list[Found]
) -> None:
    player = FidePlayer(99900001, "Aehrenfeld", "Berta", rating=rating)
    found = found_with_fide(FideRegister(month, {99900001: player}), given)
    assert expected == found


def test_a_fide_id_that_is_not_in_fides_list_is_said() -> None:
    found = found_with_fide(FideRegister(END_MONTH, {}), 1912)
    assert [Found("P34", "warning", "fideId")] == found


def found_with_fide(register: FideRegister, rating: int | None) -> list[Found]:
    changes = {"fide_id": 99900001, "fide_rating": rating}
    data = encode_report(edited(players={1: changes}))
    assert frozenset({99900001}) <= fide_ids(data)
    alone = check_report(data)
    registers = index_lists(fide=register)
    place = "players/player[1]/"
    return [
        Found(f.code, f.severity.value, f.path.rpartition("/")[2])
        for f in check_report(data, registers=registers)
        if f not in alone and f.path.startswith(place)
    ]


@pytest.mark.parametrize("data", [b"", b"<x/>", b"\xff\xfe", b"<report"])
def test_what_is_no_report_has_no_fide_ids(data: bytes) -> None:
    assert frozenset() == fide_ids(data)
