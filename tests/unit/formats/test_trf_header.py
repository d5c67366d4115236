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
    assert ["trf.round_dates_lines", "trf.date_form"] == codes(reading)
    assert "1 more of the round dates" in reading.findings[1].text.en
    assert (2, 8) == (reading.findings[1].line, reading.findings[1].column)


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


@pytest.mark.parametrize(
    ("lines", "date", "line", "column", "value", "right"),
    [
        (["042 05/09/2026"], dt.date(2026, 9, 5), 2, 5, "05/09/2026", "2026/09/05"),
        (["042   05.09.2026"], dt.date(2026, 9, 5), 2, 7, "05.09.2026", "2026/09/05"),
        (["042 2026-09-05"], dt.date(2026, 9, 5), 2, 5, "2026-09-05", "2026/09/05"),
        (["042 05.09.26"], dt.date(2026, 9, 5), 2, 5, "05.09.26", "2026/09/05"),
        (["042 26.25.02"], dt.date(2026, 2, 25), 2, 5, "26.25.02", "2026/02/25"),
        (["042 May 10, 2020"], dt.date(2020, 5, 10), 2, 5, "May 10, 2020", "2020/05"),
        (["042 5. Mai 2020"], dt.date(2020, 5, 5), 2, 5, "5. Mai 2020", "2020/05/05"),
        (["042 09/25/2026"], dt.date(2026, 9, 25), 2, 5, "09/25/2026", "2026/09/25"),
    ],
)
def test_a_date_in_another_form_is_read_with_a_note(
    lines: list[str], date: dt.date, line: int, column: int, value: str, right: str
) -> None:
    reading = read(*lines, player(1))
    assert date == reading.tournament.start
    (finding,) = reading.findings
    assert ("trf.date_form", "info") == (finding.code, finding.severity)
    assert (line, column, value) == (finding.line, finding.column, finding.value)
    assert f"read as {date}" in finding.text.en
    assert right in finding.text.de


@pytest.mark.parametrize(
    ("texts", "dates"),
    [
        (["26/09/05", "26/09/06"], [(9, 5), (9, 6)]),
        (["26.09.05", "26.09.06"], [(9, 5), (9, 6)]),
        (["05.09.26", "06.09.26"], [(9, 5), (9, 6)]),
        (["26.05.09", "26.06.09"], [(9, 5), (9, 6)]),  # year, day, month
    ],
)
def test_a_round_date_is_one_of_the_days_of_the_tournament(
    texts: list[str], dates: list[tuple[int, int]]
) -> None:
    reading = read(
        "042 2026/09/01", "052 2026/09/30", "142 2", f"132{PAD}{'  '.join(texts)}",
        player(1),
    )  # fmt: skip
    assert tuple(dt.date(2026, *date) for date in dates) == (
        reading.tournament.round_dates
    )
    odd = [] if texts[0] == "26/09/05" else ["trf.date_form"]
    assert odd == codes(reading)


@pytest.mark.parametrize(
    ("line", "rated", "code", "severity"),
    [
        ("062 2", 1, "trf.player_count", "error"),
        ("062 0", 1, "trf.player_count", "warning"),
        ("072 2", 1, "trf.rated_count", "info"),
    ],
)
def test_a_wrong_count_names_both_numbers(
    line: str, rated: int, code: str, severity: str
) -> None:
    (finding,) = read(line, player(1)).findings
    assert (code, severity, 2, 5) == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
    )
    assert f"says {line[4:]} " in finding.text.en
    assert f"{rated} player" in finding.text.en


def test_a_wrong_number_of_teams_is_a_warning() -> None:
    reading = read("082 3", player(1), "013 Team", swiss=False)
    (finding,) = [one for one in reading.findings if one.code == "trf.team_count"]
    assert ("warning", 1) == (finding.severity, finding.line)
    assert "1 team lines (the first is line 3)" in finding.text.en


def test_a_record_that_stands_twice_names_both_lines() -> None:
    differs, again = read(
        "012 One", "012 Two", "022 Köln", "022 Köln", "112 a", "112 b", player(1)
    ).findings
    assert ("trf.repeated_record", "warning", 3, "Two") == (
        differs.code,
        differs.severity,
        differs.line,
        differs.value,
    )
    assert "line 2 ('One') and again in line 3 ('Two')" in differs.text.en
    assert ("trf.repeated_record", "info", 5) == (
        again.code,
        again.severity,
        again.line,
    )
