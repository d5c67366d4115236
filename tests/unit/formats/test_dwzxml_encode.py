from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from dwzxml_samples import BERTA, ELIF, REPORT, TEXT, edited, extended

from syncd.errors import EncodeError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.elements import Header, Report, ReportGame
from syncd.formats.dwzxml.encode import encode_report

assert REPORT.header is not None
HEADER: Header = REPORT.header

OPENING = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<DSB_DWZ_TournamentReport xmlns="http://www.schachbund.de/XMLSchema" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation='
    '"http://www.schachbund.de/XMLSchema https://www.schachbund.de/files/'
    'wertungsportal/XMLSchema/2026/DSB_DWZ_Tounament_2_5.xsd" version="2.5">\n'
    "  <header>\n"
    "    <creationDate>2026-09-14T18:05:00+02:00</creationDate>\n"
)
BYE = (
    "    <game><round>3</round><date>2026-09-13</date>"
    "<tournamentPlayerNumberWhite>2</tournamentPlayerNumberWhite>"
    "<noneBlackPlayer>true</noneBlackPlayer>"
    "<pointWhite>+</pointWhite><pointBlack>-</pointBlack></game>\n"
    "  </games>\n"
    "</DSB_DWZ_TournamentReport>\n"
)
GUEST = (
    "    <player>\n"
    "      <tournamentPlayerNumber>3</tournamentPlayerNumber>\n"
    "      <surname>Özdemir</surname>\n"
    "      <forename>Elif</forename>\n"
    "      <dobYear>2009</dobYear>\n"
    "      <dobDate>2009-11-30</dobDate>\n"
    "      <sex>w</sex>\n"
    "    </player>\n"
)


def refused(report: Report) -> list[str]:
    with pytest.raises(EncodeError) as caught:
        encode_report(report)
    return [cause.en for cause in caught.value.causes]


def headed(**changes: Any) -> Report:  # noqa: ANN401
    return replace(REPORT, header=replace(HEADER, **changes))


def test_file_from_first_to_last_byte() -> None:
    assert TEXT.startswith(OPENING)
    assert GUEST in TEXT
    assert TEXT.endswith(BYE)


def test_same_report_same_bytes() -> None:
    assert encode_report(edited()) == TEXT.encode()


def test_a_foreign_file_may_have_no_header() -> None:
    assert b"<header>" not in encode_report(replace(REPORT, header=None))


def test_text_is_escaped_and_kept() -> None:
    club = 'SV "Turm & Dame" <1>\r\n]]> \N{KELVIN SIGN}'
    report = edited(players={1: {"club": club}})
    assert b"&amp;" in encode_report(report)
    assert decode_report(encode_report(report)) == report


CAPITALS = (
    "A UUID has capital letters. Write it in small ones, so that it stays the same."
)
BERTA_SAYS = "Player 1 (Ährenfeld, Berta)"
REFUSED = [
    (
        edited(players={2: {"dob_year": None}}),
        ["Player 2 (Carlsohn, Dietmar): The element dobYear is missing."],
    ),
    (
        edited(games={6: {"white": None}}),
        ["Game 6 (round 3) has nobody on either side. Leave it out."],
    ),
    (
        edited(games={1: {"white_points": "½"}}),
        ["Game 1 (round 1, 1–2), pointWhite: “½” is not allowed."],
    ),
    (
        edited(players={1: {"member_number": 0, "fide_rating": 5001}}),
        [
            f"{BERTA_SAYS}, numberClubMember: “0” is not allowed.",
            f"{BERTA_SAYS}, fideRating: “5001” is not allowed.",
        ],
    ),
    (
        edited({"start": dt.date(999, 1, 1)}),
        ["Tournament, startDate: “0999-01-01” is not allowed."],
    ),
    (
        replace(REPORT, tournament_uuid=REPORT.tournament_uuid.upper()),
        [CAPITALS],
    ),
    (
        headed(file_uuid=HEADER.file_uuid.upper()),
        [CAPITALS],
    ),
    (
        headed(created=dt.datetime(2026, 9, 14, 18, 5)),
        ["File header, creationDate: The time has no time zone. Give it one."],
    ),
    (headed(sender=" "), ["File header: The element sender is missing."]),
    (headed(sender=""), ["File header: The element sender is missing."]),
]


@pytest.mark.parametrize(("report", "causes"), REFUSED)
def test_what_cannot_be_written(report: Report, causes: list[str]) -> None:
    assert [cause.partition(" Right is")[0] for cause in refused(report)] == causes


@pytest.mark.parametrize(
    ("report", "place"),
    [
        (headed(sender="a\0"), "File header, sender"),
        (edited({"notes": "a\0"}), "Tournament, notes"),
        (edited(players={2: {"club": "a\0"}}), "Player 2, club"),
        (edited(games={1: {"black_points": "\0"}}), "Game 1, pointBlack"),
    ],
)
def test_characters_that_xml_cannot_hold(report: Report, place: str) -> None:
    says = f"{place}: The character U+0000 cannot stand in XML. Remove it."
    assert refused(report)[0] == says


@pytest.mark.parametrize("character", ["\x0b", "\ud800", "\ufffe", "\uffff"])
def test_each_strange_character_is_named(character: str) -> None:
    report = edited(players={1: {"club": character}})
    code = f"U+{ord(character):04X}"
    assert refused(report) == [
        f"Player 1, club: The character {code} cannot stand in XML. Remove it."
    ]


def test_all_problems_at_once() -> None:
    report = replace(
        edited(
            {"label": ""},
            players={1: {"dob_year": None, "vkz": "66"}},
            games={1: {"round": 1000}, 6: {"white": None}},
        ),
        tournament_uuid="no",
    )
    named = ["nobody", "tournamentUUID", "label", "dobYear", "vkz", "round: "]
    causes = " ".join(refused(report))
    assert [word for word in named if word in causes] == named
    assert len(refused(report)) == len(named)


def test_the_error_says_how_many_and_the_first() -> None:
    with pytest.raises(EncodeError) as caught:
        encode_report(edited(games={6: {"white": None}}))
    assert caught.value.text.en == (
        "The report cannot be written, 1 thing to correct first. The first: Game 6 "
        "(round 3) has nobody on either side. Leave it out."
    )
    assert caught.value.text.de.startswith("Der Bericht kann nicht geschrieben werden")


def test_numbers_must_be_unique_and_exist() -> None:
    report = extended(
        players=(replace(ELIF, dob_date=None),),
        games=(ReportGame(3, 4, 77, "1", "0"),),
    )
    assert [cause.split(":")[0] for cause in refused(report)] == [
        "Player 3 (Özdemir, Elif), tournamentPlayerNumber",
        "Game 7 (round 3, 4–77), tournamentPlayerNumberBlack",
    ]


def test_a_time_zone_of_odd_seconds_is_refused() -> None:
    berlin_1893 = dt.timezone(dt.timedelta(minutes=53, seconds=28))
    report = headed(created=dt.datetime(2026, 9, 14, 18, 5, tzinfo=berlin_1893))
    (cause,) = refused(report)
    assert cause.startswith("File header, creationDate: “2026-09-14T18:05:00+00:53:28”")


def test_a_text_that_no_reader_would_take() -> None:
    (cause,) = refused(edited({"notes": "x" * 11_000_000}))
    assert cause.startswith("The file would grow without bounds")


def test_optional_fields_of_a_member() -> None:
    assert BERTA.dsb_id in TEXT
    assert "<url>" not in TEXT
