from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.few_findings import MOST
from syncd.model.findings import Severity
from syncd.model.pairings import Cells


def cells_of(*cells: str) -> Cells:
    """Return the cells of player 1 of four."""
    reading = read(player(1, *cells), player(2), player(3), player(4))
    return reading.tournament.pairings.rows[1]


@pytest.mark.parametrize(
    ("cell", "opponent", "colour", "result"),
    [
        ("   2 w 1", 2, "w", "1"),
        ("0002 b =", 2, "b", "="),
        ("2    W 0", 2, "w", "0"),
        ("   2 s +", 2, "b", "+"),
        ("   2 - -", 2, "-", "-"),
        ("   2 w  ", 2, "w", " "),
        ("   2 w *", 2, "w", "*"),
        ("0000 - U", 0, "-", "U"),
        ("0000 - h", 0, "-", "H"),
        ("   0 - Z", 0, "-", "Z"),
        ("       F", 0, "-", "F"),
        ("0000 - =", 0, "-", "="),
    ],
)
def test_a_cell(cell: str, opponent: int, colour: str, result: str) -> None:
    cells = cells_of(cell, "   3 b 1")
    assert (opponent, 3) == cells.opponents
    assert f"{colour}b" == cells.colours
    assert f"{result}1" == cells.results


def test_a_line_may_stop_anywhere() -> None:
    reading = read("142 3", f"{player(1, '2 w 1')}     3 b", player(2), player(3))
    cells = reading.tournament.pairings.rows[1]
    assert Cells((2, 3, 0), "wb-", "1  ") == cells


def test_a_blank_cell_in_the_middle_is_a_round() -> None:
    assert Cells((0, 2), "-w", " 1") == cells_of("", "2 w 1")


@pytest.mark.parametrize(
    ("letter", "read_as"),
    [
        ("+", "U"), ("W", "U"), ("D", "H"),
        ("-", "Z"), ("0", "Z"), ("L", "Z"), ("F", "F"), (" ", " "),
    ],
)  # fmt: skip
def test_an_opponent_nobody_knows_is_none(letter: str, read_as: str) -> None:
    reading = read(player(1, f"3 w {letter}"), player(2, "7 b 0"))
    rows = reading.tournament.pairings.rows
    assert Cells((0,), "-", read_as) == rows[1]
    assert Cells((0,), "-", "Z") == rows[2]
    dummy, stranger = reading.findings
    assert ("trf.unknown_opponent", Severity.INFO) == (dummy.code, dummy.severity)
    assert ("trf.unknown_opponent", Severity.WARNING) == (
        stranger.code,
        stranger.severity,
    )
    assert (3, 92, "7 b 0") == (stranger.line, stranger.column, stranger.value)


@pytest.mark.parametrize(("letter", "read_as"), [("1", "U"), ("=", "H")])
def test_a_game_against_nobody_means_that_a_line_is_missing(
    letter: str, read_as: str
) -> None:
    reading = read(player(1, f"3 w {letter}"), player(2))
    assert Cells((0,), "-", read_as) == reading.tournament.pairings.rows[1]
    (finding,) = reading.findings
    assert ("trf.missing_player", Severity.ERROR) == (finding.code, finding.severity)
    assert (2, 92, f"3 w {letter}") == (finding.line, finding.column, finding.value)
    assert "number 3" in finding.text.en
    assert "Nummer 3" in finding.text.de


@pytest.mark.parametrize(
    ("cell", "code", "severity", "column"),
    [
        ("   1 w 1", "trf.self_pairing", Severity.ERROR, 102),
        ("abcd w 1", "trf.opponent", Severity.ERROR, 102),
        ("   2 w #", "trf.result", Severity.ERROR, 109),
        ("   2 x  ", "trf.colour", Severity.WARNING, 107),
    ],
)
def test_an_unreadable_cell_is_noted_with_its_place(
    cell: str, code: str, severity: Severity, column: int
) -> None:
    reading = read(
        player(1, "0000 - Z", cell), player(2, "0000 - Z", "1 b  "), player(3)
    )
    finding = next(finding for finding in reading.findings if finding.code == code)
    assert (severity, 2, column) == (finding.severity, finding.line, finding.column)
    assert cell.strip() == finding.value
    assert set(reading.tournament.pairings.rows[1].results) <= {"Z", " "}


@pytest.mark.parametrize(
    ("cell", "read_as"),
    [
        ("   2 w ?", "*"), ("   2 w X", "*"), ("   2 w x", "*"),
        ("   2 w A", "-"), ("0000 - A", "Z"),
    ],
)  # fmt: skip
def test_results_of_other_programs_are_read_with_a_warning(
    cell: str, read_as: str
) -> None:
    reading = read(player(1, cell), player(2, "1 b 1" if "2" in cell else ""))
    (finding,) = [each for each in reading.findings if each.code == "trf.result"]
    assert (Severity.WARNING, 2, 99, cell.strip()) == (
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )
    assert f"read as {read_as}" in finding.text.en
    assert read_as == reading.tournament.pairings.rows[1].results


@pytest.mark.parametrize(
    ("cell", "other", "code", "column"),
    [
        ("2 W 1", "1 B 0", "trf.colour_letters", 107),
        ("2 s 1", "1 w 0", "trf.colour_s", 107),
        ("2 w d", "1 b d", "trf.result_letters", 109),
        ("2 w *", "1 b *", "trf.result_open", 109),
    ],
)
def test_unusual_letters_are_one_note_for_the_file(
    cell: str, other: str, code: str, column: int
) -> None:
    reading = read(player(1, "0000 - Z", cell), player(2, "0000 - Z", other))
    (finding,) = reading.findings
    assert (code, Severity.INFO) == (finding.code, finding.severity)
    assert (2, column, cell) == (finding.line, finding.column, finding.value)
    assert "would be" in finding.text.en


def test_a_thousand_faults_of_one_kind_are_not_listed_one_by_one() -> None:
    reading = read("142 2", *[player(n, "8888 w 1") for n in range(1, 301)])
    faults = [one for one in reading.findings if one.code == "trf.missing_player"]
    assert MOST + 1 == len(faults)
    assert "There are more faults of this kind" in faults[-1].text.en
    assert MOST + 2 == faults[-1].line - 1


def test_a_moved_line_names_the_columns_where_they_really_are() -> None:
    line = player(1, "0000 - Z", "9 w +")
    moved = f"{line[:14]}{'Muñoz,Ana':31}{line[47:]}"
    finding = read(moved, player(2)).findings[-1]
    assert ("trf.unknown_opponent", 100) == (finding.code, finding.column)


def test_a_clean_row_has_no_findings() -> None:
    reading = read(player(1, "2 w 1", "0000 - U"), player(2, "1 b 0", "0000 - Z"))
    assert [] == codes(reading)
