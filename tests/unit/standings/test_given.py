from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from small_events import code, standings_of, tournament, values

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.model.tournament import Kind
from syncd.standings.amounts import points, read_number, typed, written
from syncd.standings.by_hand import count_of
from syncd.standings.codes import written_codes
from syncd.standings.contest import Contest
from syncd.standings.formula_text import parse_formula
from syncd.standings.given import (
    STARTS,
    Datum,
    Formula,
    Given,
    Term,
    formula_of,
    formula_rows,
    formula_warning,
    with_external,
)
from syncd.standings.options import Options
from syncd.standings.standings import contest_of
from syncd.standings.tiebreaks import FAMILIES, column_of

EVENT = tournament(
    "2w1 3b= U H", "1b0 4w1 3b1 Z", "4b1 1w= 2w0 4w+", "3w0 2b0 F 3b-", rounds=5
)


@pytest.mark.parametrize(
    ("number", "en", "de"),
    [
        (3, "3", "3"),
        (Fraction(5, 2), "2.5", "2,5"),
        (Fraction(27, 4), "6.75", "6,75"),
        (Fraction(1, 3), "0.33", "0,33"),
        (Fraction(2, 3), "0.67", "0,67"),
        (Fraction(-1, 2), "-0.5", "-0,5"),
        (Fraction(1, 20), "0.05", "0,05"),
        (0, "0", "0"),
        (None, "–", "–"),
    ],
)
def test_numbers_as_people_read_them(
    number: Fraction | int | None, en: str, de: str
) -> None:
    assert written(number) == (en, de)


def test_units_as_points() -> None:
    assert points(25) == ("2.5", "2,5")
    assert points(675, 100).en == "6.75"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", Fraction(3)),
        (" 3,5 ", Fraction(7, 2)),
        ("-0.25", Fraction(-1, 4)),
        ("+1", Fraction(1)),
        ("", None),
        ("1e9", None),
        ("1/3", None),
        ("1.", None),
        ("1234567", None),
        ("٣", None),
        ("nan", None),
    ],
)
def test_numbers_as_people_type_them(text: str, number: Fraction | None) -> None:
    assert read_number(text) == number
    assert number is None or read_number(typed(number)) == number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction("-0.0001"), "-0.0001"), (Fraction(-7, 2), "-3.5"),
        (Fraction(100), "100"), (Fraction("999999.9999"), "999999.9999"),
        (Fraction("12345678901234567.25"), "12345678901234567.25"),
        (Fraction(1, 20000), "0.0001"), (Fraction(-1, 30000), "0"),
    ],
)  # fmt: skip
def test_a_number_is_written_exactly(number: Fraction, text: str) -> None:
    """Four places, one half upwards, without a detour over binary fractions."""
    assert typed(number) == text


def test_values_entered_by_hand() -> None:
    given = with_external(Given(), 2, "1,5")
    assert isinstance(given, Given)
    given = with_external(given, 4, "2")
    assert isinstance(given, Given)
    options = Options(given=given)
    assert values(EVENT, "EXT", options) == [None, Fraction(3, 2), None, 2]
    ranking = standings_of(EVENT, [code("EXT")], options).ranking
    assert ranking.ranks == [3, 2, 3, 1]  # the higher first, who has none last
    cleared = with_external(given, 4, "  ")
    assert cleared == with_external(Given(), 2, "1.5")


def test_a_value_that_is_no_number_is_refused() -> None:
    told = with_external(Given(), 1, "viel")
    assert isinstance(told, Text)
    assert "“viel” is no number" in told.en


def test_without_values_the_column_is_dropped() -> None:
    made = standings_of(EVENT, [code("PTS"), code("EXT"), code("CUSTOM")])
    assert [each.written for each in made.dropped] == ["EXT", "CUSTOM"]
    assert made.dropped[1].reason.de.startswith("Für dieses Turnier ist keine Formel")


@pytest.mark.parametrize(
    ("datum", "counts"),
    [
        (Datum.WINS, [1, 2, 1, 0]),
        (Datum.DRAWS, [1, 0, 1, 0]),
        (Datum.LOSSES, [0, 1, 1, 2]),
        (Datum.GAMES, [2, 3, 3, 2]),
        (Datum.FORFEIT_WINS, [0, 0, 1, 0]),
        (Datum.FORFEIT_LOSSES, [0, 0, 0, 1]),
        (Datum.FULL_BYES, [0, 0, 0, 1]),
        (Datum.HALF_BYES, [1, 0, 0, 0]),
        (Datum.ZERO_BYES, [0, 1, 0, 0]),
        (Datum.PAIRING_BYES, [1, 0, 0, 0]),
        (Datum.BLACKS, [1, 2, 1, 1]),
        (Datum.BLACK_WINS, [0, 1, 1, 0]),
        (Datum.UNPLAYED, [2, 1, 1, 2]),
        (Datum.POINTS, [3, 2, Fraction(5, 2), 1]),
    ],
)
def test_what_a_formula_counts(datum: Datum, counts: list[Fraction]) -> None:
    assert count_of(datum, contest_of(EVENT)) == counts


