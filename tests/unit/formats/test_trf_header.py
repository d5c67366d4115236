from __future__ import annotations

import datetime as dt

import pytest
from trf_lines import codes, player, read

PAD = " " * 88


def test_texts_are_taken_as_they_are() -> None:
    tournament = read(
        "012 Open  ",
        "012 again",
        "022 https://example.org",
        "032 GER",
        "102 Groß,Eva (4600010)",
        "112 ",
        "112 One",
        "112 Two",
        "122 90 min",
        "222 5400+30",
        player(1),
    ).tournament
    assert ("Open", "https://example.org", "GER") == (
        tournament.name,
        tournament.city,
        tournament.federation,
    )
    assert ("Groß,Eva (4600010)", ("One", "Two")) == (
        tournament.arbiter,
        tournament.deputies,
    )
    assert ("90 min", "5400+30", "Individual Swiss Dutch") == (
        tournament.time_control_text,
        tournament.time_control_code,
        tournament.type_text,
    )


def test_unset_dates() -> None:
    reading = read(
        "142 3",
        "042 1970/01/01",
        "052 ",
        f"132{PAD}70/01/01  26/09/06",
        player(1),
    )
    tournament = reading.tournament
    assert (None, None) == (tournament.start, tournament.end)
    assert (None, dt.date(2026, 9, 6), None) == tournament.round_dates
    assert [] == codes(reading)


def test_round_dates_that_were_never_created() -> None:
    reading = read("142 2", f"132{PAD}//  //  //  ", player(1))
    assert (None, None) == reading.tournament.round_dates
    assert [] == codes(reading)


def test_one_round_date_per_line() -> None:
    reading = read("132    2026/04/01", "132    2026/04/02", player(1))
    assert (dt.date(2026, 4, 1), dt.date(2026, 4, 2)) == reading.tournament.round_dates


def test_without_round_dates_there_are_none() -> None:
    assert () == read("142 5", "132", player(1)).tournament.round_dates


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        (["042 2026/02/30"], "trf.date", 2),
        (["052 soon"], "trf.date", 2),
        ([f"132{PAD}26/02/30"], "trf.date", 2),
        (["042 2026/09/05", "052 2026/09/04"], "trf.date_order", 3),
        (["062 0"], "trf.player_count", 2),
    ],
)
def test_what_cannot_be_is_a_warning(lines: list[str], code: str, line: int) -> None:
    reading = read(*lines, player(1))
    (finding,) = reading.findings
    assert (code, "warning", line) == (finding.code, finding.severity, finding.line)


def test_fewer_players_than_stated_is_an_error() -> None:
    """Nothing else shows that a file was cut off between two lines."""
    (finding,) = read("062 129 (88)", player(1)).findings
    assert ("trf.player_count", "error", 2) == (
        finding.code,
        finding.severity,
        finding.line,
    )
    assert "cut off" in finding.text.en
    assert "abgeschnitten" in finding.text.de


def test_second_entries_of_clm_are_among_the_stated_players() -> None:
    assert ["trf.start_number_zero"] == codes(read("062 2", player(1), player(0)))


@pytest.mark.parametrize("text", ["062 001", "062 ", "062 2 of them"])
def test_the_number_of_players_counts_lines(text: str) -> None:
    reading = read(text, player(1), *([player(2)] if "2" in text[4:] else []))
    assert [] == codes(reading)
