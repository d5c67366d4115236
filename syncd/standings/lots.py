"""Drawing of lots among those who are tied to the end of the list.

One number is drawn and stored; everybody's lot follows from it and the start number. So
whoever repeats it gets the same order, and ties that come up later are decided by the
same draw. The number itself comes from outside, as does the person's confirmation.

Source: C.07 (1 March 2026), article 4: lots where the list leaves a tie.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.standings.standings import Standings


class Lots(NamedTuple):
    """Lots that were drawn.

    Attributes:
        seed: the number that was drawn, to be stored; the same one, the same order.
        drawn_as: (start number, the one that his lot was drawn for) of everybody whose
            number has moved since.
        is_off: whether they decide nothing for now; they stay known all the same.
    """

    seed: int
    drawn_as: tuple[tuple[int, int], ...] = ()
    is_off: bool = False

    def key(self) -> Callable[[int], bytes]:
        """Return what gives the lot of a start number; the lowest goes first."""
        first = dict(self.drawn_as)
        return lambda number: lot(self.seed, first.get(number, number))


class Drawn(NamedTuple):
    """A draw with what the journal says of it.

    Attributes:
        lots: to be stored.
        orders: start numbers of each tied group in the order drawn.
        text: for the journal; names nobody.
    """

    lots: Lots
    orders: tuple[tuple[int, ...], ...]
    text: Text


def draw_lots(
    standings: Standings, seed: int, *, is_keizer: bool = False
) -> Drawn | Text:
    """Return the lots of those who are tied, or why none are drawn.

    A person has confirmed before that lots decide: whoever draws asks.

    Args:
        standings: with ties.
        seed: a number that nobody could foresee.
        is_keizer: whether the table shown is that of Keizer.
    """
    reason = why_no_lots(standings, is_keizer=is_keizer)
    return reason or drawn_before(standings, Lots(seed))


def drawn_before(standings: Standings, lots: Lots) -> Drawn:
    """Return what lots that were drawn give those who are tied now."""
    key = lots.key()
    orders = tuple(tuple(sorted(one, key=key)) for one in tied_numbers(standings))
    written = "; ".join(", ".join(map(str, order)) for order in orders) or "–"
    return Drawn(
        lots,
        orders,
        Text(
            f"Lots were drawn with the number {lots.seed}. Order of the tied: "
            f"{written}.",
            f"Das Los wurde mit der Zahl {lots.seed} gezogen. Reihenfolge der "
            f"Gleichstehenden: {written}.",
        ),
    )


def why_no_lots(standings: Standings, *, is_keizer: bool = False) -> Text | None:
    """Return why lots cannot be drawn, None if they can."""
    if is_keizer:
        return _KEIZER
    if standings.contest.is_team:
        return _TEAMS
    return None if tied_numbers(standings) else _NOBODY_TIED


def tied_numbers(standings: Standings) -> list[list[int]]:
    """Return the start numbers of each group that shares a place."""
    numbers, outside = standings.contest.primary.numbers, {*standings.contest.outside}
    return [
        [numbers[index] for index in group]
        for group in standings.ranking.groups
        if len(group) > 1 and not outside & {*group}
    ]


def lot(seed: int, number: int) -> bytes:
    """Return the lot of a start number; the lowest one goes first."""
    return sha256(f"{seed} {number}".encode()).digest()


BY_RATING: Final = Text(
    "Rating and name decide here among the tied, so nobody shares a place and there is "
    "nothing to draw lots for. For shared places: --ties shared.",
    "Hier entscheiden unter Gleichstehenden Wertungszahl und Name, also teilt niemand "
    "einen Platz und es gibt nichts zu losen. Für geteilte Plätze: --ties shared.",
)
_KEIZER: Final = Text(
    "A Keizer table knows no lots; equal points are ordered by rating.",
    "In einer Keizer-Tabelle wird nicht gelost; bei gleichen Punkten entscheidet die "
    "Wertungszahl.",
)
_TEAMS: Final = Text(
    "Lots are drawn for players only, not for teams.",
    "Gelost wird nur unter Spielern, nicht unter Mannschaften.",
)
_NOBODY_TIED: Final = Text(
    "Nobody is tied, so there is nothing to draw lots for.",
    "Niemand steht gleich, also gibt es nichts zu losen.",
)
