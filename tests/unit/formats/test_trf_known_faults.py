"""Faults of other programs that are known in public, each as its smallest file.

Every row names the program and the fault; the reader must take the file and say what
it assumed.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf import decode, to_tournament
from syncd.formats.trf.event.scoring import stated_scoring
from syncd.formats.trf.records import Records
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from syncd.formats.trf import Reading
    from syncd.model.pairings import Cells


def cells(reading: Reading, number: int = 1) -> Cells:
    return reading.tournament.pairings.rows[number]


def file(*lines: str, end: str = "\n") -> Reading:
    return to_tournament(decode(end.join(lines).encode()))


def scoring(line: str) -> dict[str, int]:
    return stated_scoring(Records(decode(line.encode()).lines)) or {}


def test_lichess_pairs_an_absent_player() -> None:
    reading = read(player(1, "2 b Z"), player(2, "1 w +"))
    assert ((2,), "Z") == (cells(reading).opponents, cells(reading).results)
    (finding,) = reading.findings
    assert ("trf.bye_with_opponent", 2, 99) == (
        finding.code,
        finding.line,
        finding.column,
    )
    assert "2 b Z" == finding.value


def test_lichess_and_others_write_a_pairing_bye_as_f() -> None:
    assert "FU" == cells(read(player(1, "0000 - F", "0000 - U"))).results


def test_lichess_appends_a_cell_with_a_dash() -> None:
    reading = read(player(1, *["0000 - Z"] * 15, "       -"), player(2, *[""] * 15))
    assert 15 == reading.tournament.rounds
    assert ["trf.cells_after_last_round"] == codes(reading)


def test_lichess_writes_an_address_as_city_and_an_english_date() -> None:
    reading = read("022 https://lichess.org/x", "042 Dec 10, 2020", player(1))
    assert "https://lichess.org/x" == reading.tournament.city
    assert dt.date(2020, 12, 10) == reading.tournament.start
    assert ["trf.date_form"] == codes(reading)


def test_lichess_leaves_the_rank_blank() -> None:
    line = player(1)
    reading = read(f"{line[:85]}    {line[89:]}")
    assert reading.tournament.entrants[0].rank is None
    assert [] == codes(reading)


def test_lichess_does_not_sort_by_start_number() -> None:
    reading = read(*[player(number) for number in (2, 1, 27, 5)])
    ids = [entrant.id for entrant in reading.tournament.entrants]
    assert [2, 1, 27, 5] == ids == list(reading.tournament.pairings.rows)


@pytest.mark.parametrize("symbol", ["A", "Z"])
def test_bbp_writes_a_and_reads_z(symbol: str) -> None:
    assert 5 == scoring(f"162  {symbol} 0.5")["Z"]


@pytest.mark.parametrize("record", ["192", "092"])
@pytest.mark.parametrize("year", ["2025", "2026"])
def test_bbp_names_the_type_in_either_record(record: str, year: str) -> None:
    reading = read(f"{record} FIDE_DUTCH_{year}", player(1), swiss=False)
    assert Kind.SWISS is reading.tournament.kind


def test_bbp_states_no_number_of_rounds() -> None:
    assert 2 == read(player(1, "0000 - U", "0000 - Z")).tournament.rounds


def test_a_bye_of_the_next_round_is_no_game() -> None:
    reading = read(
        player(1, "2 w 1", "0000 - U", points="1.0"), player(2, "1 b 0", points="0.0")
    )
    assert [] == codes(reading)
    assert [1] == [game.round for game in reading.tournament.pairings.games()]


def test_a_colour_without_opponent_in_a_cell_that_stops() -> None:
    reading = read(f"{player(1)}  0000 w", player(2))
    assert ((0,), " ") == (cells(reading).opponents, cells(reading).results)
    assert ["trf.colour_without_opponent"] == codes(reading)


@pytest.mark.parametrize(
    "line", ["162  P 0.5", "BBU  0.5", "XXS PAB=.5", "XXS PAB=0.5"]
)
def test_a_pairing_bye_may_be_worth_half_a_point(line: str) -> None:
    assert 5 == scoring(line)["U"]


def test_start_numbers_stay_whoever_is_absent() -> None:
    reading = read(
        "XXC black1", player(1, "0000 - Z"), player(2, "3 w 1"), player(3, "2 b 0")
    )
    assert [1, 2, 3] == [entrant.id for entrant in reading.tournament.entrants]


def test_papi_writes_f_and_national_titles() -> None:
    line = player(1)
    reading = read(f"{line[:9]}f gf{line[13:]}")
    assert ("w", "") == (
        reading.tournament.entrants[0].sex,
        reading.tournament.entrants[0].title,
    )
    assert ["trf.sex_form", "trf.title_form"] == codes(reading)


def test_a_list_without_games_has_no_rounds() -> None:
    reading = read(player(1)[:89], player(2)[:89])
    assert 0 == reading.tournament.rounds
    assert [] == codes(reading)


def test_the_generator_of_gacrux_writes_short_years_and_sex_u() -> None:
    line = player(1)
    reading = read("042 26/09/22", "052 26/09/25", f"{line[:9]}u{line[10:]}")
    assert dt.date(2026, 9, 22) == reading.tournament.start
    assert "" == reading.tournament.entrants[0].sex
    assert ["trf.date_form", "trf.date_form", "trf.sex_form"] == codes(reading)


def test_062_is_the_number_of_players() -> None:
    reading = read("062 1", "XXR 7", player(1))
    assert 7 == reading.tournament.rounds
    assert [] == codes(reading)


def test_wide_start_numbers_are_refused_clearly() -> None:
    reading = read("XXW 7", player(1))
    assert "trf.wide_numbers" in codes(reading)


def test_clm_writes_phones_as_parameters() -> None:
    reading = read("XCP a=1", player(1), "XCP    1 0123 456789")
    assert (("a", "1"),) == reading.tournament.parameters
    assert "456789" not in repr(reading)


def test_clm_writes_cells_beyond_its_number_of_rounds() -> None:
    reading = read("142 1", player(1, "2 w 1", "2 b 1"), player(2, "1 b 0", "1 w 0"))
    assert ["trf.rounds"] == codes(reading)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("w", "W"),
        ("d", "D"),
        ("l", "L"),
        ("h", "H"),
        ("f", "F"),
        ("u", "U"),
        ("z", "Z"),
    ],
)
def test_results_in_small_letters(written: str, read_as: str) -> None:
    reading = read(player(1, f"0000 - {written}"))
    assert read_as == cells(reading).results
    assert "trf.result_letters" in codes(reading)


def test_clm_pads_names_by_bytes() -> None:
    line = player(1, "0000 - U", points="1.0")
    moved = f"{line[:14]}{'Muñoz,Ana':32}{line[47:]}"
    (entrant,) = read(moved).tournament.entrants
    assert ("Muñoz", "Ana", 2000, 10) == (
        entrant.surname,
        entrant.forename,
        entrant.rating,
        entrant.points_x10,
    )
    assert ["trf.column_shift"] == codes(read(moved))


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_lines_may_end_in_three_ways(end: str) -> None:
    """CR alone was one line for some readers; CR LF two for others."""
    reading = file("012 Open", "042 soon", player(1), end=end)
    assert ("Open", 1) == (reading.tournament.name, len(reading.tournament.entrants))
    assert 2 == next(one.line for one in reading.findings if one.code == "trf.date")


def test_a_file_without_players_is_an_error() -> None:
    (finding,) = file("012 Open", "092 Swiss").findings
    assert ("trf.no_players", "error") == (finding.code, finding.severity)


def test_one_strict_pattern_per_line_refuses_good_lines() -> None:
    line = "001    1 mWGM Muster,Max                        2000 C.C 4600012     "
    line += "1999/12/31         1"
    (entrant,) = read(line).tournament.entrants
    assert ("WGM", "C.C", 4600012, None, 1) == (
        entrant.title,
        entrant.federation,
        entrant.fide_id,
        entrant.points_x10,
        entrant.rank,
    )
    assert ["trf.federation_form"] == codes(read(line))


def test_a_line_trimmed_behind_the_colour() -> None:
    reading = read(f"{player(1)}     2 w", player(2, "1 b  "))
    assert ((2,), "w", " ") == (
        cells(reading).opponents,
        cells(reading).colours,
        cells(reading).results,
    )
    assert [] == codes(reading)


def test_172_without_a_federation() -> None:
    assert ["trf.record_form"] == codes(read("172 FIDON", player(1)))


def test_a_negative_start_number_is_left_out_with_its_place() -> None:
    (finding,) = read(player(1), player(-1)).findings
    assert ("trf.start_number", "error", 3, 5, "-1") == (
        finding.code,
        finding.severity,
        finding.line,
        finding.column,
        finding.value,
    )
