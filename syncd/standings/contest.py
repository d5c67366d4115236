"""What a tie-break is computed on: an event with one basis of points or with two.

An individual event has one field. A team event has a field of match points and one of
game points, made of the same pairings; which of them is the primary score the event
says. Tie-breaks ask for the field that their code means and never care which it is.

Source: C.07 (1 March 2026), articles 11.1 (primary and secondary score), 13.1 and 14.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.standings.given import Given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.codes import Code
    from syncd.standings.field import Field

MATCH_POINTS: Final = "MP"
GAME_POINTS: Final = "GP"


@dataclass(frozen=True)
class Contest:
    """One event after some round.

    Attributes:
        primary: the field that the standings are first of all about.
        secondary: of teams, the other score; None for individuals.
        primary_basis: `MP` or `GP` for teams, empty for individuals.
        boards: per team and round, the points of every board in tenths, as article 12
            sees them; empty for individuals.
        outside: who stands below all others, whatever his values: he left early.
        given: values and the formula that people have entered.
    """

    primary: Field
    secondary: Field | None = None
    primary_basis: str = ""
    boards: Sequence[Sequence[Sequence[int]]] = ()
    outside: tuple[int, ...] = ()
    given: Given = field(default_factory=Given)

    @property
    def is_team(self) -> bool:
        """Whether the participants are teams."""
        return self.secondary is not None

    @property
    def matches(self) -> Field:
        """The field of match points; of individuals their only one."""
        return self.of(MATCH_POINTS)

    @property
    def other_basis(self) -> str:
        """Which score of teams is the secondary one; empty for individuals."""
        if not self.is_team:
            return ""
        return GAME_POINTS if self.primary_basis == MATCH_POINTS else MATCH_POINTS

    def of(self, basis: str) -> Field:
        """Return the field of a basis; empty is the primary one."""
        if self.secondary is None or basis in {"", self.primary_basis}:
            return self.primary
        return self.secondary

    def seen(self, code: Code) -> Field:
        """Return the field that a code means, as its modifiers see it."""
        return as_seen(self.of(code.basis), code)


def as_seen(event: Field, code: Code) -> Field:
    """Return a field as Fore and /P see it, where the code has them."""
    if code.is_fore or code.name == "FB":
        event = event.fore
    return event.with_forfeits if code.counts_forfeits else event
