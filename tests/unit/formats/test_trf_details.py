"""Teams beyond their rosters, national records, times, tie-breaks."""

from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf.teams.details import with_forfeits
from syncd.model.tournament import LineUp, NationalRecord, Team, TeamBye, TeamMatch

PLAYERS = [player(number) for number in range(1, 5)]
HEAD = f"{'310   1 India':<41}{'IND':<6}{'  2486'}"
FINAL = f"{HEAD}   15.0   28.0  11     1    2"
DRAFT = f"{HEAD} 15.0   28.0  11     1    2"
CLM = f"{'310   1 India':<49}{'2486':<6}{' 15'}   28.0  11     1    2"


@pytest.mark.parametrize(
    ("line", "nickname"), [(FINAL, "IND"), (DRAFT, "IND"), (CLM, "")]
)
def test_the_fields_of_310_in_every_form(line: str, nickname: str) -> None:
    (team,) = read(*PLAYERS, line).tournament.teams
    assert team == Team(1, "India", (1, 2), nickname, 2486, 150, 280, 11)


def test_line_ups_byes_and_forfeits() -> None:
    tournament = read(
        *PLAYERS,
        FINAL,
        "300   2   1   3    2 0000    1",
        "320  1.0  2.0   0  13       4",
        "330 +-   2   1   3",
    ).tournament
    assert tournament.line_ups == (LineUp(2, 1, 3, (2, 0, 1)),)
    assert tournament.team_byes == TeamBye(10, 20, (0, 13, 0, 4))
    assert tournament.matches == (TeamMatch(2, 1, 3, forfeited="+-"),)


@pytest.mark.parametrize("line", ["330 xx   2   1   3", "300   x   1   3    2"])
def test_a_team_record_that_cannot_be_read(line: str) -> None:
    found = codes(read(*PLAYERS, FINAL, line))
    assert "trf.record_value" in found


def test_forfeits_are_put_into_matches_that_are_known() -> None:
    open_home = TeamMatch(4, 1, 2, is_home_known=False)
    known = [TeamMatch(1, 1, 2), TeamMatch(1, 4, 3), TeamMatch(2, 1, 3), open_home]
    told = [
        TeamMatch(1, 3, 4, forfeited="+-"),
        TeamMatch(2, 1, 3, forfeited="--"),
        TeamMatch(3, 1, 4, forfeited="-+"),
        TeamMatch(4, 2, 1, forfeited="+-"),
    ]
    assert with_forfeits(known, told) == (
        TeamMatch(1, 1, 2),
        TeamMatch(1, 4, 3, forfeited="-+"),
        TeamMatch(2, 1, 3, forfeited="--"),
        TeamMatch(3, 1, 4, forfeited="-+"),
        TeamMatch(4, 2, 1, forfeited="+-"),
    )


def test_national_records() -> None:
    full = f"FRA    1 m  A {'Muster,Maximilian':<33} 2200 IDF      Y02046 1990/00/00"
    tournament = read(*PLAYERS, full, "GER    1" + " " * 40 + "1999").tournament
    assert tournament.entrants[0].national == (
        NationalRecord(
            "FRA", 2200, "Y02046", "A", "IDF", "Muster,Maximilian", "m", "1990/00/00"
        ),
        NationalRecord("GER", 1999),
    )
    assert tournament.entrants[1].national == ()


@pytest.mark.parametrize(
    "line",
    [
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN",
        "DAT    1 EMAIL max@muster.de",
        "FRA    9 m  A Nobody",  # nobody has this number
        "ABC    1 some text",
        "XRS    1 site",
    ],
)
def test_what_is_no_national_record(line: str) -> None:
    assert not any(each.national for each in read(*PLAYERS, line).tournament.entrants)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["202 EDET/P, BH:MP/C1"], ("PTS", "EDET/P", "BH:MP/C1")),
        (["212 SB,PTS"], ("SB", "PTS")),
        (["212 PTS,SB", "202 SB"], ("PTS", "SB")),
        (["202 "], ()),
    ],
)
def test_tie_breaks(lines: list[str], expected: tuple[str, ...]) -> None:
    reading = read(*PLAYERS, *lines)
    assert reading.tournament.tiebreak_codes == expected
    assert codes(reading) == []


def test_texts_of_trf26() -> None:
    tournament = read(*PLAYERS, "182 Pairer 2", "192 FIDE_DUTCH_2026").tournament
    assert (tournament.program, tournament.type_code) == ("Pairer 2", "FIDE_DUTCH_2026")


def test_times_in_their_columns_and_as_the_wiki_shows_them() -> None:
    placed = "XCT" + " " * 88 + "16:00:00            9:30"
    for line in (placed, "XCT 16:00:00 09:30:00"):
        reading = read(player(1, "", "", "2 w 1"), player(2, "", "", "1 b 0"), line)
        assert reading.tournament.round_times[0] == "16:00:00"
        assert len(reading.tournament.round_times) == 3
        assert codes(reading) == []
    assert read(player(1, "", "", ""), "142 3", placed).tournament.round_times == (
        "16:00:00", "", "09:30:00",
    )  # fmt: skip


def test_a_time_that_is_none() -> None:
    reading = read(*PLAYERS, "142 1", "XCT" + " " * 88 + "25:00:00")
    assert reading.tournament.round_times == ()
    (finding,) = reading.findings
    assert (finding.code, finding.column, finding.value) == (
        "trf.record_value", 92, "25:00:00",
    )  # fmt: skip


def test_the_columns_of_the_draft_are_told_once() -> None:
    lines = [
        f"310 {number:>3} {'Team':<32} {'':5} {1500:>6} {'2.0':>4} {'1.0':>6} {1:>3}  "
        f"{number:>4}"
        for number in (1, 2)
    ]
    (finding,) = [
        one
        for one in read(*lines, player(1), player(2), swiss=False).findings
        if one.code == "trf.draft_columns"
    ]
    assert ("info", 1, 55) == (finding.severity, finding.line, finding.column)
    assert "2 in all" in finding.text.en
