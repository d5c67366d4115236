from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import crosstables
import pytest

from syncd.model.findings import Severity
from syncd.model.pairing_rules import AnnouncedBye, PairingRules
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import (
    Entrant,
    Kind,
    Team,
    TeamBye,
    TeamMatch,
    Tournament,
)
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.finished import unfinished
from syncd.rating.reason import ACCEPTABLE, Why
from syncd.rating.report import ReportOptions, build_payload
from syncd.rating.teammatches import board_points, team_reasons

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.rating.crosstable import Crosstable

TODAY = crosstables.AFTERWARDS

Match = tuple[int, int, int]


def event(
    kind: Kind,
    rounds: int,
    matches: Iterable[Match],
    *,
    teams: int = 4,
    look: tuple[str, str] = ("wb", "10"),
) -> Tournament:
    """Return teams of one player each, the first of each pair winning with White."""
    colours, result = look
    cells = {number: [(0, "-", "Z")] * rounds for number in range(1, teams + 1)}
    for number, one, two in matches:
        cells[one][number - 1] = (two, colours[0], result[0])
        cells[two][number - 1] = (one, colours[1], result[1])
    rows = {
        number: Cells(
            tuple(cell[0] for cell in row),
            "".join(cell[1] for cell in row),
            "".join(cell[2] for cell in row),
        )
        for number, row in cells.items()
    }
    return Tournament(
        name="Kreisliga 2026/27",
        kind=kind,
        is_team=True,
        rounds=rounds,
        city="Magdeburg",
        time_control_code="5400+30",
        round_dates=(crosstables.FIRST_DAY,) * rounds,
        entrants=tuple(
            Entrant(n, f"P{n}", "Anna", birth_year=1990) for n in range(1, teams + 1)
        ),
        pairings=Pairings(rounds, rows),
        teams=(
            *(Team(n, f"T{n}", (n,)) for n in range(1, teams + 1)),
            Team(teams + 1, "spielfrei"),
        ),
    )


def with_points(t: Tournament, points: dict[int, int]) -> Tournament:
    """Return the event with board points of some teams, in tenths."""
    return replace(
        t,
        teams=tuple(
            replace(team, game_points_x10=points.get(team.number)) for team in t.teams
        ),
    )


LEAGUE = [(1, 1, 4), (1, 2, 3), (2, 4, 3), (2, 1, 2), (3, 2, 4), (3, 3, 1)]
CUP = [(1, 1, 4), (1, 2, 3), (2, 1, 2)]
SWISS_5 = [(1, 1, 4), (1, 2, 3), (2, 1, 2), (2, 4, 5)]


def table(t: Tournament) -> Crosstable:
    return crosstable(t, Confirmed())


def codes(t: Tournament, kind: Kind) -> list[str]:
    return [reason.code for reason in team_reasons(table(t), kind)]


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        (LEAGUE, []),
        (LEAGUE[:-1], [Why.MISSING_MATCHES]),
        (
            [*LEAGUE[:-1], (3, 3, 4)],
            [Why.REPEATED_MATCHES, Why.MISSING_MATCHES],
        ),
        (
            [*LEAGUE[:-2], (3, 1, 4), (3, 3, 2)],
            [Why.REPEATED_MATCHES, Why.MISSING_MATCHES],
        ),
    ],
)
def test_a_league(matches: list[Match], expected: list[Why]) -> None:
    assert codes(event(Kind.ROUND_ROBIN, 3, matches), Kind.ROUND_ROBIN) == expected


