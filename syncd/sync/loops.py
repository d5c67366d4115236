"""A file that shows the second loop where the first one stood.

CLM's TRF has one cell for both games of a pair: once the second loop is being played,
its games overwrite those of the first. They are the same two players in the same round
with colours turned and another result, while the points are those of both loops. Taken
over, each would be a correction of a game that was right.

Source: CLM's source, site/clm/api/db_trf_export.php: the key of a cell has no loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import LostLoopError
from syncd.model import results

if TYPE_CHECKING:
    from syncd.model.pairings import Game
    from syncd.model.tournament import Tournament

_FEWEST: Final = 3
"""Where no points tell, so many games must have turned: fewer may be corrections."""


class _Turned(NamedTuple):
    """What became of the games that both files have.

    Attributes:
        common: games with a result before, and of the same two players now.
        turned: those of them with the colours turned.
        other: those of the turned ones that have another result for the players.
        played: those of the other ones that have been played, not opened.
    """

    common: int
    turned: int
    other: int
    played: int


def refuse_lost_loop(theirs: Tournament, base: Tournament) -> None:
    """Refuse an export in which a second loop stands where the first one stood.

    Args:
        theirs: the export, under the numbers of base.
        base: the tournament as it was before.

    Raises:
        LostLoopError: it does.
    """
    if theirs.pairings.rounds > base.pairings.rounds:
        return
    found = _turned(theirs, base)
    if found.other and _is_other_loop(found, theirs, base):
        raise LostLoopError(_refusal(found.other))


def _is_other_loop(found: _Turned, theirs: Tournament, base: Tournament) -> bool:
    now, before = _excess_x10(theirs), _excess_x10(base)
    if now is not None and before is not None:
        return now - before >= 10 * found.other
    return found.played >= _FEWEST and 2 * found.turned > found.common


def _turned(theirs: Tournament, base: Tournament) -> _Turned:
    before = {_pair(game): game for game in base.pairings.games() if game.is_mutual}
    common = turned = other = played = 0
    for game in theirs.pairings.games():
        was = before.get(_pair(game))
        if was is None or not was.is_played or was.is_both_zero:
            continue
        common += 1
        if was.has_colours and game.has_colours and was.white == game.black:
            turned += 1
            codes = game.black_result, game.white_result
            if codes != (was.white_result, was.black_result):
                other += 1
                played += game.is_played and not game.is_both_zero
    return _Turned(common, turned, other, played)


def _pair(game: Game) -> tuple[int, int, int]:
    one, two = sorted((game.white, game.black))
    return game.round, one, two


def _excess_x10(t: Tournament) -> int | None:
    """Return how many tenths of points the cells do not explain, None without points.

    Forfeits and byes count nothing in a league: then less is missing, never more.
    """
    stated = [one for one in t.entrants if one.points_x10 is not None]
    if not any(one.points_x10 for one in stated):
        return None
    counted = sum(
        results.STANDARD_POINTS_X10.get(code, 0)
        for one in stated
        for code in t.pairings.rows[one.id].results
    )
    return sum(one.points_x10 or 0 for one in stated) - counted


def _refusal(count: int) -> Text:
    return Text(
        f"In this export {count} game(s) have turned colours and another result, and "
        "the points hold more games than the file: it shows the second loop where the "
        "first one stood, as a TRF of CLM has no room for both. It was not taken. "
        "Please export the XML (DSB neu) of this tournament as well; it has all loops.",
        f"In diesem Export haben {count} Partie(n) vertauschte Farben und ein anderes "
        "Ergebnis, und die Punkte enthalten mehr Partien als die Datei: Sie zeigt den "
        "zweiten Durchgang, wo der erste stand, denn eine TRF-Datei des CLM hat keinen "
        "Platz für beide. Sie wurde nicht übernommen. Bitte auch die XML-Datei (DSB "
        "neu) dieses Turniers exportieren; sie enthält alle Durchgänge.",
    )
