"""General Regulations 6.6 by hand: who left a round robin before half of his games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_events import ranks, tournament, values
from small_team_events import team_event

from syncd.model.pairing_rules import AnnouncedBye, PairingRules
from syncd.model.tournament import Kind
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
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert contest_of(event, RULE).outside == expected, why


def test_exactly_half_is_enough() -> None:
    # five players, four games each: number 1 played two of them
    lines = (
        "2w1 3b1 4w- Z 5w-", "1b0 Z 5w1 3w1 4b1", "Z 1w0 5b1 2b0 4w1",
        "5b1 Z 1b+ Z 2w0", "4w0 Z 2b0 Z 1b+",
    )  # fmt: skip
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert 0 not in contest_of(event, RULE).outside


def test_a_free_round_at_the_end_is_no_leaving() -> None:
    lines = ("2w1 3b= Z", "1b0 Z 3w1", "Z 1w= 2b0")
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert contest_of(event, RULE).outside == ()


def test_games_still_to_come_are_no_leaving() -> None:
    # after one of three rounds nobody has half of his games
    lines = ("2w1 3b* 4w*", "1b0 4w* 3b*", "4b1 1w* 2w*", "3w0 2b* 1b*")
    event = tournament(*lines, kind=Kind.ROUND_ROBIN)
    assert contest_of(event, RULE).outside == ()


@pytest.mark.parametrize(
    ("line", "rounds", "expected", "why"),
    [
        ("2w1 3b-", 5, (), "may come again in rounds 3 to 5"),
        ("2w1 3b-", 2, (), "1 of 2 games"),
        ("2w0 3b- Z Z Z", 5, (0,), "1 of 5, and away in all rounds to come"),
        ("2w0 3b- 4w- 5b- 6w-", 5, (0,), "1 of 5, the rounds to come are forfeited"),
        ("2w0 3b- Z Z", 5, (), "nothing is known of round 5"),
        ("2w0 3w0 Z Z Z", 5, (0,), "2 of 5"),
    ],
)
def test_part_way_nobody_has_left_who_can_still_come(
    line: str, rounds: int, expected: tuple[int, ...], why: str
) -> None:
    """6.6 is about who withdraws: a forfeit in round 2 alone is no withdrawal."""
    others = ("1b1 4w1", "4b= 1w+", "3w= 2b0", "6w1 6b1", "5b0 5w0")
    event = tournament(line, *others, kind=Kind.ROUND_ROBIN, rounds=rounds)
    options = Options(after_round=2, removes_early_leavers=True)
    assert contest_of(event, options).outside == expected, why


def test_absences_that_were_announced_are_a_withdrawal() -> None:
    """Record 240 for rounds 3 to 5: number 1 played one game of five."""
    byes = tuple(AnnouncedBye("Z", number, (1,)) for number in (3, 4, 5))
    others = ("1b1 4w1", "4b= 1w+", "3w= 2b0", "6w1 6b1", "5b0 5w0")
    lines = ("2w0 3b-", *others)
    event = tournament(*lines, kind=Kind.ROUND_ROBIN, rounds=5)
    assert contest_of(event, RULE).outside == ()
    event = replace(event, rules=PairingRules(byes=byes))
    assert contest_of(event, RULE).outside == (0,)


def test_a_team_that_forfeits_one_round_may_come_again() -> None:
    first = ("1-2:00 3-4:1=", "1*3:-+ 2-4:1=")
    event = team_event(*first, "", "", kind=Kind.ROUND_ROBIN)
    assert contest_of(event, RULE).outside == ()
    last = ("1*4:-+ 2-3:1=", "1*2:-+ 3-4:1=")
    event = team_event(*first, *last, kind=Kind.ROUND_ROBIN)
    assert contest_of(event, RULE).outside == (0,)


def test_a_swiss_knows_no_such_rule() -> None:
    event = tournament(*EARLY)
    assert values(event, "PTS", RULE) == values(event, "PTS")


def test_it_is_off_unless_chosen() -> None:
    assert contest_of(tournament(*EARLY, kind=Kind.ROUND_ROBIN)).outside == ()
