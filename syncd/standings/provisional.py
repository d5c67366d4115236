"""Why standings are provisional: games that are open, and how many.

A round is over once a later one is complete. What still has no result in a round that
is over was postponed or never entered; in any other round it is simply being played. In
a round robin a board may not be in the file at all: of those who have nothing in a
round that is over, two and two have a game to play, and in an odd field one was free.

Source: usual practice of standings pages; CLM's export, which writes an open game as 0
on both sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model import results
from syncd.model.tournament import Kind
from syncd.standings.amounts import games_in
from syncd.standings.players import rounds_that_count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament
    from syncd.standings.options import Options

_OPEN: Final = frozenset({results.BLANK, results.NOT_YET})
_FREE: Final = frozenset({results.BLANK, results.NOT_YET, results.ZERO_BYE})


class OpenBoards(NamedTuple):
    """Boards without a result.

    Attributes:
        late: round (from 1) that is over -> boards open in it.
        unpaired: round that is over -> boards of a round robin that are not in the
            file.
        running: round that is not over -> boards open in it.
        dated: late ones that have a day of their own.
        doubtful: games with 0 on both sides, which may stand for open.
    """

    late: dict[int, int]
    unpaired: dict[int, int]
    running: dict[int, int]
    dated: int
    doubtful: int


def provisional(tournament: Tournament, options: Options) -> tuple[Text, ...]:
    """Return why standings may still change, nothing if they will not.

    Rounds to come are no reason: standings say after which round they are.
    """
    return tuple(_reasons(open_boards(tournament, options)))


def open_boards(tournament: Tournament, options: Options) -> OpenBoards:
    """Return the boards without a result in the rounds that count."""
    rounds = rounds_that_count(tournament, options)
    missing = [_open_games(tournament, at) for at in range(rounds)]
    free = [_not_paired(tournament, at) for at in range(rounds)]
    complete = [at for at in range(rounds) if not missing[at] and not free[at]]
    over = max(complete, default=0)
    late = {at + 1: missing[at] for at in range(over) if missing[at]}
    return OpenBoards(
        late,
        {at + 1: free[at] for at in range(over) if free[at]},
        {at + 1: missing[at] for at in range(over, rounds) if missing[at]},
        _dated(tournament, late),
        _doubtful(tournament, rounds),
    )


def _open_games(tournament: Tournament, at: int) -> int:
    """Return how many games of a round (from 0) have no result.

    A game is open if neither of its rows has a result.
    """
    rows = tournament.pairings.rows
    halves = 0
    for number, cells in rows.items():
        opponent = rows.get(cells.opponents[at])
        if opponent is None or cells.results[at] not in _OPEN:
            continue
        if opponent.opponents[at] != number:
            halves += 2
        elif opponent.results[at] in _OPEN:
            halves += 1
    return halves // 2


def _not_paired(tournament: Tournament, at: int) -> int:
    """Return how many games of a round robin's round (from 0) are not in the file.

    Who is not paired from then on has left.
    """
    if tournament.kind is not Kind.ROUND_ROBIN or tournament.is_team:
        return 0
    free = sum(
        not cells.opponents[at]
        and cells.results[at] in _FREE
        and any(cells.opponents[at:])
        for cells in tournament.pairings.rows.values()
    )
    return free // 2


def _dated(tournament: Tournament, late: dict[int, int]) -> int:
    """Return how many of the late games have a day of their own."""
    rows = tournament.pairings.rows
    return sum(
        game.round in late
        and game.white in rows
        and rows[game.white].opponents[game.round - 1] == game.black
        and rows[game.white].results[game.round - 1] in _OPEN
        for game in tournament.game_dates
    )


def _doubtful(tournament: Tournament, rounds: int) -> int:
    """Return how many games have 0 on both sides and nobody has said so."""
    stated = {*tournament.played_zeros}
    return sum(
        game.is_both_zero
        and game.round <= rounds
        and (game.round, game.white, game.black) not in stated
        for game in tournament.pairings.games()
    )


def _reasons(found: OpenBoards) -> Iterator[Text]:
    if found.late:
        yield _late(sum(found.late.values()), found.dated, _listed(found.late))
    if found.unpaired:
        yield _unpaired(sum(found.unpaired.values()), _listed(found.unpaired))
    if found.running:
        yield _running(sum(found.running.values()), _listed(found.running))
    if found.doubtful:
        yield _in_doubt(found.doubtful)


def _listed(rounds: dict[int, int]) -> str:
    return ", ".join(map(str, rounds))


def _late(count: int, dated: int, rounds: str) -> Text:
    en, de = "", ""
    if dated:
        en, de = f"; {dated} with a new day", f"; {dated} davon mit neuem Termin"
    late = games_in(count)
    return Text(
        f"Postponed or not entered: {late.en}, round {rounds}{en}.",
        f"Verlegt oder nicht eingetragen: {late.de}, Runde {rounds}{de}.",
    )


def _unpaired(count: int, rounds: str) -> Text:
    missing = games_in(count)
    return Text(
        f"Not in the file: {missing.en} of rounds that are over, round {rounds}.",
        f"Nicht in der Datei: {missing.de} beendeter Runden, Runde {rounds}.",
    )


def _running(count: int, rounds: str) -> Text:
    still = games_in(count)
    return Text(
        f"Still open: {still.en}, round {rounds}.",
        f"Noch offen: {still.de}, Runde {rounds}.",
    )


def _in_doubt(count: int) -> Text:
    doubtful = games_in(count)
    return Text(
        f"0 on both sides, which can mean open: {doubtful.en}.",
        f"Auf beiden Seiten 0, was offen heißen kann: {doubtful.de}.",
    )
