"""Ranks of a file held against its games, each difference with both numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from small_events import tournament
from small_team_events import team_event

from syncd.model.pairings import Game
from syncd.model.tournament import Kind, Team, Tournament
from syncd.standings.check import differences, team_points
from syncd.standings.chosen import Wish, choose
from syncd.standings.contest import Contest
from syncd.standings.field import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = "2w1 3b1", "1b0 4w1", "4b1 1w0", "3w0 2b0"
"""Points 2 1 1 0. Buchholz of 2 and 3: 2 each; progressive scores 0 + 1 and 1 + 1."""
USUAL: tuple[str, ...] = ()


def event(
    ranks: Sequence[int | None],
    listed: Sequence[str] = USUAL,
    points: Sequence[float | None] = (),
    kind: Kind = Kind.SWISS,
) -> Tournament:
    made = tournament(*GAMES, kind=kind)
    given = [*points, *[None] * (len(GAMES) - len(points))]
    entrants = tuple(
        replace(one, rank=rank, points_x10=None if score is None else int(10 * score))
        for one, rank, score in zip(made.entrants, ranks, given, strict=True)
    )
    return replace(made, entrants=entrants, tiebreak_codes=tuple(listed))


def found(made: Tournament) -> list[tuple[int, str, str]]:
    return [
        (each.number, each.finding.code, each.finding.severity.value)
        for each in differences(made)
    ]


@pytest.mark.parametrize(
    "made",
    [
        event((1, 2, 3, 4)),
        event((1, 3, 2, 4)),
        event((1, 2, 2, 4)),
        event((None, None, None, None)),
        event((1, None, 2, None)),
        event((1, 3, 2, 4), ("PTS", "PS")),
        event((1, 3, 2, 4), ("PTS", "BH")),
        event((1, 2, 3, 4), ("PTS", "BH"), (2, 1, 1, 0)),
    ],
)
def test_ranks_that_follow_are_not_worth_a_word(made: Tournament) -> None:
    assert found(made) == []


def test_a_rank_beside_its_points() -> None:
    made = event((1, 4, 3, 2))
    assert found(made) == [
        (2, "standings.rank", "warning"),
        (4, "standings.rank", "warning"),
    ]
    first, second = differences(made)
    assert first.finding.text == (
        "Number 2: the file states rank 4; 1 points give 2 to 3.",
        "Nummer 2: Die Datei nennt Rang 4; aus 1 Punkten folgt 2 bis 3.",
    )
    assert second.finding.text.en.endswith("rank 2; 0 points give 4.")


def test_a_rank_beside_the_tiebreaks_of_the_file() -> None:
    made = event((1, 2, 3, 4), ("PTS", "BH/C1", "PS"))
    assert found(made) == [
        (2, "standings.order", "warning"),
        (3, "standings.order", "warning"),
    ]
    text = differences(made)[0].finding.text
    assert text.en == (
        "Number 2: the file states rank 2; by its tie-breaks (PTS, BH/C1, PS) the "
        "games give 3."
    )
    assert "folgt aus den Partien 3" in text.de


def test_behind_a_tiebreak_that_is_not_computed_every_order_is_right() -> None:
    made = event((1, 2, 3, 4), ("PTS", "BH", "OTHER_x", "PS"))
    assert found(made) == [(0, "standings.tiebreak", "info")]
    buchholz = event((1, 2, 3, 4), ("PTS", "BH/C1", "PS"), kind=Kind.ROUND_ROBIN)
    assert found(buchholz) == [(0, "standings.tiebreak", "info")]
    assert "article 8" in differences(buchholz)[0].finding.text.en


def test_points_that_differ_are_not_told_again_by_the_ranks() -> None:
    """A decision gave 4 half a point more; reading has told it."""
    made = event((1, 2, 3, 4), ("PTS", "PS"), (2, 1, 1, 0.5))
    assert found(made) == []
    moved = event((1, 3, 4, 2), ("PTS", "PS"), (2, 1, 1, 1.5))
    assert found(moved) == []


def test_ranks_that_are_start_numbers_are_said_once() -> None:
    made = tournament("2w0 3b0", "1b1 4w1", "4b1 1w1", "3w0 2b0")
    numbered = replace(
        made, entrants=tuple(replace(one, rank=one.id) for one in made.entrants)
    )
    assert found(numbered) == [(0, "standings.start_order", "info")]


def test_clms_own_order_is_a_note_with_both_numbers() -> None:
    made = replace(event((1, 2, 3, 4)), tiebreaks=(7, 0, 0))
    assert found(made) == [(0, "standings.order", "info")]
    text = differences(made)[0].finding.text
    assert "2 ranks" in text.en
    assert "number 2: the file states 2, the games give 3" in text.en
    assert "CLM" in text.de


def test_before_the_first_result_there_is_nothing_to_check() -> None:
    made = tournament("2w*", "1b*", rounds=5)
    ranked = replace(
        made, entrants=tuple(replace(one, rank=3 - one.id) for one in made.entrants)
    )
    assert found(ranked) == []


def test_games_that_do_not_count_are_told() -> None:
    """A second game of 1 against 2 in round 2: a play-off, or a round of two games."""
    made = event((1, 2, 3, 4))
    more = Game(2, white=1, black=2, white_result="0", black_result="1")
    extended = replace(made, pairings=replace(made.pairings, extra=(more, more)))
    assert found(extended) == [(0, "standings.extra_games", "info")]
    note = differences(extended)[0].finding.text
    assert "2 games beyond one per player and round" in note.en
    assert "(Runde 2)" in note.de
    chosen = choose(extended, Wish())
    assert note.en in chosen.origin.en
    assert (
        chosen.standings.ranking.ranks == choose(made, Wish()).standings.ranking.ranks
    )


def teams(*stated: tuple[float | None, float | None]) -> list[tuple[int, str, str]]:
    """Return the differences of three teams: 1 beat 2, then 3; each had a bye."""
    opponents = [[1, 2, -1], [0, -1, 2], [-1, 0, 1]]
    kinds = ["11U", "0U=", "U0="]
    match = Field(
        [1, 2, 3], 3, 3, opponents, kinds, ["---"] * 3,
        [[20, 20, 10], [0, 10, 10], [10, 0, 10]], win=20, draw=10,
    )  # fmt: skip
    game = replace(match, points=[[25, 30, 20], [15, 20, 20], [20, 10, 20]])
    event = Tournament(
        "T",
        is_team=True,
        teams=tuple(
            Team(
                number,
                f"T{number}",
                match_points_x10=None if mp is None else int(10 * mp),
                game_points_x10=None if gp is None else int(10 * gp),
            )
            for number, (mp, gp) in enumerate(stated, 1)
        ),
    )
    found = team_points(event, Contest(match, game, "MP"))
    return [(each.number, each.finding.code, each.finding.text.en) for each in found]


def test_points_of_teams_with_or_without_byes_follow() -> None:
    assert teams((5, 7.5), (2, 5.5), (2, 5)) == []
    assert teams((4, 5.5), (1, 3.5), (None, None)) == []


def test_points_of_a_team_that_differ() -> None:
    assert teams((5, 7), (2, 5.5), (2, 5)) == [
        (1, "standings.points",
         "Team 1: the file states 7 game points, the games give 7.5."),
    ]  # fmt: skip


def test_where_most_differ_rounds_are_missing() -> None:
    ((number, _, text),) = teams((9, 7.5), (4, 5.5), (4, 5))
    assert number == 0
    assert "match points of 3 teams" in text
    assert "team 1: the file states 9, the games give 5" in text


@pytest.mark.parametrize("type_code", ["FIDE_TEAM_GP", "FIDE_TEAM_MP", ""])
def test_the_order_inside_equal_points_is_checked_on_either_score(
    type_code: str,
) -> None:
    """Both 1 and 2 win by 1½:½: 2 match points, 1½ game points; 1 goes first."""
    made = team_event("1-3:1= 2-4:1=", type_code=type_code)
    ranked = replace(
        made,
        tiebreak_codes=("PTS", "TPN"),
        teams=tuple(
            replace(team, rank=rank, match_points_x10=mp, game_points_x10=gp)
            for team, rank, mp, gp in zip(
                made.teams, (2, 1, 3, 4), (20, 20, 0, 0), (15, 15, 5, 5), strict=True
            )
        ),
    )
    order = "standings.order", "warning"
    assert found(ranked) == [(1, *order), (2, *order)]
    apart = replace(
        ranked,
        teams=tuple(
            replace(team, rank=rank)
            for team, rank in zip(ranked.teams, (3, 2, 1, 4), strict=True)
        ),
    )
    assert [code for _, code, _ in found(apart)] == ["standings.rank"] * 2
