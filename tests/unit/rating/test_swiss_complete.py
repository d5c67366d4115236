from __future__ import annotations

from dataclasses import replace

import crosstables
import pytest

from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.reason import Why
from syncd.rating.swiss import swiss_reasons


def codes(table: str) -> list[str]:
    t = crosstables.drawn_up(table)
    return [reason.code for reason in swiss_reasons(crosstable(t, Confirmed()))]


LEFT_BEFORE = """
 1 | 2w1 3b1 2b1
 2 | 1b0  U  1w0
 3 | 4w1 1w0  Z
 4 | 3b0  Z   .
"""


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (crosstables.OPEN_16, []),
        (LEFT_BEFORE, []),
        (LEFT_BEFORE.replace("3b0  Z ", "3b0  . "), []),
        (LEFT_BEFORE.replace("1w0  Z", "1w0  ."), [Why.LAST_ROUND]),
        (LEFT_BEFORE.replace("3b0  Z ", "3b0  H "), [Why.LAST_ROUND]),
        ("1 | 2w1\n2 | 1b0\n3 | .", [Why.LAST_ROUND]),
        ("1 | .\n2 | .", []),
    ],
)
def test_a_blank_at_the_end_is_for_those_who_had_left(
    table: str, expected: list[Why]
) -> None:
    assert codes(table) == expected


def test_who_is_missing_is_named() -> None:
    t = crosstables.drawn_up(LEFT_BEFORE.replace("1w0  Z", "1w0  ."))
    (reason,) = swiss_reasons(crosstable(t, Confirmed()))
    assert "3 Player3, Anna" in reason.text.en
    assert "3 Player3, Anna" in reason.text.de
    assert reason.needs_person


def test_a_column_that_is_not_there_is_no_blank() -> None:
    t = replace(crosstables.drawn_up(LEFT_BEFORE), rounds=5)
    assert list(swiss_reasons(crosstable(t, Confirmed()))) == []


def twelve(in_round_2: int) -> str:
    """Return twelve players of whom so many still play in round 2."""
    rows = []
    for number in range(1, 13):
        opponent = number + 1 if number % 2 else number - 1
        colour, code = ("w", "1") if number % 2 else ("b", "0")
        second = f"{opponent}{colour}{code}" if number <= in_round_2 else "Z"
        rows.append(f"{number} | {opponent}{colour}{code} {second}")
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("left", "expected"), [(12, []), (6, []), (4, [Why.DROPOUTS]), (2, [Why.DROPOUTS])]
)
def test_more_than_half_gone_is_a_question(left: int, expected: list[Why]) -> None:
    assert codes(twelve(left)) == expected
