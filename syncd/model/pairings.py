"""Pairings as columns: per player three parallel sequences, one entry per round.

`Game` objects are views made on access. A game object per pairing costs about seven
times as much as slicing the cells, columns a third of that, and the merge compares
whole columns anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WHITE = "w"
BLACK = "b"
NO_COLOUR = "-"


@dataclass(frozen=True, slots=True)
class Cells:
    """The rounds of one player as three parallel columns.

    Attributes:
        opponents: entrant id of the opponent per round, 0 = none.
        colours: one of `w`, `b`, `-` per round.
        results: one code of `syncd.model.results` per round.
    """

    opponents: tuple[int, ...]
    colours: str
    results: str

    def __post_init__(self) -> None:
        if not len(self.opponents) == len(self.colours) == len(self.results):
            message = "opponents, colours and results must be equally long"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Game:
    """A view of one pairing of two players.

    Attributes:
        round: from 1 to rounds × loops.
        white: entrant id of the player with the white pieces.
        black: entrant id of the player with the black pieces.
        white_result: code in White's row.
        black_result: code in Black's row; blank where that row does not name White.
        has_colours: False where the file does not say who had White.
        is_mutual: whether both rows name each other.
    """

    round: int
    white: int
    black: int
    white_result: str
    black_result: str
    has_colours: bool = True
    is_mutual: bool = True

    @property
    def is_played(self) -> bool:
        """Whether both sides carry a result played over the board."""
        return {self.white_result, self.black_result} <= results.PLAYED

    @property
    def is_both_zero(self) -> bool:
        """Whether both sides show 0: open or a real 0-0, CLM writes both so."""
        return self.white_result == self.black_result == results.LOSS


@dataclass(frozen=True, slots=True)
class Pairings:
    """All rounds of a tournament.

    Attributes:
        rounds: number of columns in every row (rounds × loops).
        rows: entrant id -> its cells, in the order of the file.
        extra: games beyond one per player and round (tie-break games, free systems), by
            round; both players are listed.
    """

    rounds: int
    rows: Mapping[int, Cells]
    extra: tuple[Game, ...] = ()

    def __post_init__(self) -> None:
        for entrant, cells in self.rows.items():
            if len(cells.opponents) != self.rounds:
                message = f"entrant {entrant}: {len(cells.opponents)} rounds"
                raise ValueError(message)

    def games(self) -> Iterator[Game]:
        """Yield each pairing of two listed players once, by round, then by row."""
        for index in range(self.rounds):
            yield from self._games_of(index)
            yield from (game for game in self.extra if game.round == index + 1)

    def _games_of(self, index: int) -> Iterator[Game]:
        done: set[tuple[int, int]] = set()
        for entrant, cells in self.rows.items():
            opponent = cells.opponents[index]
            if opponent not in self.rows or (opponent, entrant) in done:
                continue
            done.add((entrant, opponent))
            yield self._game(index, entrant, opponent)

    def _game(self, index: int, one: int, two: int) -> Game:
        """Return the view of one pairing, White first where the colours tell."""
        mine, theirs = self.rows[one], self.rows[two]
        mutual = theirs.opponents[index] == one
        my_result = mine.results[index]
        their_result = theirs.results[index] if mutual else results.BLANK
        colours = mine.colours[index], theirs.colours[index] if mutual else NO_COLOUR
        known = BLACK in colours or WHITE in colours
        if colours[0] == BLACK or (colours[0] != WHITE and colours[1] == WHITE):
            one, two = two, one
            my_result, their_result = their_result, my_result
        return Game(
            round=index + 1, white=one, black=two,
            white_result=my_result, black_result=their_result,
            has_colours=known, is_mutual=mutual,
        )  # fmt: skip
