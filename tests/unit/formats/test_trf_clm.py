from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf import decode, encode


def test_clubs_memberships_and_ratings() -> None:
    reading = read(
        player(1),
        player(2),
        "XCC    1 SV Gross-Gerau",
        "XCR    1 2217      2218",
        "XCZ    1 G0222-104",
        "XCC    2",
        "XCR    2    0    0    0",
        "XCZ    2 ABCDE-12345" + " " * 60 + " 1   1 0",
    )
    one, two = reading.tournament.entrants
    assert ("SV Gross-Gerau", 2217, None, 2218) == (one.club, one.dwz, one.elo, one.twz)
    assert ("G0222", 104) == (one.vkz, one.member_number)
    assert ("", None, None, None) == (two.club, two.dwz, two.elo, two.twz)
    assert ("ABCDE", 12345) == (two.vkz, two.member_number)
    assert [] == codes(reading)


def test_records_as_the_wiki_shows_them_with_single_blanks() -> None:
    reading = read(
        player(14),
        player(7),
        "XCR 14 914 1893 1914",
        "XCC 7 SF Lohmar",
        "XCZ 7 66211-187",
        "XCR 7 1900 1800",
    )
    one, two = reading.tournament.entrants
    assert (914, 1893, 1914) == (one.dwz, one.elo, one.twz)
    assert ("SF Lohmar", "66211", 187) == (two.club, two.vkz, two.member_number)
    assert (1900, 1800, None) == (two.dwz, two.elo, two.twz)


@pytest.mark.parametrize(
    ("text", "vkz", "number"),
    [
        ("66211-187", "66211", 187), ("66211 - 187", "66211", 187),
        ("66211", "66211", None), ("66211-0", "66211", None), ("66211-", "66211", None),
        ("-187", "", None), ("", "", None),
    ],
)  # fmt: skip
def test_memberships(text: str, vkz: str, number: int | None) -> None:
    (entrant,) = read(player(1), f"XCZ    1 {text}").tournament.entrants
    assert (vkz, number) == (entrant.vkz, entrant.member_number)


def test_a_record_of_an_unknown_player_is_a_warning_and_0_is_none() -> None:
    reading = read(player(1), "XCC    9 SV", "XCC    0 SV", "XCR    x", "XCZ")
    assert ["clm.unknown_player"] * 3 == codes(reading)
    assert (3, 5, "9") == (
        reading.findings[0].line,
        reading.findings[0].column,
        reading.findings[0].value,
    )


@pytest.mark.parametrize(
    "lines",
    [
        ["XCP a=1", "XCP b=x=y", "XCP "],
        ["XCP a=1;;b=x=y;;"],
        ["XCP a=1;", "XCP b=x=y;"],
    ],
)
def test_parameters_in_all_forms(lines: list[str]) -> None:
    reading = read(*lines, player(1), "XCP    1 +49 221 1234567")
    assert (("a", "1"), ("b", "x=y")) == reading.tournament.parameters


def test_what_has_no_key_is_no_parameter() -> None:
    assert () == read("XCP", "XCP text", "XCP =1", "XCP 1=2").tournament.parameters


def test_contact_data_stays_in_the_file_and_out_of_the_model() -> None:
    lines = [
        player(1),
        "XCP    1 0221=123",
        "XCP 1 0221/456",
        "XCP      +49 0221 77",
        "XCS    1 0221 789",
        "XCE    1 max@example.org",
    ]
    data = "\n".join(lines).encode()
    reading = read(*lines)
    assert data == encode(decode(data))
    assert () == reading.tournament.parameters
    shown = repr(reading)
    assert "0221" not in shown
    assert "example.org" not in shown


@pytest.mark.parametrize(
    ("line", "tiebreaks"),
    [
        ("XCF  1  3  0", (1, 3, 0)), ("XCF 11 12  4", (11, 12, 4)),
        ("XCF  1     0", (1, 0, 0)), ("XCF 1 3 0", (1, 3, 0)),
        ("XCF", (0, 0, 0)), ("XCX", ()),
    ],
)  # fmt: skip
def test_tiebreaks(line: str, tiebreaks: tuple[int, ...]) -> None:
    assert tiebreaks == read(line, player(1)).tournament.tiebreaks


def test_venue_and_the_exporters_own_warnings() -> None:
    tournament = read(
        "XCL Aula,Wiener Straße 18",
        player(1),
        "### Spieler 1 ist ohne FIDE-ID",
        "### Warnung! Vermutlich fehlen die Ergebnisse in Runde: 4  Durchgang: 1",
        "### Warnung! Vermutlich fehlen einige Ergebnisse in Runde: 5  Durchgang: 1",
    ).tournament
    assert "Aula,Wiener Straße 18" == tournament.venue
    assert tournament.missing_results.startswith("Warnung! Vermutlich fehlen die")
    assert "Runde: 4  Durchgang: 1; Warnung!" in tournament.missing_results
