"""A cell of a spreadsheet computes nothing, whatever stands unseen in front of it."""

from __future__ import annotations

import pytest

from syncd.pages.cells import harmless

UNSEEN = "\u202e \u200f \u00ad \ufeff \u200b \u2066 \u2028 \x00 \x1b \x0b \x7f"


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
@pytest.mark.parametrize(
    "before", ["", " ", "\u00a0", "\t", "\r\n", *UNSEEN.split(" ")]
)
def test_no_formula_is_left(before: str, sign: str) -> None:
    cell = harmless(f"{before}{sign}1+1")
    assert cell.startswith("'")
    assert cell.lstrip("' \u00a0") == f"{sign}1+1"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Müller-Lüdenscheidt, Åsa", "Müller-Lüdenscheidt, Åsa"),
        ("Jean\u00a0Paul", "Jean\u00a0Paul"),
        ("a\x00b\x1b[31mred", "ab[31mred"),
        ("one\ntwo", "one two"),
        ("\u202e=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("\ud800=1", "'=1"),
        ("", ""),
    ],
)
def test_text_is_kept_without_what_nobody_sees(text: str, cell: str) -> None:
    assert harmless(text) == cell
