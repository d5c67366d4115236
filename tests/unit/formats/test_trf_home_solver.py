from __future__ import annotations

import pytest

from syncd.formats.trf.teams.home_solver import (
    EITHER,
    FIRST,
    MOST_ANSWERS,
    SECOND,
    Board,
    puzzle,
    readings,
    solve,
)

A, B, C, D = 1, 2, 11, 12


def boards(*letters: str) -> list[Board]:
    """Return a match of players 1, 2, … against 11, 12, …."""
    return [Board((n, n + 10), pair) for n, pair in enumerate(letters, start=1)]


@pytest.mark.parametrize(
    ("letters", "points", "home"),
    [
        (["11"], {A: 10, C: 0}, FIRST),
        (["11"], {A: 0, C: 10}, SECOND),
        (["00"], {A: 0, C: 10}, FIRST),
        (["00"], {A: 10, C: 0}, SECOND),
        (["00"], {A: 5, C: 0}, SECOND),  # 0-½
        (["00"], {A: 0, C: 0}, EITHER),  # 0-0 whoever was at home
        (["=="], {A: 5, C: 5}, EITHER),
        (["=="], {A: 5, C: 0}, FIRST),  # ½-0
        (["++"], {A: 0, C: 0}, EITHER),  # a forfeit counts in nobody's points
        (["--"], {A: 0, C: 0}, EITHER),
        (["10"], {A: 10, C: 0}, EITHER),  # each row says its own
        (["11", "=="], {A: 0, B: 5, C: 10, D: 5}, SECOND),
        (["11", "11"], {A: 10, B: None, C: None, D: None}, FIRST),
        (["11"], {}, EITHER),
    ],
)
def test_the_points_tell_who_was_at_home(
    letters: list[str], points: dict[int, int | None], home: int
) -> None:
    answer = solve(puzzle([boards(*letters)], points))
    assert (True, True, [home]) == (
        answer.is_possible,
        answer.is_complete,
        answer.homes,
    )


@pytest.mark.parametrize(
    ("letters", "points"),
    [
        (["11"], {A: 10, C: 10}),
        (["11"], {A: 5, C: 0}),
        (["11", "11"], {A: 10, B: 0, C: 0, D: 10}),  # one home team for both boards
        (["=="], {A: 0, C: 0}),
        (["++"], {A: 10, C: 0}),
        (["11"], {A: -10, C: 0}),
        (["11"], {A: 10, C: 3}),
        (["11"], {A: 99990, C: 0}),
    ],
)
def test_points_that_no_reading_gives_are_seen(
    letters: list[str], points: dict[int, int | None]
) -> None:
    assert not solve(puzzle([boards(*letters)], points)).is_possible


def test_one_match_settles_another() -> None:
    """Player 1 won one of two; only the second match has a player who tells."""
    first = [Board((1, 11), "11")]
    second = [Board((1, 12), "11"), Board((2, 13), "11")]
    answer = solve(puzzle([first, second], {1: 10, 11: None, 12: None, 2: 10}))
    assert [SECOND, FIRST] == answer.homes


def test_matches_that_depend_on_each_other_are_one_group() -> None:
    matches = [[Board((1, 11), "11")], [Board((1, 12), "11")]]
    answer = solve(puzzle(matches, {1: 10}))
    assert [EITHER, EITHER] == answer.homes
    assert [[{0: FIRST, 1: SECOND}, {0: SECOND, 1: FIRST}]] == answer.groups


def test_what_is_known_otherwise_restricts_the_search() -> None:
    matches = [[Board((1, 11), "11")], [Board((1, 12), "11")]]
    given = puzzle(matches, {1: 10})
    assert [SECOND, FIRST] == solve(given, [SECOND, EITHER]).homes
    assert not solve(given, [FIRST, FIRST]).is_possible


def test_stated_half_points_settle_a_board() -> None:
    board = Board((1, 11), "00", (0, 1))
    given = puzzle([[board]], {1: 0})
    assert [(1,)] == readings(given, 11, {0: FIRST})


@pytest.mark.parametrize(
    ("letters", "points", "found"),
    [
        (["00"], 10, [(2,)]),
        (["00", "00"], 20, [(2,), (2,)]),
        (["00", "00"], 10, [(2, 0, 1), (2, 0, 1)]),
        (["00", "00", "00"], 10, [(2, 0, 1)] * 3),
        (["00", "00"], 15, [(2, 1), (2, 1)]),
        (["11", "=="], 0, [(0,), (0,)]),
        (["00"], 30, [()]),
    ],
)
def test_what_a_guest_can_have_got(
    letters: list[str], points: int, found: list[tuple[int, ...]]
) -> None:
    matches = [[Board((n, 11), pair)] for n, pair in enumerate(letters, start=1)]
    homes = dict.fromkeys(range(len(letters)), FIRST)
    assert found == readings(puzzle(matches, {11: points}), 11, homes)


def test_too_many_possibilities_end_the_search() -> None:
    matches = [[Board((1, 10 + n), "11")] for n in range(20)]
    answer = solve(puzzle(matches, {1: 100}))
    assert not answer.is_complete
    assert MOST_ANSWERS == len(answer.groups[0])


def test_a_limit_on_the_work_ends_the_search() -> None:
    """Sums that never come out, with choices that each look possible alone."""
    matches = [
        [Board((100 + k, 200 + (7 * k + n) % 40), "11") for k in range(40)]
        for n in range(12)
    ]
    points = {player: 60 if player % 3 else 65 for player in range(100, 240)}
    answer = solve(puzzle(matches, dict(points)), steps=500)
    assert not (answer.is_complete and answer.is_possible)
