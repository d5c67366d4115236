"""Rules F, U and T: the frame of the file, its UUIDs, the tournament and its days."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from dwzxml_samples import (
    FILE_UUID,
    REPORT,
    SATURDAY,
    SUNDAY,
    TEXT,
    TOURNAMENT_UUID,
    edited,
    extended,
    found,
    swapped,
)

from syncd.formats.dwzxml.elements import ReportGame
from syncd.formats.dwzxml.rules import RULES, check_report
from syncd.formats.dwzxml.rules.book import RuleBook
from syncd.model.findings import has_errors

UNDATED = {position: {"date": None} for position in range(1, 7)}
HALF_DATED = {position: {"date": None} for position in range(1, 5)}


def test_the_flawless_file() -> None:
    assert found(TEXT.encode()) == []
    assert not has_errors(check_report(TEXT.encode()))


def test_warnings_do_not_make_a_file_invalid() -> None:
    assert not has_errors(check_report(swapped(("Herbstopen Beispielstadt 2026 ", ""))))


def test_a_rule_is_written_down_once() -> None:
    with pytest.raises(ValueError, match="rule F06 is written down twice"):
        RuleBook(RULES, RULES)
    book = RuleBook()
    book.rule("X1")(RULES.rules["T01"])
    with pytest.raises(ValueError, match="rule X1 is written down twice"):
        book.rule("X1")(RULES.rules["T03"])


def test_findings_come_by_line_and_say_where() -> None:
    report = edited({"url": "x"}, players={1: {"club": "SK Beispielstadt II"}})
    assert [f.code for f in found(report)] == ["T15", "P30"]
    data = swapped(("Herbstopen Beispielstadt 2026 Gruppe A", "Kreisliga"))
    (finding,) = check_report(data)
    assert finding.text.en.startswith("Tournament, label: “Kreisliga” could be")
    assert finding.text.de.startswith("Turnier, label: „Kreisliga“ könnten")
    assert finding.value == "Kreisliga"


FRAME = [
    (swapped((' version="2.5"', "")), [("F06", "warning", "")]),
    (
        swapped(("xsi:schemaLocation=", "xsi:noNamespaceSchemaLocation=")),
        [("F08", "warning", "")],
    ),
]


@pytest.mark.parametrize(("data", "expected"), FRAME)
def test_frame(data: bytes, expected: list[tuple[str, str, str]]) -> None:
    assert found(data) == expected


def test_header_is_optional() -> None:
    assert found(replace(REPORT, header=None)) == [("F10", "warning", "")]


FILE, TOURNAMENT = "header/fileUUID", "tournament/tournamentUUID"
NIL, MAX = (
    "00000000-0000-0000-0000-000000000000",
    "f" * 8 + "-ffff" * 3 + "-" + "f" * 12,
)


@pytest.mark.parametrize(
    ("file_uuid", "tournament_uuid", "expected"),
    [
        (FILE_UUID.upper(), TOURNAMENT_UUID.upper(), []),
        (
            "550E8400-e29b-41d4-a716-446655440000",
            TOURNAMENT_UUID,
            [("F12", "error", FILE)],
        ),
        (
            "123e4567-e89b-12d3-a456-426614174000",
            "550e8400-e29b-41d4-a716-446655440000",
            [("F12", "error", FILE), ("F12", "error", TOURNAMENT)],
        ),
        (
            "f0b7c1de-6a53-4c0e-7d0b-2f6a1f3f8a01",
            TOURNAMENT_UUID,
            [("U01", "warning", FILE)],
        ),
        (
            FILE_UUID,
            "8c2d4b7a-91e5-9f3c-b6a8-5d0e7c1b2a02",
            [("U05", "warning", TOURNAMENT)],
        ),
        (NIL, TOURNAMENT_UUID, [("U10", "error", FILE)]),
        (NIL, NIL, [("U10", "error", FILE), ("U10", "error", TOURNAMENT)]),
        (FILE_UUID, MAX.upper(), [("U10", "error", TOURNAMENT)]),
        (FILE_UUID, FILE_UUID.upper(), [("U10", "warning", FILE)]),
    ],
)
def test_uuids(
    file_uuid: str, tournament_uuid: str, expected: list[tuple[str, str, str]]
) -> None:
    pairs = (FILE_UUID, file_uuid), (TOURNAMENT_UUID, tournament_uuid)
    assert found(swapped(*pairs)) == expected


LABELS = [
    ("Kreisliga", True),
    ("Verbandsliga_A", True),
    ("Bezirksklasse 2026", True),
    ("Kreisliga Nord 2026/27", False),
    ("Open", True),
    ("-", True),
    ("JEM 2026 U14", False),
    ("DSAM-Finale Magdeburg 2022 - Gruppe C", False),
]


@pytest.mark.parametrize(("label", "is_general"), LABELS)
def test_labels(label: str, is_general: bool) -> None:  # noqa: FBT001
    expected = [("T01", "warning", "tournament/label")] if is_general else []
    assert found(edited({"label": label})) == expected


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"type": "TW-H"}, "T03", "tournamentType"),
        ({"timecontrol": "90 min + 30 s/Zug"}, "T04", "timecontrol"),
        ({"timecontrol": "5400 + 30"}, "T04", "timecontrol"),
        ({"location": "Hessen"}, "T13", "location"),
        ({"url": "siehe Aushang"}, "T15", "url"),
        ({"age_class": "U12"}, "T16", "ageClass"),
        ({"age_class": "u 20w"}, "T16", "ageClass"),
        ({"timecontrol": "W300-B240"}, "T16", "timecontrol"),
        ({"timecontrol": "3540+60"}, "T16", "timecontrol"),
    ],
)
def test_warnings_of_the_tournament(
    changes: dict[str, str], code: str, field: str
) -> None:
    assert found(edited(changes)) == [(code, "warning", f"tournament/{field}")]


@pytest.mark.parametrize(
    "changes",
    [
        {"timecontrol": "3600+30"},
        {"timecontrol": "40/6000+30:900+30"},
        {"type": "TR", "location": "Hessen"},
        {"url": "https://example.org/open"},
        {"age_class": "Erwachsene"},
        {"age_class": "U80"},
    ],
)
def test_nothing_to_say_of_the_tournament(changes: dict[str, str]) -> None:
    assert found(edited(changes)) == []


def test_an_hour_is_enough_for_the_young() -> None:
    young = {position: {"dob_year": 2016, "dob_date": None} for position in range(1, 5)}
    changes = {"age_class": "U10", "timecontrol": "3600"}
    codes = [f.code for f in found(edited(changes, players=young))]
    assert codes == ["P19", "P19"]
    adults = [f.code for f in found(edited({"timecontrol": "3600"}, players=young))]
    assert adults == ["T16", "P19", "P19"]


def test_age_needs_the_start() -> None:
    data = swapped(
        ("2026-09-12</startDate>", "</startDate>"),
        ("</location>", "</location><ageClass>U12</ageClass>"),
    )
    assert found(data) == [("T08", "error", "tournament/startDate")]


def test_rounds_too_few() -> None:
    expected = [("T17", "error", "tournament/rounds")]
    assert found(edited({"rounds": 2})) == expected


@pytest.mark.parametrize("rounds", [4, 6])
def test_rounds_without_games(rounds: int) -> None:
    assert found(edited({"rounds": rounds})) == []


START, END = "tournament/startDate", "tournament/endDate"
FRIDAY, MONDAY = SATURDAY - dt.timedelta(1), SUNDAY + dt.timedelta(1)
DAYS = [
    ({"start": FRIDAY}, {}, [("T06", "error", START)]),
    ({"start": SUNDAY}, {}, [("T06", "error", START)]),
    ({"end": MONDAY}, {}, [("T09", "error", END)]),
    ({"end": SATURDAY}, {}, [("T09", "error", END)]),
    ({"start": MONDAY}, {}, [("T12", "error", END)]),
    ({"start": FRIDAY, "end": MONDAY}, UNDATED, []),
    ({"start": MONDAY}, UNDATED, [("T12", "error", END)]),
    ({"start": SUNDAY}, HALF_DATED, []),
    ({"start": FRIDAY}, HALF_DATED, [("T06", "warning", START)]),
    (
        {"end": MONDAY},
        HALF_DATED,
        [("T06", "warning", START), ("T09", "warning", END)],
    ),
    (
        {"start": FRIDAY, "end": SATURDAY},
        HALF_DATED,
        [("T06", "warning", START), ("G31", "error", "games/game[5]/date")],
    ),
    ({"end": MONDAY}, {6: {"date": MONDAY}}, [("T09", "warning", END)]),
    ({}, {6: {"date": MONDAY}}, []),
]


@pytest.mark.parametrize(("changes", "games", "expected"), DAYS)
def test_days(
    changes: dict[str, dt.date],
    games: dict[int, dict[str, dt.date | None]],
    expected: list[tuple[str, str, str]],
) -> None:
    assert found(edited(changes, games=games)) == expected


def test_only_the_played_games_count() -> None:
    unplayed = {n: {"white_points": "-", "black_points": "-"} for n in range(1, 7)}
    codes = {f.code for f in found(edited({"start": FRIDAY}, games=unplayed))}
    assert codes == {"P03"}


def test_three_long_rounds_a_day() -> None:
    ok = edited({"rounds": 6}, games=UNDATED)
    assert found(ok) == []
    many = edited({"rounds": 7}, games=UNDATED)
    assert found(many) == [("T19", "warning", END)]
    unknown = edited({"rounds": 7, "timecontrol": "lang"}, games=UNDATED)
    assert [f.code for f in found(unknown)] == ["T04", "T19"]
    rapid = edited({"rounds": 7, "timecontrol": "1200"}, games=UNDATED)
    assert [f.code for f in found(rapid)] == ["T16"]


def test_more_than_a_year() -> None:
    leap_year = {"start": SUNDAY - dt.timedelta(365)}
    assert found(edited(leap_year, games=UNDATED)) == []
    longer = {"start": SUNDAY - dt.timedelta(366)}
    assert found(edited(longer, games=UNDATED)) == [("T19", "warning", END)]


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (-1, "still to come"),
        (0, ""),
        (42, ""),
        (43, "no claim"),
        (365, "no claim"),
        (366, "can no longer"),
    ],
)
def test_as_of(days: int, words: str) -> None:
    findings = check_report(TEXT.encode(), as_of=SUNDAY + dt.timedelta(days))
    assert [f.code for f in findings] == (["T20"] if words else [])
    assert all(words in finding.text.en for finding in findings)


def test_made_before_the_end() -> None:
    data = swapped(("2026-09-14T18:05:00", "2026-09-12T23:59:59"))
    made = ("T20", "warning", "header/creationDate")
    assert found(data) == [made]
    assert found(data, as_of=SUNDAY + dt.timedelta(50)) == [
        made,
        ("T20", "warning", END),
    ]
    early = SUNDAY - dt.timedelta(1)
    assert found(data, as_of=early) == [("T20", "warning", END)]


def test_no_creation_date_to_compare() -> None:
    assert [f.code for f in found(swapped(("2026-09-14T", "14.09.2026T")))] == ["F04"]
    assert [f.code for f in found(replace(REPORT, header=None), as_of=SUNDAY)] == [
        "F10"
    ]


def test_an_unreadable_end_is_left_to_the_schema() -> None:
    data = swapped(("2026-09-13</endDate>", "13.9.</endDate>"))
    assert found(data, as_of=SUNDAY) == [("T11", "error", END)]


def test_an_extra_round_is_one_fault() -> None:
    games = (ReportGame(4, 3, 4, "1", "0", SUNDAY),)
    assert found(extended(games=games)) == [
        ("T17", "error", "tournament/rounds"),
        ("G20", "warning", "players/player[4]"),
    ]
