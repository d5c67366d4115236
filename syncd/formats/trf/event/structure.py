"""What kind of tournament the pairings alone prove, if they prove one.

A round robin is proved when every two players meet equally often and the rounds are
exactly those that this needs. A knockout is proved when from round to round one of each
pair goes on and the other never comes back, save for a small final. Anything else,
also what fits both or has hardly begun, proves nothing.

Source: FIDE General Regulations for Competitions, Annex 1 (Berger tables), for the
rounds of a round robin; practice of rating officers for the rest.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.pairings import Cells, Game, Pairings

_FEWEST: Final = 3
"""Two players who meet are a round robin and a knockout at once."""
_SEMIFINALS: Final = 2
_LOST: Final = frozenset({results.LOSS, results.SHORT_LOSS, results.FORFEIT_LOSS})


def round_robin_loops(pairings: Pairings) -> int:
    """Return how often every two players meet; 0 if this is not a round robin.

    Players who are never paired are left out: they withdrew before the start.
    """
    count = len(_paired(pairings))
    needed = count - 1 if count % 2 == 0 else count
    if count < _FEWEST or pairings.rounds % needed:
        return 0
    meetings = Counter(frozenset((game.white, game.black)) for game in pairings.games())
    loops = pairings.rounds // needed
    is_complete = len(meetings) == count * (count - 1) // 2
    return loops if is_complete and set(meetings.values()) == {loops} else 0


def is_knockout(pairings: Pairings) -> bool:
    """Return whether losers leave for good, seen over at least two rounds."""
    everyone = _paired(pairings)
    fits = pairings.rounds == (len(everyone) - 1).bit_length()
    if len(everyone) <= _FEWEST or not fits:
        return False
    rounds = _rounds(pairings)
    if _has_small_final(rounds, pairings.rounds):
        rounds.pop()
    byes = [everyone - _players(games) for games in rounds[:1]]
    byes += [set[int]()] * len(rounds)
    steps = list(zip(rounds, rounds[1:], byes, strict=False))
    return bool(steps) and all(_goes_on(*step) for step in steps)


def is_neither(pairings: Pairings) -> bool:
    """Return whether this can become neither a round robin nor a knockout any more.

    Too few rounds are planned for everybody to meet everybody, and somebody who lost
    plays again.
    """
    if pairings.rounds >= len(_paired(pairings)) - 1:
        return False
    return any(
        set(cells.results[:last]) & _LOST
        for cells in pairings.rows.values()
        if (last := _last_paired(cells))
    )


def _last_paired(cells: Cells) -> int:
    """Return the index of the last round with an opponent, 0 if there is none."""
    played = [index for index, opponent in enumerate(cells.opponents) if opponent]
    return played[-1] if played else 0


def _paired(pairings: Pairings) -> set[int]:
    """Return everybody who has an opponent in any round."""
    return {entrant for entrant, cells in pairings.rows.items() if any(cells.opponents)}


def _players(games: Iterable[Game]) -> set[int]:
    return {number for game in games for number in (game.white, game.black)}


def _rounds(pairings: Pairings) -> list[list[Game]]:
    """Return the games by round, as far as rounds follow each other.

    A game that only one row names could be anything: then there are no rounds.
    """
    games = list(pairings.games())
    if not all(game.is_mutual for game in games):
        return []
    by_round = [
        [game for game in games if game.round == number]
        for number in range(1, pairings.rounds + 1)
    ]
    while by_round and not by_round[-1]:
        by_round.pop()
    return by_round


def _goes_on(games: Iterable[Game], following: Iterable[Game], byes: set[int]) -> bool:
    """Return whether one of each pair, and everybody with a bye, plays the next round.

    Args:
        games: one round.
        following: the next round.
        byes: players who enter only in the next round.
    """
    players = _players(following)
    return (
        byes <= players
        and players - byes <= _players(games)
        and all(_one_stays(game, players) for game in games)
    )


def _one_stays(game: Game, players: set[int]) -> bool:
    """Return whether one of two goes on, and not the one who clearly lost."""
    if (game.white in players) == (game.black in players):
        return False
    stayer, leaver = game.white_result, game.black_result
    if game.black in players:
        stayer, leaver = leaver, stayer
    return stayer not in _LOST or leaver in _LOST


def _has_small_final(rounds: list[list[Game]], planned: int) -> bool:
    """Return whether the last round holds a final and the game for third place."""
    if len(rounds) != planned or planned <= _SEMIFINALS:
        return False
    semifinals, last = rounds[-2:]
    return (
        len(semifinals) == len(last) == _SEMIFINALS
        and _players(semifinals) == _players(last)
        and any(_goes_on(semifinals, [final], set()) for final in last)
    )
