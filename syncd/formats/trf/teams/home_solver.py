"""Which team was at home, told by the points of the players.

CLM writes the home player's result into both rows of a board. For a home player the
letter is his own; for a guest it has to be turned, and a turned 0 or = can be several
things. What he really got is known in sum only: the points of his line. So there is one
unknown per match and one equation per player. An equation that leaves only one home
team settles a match, which may settle others; what is left is searched, in parts that
have no player in common, and with a limit on the work.

Sums are sets of half points, kept as the bits of a number, so one step of an equation
is one shift.

Source: CLM's source, db_report_save.php and site/clm/api/db_trf_export.php (one result
for both rows; points of rated games without forfeits).
"""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FIRST, SECOND, EITHER = 1, 2, 3
"""Which of its two teams may have been at home in a match, as bits."""

MOST_STEPS: Final = 1_500_000
"""Steps of equations before the search gives up; the largest league needs some 10^5."""
MOST_ANSWERS: Final = 64
"""Answers of one part that are looked at; more than a few cannot be told apart."""

_HALVES: Final = {results.WIN: 2, results.DRAW: 1}
_TURNED: Final = {
    results.WIN: (0,),
    results.LOSS: (2, 0, 1),
    results.DRAW: (1, 0),
}
"""Letter of the home player -> half points that his guest can have, the usual first."""


class Board(NamedTuple):
    """One board of a match.

    Attributes:
        players: entrant ids, of the first and of the second team.
        letters: result letters in their two rows, in the same order.
        halves: half points of both where another record states them, else None.
    """

    players: tuple[int, int]
    letters: str
    halves: tuple[int | None, int | None] = (None, None)


class Cell(NamedTuple):
    """One board as one of its players has it.

    Attributes:
        match: index of the match.
        board: index of the board within the match.
        side: 0 for the first team, 1 for the second.
        halves: half points that he can have if the first team was at home, and if the
            second was, the usual ones first.
    """

    match: int
    board: int
    side: int
    halves: tuple[tuple[int, ...], tuple[int, ...]]


class Puzzle(NamedTuple):
    """Everything that is known.

    Attributes:
        cells: entrant id -> his boards.
        halves: entrant id -> half points stated; absent if not stated.
        players: per match, whom it concerns.
    """

    cells: dict[int, list[Cell]]
    halves: dict[int, int]
    players: list[list[int]]


class Answer(NamedTuple):
    """What follows.

    Attributes:
        homes: per match which teams may have been at home, as bits.
        groups: matches that depend on each other, with every way to settle them: match
            -> `FIRST` or `SECOND`. Each match is in one group.
        is_possible: False if no choice gives the stated points.
        is_complete: False if the search gave up.
    """

    homes: list[int]
    groups: list[list[dict[int, int]]]
    is_possible: bool = True
    is_complete: bool = True


class TooMuchWorkError(Exception):
    """The limit of steps was reached."""


def puzzle(
    matches: Sequence[Sequence[Board]], stated_x10: Mapping[int, int | None]
) -> Puzzle:
    """Return the unknowns and equations of some matches.

    Args:
        matches: the boards of each match.
        stated_x10: entrant id -> points of his line in tenths, None if blank.
    """
    cells: dict[int, list[Cell]] = {}
    for match, boards in enumerate(matches):
        for number, board in enumerate(boards):
            for side, player in enumerate(board.players):
                halves = _halves(board, side)
                cells.setdefault(player, []).append(Cell(match, number, side, halves))
    known = {
        player: points // 5 if points % 5 == 0 and points >= 0 else -1
        for player in cells
        if (points := stated_x10.get(player)) is not None
    }
    players = [sorted({p for board in m for p in board.players}) for m in matches]
    return Puzzle(cells, known, players)


