"""A formula as people type it and read it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from syncd.errors import FormatError
from syncd.standings.formula_text import formula_written, parse_formula
from syncd.standings.given import Datum, Term


@pytest.mark.parametrize(
    ("typed", "terms"),
    [
        ("wins", [Term(Datum.WINS)]),
        ("-forfeit_losses", [Term(Datum.FORFEIT_LOSSES, is_minus=True)]),
        (
            "2*wins - 0.5*draws + blacks",
            [
                Term(Datum.WINS, Fraction(2)),
                Term(Datum.DRAWS, Fraction(1, 2), is_minus=True),
                Term(Datum.BLACKS),
            ],
        ),
        (
            " 2 Wins − 0,5 × DRAWS",
            [
                Term(Datum.WINS, Fraction(2)),
                Term(Datum.DRAWS, Fraction(1, 2), is_minus=True),
            ],
        ),
        ("1000 points", [Term(Datum.POINTS, Fraction(1000))]),
    ],
)
def test_what_is_typed_is_a_formula(typed: str, terms: list[Term]) -> None:
    assert list(parse_formula(typed).terms) == terms


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "“” is no term"),
        ("2*money", "“2*money” is no term"),
        ("wins - - draws", "“” is no term"),
        ("__import__('os')", "is no term"),
        ("wins*2", "“wins*2” is no term"),
        ("1001*wins", "the weight in “1001*wins”"),
        ("1.23456*wins", "the weight in “1.23456*wins”"),
        ("1.2.3*wins", "the weight in"),
        ("+".join(["wins"] * 9), "8 rows at most"),
        ("1" + " " * 900 + "!", "“1 !” is no term"),
        ("1" + " " * 90_000 + "!", "more than 1000 letters"),
    ],
)
def test_the_term_at_fault_is_named(typed: str, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_formula(typed)
    assert told in " ".join(cause.en for cause in caught.value.causes)
    assert all(cause.de != cause.en for cause in caught.value.causes)


def test_every_term_at_fault_is_named_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        parse_formula("foo + wins + bar")
    assert len(caught.value.causes) == 2
    assert "sonneborn_berger" in caught.value.text.de


def test_a_formula_is_read_aloud_in_both_languages() -> None:
    text = formula_written(parse_formula("-1.5*wins+draws-blacks"))
    assert text.en == (
        "− 1.5 × wins over the board + draws over the board − games with Black"
    )
    assert text.de == "− 1,5 × Siege am Brett + Remis am Brett − Partien mit Schwarz"