@pytest.mark.parametrize("loops", [1, 2])
def test_a_league_of_two_loops(loops: int) -> None:
    second = [(number + 3, two, one) for number, one, two in LEAGUE]
    t = event(Kind.ROUND_ROBIN, 6, [*LEAGUE, *second])
    t = replace(t, rounds=6 // loops, loops=loops)
    assert codes(t, Kind.ROUND_ROBIN) == []
    assert unfinished(t, Confirmed(), TODAY) == ()
    short = event(Kind.ROUND_ROBIN, 6, [*LEAGUE, *second[:-1]])
    short = replace(short, rounds=3, loops=2)
    assert codes(short, Kind.ROUND_ROBIN) == [Why.MISSING_MATCHES]


def test_a_match_forfeited_as_a_whole_is_no_missing_match() -> None:
    stated = (TeamMatch(3, 3, 1, forfeited="+-"),)
    t = replace(event(Kind.ROUND_ROBIN, 3, LEAGUE[:-1]), matches=stated)
    assert codes(t, Kind.ROUND_ROBIN) == []


SWISS_4 = [(1, 1, 4), (1, 2, 3), (2, 1, 2), (2, 3, 4), (3, 1, 3), (3, 2, 4)]


@pytest.mark.parametrize(
    ("matches", "teams", "missing"),
    [
        (SWISS_4, 4, ""),
        (SWISS_4[1:], 4, "round 1: 1: 1 T1; 1: 4 T4."),
        ([*SWISS_4[:3], *SWISS_4[4:]], 4, "round 2: 2: 3 T3; 2: 4 T4."),
        (SWISS_4[:-1], 4, "round 3: 3: 2 T2; 3: 4 T4."),
        (
            [*SWISS_4[1:3], *SWISS_4[4:]],
            4,
            "rounds 1 to 2: 1: 1 T1; 1: 4 T4; 2: 3 T3; ",
        ),
        ([*SWISS_5, (3, 3, 5), (3, 1, 4)], 5, ""),  # each round one is free
        ([*SWISS_5[:3], (3, 3, 5), (3, 1, 4)], 5, "round 2: 2: 3 T3; 2: 4 T4; 2: 5 T5"),
        (
            [*SWISS_4[:2], (2, 1, 2), (3, 1, 3)],
            4,
            "round 2: 2: 3 T3; 2: 4 T4.",
        ),
        (
            [*SWISS_5[:2], (2, 1, 2), (2, 3, 4), (3, 1, 4)],
            5,
            "round 3: 3: 2 T2; 3: 3 T3",
        ),
    ],
)
def test_a_team_swiss(matches: list[Match], teams: int, missing: str) -> None:
    t = event(Kind.SWISS, 3, matches, teams=teams)
    reasons = list(team_reasons(table(t), Kind.SWISS))
    assert [one.code for one in reasons] == [Why.MISSING_MATCHES] * bool(missing)
    for reason in reasons:
        assert reason.needs_person
        assert missing in reason.text.en


def test_announced_byes_of_teams_are_no_missing_matches() -> None:
    t = event(Kind.SWISS, 3, [*SWISS_4[:3], *SWISS_4[4:]])
    bye = AnnouncedBye("H", 2, (3,))
    t = replace(t, rules=PairingRules(byes=(bye,)), team_byes=TeamBye(teams=(0, 4)))
    assert codes(t, Kind.SWISS) == []
    t = replace(t, rules=PairingRules(byes=(replace(bye, round=1),)), team_byes=None)
    assert codes(t, Kind.SWISS) == [Why.MISSING_MATCHES]


@pytest.mark.parametrize(
    ("matches", "expected"),
    [
        (CUP, []),
        ([*CUP, (2, 3, 4)], []),
        ([*CUP[:2], (2, 1, 4)], [Why.KNOCKOUT]),
        (CUP[:2], [Why.KNOCKOUT]),
    ],
)
def test_a_team_knockout(matches: list[Match], expected: list[Why]) -> None:
    assert codes(event(Kind.KNOCKOUT, 2, matches), Kind.KNOCKOUT) == expected


@pytest.mark.parametrize(
    ("points", "result", "odd"),
    [
        ({}, "10", False),
        ({1: 20, 2: 20, 3: 10, 4: 10}, "10", False),
        ({1: 30}, "10", False),  # one seat stayed empty somewhere
        ({1: 10}, "10", True),  # less than was played
        ({2: 90}, "10", True),  # more than there are seats
        ({1: 0}, "=0", False),  # CLM gives the half point of 0-½ to nobody
        ({1: 5}, "==", True),
    ],
)
def test_board_points(points: dict[int, int], result: str, *, odd: bool) -> None:
    league = event(Kind.ROUND_ROBIN, 3, LEAGUE[:-1], look=("wb", result))
    t = with_points(league, points)
    found = [reason.code for reason in board_points(table(t))]
    assert found == ([Why.BOARD_POINTS] if odd else [])


@pytest.mark.parametrize(
    ("rosters", "said"),
    [
        ({}, None),
        ({4: ()}, "(3): round 1: 1 P1, Anna – 4 P4, Anna"),  # in no roster
        ({1: (1, 4), 4: ()}, "(1): round 1"),  # both in one roster
        (dict.fromkeys(range(1, 5), ()), "number of games (6)"),
    ],
)
def test_every_game_belongs_to_a_match(
    rosters: dict[int, tuple[int, ...]], said: str | None
) -> None:
    t = event(Kind.ROUND_ROBIN, 3, LEAGUE)
    teams = [
        replace(one, roster=rosters.get(one.number, one.roster)) for one in t.teams
    ]
    t = replace(t, teams=tuple(teams))
    reasons = [
        one for one in unfinished(t, Confirmed(), TODAY) if one.code == "rosters"
    ]
    assert len(reasons) == (1 if said else 0)
    for reason in reasons:
        assert reason.needs_person
        assert said
        assert said in reason.text.en
        assert "`syncd confirm`" in reason.text.de
        accepted = Confirmed(accepted=ACCEPTABLE)
        assert unfinished(t, accepted, TODAY) == ()


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.KNOCKOUT])
def test_an_xml_alone_has_no_teams_and_is_asked_about_once(kind: Kind) -> None:
    t = replace(event(kind, 3, LEAGUE), teams=())
    assert [Why.ROSTERS] == [one.code for one in unfinished(t, Confirmed(), TODAY)]


