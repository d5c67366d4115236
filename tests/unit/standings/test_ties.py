from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from small_events import code, standings_of, tournament
from small_team_events import team_event

from syncd.model.pairing_rules import Adjustment, AnnouncedBye, PairingRules
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Kind, LineUp, Team, TeamBye, Tournament
from syncd.standings.contest import Contest
from syncd.standings.lots import Drawn, Lots, draw_lots, why_no_lots
from syncd.standings.manual import BANNER, agreed, moved, outdated, started
from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import Standings, contest_of
from syncd.standings.ties import Placed, Ties, placed

# 1 beats 3, 2 beats 4, the draws of 5 and 6: 1 and 2 share the first place
EVENT = tournament(
    "3w1", "4w1", "1b0", "2b0", "6w=", "5b=",
    ratings=[1800, 1900, 2000, 2000, None, 1500],
)  # fmt: skip


def standings(event: Tournament = EVENT, *codes: str) -> Standings:
    return standings_of(event, [code(each) for each in codes or ("PTS",)])


def shown(places: tuple[Placed, ...]) -> list[tuple[int, str]]:
    return [(one.number, one.written) for one in places]


def test_shared_places_skip_the_next_and_are_listed_by_rating_then_name() -> None:
    places = placed(standings(), EVENT)
    assert shown(places) == [
        (2, "1="), (1, "1="), (6, "3="), (5, "3="), (3, "5="), (4, "5="),
    ]  # fmt: skip
    assert [one.place for one in places] == [1, 1, 3, 3, 5, 5]
    assert all(one.is_shared for one in places)
    assert [one.index for one in places] == [1, 0, 5, 4, 2, 3]


def test_rating_and_name_may_decide() -> None:
    places = placed(standings(), EVENT, Ties.RATING_AND_NAME)
    assert shown(places) == [
        (2, "1"), (1, "2"), (6, "3"), (5, "4"), (3, "5"), (4, "6"),
    ]  # fmt: skip


def test_a_place_of_ones_own() -> None:
    places = placed(standings(EVENT, "PTS", "RTNG/R"), EVENT)
    assert shown(places)[:2] == [(2, "1="), (1, "1=")]
    places = placed(standings(EVENT, "PTS", "TPN"), EVENT)
    assert [one.written for one in places] == list("123456")
    assert not any(one.is_shared for one in places)


def test_who_left_early_has_no_place() -> None:
    # number 4 has played one of three games
    event = tournament(
        "2w1 3w1 4w+", "1b0 4w1 3b0", "4b+ 1b0 2w1", "3w- 2b0 1b-",
        kind=Kind.ROUND_ROBIN,
    )  # fmt: skip
    options = Options(removes_early_leavers=True)
    made = standings_of(event, [code("PTS")], options)
    places = placed(made, event)
    assert (places[-1].number, places[-1].written) == (4, "–")
    assert not places[-1].is_counting
    assert places[0].is_counting


def test_teams_are_listed_by_strength_then_name() -> None:
    field = contest_of(tournament("2w=", "1b=", "U")).primary
    contest = Contest(field, field, "MP")
    made = Standings(contest, (code("MP"),), rank(contest, [code("MP")]))
    teams = (Team(1, "B"), Team(2, "A"), Team(3, "C", strength=1900))
    places = placed(made, replace(EVENT, is_team=True, teams=teams))
    assert [one.number for one in places] == [3, 2, 1]


def drawn(numbers: list[int], seed: int) -> tuple[int, ...]:
    return tuple(sorted(numbers, key=Lots(seed).key()))


def test_a_lot_stays_with_whom_it_was_drawn_for() -> None:
    # 5 has become 2 and 2 has become 5; who is 7 now was nobody then
    key, before = Lots(2026, ((2, 5), (5, 2))).key(), Lots(2026).key()
    assert [key(2), key(5), key(7)] == [before(5), before(2), before(7)]


def test_lots_are_the_same_each_time_and_for_any_group() -> None:
    order = drawn([1, 2, 3, 4, 5, 6], 2026)
    assert order == drawn([6, 5, 4, 3, 2, 1], 2026)
    assert sorted(order) == [1, 2, 3, 4, 5, 6]
    # a tie that comes up later is decided by the same draw
    assert drawn([2, 5], 2026) == tuple(each for each in order if each in {2, 5})
    assert len({drawn([1, 2, 3, 4, 5, 6], seed) for seed in range(20)}) > 10


def test_every_order_is_as_likely_as_any_other() -> None:
    # 600 draws among three: each of the six orders about a hundred times
    orders = [drawn([1, 2, 3], seed) for seed in range(600)]
    assert {orders.count(order) > 60 for order in set(orders)} == {True}
    assert len(set(orders)) == 6


def test_lots_decide_only_among_the_tied() -> None:
    made = standings()
    done = draw_lots(made, 7)
    assert isinstance(done, Drawn)
    assert done.lots == Lots(7)
    places = placed(made, EVENT, lots=done.lots)
    assert [one.written for one in places] == list("123456")
    assert [one.number for one in places] == [
        number for order in done.orders for number in order
    ]
    assert [set(order) for order in done.orders] == [{1, 2}, {5, 6}, {3, 4}]
    assert "with the number 7" in done.text.en
    assert "mit der Zahl 7" in done.text.de


