"""Games in words: who had which colour, and the result in the same order.

A result alone, as 1-0, says nothing until it is clear who is named first. So the pair
is always told with it, White first, and where nobody says who had White, in the order
in which the result counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.pairings import BLACK, WHITE
from syncd.model.results import (
    BLANK,
    DRAW,
    FORFEIT,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    FULL_BYE,
    HALF_BYE,
    NOT_YET,
    PAIRING_BYE,
    SHORT,
    SHORT_DRAW,
    SHORT_LOSS,
    SHORT_WIN,
    ZERO_BYE,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.sync.places import Cell, Score

_SHOWN: Final = {DRAW: "½", SHORT_WIN: "1", SHORT_DRAW: "½", SHORT_LOSS: "0"}
_OPEN: Final = Text("open", "offen")
_EMPTY: Final = Text("no result", "kein Ergebnis")
_SINGLE: Final = {NOT_YET: _OPEN, BLANK: _EMPTY}
_ALONE: Final = {
    HALF_BYE: Text("half-point bye", "Freilos mit halbem Punkt"),
    FULL_BYE: Text("full-point bye", "Freilos mit ganzem Punkt"),
    PAIRING_BYE: Text("bye", "spielfrei"),
    ZERO_BYE: Text("absent", "fehlt"),
    FORFEIT_WIN: Text("won without opponent", "kampflos gewonnen ohne Gegner"),
    FORFEIT_LOSS: Text("lost without opponent", "kampflos verloren ohne Gegner"),
    **_SINGLE,
}
_WITH: Final = {
    WHITE: Text("White against", "Weiß gegen"),
    BLACK: Text("Black against", "Schwarz gegen"),
}
_AGAINST: Final = Text("against", "gegen")


def who(number: int, names: Mapping[int, str]) -> str:
    """Return a player by name and number, by number where no name is known."""
    return f"{names[number]} ({number})" if names.get(number) else str(number)


def pair(score: Score, names: Mapping[int, str]) -> Text:
    """Return both players of a game, in the order in which its result counts."""
    first, second = who(score.white, names), who(score.black, names)
    if not score.has_colours:
        return Text(f"{first} – {second}", f"{first} – {second}")
    return Text(f"White {first} – Black {second}", f"Weiß {first} – Schwarz {second}")


def result(score: Score) -> Text:
    """Return the result of a game, White first: `1-0`, `½-½`, `+:-`, `open`."""
    codes = score.white_result, score.black_result
    if codes[0] == codes[1] and codes[0] in _SINGLE:
        return _SINGLE[codes[0]]
    sides = [_SHOWN.get(code, code.strip() or "?") for code in codes]
    shown = (":" if FORFEIT & {*codes} else "-").join(sides)
    if SHORT & {*codes}:
        return Text(f"{shown} (not rated)", f"{shown} (nicht gewertet)")
    return Text(shown, shown)


def game(score: Score, names: Mapping[int, str]) -> Text:
    """Return a game with its players and its result."""
    both, shown = pair(score, names), result(score)
    return Text(f"{both.en} {shown.en}", f"{both.de} {shown.de}")


def cell(value: Cell, names: Mapping[int, str]) -> Text:
    """Return what stands in a player's round and is no game of two rows."""
    code = value.result
    if not value.opponent:
        return _ALONE.get(code, Text(code, code))
    with_ = _WITH.get(value.colour, _AGAINST)
    told = _ALONE.get(code) if code not in FORFEIT else None
    told = told or Text(_SHOWN.get(code, code), _SHOWN.get(code, code))
    other = who(value.opponent, names)
    return Text(f"{with_.en} {other}: {told.en}", f"{with_.de} {other}: {told.de}")


def common(scores: Iterable[Score]) -> Score | None:
    """Return a game in whose order all of these stand, None if they do not agree."""
    found = list(scores)
    orders = {(one.white, one.black, one.has_colours) for one in found}
    return found[0] if len(orders) == 1 else None
