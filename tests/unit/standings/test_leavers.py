"""General Regulations 6.6 by hand: who left a round robin before half of his games."""

from __future__ import annotations

import pytest
from small_events import ranks, tournament, values

from syncd.model.tournament import Kind
from syncd.standings.leavers import early_leavers
from syncd.standings.options import Options
from syncd.standings.standings import contest_of

RULE = Options(removes_early_leavers=True)
# four players; number 4 beat 1 in round 1 and did not come again
EARLY = ("4b0 2w1 3b=", "3w1 1b0 4w+", "2b0 4b+ 1w=", "1w1 3w- 2b-")


def test_his_results_do_not_count() -> None:
    event = tournament(*EARLY, kind=Kind.ROUND_ROBIN)
    assert values(event, "PTS") == [1.5, 2, 1.5, 1]
    # without number 4: 1 + 0.5 | 1 + 0 | 0 + 0.5 | below the others
    assert values(event, "PTS", RULE) == [1.5, 1, 0.5, 0]
    assert ranks(event, "PTS", options=RULE) == [1, 2, 3, 4]
    # the tie-breaks see three players: 1: 1 x 1 + 0.5 x 0.5
    assert values(event, "SB", RULE)[0] == 1.25
    # the maximum is 2 games: the limit 1: 1 | 0 | 0.5
    assert values(event, "KS", RULE) == [1, 0, 0.5, 0]


def test_he_stands_below_somebody_without_points() -> None:
    event = tournament(
        "4b0 2w0 3b0", "3w1 1b1 4w+", "2b0 4b+ 1w1", "1w1 3w- 2b-",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    assert ranks(event, "PTS", options=RULE) == [3, 1, 2, 4]
    assert contest_of(event, RULE).outside == (3,)


@pytest.mark.parametrize(
    ("lines", "expected", "why"),
    [
        (("2w1 3b- 4w-", "1b0 4w1 3b1", "4b1 1w+ 2w0", "3w0 2b0 1b+"), (0,), "1 of 3"),
        (("2w1 3b1 4w-", "1b0 4w1 3b1", "4b1 1w0 2w0", "3w0 2b0 1b+"), (), "2 of 3"),
        # forfeits are not completed games, even if won
        (("2w+ 3b+ 4w-", "1b- 4w1 3b1", "4b1 1w- 2w0", "3w0 2b0 1b+"), (0,), "0 of 3"),
        # one who came late has not left
        (("2w- 3b- 4w1", "1b+ 4w1 3b1", "4b1 1w+ 2w0", "3w0 2b0 1b0"), (), "came late"),
    ],
)
def test_fewer_than_half(
    lines: tuple[str, ...], expected: tuple[int], why: str
) -> None:
    field = contest_of(tournament(*lines, kind=Kind.ROUND_ROBIN)).primary
    assert early_leavers(field) == expected, why


def test_exactly_half_is_enough() -> None:
    # five players, four games each: number 1 played two of them
    lines = (
        "2w1 3b1 4w- Z 5w-", "1b0 Z 5w1 3w1 4b1", "Z 1w0 5b1 2b0 4w1",
        "5b1 Z 1b+ Z 2w0", "4w0 Z 2b0 Z 1b+",
    )  # fmt: skip
    field = contest_of(tournament(*lines, kind=Kind.ROUND_ROBIN)).primary
    assert 0 not in early_leavers(field)


def test_a_free_round_at_the_end_is_no_leaving() -> None:
    lines = ("2w1 3b= Z", "1b0 Z 3w1", "Z 1w= 2b0")
    field = contest_of(tournament(*lines, kind=Kind.ROUND_ROBIN)).primary
    assert early_leavers(field) == ()


def test_games_still_to_come_are_no_leaving() -> None:
    # after one of three rounds nobody has half of his games
    lines = ("2w1 3b* 4w*", "1b0 4w* 3b*", "4b1 1w* 2w*", "3w0 2b* 1b*")
    field = contest_of(tournament(*lines, kind=Kind.ROUND_ROBIN)).primary
    assert early_leavers(field) == ()


def test_a_swiss_knows_no_such_rule() -> None:
    event = tournament(*EARLY)
    assert values(event, "PTS", RULE) == values(event, "PTS")


def test_it_is_off_unless_chosen() -> None:
    assert contest_of(tournament(*EARLY, kind=Kind.ROUND_ROBIN)).outside == ()
