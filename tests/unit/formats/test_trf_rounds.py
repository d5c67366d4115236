from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf.event.rounds import MOST_ROUNDS
from syncd.model.findings import Severity


@pytest.mark.parametrize(
    ("lines", "cells", "rounds"),
    [
        (["142 7"], ["0000 - U"], 7),
        (["142 005"], [], 5),
        (["XXR 6"], ["0000 - U"], 6),
        (["142 4", "XXR 4"], [], 4),
        ([], [], 0),
        (["132" + " " * 88 + "26/09/05  26/09/06"], ["0000 - U"], 2),
    ],
)
def test_rounds(lines: list[str], cells: list[str], rounds: int) -> None:
    reading = read(*lines, player(1, *cells))
    assert rounds == reading.tournament.rounds == reading.tournament.pairings.rounds
    assert [] == codes(reading)


@pytest.mark.parametrize(
    ("lines", "cells", "rounds", "line"),
    [
        ([], ["0000 - Z", "", "0000 - U", "-"], 3, 2),
        ([], ["       -", "       -"], 0, 2),
        (["142 1"], ["0000 - U", "       -", "0000 - Z"], 1, 3),
    ],
)
def test_cells_in_which_nothing_is_played_are_no_rounds(
    lines: list[str], cells: list[str], rounds: int, line: int
) -> None:
    reading = read(*lines, player(1, *cells))
    assert rounds == reading.tournament.rounds == reading.tournament.pairings.rounds
    (finding,) = reading.findings
    assert ("trf.cells_after_last_round", "info") == (finding.code, finding.severity)
    assert (line, 92 + 10 * rounds) == (finding.line, finding.column)
    assert f"behind round {rounds} " in finding.text.en


def test_two_records_that_disagree_are_an_error() -> None:
    reading = read("142 5", "XXR 6", player(1))
    (finding,) = reading.findings
    assert ("trf.rounds_disagree", 2) == (finding.code, finding.line)
    assert "142 (line 2) says 5" in finding.text.en
    assert "XXR (line 3) says 6" in finding.text.en
    assert 5 == reading.tournament.rounds


def test_games_beyond_the_stated_rounds_are_kept_and_an_error() -> None:
    reading = read("142 1", player(1, "2 w 1", "2 b 1"), player(2, "1 b 0", "1 w 0"))
    (finding,) = reading.findings
    assert ("trf.rounds", Severity.ERROR) == (finding.code, finding.severity)
    assert (3, 102) == (finding.line, finding.column)
    assert 2 == reading.tournament.rounds
    assert 2 == len(list(reading.tournament.pairings.games()))


@pytest.mark.parametrize("stated", ["999", "999999999"])
def test_an_absurd_number_of_rounds_is_cut(stated: str) -> None:
    reading = read(f"142 {stated}", player(1))
    assert ["trf.rounds"] == codes(reading)
    assert MOST_ROUNDS == reading.tournament.rounds


def test_an_absurdly_long_line_is_cut() -> None:
    reading = read(player(1, *["0000 - U"] * 400))
    assert MOST_ROUNDS == reading.tournament.rounds
    assert {"trf.rounds"} == set(codes(reading))


@pytest.mark.parametrize("line", ["XCM  2  2  3", "XCM  2  2 03", "XCM 2 2 3"])
def test_loops_multiply_the_rounds(line: str) -> None:
    reading = read("142 3", line, player(1), swiss=False)
    tournament = reading.tournament
    assert (3, 2, 6) == (
        tournament.rounds,
        tournament.loops,
        tournament.pairings.rounds,
    )
    assert [] == codes(reading)


def test_loops_without_a_number_of_rounds_are_not_forgotten() -> None:
    reading = read("XCM  2  2", player(1, "0000 - U"), swiss=False)
    assert (1, 2) == (reading.tournament.rounds, reading.tournament.loops)
    assert [] == codes(reading)


def test_one_loop_is_not_worth_a_word() -> None:
    reading = read("142 3", "XCM  2  1  3", player(1), swiss=False)
    assert [] == codes(reading)
    assert 1 == reading.tournament.loops
