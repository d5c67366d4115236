"""The Keizer table by hand."""

from __future__ import annotations

from fractions import Fraction

from small_events import tournament

from syncd.standings.keizer import keizer_table, place_values
from syncd.standings.standings import contest_of


def test_values_fall_from_place_to_place() -> None:
    assert place_values(4) == [5, 4, 3, 2]
    # three times as much as the last one: 51 and 17 for 35 places
    usual = place_values(35)
    assert (usual[0], usual[-1]) == (51, 17)
    assert place_values(2) == [2, 1]
    assert place_values(1) == [1]
    assert place_values(0) == []


def test_a_win_gives_the_value_of_the_opponent() -> None:
    # by rating 1, 2, 3, 4 are worth 5, 4, 3, 2. Round 1: 4 beat 1, 2 beat 3: 5 for 4,
    # 3 for 2. New order 4, 2, 1, 3 with 5, 4, 3, 2: now 4 gets 3 (1 is third), 2 gets
    # 2: the order 4, 2, 1, 3 gives itself again.
    event = tournament("4w0", "3b1", "2w0", "1b1", ratings=(2000, 1900, 1800, 1700))
    table = keizer_table(contest_of(event).primary)
    assert [line[:3] for line in table] == [
        (3, 5, Fraction(3)),
        (1, 4, Fraction(2)),
        (0, 3, Fraction(0)),
        (2, 2, Fraction(0)),
    ]


def test_draws_byes_and_absences() -> None:
    # one round, values 5, 4, 3, 2 by rating: 1-2 drew: 2 and 2.5, the bye of 3 gives
    # 2/3 of 3 = 2, the absence of 4 a third of 2. Order 2, 1, 3, 4 (1 is rated above
    # 3): 2 gets half of 4 = 2, 1 half of 5 = 2.5. Order 1, 2, 3, 4: as at first, a
    # circle; its first order gives the values, the table goes by the points.
    event = tournament("2w=", "1b=", "U", "H", ratings=(2000, 1900, 1800, 1700))
    table = keizer_table(contest_of(event).primary)
    assert [(line.who, line.points) for line in table] == [
        (1, Fraction(5, 2)),
        (0, 2),
        (2, 2),
        (3, Fraction(2, 3)),
    ]


def test_who_plays_for_his_club_elsewhere_gets_his_own_value() -> None:
    event = tournament("F 2w1", "Z 1b0", ratings=(2000, 1900))
    table = keizer_table(contest_of(event).primary)
    assert [list(line.parts) for line in table] == [[2, 1], [Fraction(1, 3), 0]]


def test_an_order_that_stands_still() -> None:
    # 3, 2, 1: 1 beat 3 (1) and 2 (2), 2 beat 3 (1); the order stays
    event = tournament("3w1 2b1 U", "U 1w0 3w1", "1b0 U 2b0", ratings=(3, 2, 1))
    table = keizer_table(contest_of(event).primary)
    # the odd one out gets two thirds of his own value: 2, 4/3 and 2/3
    assert [list(line.parts) for line in table] == [
        [1, 2, 2], [Fraction(4, 3), 0, 1], [0, Fraction(2, 3), 0],
    ]  # fmt: skip
    assert [line.points for line in table] == [5, Fraction(7, 3), Fraction(2, 3)]


def test_equal_points_are_ordered_by_rating_then_number() -> None:
    event = tournament("2w0", "1b0", "4w0", "3b0", ratings=(1900, 2000, None, None))
    table = keizer_table(contest_of(event).primary)
    assert [line.who for line in table] == [1, 0, 2, 3]
