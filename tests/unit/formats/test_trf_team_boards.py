from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from trf_lines import codes, player, read

from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.trf import Reading

SECTION = "### Tournament Section  "
ROWS = (
    player(1, "3 w 1", "4 w 1", "4 w 1"),
    player(2, "4 w 0", "3 w 1", "3 w ="),
    player(3, "1 b 1", "2 b 1", "2 w ="),
    player(4, "2 b 0", "1 b 1", "3 b 0"),
)
"""Round 1 has one contradiction, round 2 two; round 3 has both odd entries."""
NOT_MEANT = {"trf.kind", "trf.no_rosters"}


def team_event(*lines: str) -> Reading:
    return read(*lines, "082 2", "310   1 A", "310   2 B", *ROWS, swiss=False)


def only(reading: Reading, code: str) -> Finding:
    (finding,) = [each for each in reading.findings if each.code == code]
    return finding


def test_boards_that_clm_wrote_from_one_side_are_one_warning() -> None:
    finding = only(team_event(SECTION), "trf.result_contradiction")
    assert (Severity.WARNING, 5) == (finding.severity, finding.line)
    assert "3 boards (first in line 5)" in finding.text.en
    assert "An 3 Brettern (zuerst Zeile 5)" in finding.text.de
    assert "home player's result" in finding.text.en
    assert "Heimspielers" in finding.text.de
    assert "Correct" not in finding.text.en
    assert "korrigieren" not in finding.text.de


def test_entries_that_nobody_answers_are_one_warning() -> None:
    finding = only(team_event(SECTION), "trf.one_sided")
    assert (Severity.WARNING, 5) == (finding.severity, finding.line)
    assert "2 entries (first in line 5)" in finding.text.en
    assert "2 Einträge (zuerst Zeile 5)" in finding.text.de


def test_equal_colours_are_one_warning() -> None:
    finding = only(team_event(SECTION), "trf.colours")
    assert (Severity.WARNING, 6) == (finding.severity, finding.line)
    assert "1 board (first in line 6)" in finding.text.en
    assert "An 1 Brett (zuerst Zeile 6)" in finding.text.de


def test_what_makes_the_event_wait_are_games_of_another_loop() -> None:
    errors = [
        finding.code
        for finding in team_event(SECTION).findings
        if finding.severity is Severity.ERROR
    ]
    assert ["trf.loops"] == [code for code in errors if code not in NOT_MEANT]


@pytest.mark.parametrize("code", ["trf.result_contradiction", "trf.one_sided"])
def test_a_team_event_of_another_program_names_each_board(code: str) -> None:
    reading = team_event()
    assert Counter(codes(team_event(SECTION)))[code] < Counter(codes(reading))[code]
    found = {each.severity for each in reading.findings if each.code == code}
    assert {Severity.ERROR} == found


def test_an_individual_event_of_clm_names_each_game() -> None:
    reading = read(SECTION, *ROWS)
    assert 3 == Counter(codes(reading))["trf.result_contradiction"]
    assert 2 == Counter(codes(reading))["trf.one_sided"]
