"""Formulas as people type and read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from syncd.errors import FormatError
from syncd.standings.formulatext import formula_text, read_formula
from syncd.standings.given import Datum, Formula, Term

WINS, LOST = Term(Datum.WINS, Fraction(2)), Term(Datum.FORFEIT_LOSSES, is_minus=True)


@pytest.mark.parametrize(
    ("typed", "terms", "written"),
    [
        ("2*WINS - FORFEIT_LOSSES", (WINS, LOST), "2*WINS - FORFEIT_LOSSES"),
        ("2 wins−forfeit_losses", (WINS, LOST), "2*WINS - FORFEIT_LOSSES"),
        ("-forfeit_losses+2×wins", (LOST, WINS), "- FORFEIT_LOSSES + 2*WINS"),
        ("1,5 POINTS", (Term(Datum.POINTS, Fraction("1.5")),), "1.5*POINTS"),
    ],
)
def test_a_formula_typed_and_written(
    typed: str, terms: tuple[Term, ...], written: str
) -> None:
    formula = read_formula(typed)
    assert formula == Formula(terms)
    assert formula_text(formula) == written
    assert read_formula(written) == formula


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Write a formula like"),
        ("WINS DRAWS", "Write a formula like"),
        ("2*(WINS)", "Write a formula like"),
        ("__import__('os')", "Write a formula like"),
        ("+" * 401, "Write a formula like"),
        ("FAME", "“FAME” cannot be counted"),
        ("1001*WINS", "from 0 to 1000"),
        ("+ WINS" * 9, "8 rows at most"),
    ],
)
def test_what_is_no_formula(typed: str, said: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_formula(typed)
    assert said in refused.value.text.en
