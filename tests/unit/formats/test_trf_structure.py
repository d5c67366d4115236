"""What pairings prove. A game is (white, black, letters), a round a list of them."""

from __future__ import annotations

import pytest

from syncd.formats.trf.event.structure import is_knockout, round_robin_loops
from syncd.model.pairings import Cells, Pairings

Game = tuple[int, int, str]

FOUR = [
    [(1, 4, "10"), (2, 3, "10")],
    [(4, 3, "10"), (1, 2, "10")],
    [(2, 4, "10"), (3, 1, "10")],
]
EIGHT = [
    [(1, 8, "10"), (7, 2, "=="), (3, 6, "+-"), (5, 4, "01")],
    [(1, 4, "=="), (7, 3, "01")],
    [(4, 3, "10")],
]
SMALL_FINAL = [*EIGHT[:2], [(4, 3, "10"), (1, 7, "10")]]


def pairings(
    *rounds: list[Game], planned: int = 0, idle: tuple[int, ...] = ()
) -> Pairings:
    """Return the pairings of some rounds.

    Args:
        rounds: games by round.
        planned: number of rounds, if more than those given.
        idle: further players who are never paired.
    """
    games = [*rounds, *([[]] * (planned - len(rounds)))]
    ids = {number for one in games for game in one for number in game[:2]}
    return Pairings(
        len(games), {number: row(number, games) for number in sorted({*ids, *idle})}
    )


def row(number: int, rounds: list[list[Game]]) -> Cells:
    cells = [cell(number, games) for games in rounds]
    return Cells(
        tuple(opponent for opponent, _, _ in cells),
        "".join(colour for _, colour, _ in cells),
        "".join(letter for _, _, letter in cells),
    )


def cell(number: int, games: list[Game]) -> tuple[int, str, str]:
    for white, black, letters in games:
        if number == white:
            return black, "w", letters[0]
        if number == black:
            return white, "b", letters[1]
    return 0, "-", " "


def everybody(count: int) -> list[list[Game]]:
    """Return a round robin by the circle method; odd counts have a free player."""
    seats = list(range(1, count + 1)) + ([0] if count % 2 else [])
    rounds: list[list[Game]] = []
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
        rounds.append([(a, b, "10") for a, b in pairs if a and b])
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 10])
@pytest.mark.parametrize("loops", [1, 2, 3])
def test_everybody_against_everybody(count: int, loops: int) -> None:
    games = pairings(*(everybody(count) * loops))
    assert loops == round_robin_loops(games)
    assert not is_knockout(games)


def test_players_who_never_came_do_not_count() -> None:
    assert 1 == round_robin_loops(pairings(*FOUR, idle=(9,)))


@pytest.mark.parametrize(
    "rounds",
    [
        [],
        [[(1, 2, "10")]],  # could be a final just as well
        [*FOUR[:2], [(2, 4, "10")]],  # a game is missing
        [*FOUR[:2], FOUR[0]],  # somebody meets twice, somebody never
        [*FOUR, []],  # one round too many
        FOUR[:2],
        [*FOUR, *FOUR[:2], [(3, 1, "10")]],
    ],
)
def test_what_is_no_round_robin(rounds: list[list[Game]]) -> None:
    assert 0 == round_robin_loops(pairings(*rounds))


@pytest.mark.parametrize(
    "rounds",
    [
        EIGHT,
        SMALL_FINAL,
        [EIGHT[0], EIGHT[1]],
        [[(1, 2, "10"), (3, 4, "01")], [(4, 1, "==")]],
        # six players: two have a bye in the first round
        [
            [(3, 6, "10"), (4, 5, "10")],
            [(1, 3, "10"), (2, 4, "01")],
            [(1, 4, "10")],
        ],
    ],
)
def test_losers_who_never_come_back(rounds: list[list[Game]]) -> None:
    count = len({number for games in rounds for game in games for number in game[:2]})
    games = pairings(*rounds, planned=(count - 1).bit_length())
    assert is_knockout(games)
    assert 0 == round_robin_loops(games)


@pytest.mark.parametrize(
    "rounds",
    [
        [],
        [[(1, 2, "10")]],
        [[(1, 2, "10")], [(1, 3, "10")]],  # three players prove nothing
        EIGHT[:1],  # so does one round
        [EIGHT[0], [(8, 4, "=="), (7, 3, "01")], EIGHT[2]],  # a loser goes on
        [EIGHT[0], [(1, 8, "=="), (7, 3, "01")], EIGHT[2]],  # both go on
        [EIGHT[0], [(1, 4, "==")], EIGHT[2]],  # nobody of 7 – 2 goes on
        [EIGHT[0], EIGHT[1], [(4, 5, "10")]],  # somebody comes back
        [EIGHT[0], [], EIGHT[1], EIGHT[2]],  # a round too many
        # four players with all games: a Swiss would look the same
        [[(1, 2, "10"), (3, 4, "01")], [(1, 4, "=="), (2, 3, "10")]],
        [*EIGHT[:2], [(4, 3, "10"), (1, 2, "10")]],
    ],
)
def test_what_is_no_knockout(rounds: list[list[Game]]) -> None:
    count = len({number for games in rounds for game in games for number in game[:2]})
    planned = max(len(rounds), (max(count, 1) - 1).bit_length())
    assert not is_knockout(pairings(*rounds, planned=planned))


def test_a_small_final_of_the_wrong_pairs_is_no_knockout() -> None:
    semifinals = [(1, 4, "10"), (7, 3, "10")]
    assert is_knockout(pairings(EIGHT[0], semifinals, [(1, 7, "10"), (4, 3, "10")]))
    assert not is_knockout(pairings(EIGHT[0], semifinals, [(1, 3, "10"), (4, 7, "10")]))


def test_a_game_that_only_one_row_names_proves_nothing() -> None:
    games = pairings(*EIGHT)
    rows = dict(games.rows)
    rows[2] = Cells((7, 1, 0), "bb-", "=0 ")
    assert not is_knockout(Pairings(3, rows))
