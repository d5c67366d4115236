"""The Keizer table by hand."""

from __future__ import annotations

from fractions import Fraction

from small_events import tournament

from syncd.standings.keizer import KeizerRules, keizer_table, place_values
from syncd.standings.standings import contest_of

RULES = KeizerRules(top=12, step=3)


def test_values_fall_from_place_to_place() -> None:
    assert place_values(4, RULES) == [12, 9, 6, 3]
    # three times as much as the last one: 51 and 17 for 35 places
    usual = place_values(35, KeizerRules())
    assert (usual[0], usual[-1]) == (51, 17)
    assert place_values(1, KeizerRules()) == [1]
    assert place_values(0, KeizerRules()) == []
    assert place_values(3, KeizerRules(top=1)) == [1, 0, 0]


def test_a_win_gives_the_value_of_the_opponent() -> None:
    # by rating 1, 2, 3, 4 are worth 12, 9, 6, 3. Round 1: 4 beat 1, 2 beat 3: 12 for
    # 4, 6 for 2. New order 4, 2, 1, 3 with 12, 9, 6, 3: now 4 gets 6 (1 is third), 2
    # gets 3: the order 4, 2, 1, 3 gives itself again.
    event = tournament("4w0", "3b1", "2w0", "1b1", ratings=(2000, 1900, 1800, 1700))
    table = keizer_table(contest_of(event).primary, RULES)
    assert [line[:3] for line in table] == [
        (3, 12, Fraction(6)),
        (1, 9, Fraction(3)),
        (0, 6, Fraction(0)),
        (2, 3, Fraction(0)),
    ]


def test_draws_byes_and_absences() -> None:
    # one round, values 12, 9, 6, 3 by rating: 1-2 drew: 4.5 and 6, the bye of 3 gives
    # 2/3 of 6 = 4, the absence of 4 a third of 3 = 1. Order 2, 1, 3, 4: 2 gets half of
    # 9 = 4.5, 1 half of 12 = 6. Order 1, 2, 3, 4: as at first, a circle; its first
    # order gives the values, the table goes by the points.
    event = tournament("2w=", "1b=", "U", "H", ratings=(2000, 1900, 1800, 1700))
    table = keizer_table(contest_of(event).primary, RULES)
    assert [(line.who, line.points) for line in table] == [
        (1, 6),
        (0, Fraction(9, 2)),
        (2, 4),
        (3, 1),
    ]


def test_an_order_that_stands_still() -> None:
    # 12, 9, 6: 1 beat 3 (6) and 2 (9), 2 beat 3 (6); the order stays
    event = tournament("3w1 2b1 U", "U 1w0 3w1", "1b0 U 2b0", ratings=(3, 2, 1))
    table = keizer_table(contest_of(event).primary, RULES)
    # the odd one out gets two thirds of his own value: 8, 6 and 4
    assert [list(line.parts) for line in table] == [[6, 9, 8], [6, 0, 6], [0, 4, 0]]
    assert [line.points for line in table] == [23, 12, 4]


def test_absences_count_only_so_often() -> None:
    event = tournament("2w1 U U", "1b0 Z Z", ratings=(2000, 1900))
    rules = KeizerRules(top=12, step=3, most_absences=1)
    table = keizer_table(contest_of(event).primary, rules)
    assert list(table[1].parts) == [0, 3, 0]


def test_everybody_may_start_with_his_own_value() -> None:
    event = tournament("2w1", "1b0", ratings=(2000, 1900))
    rules = KeizerRules(top=12, step=3, counts_own_value=True)
    table = keizer_table(contest_of(event).primary, rules)
    assert [line.points for line in table] == [12 + 9, 9]


def test_equal_points_are_ordered_by_rating_then_number() -> None:
    event = tournament("Z", "Z", "U", ratings=(1900, 2000, None))
    rules = KeizerRules(top=12, step=3, shares={})
    table = keizer_table(contest_of(event).primary, rules)
    assert [line.who for line in table] == [1, 0, 2]
