from __future__ import annotations

import pytest

from syncd.formats.trf.lines.numbers import first_int, points_x10, positive, to_int


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("  12", 12), ("0012", 12), ("0", 0), ("140600012", 140600012),
        ("", None), ("    ", None), ("-1", None), ("+1", None), ("1_0", None),
        ("1 2", None), ("x", None), ("²", None), ("٣", None), ("9" * 12, None),
    ],
)  # fmt: skip
def test_whole_numbers(text: str, number: int | None) -> None:
    assert number == to_int(text)


def test_zero_means_none() -> None:
    assert [None, None, None, 5] == [positive(text) for text in ("0", "000", "", "5")]


@pytest.mark.parametrize(
    ("text", "number"),
    [("129 (88)", 129), ("017", 17), ("9 rounds", 9), ("", None), ("none", None)],
)
def test_the_first_number_in_a_text(text: str, number: int | None) -> None:
    assert number == first_int(text)


@pytest.mark.parametrize(
    ("text", "tenths"),
    [
        ("2.5", 25), (" 3", 30), ("10.0", 100), (".5", 5), ("2,5", 25), ("-0.5", -5),
        ("1.50", 15), ("13.5", 135),
        ("", None), (".", None), ("-", None), ("2.25", None), ("x", None), ("1.", None),
    ],
)  # fmt: skip
def test_points_in_tenths(text: str, tenths: int | None) -> None:
    assert tenths == points_x10(text)
