"""Values of a file and an order that was typed, with the place of every fault."""

from __future__ import annotations

from fractions import Fraction

import pytest

from syncd.errors import FormatError
from syncd.standings.entered import external_of, order_of, rating_changes_of

NUMBERS = frozenset({1, 2, 3})


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (b"", {}),
        (b"1;3.5\n2;-2\n", {1: Fraction("3.5"), 2: Fraction(-2)}),
        (b"\xef\xbb\xbfNr;Wert\r\n1;3,5\r\n\r\n3;\r\n", {1: Fraction("3.5")}),
        (b'"1","2.5"\n2\t7', {1: Fraction("2.5"), 2: Fraction(7)}),
        (b"1,3,5", {1: Fraction("3.5")}),
        ("Größe;Wert\n1;4".encode("cp1252"), {1: Fraction(4)}),
    ],
)
def test_values_of_a_file(data: bytes, values: dict[int, Fraction]) -> None:
    assert external_of(data, NUMBERS) == values


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"1;3\n9;1", "Line 2: “9” is no start number"),
        (b"x3;5", "Line 1: “x3” is no start number"),
        (b"1;much", "Line 1: “much” is no value"),
        (b"1", "Line 1: “” is no value"),
        (b"1;2\n1;2", "Line 2: the number 1 is there twice"),
        (b"1;1/3", "Line 1: “1/3” is no value"),
        ("²;1".encode(), "Line 1: “²” is no start number"),
    ],
)
def test_each_fault_names_its_line(data: bytes, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        external_of(data, NUMBERS)
    (cause,) = caught.value.causes
    assert told in cause.en
    assert cause.de.startswith("Zeile")


def test_who_is_not_named_follows_as_computed() -> None:
    assert order_of("5, 3", [1, 2, 3, 4, 5]) == (5, 3, 1, 2, 4)
    assert order_of("2 1", [1, 2]) == (2, 1)


def test_an_order_names_who_is_there_and_nobody_twice() -> None:
    with pytest.raises(FormatError) as caught:
        order_of("7,1,1,x", [1, 2])
    assert [cause.en for cause in caught.value.causes] == [
        "“7” is no start number of this tournament.",
        "the number 1 is there twice.",
        "“x” is no start number of this tournament.",
    ]


def test_ratings_that_changed_come_in_the_order_of_rounds() -> None:
    data = b"No.;from;rating\n2;5;1900\n2;3;1890\n1;2;2000\n"
    assert rating_changes_of(data, NUMBERS) == {
        1: ((2, 2000),), 2: ((3, 1890), (5, 1900)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"9;1;1900", "Line 1: “9” is no start number"),
        (b"1;0;1900", "Line 1: “0;1900” is no round with a rating"),
        (b"1;1;4001", "Line 1: “1;4001” is no round"),
        (b"1;1900", "Line 1: “1900” is no round"),
        (b"1;2;1900;1", "Line 1: “2;1900;1” is no round"),
        (b"1;2;1900\n1;2;1901", "Line 2: the number 1 is there twice"),
    ],
)
def test_each_faulty_rating_names_its_line(data: bytes, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        rating_changes_of(data, NUMBERS)
    (cause,) = caught.value.causes
    assert told in cause.en
