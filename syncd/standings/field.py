"""The field: one event after some round as parallel lists, for players and for teams.

Everything in articles 7 to 10 needs, per participant and round, only whom he met, what
kind of round it was and how many points it gave. So that is all there is here, once for
each basis of points: an individual event is one field, a team event is one of match
points and one of game points. Participants are numbers from 0 in the order of the file;
their start or team numbers are kept beside.

Points are integers in tenths. What several tie-breaks share (adjusted scores, the field
as Fore or /P see it) is computed when first asked for and kept: it follows from the
lists alone, so no tie-break can change what another one sees.

Source: C.07 (1 March 2026), articles 2, 8.3, 15 and 16.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

Kept = TypeVar("Kept")

NOBODY: Final = -1

WIN: Final = results.WIN
DRAW: Final = results.DRAW
LOSS: Final = results.LOSS
FORFEIT_WIN: Final = results.FORFEIT_WIN
FORFEIT_LOSS: Final = results.FORFEIT_LOSS
PAIRING_BYE: Final = results.PAIRING_BYE
FULL_BYE: Final = results.FULL_BYE
HALF_BYE: Final = results.HALF_BYE
ABSENT: Final = results.ZERO_BYE
NOTHING: Final = "."
"""Kinds of a round, one letter each. NOTHING: an open game, or a round not there."""

OVER_THE_BOARD: Final = WIN + DRAW + LOSS
PAIRED: Final = OVER_THE_BOARD + FORFEIT_WIN + FORFEIT_LOSS


class Edition(StrEnum):
    """The edition of C.07: those that differ in what is computed."""

    AUGUST_2024 = "2024-08"
    MARCH_2026 = "2026-03"


@dataclass(frozen=True)
class Field:
    """One event after some round, seen by one basis of points.

    No slots: cached properties need a place.

    Attributes:
        numbers: start or team number of each participant.
        rounds: how many rounds count, from 0.
        planned: how many there will be.
        opponents: per participant and round, the opponent or NOBODY.
        kinds: per participant, one letter per round.
        colours: per participant, `w`, `b` or `-` per round; teams have none.
        points: per participant and round, in tenths.
        win: what a win is worth, in tenths; for game points, on all boards.
        draw: likewise a draw.
        is_predetermined: round robin rules (15.2), else Swiss rules (16).
        edition: of C.07.
        extra: per participant who has any, bonus and penalty points of each round.
        top: per participant who has any, points that count in the standings only.
        ratings: per participant, None = unrated and nothing says how to count him.
        ratings_by_round: opponents' ratings where they changed; empty = `ratings`.
        unrated: who has no rating, and one that stands in for it at most.
        no_shows: who was never there; without a rating he spoils no tie-break.
        met: kinds that count as a game against the opponent in articles 8 and 9.
        is_absence_voluntary: whether a round sat out is a VUR (16.2).
    """

    numbers: Sequence[int]
    rounds: int
    planned: int
    opponents: Sequence[Sequence[int]]
    kinds: Sequence[str]
    colours: Sequence[str]
    points: Sequence[Sequence[int]]
    win: int = 10
    draw: int = 5
    is_predetermined: bool = False
    edition: Edition = Edition.MARCH_2026
    extra: Mapping[int, Sequence[int]] = field(default_factory=dict)
    top: Mapping[int, int] = field(default_factory=dict)
    ratings: Sequence[int | None] = ()
    ratings_by_round: Sequence[Sequence[int | None]] = ()
    unrated: Collection[int] = ()
    no_shows: Collection[int] = ()
    met: str = OVER_THE_BOARD
    is_absence_voluntary: bool = True

    @cached_property
    def results(self) -> list[int]:
        """Points that the rounds alone gave each participant, in tenths."""
        return [sum(row) for row in self.points]

    @cached_property
    def scores(self) -> list[int]:
        """Points of each participant in tenths, bonus and penalty points included."""
        scores = self.results.copy()
        for index, extra in self.extra.items():
            scores[index] += sum(extra)
        return scores

    @cached_property
    def with_forfeits(self) -> Field:
        """The field as /P sees it: forfeits are games against the scheduled opponent.

        Source: C.07, article 14 with 16.6; what a participant's own score is worth to
        his opponents stays as it is.
        """
        if self.met == PAIRED:
            return self
        changed = replace(self, met=PAIRED)
        changed.__dict__["adjusted"] = self.adjusted
        return changed

    @cached_property
    def fore(self) -> Field:
        """The field as Fore sees it: all pairings of the last round were drawn.

        Before the last round there is nothing to change. Byes keep their points; a
        pairing is drawn whether it was played, forfeited or has no result yet.

        Source: C.07, article 8.3.
        """
        if self.rounds < self.planned or not self.rounds:
            return self
        last = self.rounds - 1
        paired = [row[last] != NOBODY for row in self.opponents]
        return replace(
            self,
            kinds=[
                row[:last] + DRAW if is_paired else row
                for row, is_paired in zip(self.kinds, paired, strict=True)
            ],
            points=[
                [*row[:last], self.draw] if is_paired else row
                for row, is_paired in zip(self.points, paired, strict=True)
            ],
        )

    @cached_property
    def voluntary(self) -> str:
        """Kinds of rounds that are voluntarily unplayed (VUR, 16.2)."""
        absent = ABSENT if self.is_absence_voluntary else ""
        return HALF_BYE + FORFEIT_LOSS + absent

    @cached_property
    def adjusted(self) -> list[int]:
        """What each participant's score is worth to his opponents, in tenths (16.3).

        Requested byes at the end, with only VURs behind them, are draws. Round robins
        know no such adjustment. Bonus and penalty points are left out: they are about
        the participant, not about how strong an opponent he was.
        """
        adjusted = self.results.copy()
        if self.is_predetermined:
            return adjusted
        for index, kinds in enumerate(self.kinds):
            if kinds[-1:] in self.voluntary and kinds:
                row = self.points[index]
                for at in self.trailing_byes(index):
                    adjusted[index] += self.draw - row[at]
        return adjusted

    def trailing_byes(self, index: int) -> list[int]:
        """Return the rounds (from 0) of category 16.2.5 of a participant."""
        kinds = self.kinds[index]
        end = len(kinds.rstrip(self.voluntary))
        return [at for at in range(end, len(kinds)) if kinds[at] != FORFEIT_LOSS]

    def dummy(self, index: int, at: int) -> int:
        """Return what an unplayed round stands for in Buchholz, in tenths (16.4).

        Args:
            index: the participant.
            at: the round, from 0.
        """
        score = self.scores[index]
        if self.edition is Edition.AUGUST_2024:
            return score
        opponent = self.opponents[index][at]
        if opponent != NOBODY:
            return min(score, self.adjusted[opponent])
        return min(score, self.draw * self.rounds)

    @cached_property
    def is_regular(self) -> list[bool]:
        """Whether each participant met somebody in every round."""
        games = self.met
        return [not kinds.strip(games) for kinds in self.kinds]

    def keep(self, make: Callable[[Field], Kept]) -> Kept:
        """Return what a function makes of this field, made once."""
        kept: dict[object, Kept] = self.__dict__.setdefault("_kept", {})
        if make not in kept:
            kept[make] = make(self)
        return kept[make]
