from __future__ import annotations

import pytest

from syncd.model.meetings import meetings, most_boards, team_scores
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Team

Game = tuple[int, int, int, str]


def pairings(rounds: int, games: list[Game]) -> Pairings:
    """Return games as round, White, Black, both letters."""
    players = {player for _, *pair, _ in games for player in pair}
    cells = {player: [(0, "-", "Z")] * rounds for player in sorted(players)}
    for number, white, black, letters in games:
        cells[white][number - 1] = (black, "w", letters[0])
        cells[black][number - 1] = (white, "b", letters[1])
    return Pairings(
        rounds,
        {
            player: Cells(
                tuple(cell[0] for cell in row),
                "".join(cell[1] for cell in row),
                "".join(cell[2] for cell in row),
            )
            for player, row in cells.items()
        },
    )


A, B, C = Team(1, "A", (11, 12)), Team(2, "B", (21, 22)), Team(3, "C", (31, 32))


def test_boards_stand_in_the_order_of_the_first_team() -> None:
    games = [(1, 22, 12, "10"), (1, 11, 21, "=="), (2, 31, 11, "+-")]
    assert [
        (1, (1, 2), ((11, 21), (12, 22))),
        (2, (1, 3), ((11, 31),)),
    ] == list(meetings(pairings(2, games), [A, B, C]))


def test_a_pairing_within_a_team_is_no_match() -> None:
    assert () == meetings(pairings(1, [(1, 11, 12, "10"), (1, 21, 99, "10")]), [A, B])


@pytest.mark.parametrize("opponents", [(21, 22), (22, 21)])
def test_who_is_in_two_rosters_played_where_his_team_did(
    opponents: tuple[int, int],
) -> None:
    both = [A, B, Team(3, "C", (31, 12))]
    games = [(1, 11, opponents[0], "10"), (1, 12, opponents[1], "10")]
    (met,) = meetings(pairings(1, games), both)
    assert ((1, 2), 2) == (met.teams, len(met.boards))


def test_a_team_plays_one_match_a_round() -> None:
    """12 and 13 stand in two rosters; team 1 has an opponent, so theirs is team 4."""
    teams = [
        Team(1, "SG", (11, 12, 13)), Team(2, "B", (21, 22)),
        Team(3, "C", (31, 32)), Team(4, "D", (12, 13)),
    ]  # fmt: skip
    games = [(1, 11, 21, "10"), (1, 12, 31, "10"), (1, 13, 32, "10")]
    assert [(1, 2), (3, 4)] == [
        met.teams for met in meetings(pairings(1, games), teams)
    ]


def test_a_whole_team_in_two_rosters_is_where_it_usually_was() -> None:
    teams = [
        Team(1, "SG", (11, 12, 13)), Team(2, "B", (21, 22)),
        Team(3, "C", (31, 32)), Team(4, "D", (12, 13)),
    ]  # fmt: skip
    games = [
        (1, 11, 21, "10"), (1, 12, 31, "10"), (1, 13, 32, "10"),
        (2, 12, 21, "10"), (2, 13, 22, "10"),  # the SG has no game in this round
    ]  # fmt: skip
    found = meetings(pairings(2, games), teams)
    assert [(1, (1, 2)), (1, (3, 4)), (2, (2, 4))] == [met[:2] for met in found]


def test_scores_count_forfeits_and_what_cannot_be_known() -> None:
    games = [(1, 11, 21, "=0"), (1, 12, 22, "+-")]
    cells = pairings(1, games)
    played = meetings(cells, [A, B])
    scores = team_scores(cells, played)
    assert (15, 5, 1, 2) == scores[1]
    assert (0, 5, 1, 2) == scores[2]
    assert 2 == most_boards(played)
    assert 0 == most_boards([])