def test_every_reason_says_what_to_do_and_can_be_accepted() -> None:
    t = with_points(event(Kind.ROUND_ROBIN, 3, LEAGUE[:-1]), {1: 90})
    reasons = [*team_reasons(table(t), Kind.ROUND_ROBIN), *board_points(table(t))]
    assert [Why.MISSING_MATCHES, Why.BOARD_POINTS] == [one.code for one in reasons]
    for reason in reasons:
        assert reason.code in ACCEPTABLE
        assert "`syncd confirm`" in reason.text.en
        assert "`syncd confirm`" in reason.text.de
    assert "T1 – T3" in reasons[0].text.en
    assert "1 T1" in reasons[1].text.de
    accepted = Confirmed(accepted=frozenset(one.code for one in reasons))
    assert unfinished(t, accepted, TODAY) == ()


@pytest.mark.parametrize(
    ("kind", "code", "matches", "rounds"),
    [
        (Kind.ROUND_ROBIN, "TR", LEAGUE, 3),
        (Kind.SWISS, "TW", LEAGUE, 3),
        (Kind.KNOCKOUT, "TC", CUP, 2),
    ],
)
def test_a_report_of_teams(
    kind: Kind, code: str, matches: list[Match], rounds: int
) -> None:
    t = event(kind, rounds, matches)
    for options, expected in (
        (ReportOptions(), code),
        (ReportOptions(hybrid=True), f"{code}-H"),
    ):
        built = build_payload(t, Confirmed(), options)
        assert built.payload is not None
        assert expected == built.payload.tournament.type
        assert rounds == built.payload.tournament.rounds
        assert len(matches) == len(built.payload.games)


def test_without_colours_white_is_the_home_player() -> None:
    stated = tuple(TeamMatch(number, max(pair), min(pair)) for number, *pair in LEAGUE)
    league = event(Kind.ROUND_ROBIN, 3, LEAGUE, look=("--", "10"))
    t = replace(league, matches=stated)
    built = build_payload(t, Confirmed(), ReportOptions())
    assert built.payload is not None
    games = built.payload.games
    assert all((game.white or 0) > (game.black or 0) for game in games)
    assert "G16" in {item.code for item in built.findings}
    winners = {
        (game.round, game.white if game.white_points == "1" else game.black)
        for game in games
    }
    assert {(number, one) for number, one, _ in LEAGUE} == winners


@pytest.mark.parametrize("is_home_known", [True, False])
def test_white_means_one_thing_in_the_whole_report(*, is_home_known: bool) -> None:
    """One game lacks its colours, and of one match nobody knows who was at home."""
    stated = [TeamMatch(number, max(pair), min(pair)) for number, *pair in LEAGUE]
    stated[-1] = replace(stated[-1], is_home_known=is_home_known)
    league = event(Kind.ROUND_ROBIN, 3, LEAGUE)
    rows = dict(league.pairings.rows)
    for player in (1, 4):  # their game of round 1
        rows[player] = replace(rows[player], colours="-" + rows[player].colours[1:])
    t = replace(league, matches=tuple(stated), pairings=Pairings(3, rows))
    built = build_payload(t, Confirmed(), ReportOptions())
    assert built.payload is not None
    whites = {(game.round, game.white) for game in built.payload.games}
    if is_home_known:
        assert whites == {(number, max(pair)) for number, *pair in LEAGUE}
    else:
        assert whites == {(number, one) for number, one, _ in LEAGUE}
    (finding,) = [item for item in built.findings if item.code == "G16"]
    assert (finding.severity is Severity.INFO) is is_home_known
    assert ("throughout" in finding.text.en) is is_home_known


def test_colours_of_the_pieces_count_where_they_are_known() -> None:
    t = event(Kind.ROUND_ROBIN, 3, LEAGUE)
    built = build_payload(t, Confirmed(), ReportOptions())
    assert built.payload is not None
    assert {(game.white, game.black) for game in built.payload.games} == {
        (one, two) for _, one, two in LEAGUE
    }
    assert "G16" not in {item.code for item in built.findings}


def test_each_pair_of_four_meets() -> None:
    assert {frozenset(pair) for _, *pair in LEAGUE} == {
        frozenset(pair) for pair in combinations(range(1, 5), 2)
    }
