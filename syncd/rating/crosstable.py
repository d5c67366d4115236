"""A tournament as the rating sees it: people only, every pairing judged.

Entries that stand for nobody (Freilos, spielfrei) lose their row; whoever was paired
with them then has an opponent number that does not exist, which is how CLM writes a
bye anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from syncd.model import results
from syncd.model.pairings import Pairings
from syncd.rating.names import is_computer, is_placeholder
from syncd.rating.outcomes import Outcome, Status, outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.model.tournament import Entrant, Tournament
    from syncd.rating.confirmed import Confirmed


@dataclass(frozen=True, slots=True)
class Bye:
    """One round of one player without an opponent.

    Attributes:
        round: from 1.
        entrant: id of the player.
        opponent: the number in the file, 0 = none; never that of a player.
        colour: `w`, `b` or `-`.
        result: code of the player.
    """

    round: int
    entrant: int
    opponent: int
    colour: str
    result: str


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A tournament without placeholders, and its pairings judged.

    Attributes:
        tournament: without entries that stand for nobody.
        left_out: the entries that stand for nobody.
        entrants: id -> player.
        outcomes: every pairing of two players, by round.
    """

    tournament: Tournament
    left_out: tuple[Entrant, ...]
    entrants: Mapping[int, Entrant]
    outcomes: tuple[Outcome, ...]

    @property
    def rounds(self) -> int:
        """Number of rounds of all loops that the tournament was meant to have."""
        t = self.tournament
        return t.rounds * t.loops or t.pairings.rounds

    def having(self, *statuses: Status) -> tuple[Outcome, ...]:
        """Return the pairings with one of these statuses."""
        return tuple(each for each in self.outcomes if each.status in statuses)

    def done(self) -> tuple[Outcome, ...]:
        """Return the pairings that have their final result."""
        return tuple(each for each in self.outcomes if each.is_done)

    def byes(self) -> Iterator[Bye]:
        """Yield every cell without an opponent who plays, absences included."""
        for entrant, cells in self.tournament.pairings.rows.items():
            for number, opponent in enumerate(cells.opponents, start=1):
                if opponent not in self.entrants:
                    colour, result = (
                        cells.colours[number - 1],
                        cells.results[number - 1],
                    )
                    yield Bye(number, entrant, opponent, colour, result)

    def active(self, number: int) -> set[int]:
        """Return the players who were paired or had a bye in a round (from 1)."""
        if number > self.tournament.pairings.rounds:
            return set()
        return {
            entrant
            for entrant, cells in self.tournament.pairings.rows.items()
            if cells.opponents[number - 1] or _gives_points(cells.results[number - 1])
        }


def _gives_points(code: str) -> bool:
    return results.STANDARD_POINTS_X10.get(code, 0) > 0


def crosstable(t: Tournament, confirmed: Confirmed) -> Crosstable:
    """Return the tournament as the rating sees it."""
    left_out = tuple(entrant for entrant in t.entrants if is_placeholder(entrant))
    people = _without(t, {entrant.id for entrant in left_out})
    return Crosstable(
        tournament=people,
        left_out=left_out,
        entrants={entrant.id: entrant for entrant in people.entrants},
        outcomes=tuple(_outcomes(people, confirmed)),
    )


def _outcomes(t: Tournament, confirmed: Confirmed) -> Iterator[Outcome]:
    """Yield what each pairing means; games against a computer are never rated.

    Source: Wertungsordnung 4.1; rules G25 and G26 of `syncd.formats.dwzxml`.
    """
    computers = {entrant.id for entrant in t.entrants if is_computer(entrant)}
    zeros = confirmed.zero_zero | frozenset(t.played_zeros)
    confirmed = replace(confirmed, zero_zero=zeros)
    for game in t.pairings.games():
        if computers.isdisjoint({game.white, game.black}):
            yield outcome(game, confirmed)
        else:
            yield Outcome(game, Status.UNPLAYED, ("-", "-"))


def _without(t: Tournament, ids: set[int]) -> Tournament:
    if not ids:
        return t
    rows = {key: cells for key, cells in t.pairings.rows.items() if key not in ids}
    extra = [g for g in t.pairings.extra if ids.isdisjoint({g.white, g.black})]
    return replace(
        t,
        entrants=tuple(entrant for entrant in t.entrants if entrant.id not in ids),
        pairings=Pairings(t.pairings.rounds, rows, tuple(extra)),
    )
