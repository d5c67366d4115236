"""Article 6 by hand: direct encounter."""

from __future__ import annotations

from fractions import Fraction

from small_events import code, ranks, tournament, values

from syncd.model.tournament import Kind
from syncd.standings.direct import Encounter, encounters
from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of


def test_all_have_met_and_subgroups_are_asked_again() -> None:
    # 6.2: 1 beat 2 and drew 3, 4: 2 points; 2 beat 3, 4: 2; 3 and 4 drew all else: 1.
    # Among 1 and 2 the first beat the second; 3 and 4 drew and stay tied.
    event = tournament(
        "2w1 3b= 4w=", "1b0 4w1 3b1", "4b= 1w= 2w0", "3w= 2b0 1b=",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    assert ranks(event, "DE") == [1, 2, 3, 3]


# 1 beat 3 and 5 and lost to 2: 1, 3, 5 have 2 points, 2, 4, 6 have 1
PARTIAL = tournament(
    "3w1 5b1 2w0", "4b0 6w0 1b1", "1b0 4w1 6b1", "2w1 3b0 5w0", "6w1 1w0 4b1",
    "5b0 2b1 3w0",
)  # fmt: skip


def test_first_whatever_the_missing_games_give() -> None:
    # 6.3: 1, 3, 5 tied: 1 has 2 of 2; 3 and 5 did not meet and can reach 1: 1 is
    # first, the others stay tied. 2, 4, 6 tied: 4 and 6 beat 2 and did not meet: each
    # has 1 and could have 2, so nobody is certain.
    assert ranks(PARTIAL, "PTS", "DE") == [1, 4, 2, 4, 2, 4]


def test_the_value_is_the_place_among_the_tied() -> None:
    # the 2 points of 1, 3, 5: places 1, 2, 2; those of 2, 4, 6 are not told apart
    ranking = rank(contest_of(PARTIAL), [code("PTS"), code("DE")])
    assert ranking.columns[1].values == [1, 1, 2, 1, 2, 1]
    assert ranking.columns[1].tied == ((0, 2, 4), (1, 3, 5))


def test_who_is_not_tied_has_no_value() -> None:
    ranking = rank(contest_of(tournament("2w1", "1b0")), [code("PTS"), code("DE")])
    assert ranking.columns[1].values == [None, None]


def test_the_rest_is_asked_again_without_the_first() -> None:
    # 6.3: all tied for the sake of the test. 1 beat 2, 3, 4: 3 of 3. The others can
    # reach 2 at most: 2 beat 3 and did not meet 4, who did not meet 3 either.
    event = tournament("2w1 3b1 4w1", "1b0 Z 3w1", "Z 1w0 2b0", "Z Z 1b0")
    # of the rest: 2 has 1 and may get 2, 3 has 0 and may get 1, 4 may get 2: all tied
    assert ranks(event, "DE") == [1, 2, 2, 2]


def test_the_bound_is_strict() -> None:
    # 1 beat 2 and can be caught by 3, who met nobody: 1 + 1 missing, 3: 2 missing
    event = tournament("2w1", "1b0", "U")
    assert ranks(event, "DE") == [1, 1, 1]


def test_two_meetings_are_their_average() -> None:
    # 6.1.2: 1 won one and drew one of two games against 2: 0.75 and 0.25, not 1.5
    event = tournament("2w1 2b= 3w0", "1b0 1w= Z", "Z Z 1b1")
    assert encounters(contest_of(event).primary, [0, 1, 2]) == [
        Encounter(0, Fraction(15, 2), 0),
        Encounter(1, Fraction(5, 2), 1),
        Encounter(2, 10, 1),
    ]


def test_one_win_each_stays_tied() -> None:
    assert ranks(tournament("2w1 2b0", "1b0 1w1"), "PTS", "DE") == [1, 1]


def test_a_forfeit_is_no_meeting_in_a_swiss_unless_the_code_says_so() -> None:
    # 6.1.1: 1 and 2 have 1 point each; 1 won against 2 by forfeit
    event = tournament("2w+ 3b0 Z", "1b- Z 3w1", "Z 1w1 2b0")
    assert ranks(event, "PTS", "DE")[:2] == [1, 1]
    assert values(event, "DE/P") == [1, 1, 1]
    assert ranks(tournament("2w+ Z", "1b- U"), "PTS", "DE/P") == [1, 2]


def test_a_round_robin_always_counts_as_all_met() -> None:
    # 15.2: part-way, 1 and 2 have 1 point, 3 has 0: 1 met 2 only later
    event = tournament("2w1", "1b0", "U", kind=Kind.ROUND_ROBIN)
    assert ranks(event, "DE", options=Options(after_round=1)) == [1, 2, 2]


def test_a_long_chain_in_a_file_that_calls_itself_a_round_robin() -> None:
    # each beat the one before and lost to the one behind: taken apart one by one, this
    # would cost the square of the field. So many can never all meet: 6.3 holds
    players = 3_000
    lines = []
    for number in range(1, players + 1):
        cells = [f"{number - 1}w1", f"{number + 1}b0"]
        lines.append(" ".join(cells if number % 2 else reversed(cells)))
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert set(ranks(event, "DE")) == {1}


def test_a_chain_that_can_be_a_round_robin_is_taken_apart() -> None:
    # 1 lost to 2, 2 to 3, 3 to 4; nobody else met yet in a round robin of three rounds.
    # 2, 3, 4 have 1 point, 1 has none; among those 2 has none; then 3 lost to 4
    event = tournament(
        "2w0 Z", "1b1 3w0", "4w0 2b1", "3b1 Z", kind=Kind.ROUND_ROBIN, rounds=3,
    )  # fmt: skip
    assert ranks(event, "DE") == [4, 3, 2, 1]
