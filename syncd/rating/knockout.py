"""When a knockout is complete: one player is left, everybody else went out once.

A draw needs no tie-break game in the file: who went on shows in the next round. What
the file says of a player after he went out (CLM writes Z) means nothing. The game for
third place is found by leaving it out: without it the rest must be a knockout. If
neither player came, a person says whether that is right.

Source: practice of rating officers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.confirmed import has_game
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.rating.confirmed import Confirmed
    from syncd.rating.crosstable import Crosstable
    from syncd.rating.outcomes import Outcome

_FINAL_AND_THIRD_PLACE: Final = 2

_WORTH: Final = {"1": 2, "+": 2, "0.5": 1, "0": 0, "-": 0}


def knockout_reasons(table: Crosstable) -> Iterator[Reason]:
    """Yield what speaks against a knockout being complete."""
    numbers = range(1, table.rounds + 1)
    entered = {player for number in numbers for player in table.active(number)}
    pairings = table.outcomes
    candidates = [pairings, *_without_third_place(pairings, table.rounds)]
    if not any(_is_knockout(each, len(entered), table.rounds) for each in candidates):
        text = _text(len(entered), len(pairings))
        yield Reason(Why.KNOCKOUT, text, needs_person=True)


def double_forfeits(table: Crosstable, confirmed: Confirmed) -> Iterator[Reason]:
    """Yield a reason for pairings to which neither player came.

    Who goes on then, if anybody, is a decision of the arbiter.
    """
    games = [
        each.game
        for each in table.done()
        if each.is_double_forfeit and not has_game(confirmed.double_forfeits, each.game)
    ]
    if games:
        text = _double_forfeit(len(games), wording.games(games, table.entrants))
        yield Reason(Why.DOUBLE_FORFEIT, text, needs_person=True)


def _without_third_place(
    pairings: tuple[Outcome, ...], rounds: int
) -> Iterator[tuple[Outcome, ...]]:
    """Yield the pairings without one of two in the last round, either way."""
    finals = [each for each in pairings if each.game.round == rounds]
    if len(finals) == _FINAL_AND_THIRD_PLACE:
        for extra in finals:
            yield tuple(each for each in pairings if each is not extra)


def _is_knockout(pairings: tuple[Outcome, ...], players: int, rounds: int) -> bool:
    """Return whether every player but one goes out, once, and the last is the final."""
    last_round = _last_rounds(pairings)
    out = 0
    for each in pairings:
        both = {each.game.white, each.game.black}
        going_on = {player for player in both if last_round[player] > each.game.round}
        if going_on & _losers(each) or going_on == both:
            return False
        is_final = each.game.round == rounds
        out += 2 if each.is_double_forfeit and not going_on and not is_final else 1
    finals = sum(each.game.round == rounds for each in pairings)
    return finals == 1 and out == players - 1


def _last_rounds(pairings: tuple[Outcome, ...]) -> dict[int, int]:
    """Return player -> last round with a pairing; pairings come by round."""
    last: dict[int, int] = {}
    for each in pairings:
        last[each.game.white] = last[each.game.black] = each.game.round
    return last


def _losers(each: Outcome) -> set[int]:
    """Return who lost a pairing; nobody where both sides have the same."""
    white, black = (_WORTH.get(points, 0) for points in each.points)
    if white == black:
        return set()
    return {each.game.black if white > black else each.game.white}


def _text(players: int, pairings: int) -> Text:
    return Text(
        f"This is no complete knockout: {players} players need {players - 1} pairings "
        "(one more with a game for third place), nobody may play on after a loss, and "
        f"the last round is the final; the file has {pairings} pairings. Check them, "
        "or say with `syncd confirm` that this is right.",
        f"Das ist kein vollständiges K.-o.-Turnier: {players} Spieler brauchen "
        f"{players - 1} Paarungen (eine mehr mit Spiel um Platz drei), niemand spielt "
        "nach einer Niederlage weiter, und die letzte Runde ist das Finale; die Datei "
        f"hat {pairings} Paarungen. Bitte prüfen oder mit `syncd confirm` bestätigen.",
    )


def _double_forfeit(count: int, games: Text) -> Text:
    return Text(
        f"Both players are marked as absent ({count}): {games.en}. If the game was not "
        "played, say so with `syncd confirm`; else enter the result and export again.",
        f"Beide Spieler sind als nicht angetreten eingetragen ({count}): {games.de}. "
        "Wurde nicht gespielt, bitte mit `syncd confirm` bestätigen, sonst das "
        "Ergebnis eintragen und erneut exportieren.",
    )
