"""What a value is made of: the parts, what was cut, and how they give the value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from small_events import code, tournament

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.standings.field import NOBODY
from syncd.standings.options import Options, Ratings, Unrated
from syncd.standings.rows import Part, Working
from syncd.standings.standings import contest_of
from syncd.standings.tiebreaks import FAMILIES, column_of

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

LINES = ("2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0")
# 2.5, 2, 1.5 and 0 points
EVENT = tournament(*LINES, ratings=(2000, 1900, 1800, 1700))


def working(event: Tournament, text: str, index: int) -> Working:
    asked = code(text)
    return FAMILIES[asked.name].working(contest_of(event), asked, index)


def test_a_sum_with_a_cut() -> None:
    assert working(EVENT, "BH/C1", 0) == Working(
        parts=(Part(1, 1, 20, 20), Part(2, 2, 15, 15), Part(3, 3, 0, 0, cut="low")),
        scale=10,
        total=35,
        value=35,
    )


def test_a_median_and_a_voluntary_round() -> None:
    event = tournament("2w1 3b1 H", "1b0 4w0 3b0", "4w0 1w0 2w1", "3b1 2b1 U")
    # 0 of number 2; 1 of number 3; the dummy 1.5, which is cut as a VUR
    assert working(event, "BH/M1", 0).parts == (
        Part(1, 1, 0, 0),
        Part(2, 2, 10, 10, cut="high"),
        Part(3, NOBODY, 15, 15, is_voluntary=True, cut="low"),
    )


def test_products_in_hundredths_with_the_score_beside() -> None:
    assert working(EVENT, "SB", 0) == Working(
        parts=(Part(1, 1, 200, 20), Part(2, 2, 75, 15), Part(3, 3, 0, 0)),
        scale=100,
        total=275,
        value=275,
    )


def test_an_exact_mean() -> None:
    found = working(EVENT, "AOB", 0)
    assert (found.total, found.divisor, found.value) == (145, 3, Fraction(145, 3))


def test_a_rounded_mean_and_what_a_table_adds() -> None:
    mean = working(EVENT, "ARO/C1", 1)
    assert [(part.value, part.cut) for part in mean.parts] == [
        (2000, ""), (1700, "low"), (1800, ""),
    ]  # fmt: skip
    assert (mean.total, mean.divisor, mean.value) == (3800, 2, 1900)
    performance = working(EVENT, "TPR", 1)
    assert performance.is_rounded
    # 5500 / 3 = 1833.3, and 125 for 67 %
    assert performance[2:6] == (5500, 1958, 3, 125)


def test_a_perfect_performance_shows_the_expected_scores() -> None:
    # at 1868 against 1700, 2000, 1900: 0.72 + 0.32 + 0.46
    found = working(EVENT, "PTP", 2)
    assert [part.value for part in found.parts] == [72, 32, 46]
    assert (found.scale, found.total, found.value) == (100, 150, 1868)


def test_what_is_no_sum() -> None:
    assert working(EVENT, "RTNG", 1) == Working(
        (Part(0, NOBODY, 1900, 1900),), 1, 1900, 1900
    )
    assert working(EVENT, "TPN", 1) == Working((Part(0, NOBODY, 2, 2),), 1, 2, 2)


@pytest.mark.parametrize("text", ["ARO", "TPR", "PTP", "APRO", "RTNG"])
def test_nothing_where_nobody_has_a_value(text: str) -> None:
    event = tournament(*LINES, ratings=(2000, 1900, None, 1700))
    assert working(event, text, 0) == Working((), 1, 0, None)


@pytest.mark.parametrize("text", ["ARO", "TPR", "PTP"])
def test_nothing_without_a_game(text: str) -> None:
    assert working(tournament("2w1", "1b0", "U"), text, 2).value is None


def test_points_with_bonus_and_penalty() -> None:
    adjustments = (
        Adjustment(points_x10=5, round=2, ids=(1,)),
        Adjustment(points_x10=-10, round=999, ids=(1,)),
        # a kind of result for some, but for no round: this says nothing
        Adjustment("W", points_x10=50, ids=(1,)),
    )
    event = tournament(*LINES, rules=PairingRules(adjustments=adjustments))
    found = working(event, "PTS", 0)
    assert [(part.round, part.value) for part in found.parts] == [
        (1, 10), (2, 10), (3, 10), (0, -10),
    ]  # fmt: skip
    assert found.total == found.value == 20
    assert column_of(contest_of(event), code("PTS")).values[0] == 20
    assert working(event, "PTS", 1).value == 20


def test_a_bye_against_somebody_is_a_bye() -> None:
    event = tournament("2wU 2w1", "1bZ 1b0")
    field = contest_of(event).primary
    assert field.kinds == ["U1", "Z0"]
    assert field.opponents == [[NOBODY, 1], [NOBODY, 0]]


def test_a_stand_in_rating_is_shown_as_it_counts() -> None:
    event = tournament(*LINES, ratings=(2000, 1900, None, 1700))
    options = Options(ratings=Ratings(Unrated.LOWEST))
    asked = code("ARO")
    found = FAMILIES["ARO"].working(contest_of(event, options), asked, 0)
    assert [part.value for part in found.parts] == [1900, 1700, 1700]