@pytest.mark.parametrize(
    ("datum", "text"), [(Datum.BUCHHOLZ, "BH"), (Datum.SONNEBORN_BERGER, "SB")]
)
def test_a_formula_may_use_a_tiebreak(datum: Datum, text: str) -> None:
    assert count_of(datum, contest_of(EVENT)) == values(EVENT, text)


def test_a_formula_adds_up_its_terms() -> None:
    formula = Formula(
        (
            Term(Datum.WINS, Fraction(3, 2)),
            Term(Datum.FORFEIT_LOSSES, Fraction(2), is_minus=True),
        )
    )
    options = Options(given=Given(formula=formula))
    assert values(EVENT, "CUSTOM", options) == [
        Fraction(3, 2), 3, Fraction(3, 2), -2,
    ]  # fmt: skip
    high = standings_of(EVENT, [code("CUSTOM")], options).ranking.ranks
    low = standings_of(EVENT, [code("CUSTOM/R")], options).ranking.ranks
    assert (high, low) == ([2, 1, 2, 4], [2, 4, 2, 1])


def test_a_formula_is_for_players_only() -> None:
    field = contest_of(EVENT).primary
    contest = Contest(
        field, field, "MP", given=Given(formula=STARTS["more_forfeit_wins"].formula)
    )
    column = column_of(contest, code("CUSTOM"))
    assert column.reason is not None
    assert "players only" in column.reason.en
    assert FAMILIES["CUSTOM"].working(contest, code("CUSTOM"), 0).value is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [("fewer_forfeit_losses", [1, 1, 1, 4]), ("More_Forfeit_Wins", [2, 2, 1, 2])],
)
def test_formulas_to_begin_with(name: str, expected: list[int]) -> None:
    options = Options(given=Given(formula=parse_formula(name)))
    assert standings_of(EVENT, [code("CUSTOM")], options).ranking.ranks == expected


def test_whoever_types_no_formula_is_told_how_to_begin() -> None:
    with pytest.raises(FormatError) as refused:
        parse_formula("x")
    assert "fewer_forfeit_losses (fewer forfeit losses first)" in refused.value.text.en
    assert "more_forfeit_wins (mehr kampflose Siege zuerst)" in refused.value.text.de


ROWS = [
    {"sign": "+", "weight": "1.5", "datum": "WINS"},
    {"sign": "-", "weight": "1000", "datum": "BUCHHOLZ"},
    {"sign": "+", "weight": "0", "datum": "POINTS"},
]


def test_a_formula_is_stored_and_read_again() -> None:
    formula = formula_of(ROWS)
    assert formula.terms[1] == Term(Datum.BUCHHOLZ, Fraction(1000), is_minus=True)
    assert formula_rows(formula) == ROWS
    german = formula_of([{"sign": "+", "weight": "0,25", "datum": "WINS"}])
    assert formula_rows(german)[0]["weight"] == "0.25"
    assert formula_of([]) == Formula()


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"sign": "*", "weight": "1", "datum": "WINS"}, "the sign is + or -"),
        ({"weight": "1", "datum": "WINS"}, "the sign is + or -"),
        ({"sign": "+", "weight": "1001", "datum": "WINS"}, "from 0 to 1000"),
        ({"sign": "+", "weight": "-1", "datum": "WINS"}, "from 0 to 1000"),
        ({"sign": "+", "weight": None, "datum": "WINS"}, "from 0 to 1000"),
        ({"sign": "+", "weight": "1", "datum": "__class__"}, "cannot be counted"),
        ({"sign": "+", "weight": "1"}, "cannot be counted"),
    ],
)
def test_a_row_that_is_refused(row: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError) as refused:
        formula_of([ROWS[0], row])
    assert f"Row 2 of the formula: {reason}"[:18] in refused.value.text.en
    assert reason in refused.value.text.en


def test_all_faults_of_a_formula_are_told_at_once() -> None:
    with pytest.raises(FormatError) as refused:
        formula_of([{}] * 9)
    assert len(refused.value.causes) == 9  # too many, and eight rows
    assert "8 rows at most" in refused.value.text.en


@pytest.mark.parametrize(
    ("codes", "above"),
    [
        (("PTS", "CUSTOM", "BH/C1"), "BH/C1"),
        (("PTS", "CUSTOM/R", "EXT", "SB"), "SB"),
        (("PTS", "BH", "CUSTOM"), None),
        (("PTS", "CUSTOM", "EXT"), None),
        (("PTS", "BH"), None),
    ],
)
def test_a_formula_above_a_tiebreak_of_fide(
    codes: tuple[str, ...], above: str | None
) -> None:
    warning = formula_warning([code(each) for each in codes])
    if above is None:
        assert warning is None
    else:
        assert warning is not None
        assert f"stands above {above}," in warning.en


def test_what_people_enter_is_not_written_to_files() -> None:
    codes = [code(each) for each in ("PTS", "EXT", "BH", "CUSTOM/R")]
    assert written_codes(codes) == ("PTS", "BH")


def test_a_formula_in_a_round_robin_counts_forfeits_as_buchholz_does() -> None:
    event = tournament("2w+", "1b-", kind=Kind.ROUND_ROBIN)
    assert count_of(Datum.BUCHHOLZ, contest_of(event)) == [0, 1]
