"""The games of a TRF and of an XML of one tournament as one list.

The XML has every game of every loop, and the results as they were; the TRF of a team
event has the home player's result in both rows, and of several loops only one game a
cell. So a game of the XML stands, and what the TRF says of it is compared: what cannot
be a fault of CLM's exporter is a question, never a guess.

Source: CLM's exporters db_trf_export.php and db_dsb_xml_export.php.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells, Game, Pairings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.model.tournament import Tournament

Pair = tuple[int, int, int]
"""Round, lower id, higher id."""

Codes = tuple[str, str]
"""Result codes of White and Black."""

_OPEN: Final = frozenset({results.BLANK, results.NOT_YET})
_ZEROS: Final = (results.LOSS, results.LOSS)
_ABSENT: Final = (results.FORFEIT_LOSS, results.FORFEIT_LOSS)
_CERTAIN: Final = frozenset(
    {("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-")}
)
"""Pairs of codes that a team event's TRF has only where they are right."""


class Clash(NamedTuple):
    """One game with two different results.

    Attributes:
        game: as the XML has it.
        trf: codes of the TRF, White of the XML first.
        taken: codes that count; those of the TRF if nothing decides.
        is_decided: whether one file alone changed it since both agreed.
    """

    game: Game
    trf: Codes
    taken: Codes
    is_decided: bool


@dataclass(slots=True)
class Union:
    """All games of both files.

    Attributes:
        games: by round, each once.
        clashes: different results of one game.
        filled: open in one file, with a result in the other.
        reopened: the newer file has taken back a result on which both agreed.
        colours: games whose colours differ.
        only_trf: games that the XML lacks and that were added.
        only_xml: games that the TRF lacks.
        denied: those of them whose players had no game, as the TRF says.
        moved: games of the TRF alone that the XML has in another round.
        left_out: games of the TRF that the XML contradicts by another pairing.
        doubtful: games of the TRF alone that a team event's TRF cannot tell.
        zeros: games that the XML has as 0-0.
    """

    games: list[Game] = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)
    filled: list[Game] = field(default_factory=list)
    reopened: list[Game] = field(default_factory=list)
    colours: list[Game] = field(default_factory=list)
    only_trf: list[Game] = field(default_factory=list)
    only_xml: list[Game] = field(default_factory=list)
    denied: list[Game] = field(default_factory=list)
    moved: list[Game] = field(default_factory=list)
    left_out: list[Game] = field(default_factory=list)
    doubtful: list[Game] = field(default_factory=list)
    zeros: list[Game] = field(default_factory=list)


def pair_of(game: Game) -> Pair:
    """Return round and players of a game, whoever had White."""
    low, high = sorted((game.white, game.black))
    return game.round, low, high


def renumbered(pairings: Pairings, ids: Mapping[int, int]) -> list[Game]:
    """Return all games with other entrant ids."""
    return [
        replace(game, white=ids[game.white], black=ids[game.black])
        for game in pairings.games()
    ]


def unite(
    trf: Tournament,
    xml: Iterable[Game],
    *,
    agreed: Mapping[Pair, Mapping[int, str]],
    newer: str,
) -> Union:
    """Return the games of both files, each round of each loop once.

    Args:
        trf: the TRF, whose columns are those of the result.
        xml: games of the XML under the ids of the TRF.
        agreed: the results on which both files agreed last, by player.
        newer: `trf` or `xml`, empty if both are of one time.
    """
    union = Union()
    waiting: dict[Pair, list[Game]] = {}
    for game in trf.pairings.games():
        waiting.setdefault(pair_of(game), []).append(game)
    for game in xml:
        same = waiting.get(pair_of(game))
        theirs = same.pop(0) if same else None
        if theirs is None:
            union.only_xml.append(game)
        union.games.append(
            _decided(union, game, theirs, agreed, newer, is_team=trf.is_team)
        )
    busy = {(game.round, one) for game in union.games for one in _players(game)}
    for games in waiting.values():
        for game in games:
            _add_own(union, game, busy, is_team=trf.is_team)
    return union


def _players(game: Game) -> tuple[int, int]:
    return game.white, game.black


def _decided(
    union: Union,
    game: Game,
    theirs: Game | None,
    agreed: Mapping[Pair, Mapping[int, str]],
    newer: str,
    *,
    is_team: bool,
) -> Game:
    """Return the game as it counts."""
    if (game.white_result, game.black_result) == _ZEROS:
        union.zeros.append(game)
    if theirs is None or not theirs.is_mutual:
        return game
    trf = as_seen_by(game.white, theirs)
    if theirs.has_colours and theirs.white != game.white and not is_team:
        union.colours.append(game)
    xml = game.white_result, game.black_result
    if trf == xml:
        return game
    before = agreed.get(pair_of(game), {})
    last = before.get(game.white, ""), before.get(game.black, "")
    if _OPEN & {*xml}:
        return _filled(union, game, trf, last, newer, is_team=is_team)
    if is_team and _is_home_view(trf, xml):
        return game
    if _OPEN & {*trf} or trf == _ZEROS:
        is_reopened = newer == "trf" and last == xml
        if is_reopened:
            union.reopened.append(game)
        elif not is_team:
            union.filled.append(game)
        return _with(game, trf) if is_reopened else game
    clash = _clash(game, trf, last, newer)
    union.clashes.append(clash)
    return _with(game, clash.taken)


