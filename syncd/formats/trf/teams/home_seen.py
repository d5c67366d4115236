"""What a team file says of its boards, and the same put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.teams.home_flags import HomeFlag
    from syncd.model.findings import Finding
    from syncd.model.pairings import Pairings
    from syncd.model.tournament import Entrant, Team, TeamMatch


class Seen(NamedTuple):
    """A team file as it was read.

    Attributes:
        pairings: cells as they stand.
        teams: with rosters and stated board points.
        entrants: with stated points.
        rows: the lines of the players.
        colour_order: CLM's color_order, None if the file does not say.
        flags: who was at home, where CLM's records say so.
        points_x10: round and player -> tenths of a point, likewise.
    """

    pairings: Pairings
    teams: Sequence[Team]
    entrants: Sequence[Entrant]
    rows: Mapping[int, Row]
    colour_order: int | None = None
    flags: Sequence[HomeFlag] = ()
    points_x10: Mapping[tuple[int, int], int] = {}


class HomeView(NamedTuple):
    """The same file, put right as far as it can be.

    Attributes:
        pairings: with corrected cells.
        matches: by round.
        findings: each corrected board, and what could not be decided.
    """

    pairings: Pairings
    matches: tuple[TeamMatch, ...]
    findings: list[Finding]
