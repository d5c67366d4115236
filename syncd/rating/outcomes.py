"""What each pairing of two players means for the rating.

One table lists every pair of result codes that makes sense and what the report says
of it; a pair that is not in the table is a contradiction. Chess League Manager writes
an open game as 0 for both, exactly as a real 0-0: such a game is open until a person
says that it was played.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from syncd.model import results
from syncd.rating.confirmed import has_game

if TYPE_CHECKING:
    from syncd.model.pairings import Game
    from syncd.rating.confirmed import Confirmed


class Status(Enum):
    """What is known of a pairing."""

    RATED = "rated"
    UNPLAYED = "unplayed"
    OPEN = "open"
    ZERO_ZERO = "zero_zero"
    ONE_SIDED = "one_sided"
    CONTRADICTORY = "contradictory"


POINTS: Final = {
    "10": "1:0", "01": "0:1", "==": "0.5:0.5", "=0": "0.5:0", "0=": "0:0.5",
    "00": "0:0",
    "+-": "+:-", "-+": "-:+", "--": "-:-",
    "0-": "0:-", "-0": "-:0", "=-": "0.5:-", "-=": "-:0.5",
    "WL": "+:-", "LW": "-:+", "DD": "-:-", "LL": "-:-",
}  # fmt: skip
"""Codes of White and Black -> points in the report.

A game of less than one move is not rated, so it carries + and - as a forfeit does; a
draw has no mark of its own and gives - to both, for + on both sides is no result.

Source: DSB_DWZ_TournamentReport 2.5, schema, Score_Type ("weniger als 1 Zug gemacht");
rules G22, G23 and G27 of `syncd.formats.dwzxml`.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One pairing with what it means.

    Attributes:
        game: the pairing.
        status: what is known of it.
        points: points of White and Black in the report, empty unless it is done.
    """

    game: Game
    status: Status
    points: tuple[str, str] = ("", "")

    @property
    def is_done(self) -> bool:
        """Whether the pairing has its final result, played or not."""
        return self.status in {Status.RATED, Status.UNPLAYED}

    @property
    def is_double_forfeit(self) -> bool:
        """Whether both sides are marked as absent."""
        return _codes(self.game) == "--"


def outcome(game: Game, confirmed: Confirmed) -> Outcome:
    """Return what a pairing means, given what a person has decided."""
    codes = _codes(game)
    if game.white == game.black:
        return Outcome(game, Status.CONTRADICTORY)
    if not game.is_mutual:
        return Outcome(game, Status.ONE_SIDED)
    if {*codes} & {results.BLANK, results.NOT_YET}:
        return Outcome(game, Status.OPEN)
    if game.is_both_zero and not has_game(confirmed.zero_zero, game):
        return Outcome(game, Status.ZERO_ZERO)
    if codes not in POINTS:
        return Outcome(game, Status.CONTRADICTORY)
    white, black = POINTS[codes].split(":")
    rated = results.PLAYED & {*codes}
    return Outcome(game, Status.RATED if rated else Status.UNPLAYED, (white, black))


def _codes(game: Game) -> str:
    """Return both codes; an absence (Z) against a real opponent is a forfeit loss.

    lichess writes `  62 b Z` for an absent player.
    """
    codes = game.white_result + game.black_result
    return codes.replace(results.ZERO_BYE, results.FORFEIT_LOSS)