@pytest.mark.parametrize(
    ("codes", "options", "reason"),
    [
        (("PTS", "TPN"), {}, "Nobody is tied"),
        (("PTS",), {"is_keizer": True}, "A Keizer table knows no lots"),
    ],
)
def test_why_no_lots_are_drawn(
    codes: tuple[str, ...], options: dict[str, bool], reason: str
) -> None:
    told = draw_lots(standings(EVENT, *codes), 7, **options)
    assert not isinstance(told, Drawn)
    assert reason in told.en


def test_teams_draw_no_lots() -> None:
    field = contest_of(EVENT).primary
    contest = Contest(field, field, "MP")
    made = Standings(contest, (), rank(contest, []))
    told = why_no_lots(made)
    assert told is not None
    assert "not for teams" in told.en


def test_an_order_set_by_hand() -> None:
    made = standings()
    order = started(tuple(one.number for one in placed(made, EVENT)), EVENT)
    assert order.numbers == (2, 1, 6, 5, 3, 4)
    order = moved(order, 4, 1)
    assert order.numbers == (4, 2, 1, 6, 5, 3)
    assert moved(order, 4, 99).numbers == (2, 1, 6, 5, 3, 4)
    assert moved(order, 4, -1).numbers == order.numbers
    assert moved(order, 9, 2).numbers == (4, 9, 2, 1, 6, 5, 3)
    places = placed(made, EVENT, manual=order)
    assert [(one.number, one.place) for one in places] == [
        (4, 1), (2, 2), (1, 3), (6, 4), (5, 5), (3, 6),
    ]  # fmt: skip
    assert "by hand" in BANNER.en


def test_who_came_later_stands_behind_an_order_set_by_hand() -> None:
    order = started((3, 1), EVENT)
    places = placed(standings(), EVENT, manual=order)
    assert [one.number for one in places] == [3, 1, 2, 6, 5, 4]


def test_a_later_result_is_warned_of_until_somebody_agrees() -> None:
    order = started((1, 2), EVENT)
    assert outdated(order, EVENT) is None
    rows = {**EVENT.pairings.rows, 1: Cells((3,), "w", "=")}
    later = replace(EVENT, pairings=Pairings(1, rows))
    warning = outdated(order, later)
    assert warning is not None
    assert "Results have changed" in warning.en
    assert outdated(agreed(order, later), later) is None


MATCHES = ("1-2:1= 3-4:== U5", "1-3:1= 2*5:+- H4", "1-4:== 3-5:11 Z2")
TEAMS = team_event(*MATCHES, bye=(None, None))
ONE_LESS = (replace(TEAMS.teams[0], roster=(12, 11)), *TEAMS.teams[1:])


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        (TEAMS, {"type_code": "FIDE_TEAM_GP"}),
        (TEAMS, {"rules": PairingRules(byes=(AnnouncedBye("F", 2, (4,)),))}),
        (TEAMS, {"teams": ONE_LESS}),
        (
            TEAMS,
            {"line_ups": (LineUp(round=1, team=1, opponent=2, players=(12, 11)),)},
        ),
        (TEAMS, {"team_byes": TeamBye(20, 20, (5,))}),
        (TEAMS, {"kind": Kind.ROUND_ROBIN}),
        (TEAMS, {"start": dt.date(2025, 5, 1)}),
        (EVENT, {"start": dt.date(2025, 5, 1)}),
        (EVENT, {"kind": Kind.ROUND_ROBIN}),
        (EVENT, {"rules": PairingRules(scoring=(("1", 30), ("=", 10)))}),
        (EVENT, {"rules": PairingRules(adjustments=(Adjustment("", 5, ids=(1,)),))}),
    ],
)
def test_whatever_changes_points_is_warned_of(
    before: Tournament, changed: dict[str, Any]
) -> None:
    order = started((1, 2), before)
    after = replace(before, **changed)
    assert contest_of(after) != contest_of(before), "the case changes something"
    assert outdated(order, after)
    assert outdated(agreed(order, after), after) is None


def test_points_that_show_another_scoring_are_warned_of() -> None:
    """No record says what a win gives; the points of the file tell 1-½-0 or 3-1-0."""
    order = started((1, 2), with_points(10, 10, 0, 0, 5, 5))
    assert outdated(order, EVENT) is None
    assert outdated(order, with_points(30, 30, 0, 0, 10, 10))


def with_points(*tenths: int) -> Tournament:
    pairs = zip(EVENT.entrants, tenths, strict=True)
    return replace(
        EVENT, entrants=tuple(replace(one, points_x10=given) for one, given in pairs)
    )


def test_what_gives_nobody_a_point_is_no_other_result() -> None:
    order = started((1, 2), TEAMS)
    named = replace(
        TEAMS, city="Ulm", teams=tuple(replace(t, name="X") for t in TEAMS.teams)
    )
    assert outdated(order, named) is None
    rated = replace(
        EVENT, entrants=tuple(replace(one, rating=1234) for one in EVENT.entrants)
    )
    assert outdated(started((1, 2), EVENT), rated) is None
    later = replace(EVENT, start=dt.date(2026, 5, 1), end=dt.date(2026, 5, 9))
    assert outdated(started((1, 2), EVENT), later) is None


def test_another_order_of_the_file_is_no_other_result() -> None:
    order = started((1, 2), EVENT)
    rows = dict(reversed(list(EVENT.pairings.rows.items())))
    again = replace(EVENT, city="Ulm", pairings=Pairings(1, rows))
    assert outdated(order, again) is None