def _filled(
    union: Union, game: Game, trf: Codes, last: Codes, newer: str, *, is_team: bool
) -> Game:
    """Return a game that is open in the XML, with the result of the TRF if it has one.

    CLM's XML writes open games and double forfeits alike; its TRF writes the first as
    0 on both sides and the second as -. So 0 there and nothing here is an open game.
    """
    if trf == _ZEROS:
        return game
    if _OPEN & {*trf} or trf == _ABSENT:
        return _with(game, trf)
    if newer == "xml" and (last == trf or (is_team and _is_home_view(trf, last))):
        union.reopened.append(game)
        return game
    unsure = is_team and trf not in _CERTAIN
    (union.doubtful if unsure else union.filled).append(game)
    return _with(game, trf)


def _is_home_view(trf: Codes, codes: Codes) -> bool:
    """Return whether a team event's TRF may show these codes: one of them, twice."""
    return trf[0] == trf[1] and trf[0] in codes


def is_open(codes: Codes) -> bool:
    """Return whether a result is missing; CLM's TRF writes 0 on both sides then."""
    return bool(_OPEN & {*codes}) or codes == _ZEROS


def as_seen_by(white: int, game: Game) -> Codes:
    """Return the result with that of one player first, who has White elsewhere."""
    if game.white == white:
        return game.white_result, game.black_result
    return game.black_result, game.white_result


def _with(game: Game, codes: Codes) -> Game:
    return replace(game, white_result=codes[0], black_result=codes[1])


def _clash(game: Game, trf: Codes, before: Codes, newer: str) -> Clash:
    """Return which result counts: the newer one, if only that file changed it."""
    xml = game.white_result, game.black_result
    if newer == "trf" and before == xml:
        return Clash(game, trf, trf, is_decided=True)
    if newer == "xml" and before == trf:
        return Clash(game, trf, xml, is_decided=True)
    return Clash(game, trf, trf, is_decided=False)


def _add_own(
    union: Union, game: Game, busy: set[tuple[int, int]], *, is_team: bool
) -> None:
    """Add a game that only the TRF has, if nothing speaks against it."""
    taken = [one for one in _players(game) if (game.round, one) in busy]
    if taken:
        if game.is_mutual:
            union.left_out.append(game)
        return
    codes = game.white_result, game.black_result
    if not game.is_mutual or (is_team and codes not in _CERTAIN):
        union.doubtful.append(game)
    elif not _OPEN & {*codes} and codes != _ZEROS:
        union.only_trf.append(game)
    union.games.append(game)


def lacking(trf: Tournament, xml: Iterable[Game], length: int) -> list[Game]:
    """Return the games of a TRF with mixed-up loops that the XML has in no loop.

    Args:
        trf: its cells hold one game of whichever loop.
        xml: games of all loops under the ids of the TRF.
        length: rounds of one loop.
    """
    known = {
        ((number - 1) % length + 1, low, high)
        for number, low, high in map(pair_of, xml)
    }
    return [game for game in trf.pairings.games() if pair_of(game) not in known]


def as_columns(
    games: Iterable[Game], ids: Iterable[int], rounds: int, byes: Iterable[Pairings]
) -> Pairings:
    """Return games and byes as columns.

    Args:
        games: all of them.
        ids: every entrant, in order.
        rounds: number of columns.
        byes: where rounds without a game are looked up, the first that says something.
    """
    cells: dict[tuple[int, int], tuple[int, str, str]] = {}
    extra: list[Game] = []
    for game in games:
        _place(game, cells, extra)
    sources = list(byes)
    rows = {
        one: _row([cells.get((one, n)) or _bye(one, n, sources) for n in range(rounds)])
        for one in ids
    }
    return Pairings(rounds, rows, tuple(extra))


def _place(
    game: Game,
    cells: dict[tuple[int, int], tuple[int, str, str]],
    extra: list[Game],
) -> None:
    index = game.round - 1
    white, black = game.white, game.black
    if not game.is_mutual:
        cells.setdefault((white, index), (black, NO_COLOUR, game.white_result))
    elif (white, index) in cells or (black, index) in cells:
        extra.append(game)
    else:
        colours = (WHITE, BLACK) if game.has_colours else (NO_COLOUR, NO_COLOUR)
        cells[white, index] = black, colours[0], game.white_result
        cells[black, index] = white, colours[1], game.black_result


def _bye(player: int, index: int, sources: Iterable[Pairings]) -> tuple[int, str, str]:
    for pairings in sources:
        row = pairings.rows.get(player)
        if row is None or index >= pairings.rounds or row.opponents[index]:
            continue
        if row.results[index] != results.BLANK:
            return 0, NO_COLOUR, row.results[index]
    return 0, NO_COLOUR, results.BLANK


def _row(cells: list[tuple[int, str, str]]) -> Cells:
    return Cells(
        tuple(cell[0] for cell in cells),
        "".join(cell[1] for cell in cells),
        "".join(cell[2] for cell in cells),
    )


def results_by_player(tournament: Tournament) -> Iterator[tuple[Pair, dict[int, str]]]:
    """Yield the results of every game by player."""
    for game in tournament.pairings.games():
        yield (
            pair_of(game),
            {game.white: game.white_result, game.black: game.black_result},
        )
