"""When a round robin is complete: each pair of people met exactly once per loop.

An export of several loops shows the games of one loop under the points of all: points
above the games mean that games were lost on the way, whatever the crosstable says.

Source: practice of rating officers; CLM's source, site/clm/api/db_trf_export.php (cells
of one loop, points of all).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, decimal
from syncd.model import results
from syncd.model.tournament import Kind
from syncd.rating import wording
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Entrant, Tournament
    from syncd.rating.crosstable import Crosstable

OTHER_SCORINGS: Final = ((30, 10, 0), (20, 10, 0), (30, 20, 10))
"""Tenths of a point for win, draw and loss that are in use besides 1-½-0."""

HAND_IN_XML: Final = Text(
    "CLM's TRF holds one loop (Durchgang) only; hand in CLM's export “XML DSB neu” of "
    "the same tournament as well, it holds every game.",
    "Die TRF-Datei von CLM enthält nur einen Durchgang; bitte zusätzlich den Export "
    "„XML DSB neu“ desselben Turniers einreichen, er enthält jede Partie.",
)
"""What helps where games are missing, unless that export is there already."""

Pair = tuple[int, int]
"""Ids of two players, the lower first."""


def round_robin_reasons(table: Crosstable) -> Iterator[Reason]:
    """Yield what speaks against a round robin being complete."""
    loops = loops_of(table.tournament, len(table.entrants))
    met = Counter(_pairs_met(table))
    repeated = sorted(pair for pair, count in met.items() if count > loops)
    if repeated:
        yield Reason(Why.REPEATED_PAIRS, _repeated(table, repeated), needs_person=True)
    often_enough = {pair for pair, count in met.items() if count >= loops}
    missing = comb(len(table.entrants), 2) - len(often_enough)
    if missing:
        everybody = combinations(sorted(table.entrants), 2)
        first = islice(
            (pair for pair in everybody if pair not in often_enough), wording.SHOWN
        )
        text = _missing(table, list(first), missing)
        yield Reason(Why.MISSING_PAIRS, text, needs_person=True)


def loops_of(t: Tournament, sides: int) -> int:
    """Return how often everybody is to meet everybody.

    Args:
        t: the tournament; where it states one loop, its number of rounds may hold more.
        sides: number of players, or of teams of a team event.

    Source: FIDE General Regulations for Competitions, Annex 1 (Berger tables): an even
    number of players needs one round less than players, an odd number as many.
    """
    needed = max(1, sides - 1 if sides % 2 == 0 else sides)
    if t.loops > 1 or t.rounds % needed:
        return t.loops
    return max(1, t.rounds // needed)


def _pairs_met(table: Crosstable) -> Iterator[Pair]:
    for each in table.outcomes:
        white, black = each.game.white, each.game.black
        if white != black:
            yield min(white, black), max(white, black)


def _repeated(table: Crosstable, pairs: list[Pair]) -> Text:
    who = _names(table, pairs, len(pairs))
    return Text(
        f"In this round robin some players met more than once: {who.en}. Check the "
        "pairings, or confirm another type of tournament with `syncd confirm`.",
        f"In diesem Rundenturnier haben Spieler mehrfach gegeneinander gespielt: "
        f"{who.de}. Bitte die Paarungen prüfen oder mit `syncd confirm` eine andere "
        "Turnierart angeben.",
    )


def _missing(table: Crosstable, first: list[Pair], total: int) -> Text:
    who = _names(table, first, total)
    return Text(
        f"In this round robin some pairs have not met ({total}): {who.en}. Enter "
        "the games, or say with `syncd confirm` that they will not be played.",
        f"In diesem Rundenturnier fehlen Paarungen ({total}): {who.de}. Bitte "
        "nachtragen oder mit `syncd confirm` bestätigen, dass sie entfallen.",
    )


def _names(table: Crosstable, pairs: list[Pair], total: int) -> Text:
    names = [
        " – ".join(wording.player_name(table.entrants[key]) for key in pair)
        for pair in pairs
    ]
    return wording.listing(names, total)


def lost_games(table: Crosstable, kind: Kind) -> Iterator[Reason]:
    """Yield a reason if the points in the file are more than its games give.

    Args:
        table: the crosstable.
        kind: how the tournament was paired; a Swiss or a knockout has no loops.
    """
    if kind in {Kind.SWISS, Kind.KNOCKOUT}:
        return
    stated = [e for e in table.tournament.entrants if e.points_x10 is not None]
    above = [each for each in stated if _stated(each) > _points_x10(table, each)]
    if not above or any(
        _explains(table, stated, scoring) for scoring in OTHER_SCORINGS
    ):
        return
    first = above[0]
    name = wording.player_name(first)
    has = _stated(first), _points_x10(table, first)
    (english, german), (games_en, games_de) = map(decimal, has)
    text = Text(
        f"Games are missing in the file: {name} has {english} points, the games give "
        f"{games_en}. {HAND_IN_XML.en} If this is just another way of scoring, say so "
        "with `syncd confirm`.",
        f"In der Datei fehlen Partien: {name} hat {german} Punkte, die Partien ergeben "
        f"{games_de}. {HAND_IN_XML.de} Falls nur anders gezählt wird, bitte mit `syncd "
        "confirm` bestätigen.",
    )
    yield Reason(Why.LOST_GAMES, text, needs_person=True)


def _stated(entrant: Entrant) -> int:
    return entrant.points_x10 or 0


def _points_x10(table: Crosstable, entrant: Entrant) -> int:
    codes = table.tournament.pairings.rows[entrant.id].results
    return sum(results.STANDARD_POINTS_X10.get(code, 0) for code in codes)


def _explains(
    table: Crosstable, stated: list[Entrant], scoring: tuple[int, int, int]
) -> bool:
    """Return whether another scoring gives everybody the points in the file."""
    worth = {10: scoring[0], 5: scoring[1], 0: scoring[2]}
    for entrant in stated:
        cells = table.tournament.pairings.rows[entrant.id]
        points = sum(
            worth[results.STANDARD_POINTS_X10.get(code, 0)]
            for code, opponent in zip(cells.results, cells.opponents, strict=True)
            if opponent or code in results.BYES
        )
        if points != _stated(entrant):
            return False
    return True
