from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.model.findings import Severity


def test_an_opponent_who_does_not_answer_is_an_error_with_both_lines() -> None:
    reading = read(player(1, "2 w 1"), player(2, "3 w 1"), player(3, "2 b 0"))
    (finding,) = reading.findings
    assert ("trf.one_sided", Severity.ERROR, 2) == (
        finding.code,
        finding.severity,
        finding.line,
    )
    assert "line 3" in finding.text.en
    assert "Zeile 3" in finding.text.de
    games = list(reading.tournament.pairings.games())
    assert [True, False] == sorted((game.is_mutual for game in games), reverse=True)


@pytest.mark.parametrize(
    "letters",
    ["10", "==", "00", "=0", "0=", "+-", "-+", "--", "WL", "DD", "  ", "**", "* "],
)
def test_results_that_fit(letters: str) -> None:
    reading = read(player(1, f"2 w {letters[0]}"), player(2, f"1 b {letters[1]}"))
    assert (["trf.result_open"] if "*" in letters else []) == codes(reading)


@pytest.mark.parametrize(
    "letters", ["11", "1=", "==1"[1:], "++", "+0", "1 ", "W0", "1L"]
)
def test_results_that_do_not_fit(letters: str) -> None:
    reading = read(player(1, f"2 w {letters[0]}"), player(2, f"1 b {letters[1]}"))
    (finding,) = reading.findings
    assert ("trf.result_contradiction", Severity.ERROR) == (
        finding.code,
        finding.severity,
    )
    assert "(line 2)" in finding.text.en
    assert "(line 3)" in finding.text.en
    assert (2, 99) == (finding.line, finding.column)


@pytest.mark.parametrize("letters", ["Z+", "-Z", "ZZ", "Z "])
def test_an_absent_player_who_is_paired_is_a_warning(letters: str) -> None:
    reading = read(player(1, f"2 w {letters[0]}"), player(2, f"1 b {letters[1]}"))
    (finding,) = reading.findings
    assert ("trf.bye_with_opponent", Severity.WARNING) == (
        finding.code,
        finding.severity,
    )
    (game,) = reading.tournament.pairings.games()
    assert not game.is_played


def test_a_bye_letter_with_an_opponent_is_a_contradiction() -> None:
    reading = read(player(1, "2 w U"), player(2, "1 b 0"))
    assert ["trf.result_contradiction"] == codes(reading)


@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        *[(letter, ["trf.result_without_opponent"]) for letter in "10W"],
        *[(letter, ["trf.old_byes"]) for letter in "+="],
        ("Z", []),
    ],
)
def test_results_without_an_opponent(letter: str, expected: list[str]) -> None:
    assert expected == codes(read(player(1, f"0000 - {letter}")))


def test_byes_of_trf06_are_told_once_with_their_place() -> None:
    reading = read(player(1, "2 w 1", "0000 - +"), player(2, "1 b 0", "0000 - ="))
    (finding,) = reading.findings
    assert ("trf.old_byes", "info", 2, 109, "0000 - +") == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )
    assert "(2 cells" in finding.text.en


def test_two_whites_are_a_warning_once_per_game() -> None:
    reading = read(player(1, "2 w 1"), player(2, "1 w 0"))
    assert ["trf.colours"] == codes(reading)
    assert Severity.WARNING is reading.findings[0].severity


def test_a_colour_without_an_opponent_is_a_warning() -> None:
    assert ["trf.colour_without_opponent"] == codes(read(player(1, "0000 w  ")))


def test_unknown_colours_are_fine() -> None:
    assert [] == codes(read(player(1, "2 - 1"), player(2, "1 - 0")))


def test_only_the_faulty_round_is_named() -> None:
    reading = read(
        player(1, "2 w 1", "2 b 1", "0000 - U"),
        player(2, "1 b 0", "1 w 1", "0000 - Z"),
    )
    (finding,) = reading.findings
    assert "Round 2" in finding.text.en
    assert 109 == finding.column