def _halves(board: Board, side: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what a player can have if the first and if the second team was at home."""
    letter, stated = board.letters[side], board.halves[side]
    own = (_HALVES.get(letter, 0),)
    if board.letters[0] != board.letters[1]:  # each side says its own
        return own, own
    turned = _TURNED.get(letter, (0,))
    if stated in turned:
        turned = (stated,)
    return (own, turned) if side == 0 else (turned, own)


def solve(
    given: Puzzle, allowed: Sequence[int] | None = None, steps: int = MOST_STEPS
) -> Answer:
    """Return every way in which the stated points can have come about.

    Args:
        given: the puzzle.
        allowed: per match which teams may have been at home; None for both.
        steps: limit of the work.
    """
    homes = list(allowed) if allowed else [EITHER] * len(given.players)
    search = _Search(given, steps)
    try:
        if not search.narrow(homes, given.cells, []):
            return Answer(homes, [], is_possible=False)
        groups = [search.answers(homes, part) for part in search.parts(homes)]
    except TooMuchWorkError:
        return Answer(homes, [], is_complete=False)
    settled = {match: home for match, home in enumerate(homes) if home != EITHER}
    return Answer(
        homes,
        [*([[settled]] if settled else []), *groups],
        is_possible=all(groups),
        is_complete=all(len(group) < MOST_ANSWERS for group in groups),
    )


def readings(
    given: Puzzle, player: int, homes: Mapping[int, int]
) -> list[tuple[int, ...]]:
    """Return for each board of a player the half points that he can have got on it.

    Args:
        given: the puzzle.
        player: entrant id.
        homes: match -> `FIRST` or `SECOND`; one that is absent may be either.

    Returns:
        One entry per board, empty if nothing adds up to his points. Without stated
        points everything is possible.
    """
    choices = [_choice(cell, homes.get(cell.match)) for cell in given.cells[player]]
    if player not in given.halves:
        return choices
    masks = list(map(_mask, choices))
    after = _sums_before_end(masks, given.halves[player])
    sums, found = 1, []
    for place, choice in enumerate(choices):
        left = after[place + 1]
        found.append(tuple(value for value in choice if sums << value & left))
        sums = _shifted(sums, masks[place])
    return found


def _choice(cell: Cell, home: int | None) -> tuple[int, ...]:
    if home is None:
        return tuple(dict.fromkeys(chain(*cell.halves)))
    return cell.halves[home - 1]


def _mask(halves: Iterable[int]) -> int:
    return sum(1 << value for value in halves)


def _sums_before_end(masks: Sequence[int], target: int) -> list[int]:
    """Return for each place the sums from which the rest can still reach the target."""
    sums = [0] * len(masks) + [1 << target if target >= 0 else 0]
    for place in reversed(range(len(masks))):
        after, mask = sums[place + 1], masks[place]
        sums[place] = (
            (after if mask & 1 else 0)
            | (after >> 1 if mask & 2 else 0)
            | (after >> 2 if mask & 4 else 0)
        )
    return sums


def _reached(sums: int, mask: int, after: int) -> int:
    """Return which half points of one board lead from some sums to others, as bits."""
    return sum(
        1 << half for half in range(3) if mask >> half & 1 and sums << half & after
    )


def _shifted(sums: int, mask: int) -> int:
    """Return the sums after one more board."""
    return (
        (sums if mask & 1 else 0)
        | (sums << 1 if mask & 2 else 0)
        | (sums << 2 if mask & 4 else 0)
    )


class _Search:
    """The equations, and how much work they may still make."""

    def __init__(self, given: Puzzle, steps: int) -> None:
        self._given = given
        self._steps = steps
        self._masks = {
            player: [
                (cell.match, _mask(cell.halves[0]), _mask(cell.halves[1]))
                for cell in cells
            ]
            for player, cells in given.cells.items()
        }

    def narrow(
        self, homes: list[int], players: Iterable[int], settled: list[int]
    ) -> bool:
        """Take from `homes` what cannot be; return whether anything is left.

        Args:
            homes: per match which teams may have been at home; it is changed.
            players: whose equations to start with.
            settled: matches that are settled thereby are added.
        """
        queue = deque(player for player in players if player in self._given.halves)
        waiting = set(queue)
        while queue:
            player = queue.popleft()
            waiting.discard(player)
            before = len(settled)
            if not self._narrow_one(homes, player, settled):
                return False
            for match in settled[before:]:
                for other in self._given.players[match]:
                    if other in self._given.halves and other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return True

    def _narrow_one(self, homes: list[int], player: int, settled: list[int]) -> bool:
        """Settle the matches that one equation settles; return whether it can hold."""
        cells = self._masks[player]
        self._spend(len(cells))
        masks = self._allowed(homes, player)
        after = _sums_before_end(masks, self._given.halves[player])
        if not after[0] & 1:
            return False
        sums = 1
        for place, (match, first, second) in enumerate(cells):
            if homes[match] == EITHER:
                possible = (
                    FIRST if _shifted(sums, first) & after[place + 1] else 0
                ) | (SECOND if _shifted(sums, second) & after[place + 1] else 0)
                if not possible:
                    return False
                if possible != EITHER:
                    homes[match] = possible
                    settled.append(match)
            sums = _shifted(sums, masks[place])
        return True

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise TooMuchWorkError

    def _allowed(self, homes: Sequence[int], player: int) -> list[int]:
        """Return for each board of a player what he can have got, as bits."""
        return [
            (first if homes[match] & FIRST else 0)
            | (second if homes[match] & SECOND else 0)
            for match, first, second in self._masks[player]
        ]

    def parts(self, homes: Sequence[int]) -> Iterator[list[int]]:
        """Yield the open matches in groups that do not depend on each other."""
        linked: dict[int, list[list[int]]] = {
            match: [] for match, home in enumerate(homes) if home == EITHER
        }
        for player in self._given.halves:
            together = self._coupled(homes, player)
            for match in together:
                linked[match].append(together)
        left = dict.fromkeys(linked)
        while left:
            part = [next(iter(left))]
            del left[part[0]]
            for match in part:
                for other in chain.from_iterable(linked[match]):
                    if other in left:
                        del left[other]
                        part.append(other)
            yield sorted(part)

    def _coupled(self, homes: Sequence[int], player: int) -> list[int]:
        """Return the open matches between which the equation of a player decides.

        A match that leaves him the same half points whoever was at home is not among
        them: whatever is chosen there, the others have to give the same.
        """
        cells = self._masks[player]
        self._spend(len(cells))
        masks = self._allowed(homes, player)
        after = _sums_before_end(masks, self._given.halves[player])
        sums, coupled = 1, []
        for place, (match, *both) in enumerate(cells):
            if homes[match] == EITHER:
                first, second = (_reached(sums, one, after[place + 1]) for one in both)
                if first != second or first & (first - 1):
                    coupled.append(match)
            sums = _shifted(sums, masks[place])
        return coupled

    def answers(self, homes: list[int], part: Sequence[int]) -> list[dict[int, int]]:
        """Return every way to settle some matches, at most `MOST_ANSWERS`.

        Args:
            homes: per match which teams may have been at home; it is as before when
                this returns.
            part: the matches to settle.
        """
        found: list[dict[int, int]] = []
        settled: list[int] = []
        choices = [(0, part[0], SECOND), (0, part[0], FIRST)]
        while choices and len(found) < MOST_ANSWERS:
            mark, match, home = choices.pop()
            _undo(homes, settled, mark)
            homes[match] = home
            settled.append(match)
            self._spend(len(part))
            if not self.narrow(homes, self._given.players[match], settled):
                continue
            following = next((one for one in part if homes[one] == EITHER), None)
            if following is None:
                found.append({one: homes[one] for one in part})
            else:
                mark = len(settled)
                choices += [(mark, following, SECOND), (mark, following, FIRST)]
        _undo(homes, settled, 0)
        return found


def _undo(homes: list[int], settled: list[int], mark: int) -> None:
    """Open the matches again that were settled last, down to a mark."""
    for match in settled[mark:]:
        homes[match] = EITHER
    del settled[mark:]
