"""Every value and every rank of the tournaments with known answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tiebreak_cases import OTHERS, Asked, case, cases, ours

from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of, in_points
from syncd.standings.tiebreaks import SPLITTERS, column_of

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from syncd.standings.contest import Contest

EXACT = 0.0051
"""Stated values are rounded to hundredths at most."""
EVERY_CASE = [*cases(is_team=False), *cases(is_team=True)]
EXPLAINED = {"real_trf25_grandmommy_teams": ("FB:GP", "AOB:GP/F")}
"""Where the other program is not followed (docs/standings.md): it takes the bye before
a forfeit of the last round for a trailing one, on game points only."""


def name_of(path: Path) -> str:
    return path.name.removesuffix(".expected.json")


def test_the_tournaments_of_others_are_here() -> None:
    if not OTHERS.is_dir():
        pytest.skip("the tournaments of others beside the project are not here")


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_the_file_is_understood_as_it_was_computed(path: Path) -> None:
    stated = case(path)
    contest = contest_of(stated.tournament)
    field = contest.primary
    assert (contest.is_team, field.rounds, field.is_predetermined) == (
        stated.is_team,
        stated.rounds,
        stated.is_predetermined,
    )


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_every_value(path: Path) -> None:
    stated = case(path)
    wrong = [
        line
        for asked in stated.asked
        for line in differences(
            contest_of(stated.tournament, Options(after_round=asked.after)), asked
        )
    ]
    odd = EXPLAINED.get(name_of(path), ())
    assert [line for line in wrong if not line.split()[1].startswith(odd)] == []
    assert bool(wrong) == bool(odd)


def differences(contest: Contest, asked: Asked) -> list[str]:
    """Return what is not as expected, one line per value."""
    wrong = []
    for place, text in enumerate(asked.codes):
        code = ours(text)
        if code is None or code.name in SPLITTERS:
            continue
        column = column_of(contest, code)
        for number, raw in zip(contest.primary.numbers, column.values, strict=True):
            expected = asked.players[str(number)][place]
            value = in_points(raw, column.scale)
            if not is_same(value, expected):
                wrong.append(f"{asked.after} {text} #{number}: {value} not {expected}")
    return wrong


def is_same(value: Fraction | None, expected: float | None) -> bool:
    if value is None or expected is None:
        return value is None and expected is None
    return abs(float(value) - expected) < EXACT


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_every_rank(path: Path) -> None:
    stated = case(path)
    contest = contest_of(stated.tournament)
    for codes, expected in stated.orders:
        parsed = [code for code in map(ours, codes) if code]
        ranks = rank(contest, parsed).ranks
        numbers = map(str, contest.primary.numbers)
        assert dict(zip(numbers, ranks, strict=True)) == expected, codes
