"""What is explained adds up to the value that ranks, for players and for teams."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from syncd.standings.among_tied import looks
from syncd.standings.explain import Explanation, explain_row
from syncd.standings.standings import Standings, in_points
from syncd.standings.tiebreaks import FAMILIES, SPLITTERS

if TYPE_CHECKING:
    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.rows import Column


def explained_adds_up(standings: Standings) -> None:
    contest = standings.contest
    for index in range(len(contest.primary.numbers)):
        row = explain_row(standings, index)
        for column, told in zip(standings.ranking.columns, row, strict=True):
            assert told.value == in_points(column.values[index], column.scale)
            assert told.result.en
            assert told.result.de
            if column.code.name in SPLITTERS:
                adds_up_among_tied(contest, column, index, told)
            elif column.reason is None:
                adds_up(contest, column.code, index, told)


def adds_up(contest: Contest, code: Code, index: int, told: Explanation) -> None:
    working = FAMILIES[code.name].working(contest, code, index)
    shown = sum((step.value for step in told.steps if not step.cut), Fraction(0))
    assert shown == told.total == Fraction(working.total, working.scale), code
    if working.value is None:
        assert told.value is None
    elif code.name == "PTP":
        assert told.value == working.value
    else:
        mean = Fraction(working.total, working.divisor)
        if working.is_rounded:
            mean = Fraction((mean + Fraction(1, 2)).__floor__())
        assert told.value == (mean + working.offset) / working.scale, code


def adds_up_among_tied(
    contest: Contest, column: Column, index: int, told: Explanation
) -> None:
    """Each look has the score that its rounds give, and makes its part of the place."""
    tied = next((group for group in column.tied if index in group), ())
    assert (told.value is None) == (not tied)
    found = list(looks(contest, column.code, tied, index)) if tied else []
    for turn, look in enumerate(found, 1):
        shown = [step.value for step in told.steps if step.stage == turn]
        assert sum(shown) == look.score
        assert look.score == Fraction(look.scores[look.tied.index(index)], 10)
        assert {step.round for step in told.steps if step.stage == turn} <= {
            *range(1, contest.primary.rounds + 1)
        }
    assert {step.stage for step in told.steps} <= {*range(1, len(found) + 1)}
    if told.value is not None:
        assert told.value == 1 + sum(look.ahead for look in found)
