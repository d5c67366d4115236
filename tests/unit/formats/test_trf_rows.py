from __future__ import annotations

from trf_lines import codes, player, read

from syncd.model.findings import Severity


def test_players_stand_in_the_order_of_the_file() -> None:
    reading = read(player(27), player("0002"), player(1))
    assert [27, 2, 1] == [entrant.id for entrant in reading.tournament.entrants]
    assert [27, 2, 1] == list(reading.tournament.pairings.rows)
    assert [] == codes(reading)


def test_start_number_0_is_no_player() -> None:
    reading = read(player(1), player(0))
    (finding,) = reading.findings
    assert ("trf.start_number_zero", Severity.WARNING, 3) == (
        finding.code,
        finding.severity,
        finding.line,
    )
    assert 1 == len(reading.tournament.entrants)


def test_a_start_number_that_is_none_is_an_error() -> None:
    for text in ("", "-1", "x"):
        (finding,) = read(player(1), player(text)).findings
        assert ("trf.start_number", Severity.ERROR) == (finding.code, finding.severity)
        assert (3, 5, text) == (finding.line, finding.column, finding.value)


def test_of_two_equal_start_numbers_the_first_stays_and_both_lines_are_named() -> None:
    reading = read(player(5, name="First"), player(6), player(5, name="Second"))
    (finding,) = reading.findings
    assert ("trf.duplicate_start_number", Severity.ERROR, 4) == (
        finding.code,
        finding.severity,
        finding.line,
    )
    assert "line 2" in finding.text.en
    assert "Zeile 2" in finding.text.de
    assert ["First", "Max"][:1] == [
        entrant.surname for entrant in reading.tournament.entrants if entrant.id == 5
    ]


def test_a_file_without_players_says_so() -> None:
    reading = read("012 Open")
    assert ["trf.no_players"] == codes(reading)
    assert Severity.ERROR is reading.findings[0].severity
    assert () == reading.tournament.entrants


def test_what_the_engine_calls_wide_numbers_is_refused() -> None:
    assert ["trf.wide_numbers"] == codes(read("XXW 7", player(1)))
    assert [] == codes(read("XXW x", player(1)))
