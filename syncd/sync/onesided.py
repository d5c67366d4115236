"""Games that only one of two files has, beside what the other says of those players.

A game that is missing may simply not have been entered when the other file was made.
But a bye in its place, the same pair in another round, or a result that no loop has
cannot be explained so: then one of the files is wrong, and a person has to look.

Source: CLM's exporters db_trf_export.php and db_dsb_xml_export.php; practice of rating
officers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.model import results
from syncd.sync.unite import Clash, as_seen_by, is_open, pair_of, results_by_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from syncd.model.pairings import Game
    from syncd.model.tournament import Tournament
    from syncd.sync.unite import Union

_BYES: Final = results.BYES | results.FORFEIT
"""Letters without an opponent that say that somebody did not play."""


def unexplained(union: Union) -> list[Game]:
    """Return the games of the XML alone in whose place the TRF has no other pairing."""
    taken = {
        (game.round, one) for game in union.left_out for one in (game.white, game.black)
    }
    return [
        game
        for game in union.only_xml
        if taken.isdisjoint({(game.round, game.white), (game.round, game.black)})
    ]


def denied(trf: Tournament, games: Iterable[Game], newer: str) -> list[Game]:
    """Return games of the XML alone whose players have no game in the TRF's round.

    CLM writes Z where it knows nothing, so a Z says something only if the XML is not
    the younger file.

    Args:
        trf: the TRF of an individual event, each round once.
        games: what only the XML has, under the ids of the TRF.
        newer: `trf` or `xml`, empty if both are of one time.
    """
    letters = _BYES if newer == "xml" else _BYES | {results.ZERO_BYE}
    return [
        game
        for game in games
        if any(_says(trf, one, game.round, letters) for one in (game.white, game.black))
    ]


def _says(trf: Tournament, player: int, number: int, letters: frozenset[str]) -> bool:
    row = trf.pairings.rows.get(player)
    if row is None or number > trf.pairings.rounds or row.opponents[number - 1]:
        return False
    return row.results[number - 1] in letters


def moved(only_trf: Iterable[Game], only_xml: Iterable[Game]) -> list[Game]:
    """Return games of the TRF alone whose pair plays in another round of the XML."""
    pairs = {pair_of(game)[1:] for game in only_xml}
    return [game for game in only_trf if pair_of(game)[1:] in pairs]


def differing(trf: Tournament, xml: Sequence[Game], length: int) -> Iterator[Clash]:
    """Yield the cells of mixed-up loops whose result no loop of the XML has.

    Args:
        trf: an individual event whose cells hold one game of whichever loop.
        xml: games of all loops under the ids of the TRF.
        length: rounds of one loop.
    """
    games: dict[tuple[int, int, int], list[Game]] = {}
    for game in xml:
        number, low, high = pair_of(game)
        games.setdefault(((number - 1) % length + 1, low, high), []).append(game)
    for cell in trf.pairings.games():
        loops = games.get(pair_of(cell), [])
        if not cell.is_mutual or not loops:
            continue
        told = [(game, as_seen_by(game.white, cell)) for game in loops]
        if all(_is_other(game, codes) for game, codes in told):
            game, codes = told[-1]
            yield Clash(game, codes, codes, is_decided=False)


def disagreeing(one: Tournament, two: Tournament) -> list[Game]:
    """Return the games of one export that another export of the same form denies.

    Args:
        one: the earlier named file; a game that it leaves open may be filled.
        two: the later named file, under the same numbers.
    """
    later = dict(results_by_player(two))
    return [
        game
        for game in one.pairings.games()
        if (codes := later.get(pair_of(game))) is not None
        and _is_other(game, (codes[game.white], codes[game.black]))
    ]


def _is_other(game: Game, codes: tuple[str, str]) -> bool:
    """Return whether a result of the TRF is surely not that of a game."""
    mine = game.white_result, game.black_result
    return mine != codes and not is_open(mine) and not is_open(codes)
