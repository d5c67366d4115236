"""The games of a report by round, as a person checks them against the score sheets."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload, ReportGame


class GameLine(NamedTuple):
    """One game as the report has it.

    Attributes:
        white: number and surname of the player with the white pieces, `–` for nobody.
        black: likewise.
        result: points of White and Black.
        is_rated: whether it counts for the rating.
    """

    white: str
    black: str
    result: str
    is_rated: bool


class RoundLines(NamedTuple):
    """The games of one round, in the order of the report."""

    number: int
    games: tuple[GameLine, ...]


def round_lines(payload: Payload) -> tuple[RoundLines, ...]:
    """Return the games of a report by round, from the first to the last."""
    names: dict[int | None, str] = {
        player.number: f"{player.number} {player.surname}" for player in payload.players
    }
    rounds: defaultdict[int, list[GameLine]] = defaultdict(list)
    for game in payload.games:
        rounds[game.round].append(_line(game, names))
    return tuple(RoundLines(number, tuple(rounds[number])) for number in sorted(rounds))


def _line(game: ReportGame, names: dict[int | None, str]) -> GameLine:
    points = game.white_points, game.black_points
    return GameLine(
        white=names.get(game.white, "–"),
        black=names.get(game.black, "–"),
        result=" : ".join(_HALF.get(item, item) for item in points),
        is_rated=set(points) <= RATED_POINTS,
    )


RATED_POINTS: Final = frozenset({"1", "0.5", "0"})
"""Points of a game that was played; anything else marks one that was not."""
_HALF: Final = {"0.5": "½"}
