"""What happened in a round and at its boards, in words.

Source: TRF26, result codes of record 001; C.07 (1 March 2026), articles 12 and 12.1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import joined, points
from syncd.standings.field import FULL_BYE, HALF_BYE, PAIRING_BYE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field
    from syncd.standings.rows import Part


class Told(NamedTuple):
    """What is said of one part of a value.

    Attributes:
        text: what it was worth, and adjusted how.
        articles: of C.07 (`8.1`, `16.2.5`), the tie-break's own first.
    """

    text: Text
    articles: tuple[str, ...]


KINDS: Final = {
    "1": Text("won", "gewonnen"),
    "=": Text("drawn", "remis"),
    "0": Text("lost", "verloren"),
    "+": Text("won by forfeit", "kampflos gewonnen"),
    "-": Text("lost by forfeit", "kampflos verloren"),
    "U": Text("pairing-allocated bye", "spielfrei durch Auslosung"),
    "F": Text("full-point bye", "Freilos mit vollem Punkt"),
    "H": Text("half-point bye", "Freilos mit halbem Punkt"),
    "Z": Text("absent", "nicht dabei"),
    ".": Text("no result", "kein Ergebnis"),
}
"""Kind of a round -> words."""


def kind_of(field: Field, index: int, part: Part) -> Text:
    """Return what happened in the round of a part."""
    return KINDS[field.kinds[index][part.round - 1]]


def own_article(code: Code) -> tuple[str, ...]:
    """Return the article of a tie-break, nothing for what C.07 does not have."""
    return (code.known.article,) if code.known.article else ()


def weighed_boards(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return the points of each board of a match times its weight (12.1, Berlin)."""
    match = contest.boards[index][part.round - 1]
    told = [kind_of(contest.matches, index, part)]
    kind = contest.matches.kinds[index][part.round - 1]
    if kind in _WHOLE:
        told.append(_WHOLE[kind])
    if match:
        weights = range(1, len(match) + 1)
        told.append(weighed(match, weights if code.name == "BC" else weights[::-1]))
    return Told(joined(told, ": "), own_article(code))


def weighed(match: Sequence[int], weights: Sequence[int]) -> Text:
    """Return weight times points of each board, board 1 in front.

    Args:
        match: points of each board, in tenths.
        weights: of each board.
    """
    return joined(
        (
            Text(f"{weight} × {given.en}", f"{weight} × {given.de}")
            for weight, given in zip(weights, map(points, match), strict=True)
        ),
        " + ",
    )


_EACH_WON: Final = Text(
    "counts as won on every board", "zählt an jedem Brett als gewonnen"
)
_WHOLE: Final = {
    PAIRING_BYE: _EACH_WON,
    FULL_BYE: _EACH_WON,
    HALF_BYE: Text("counts as drawn on every board", "zählt an jedem Brett als remis"),
}
"""What a bye is at the boards, whatever it gives in points (article 12)."""
