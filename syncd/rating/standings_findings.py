"""What a TRF states of its standings and the games do not give, with the line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.formats.trf import rank_places
from syncd.standings.check import differences

if TYPE_CHECKING:
    from syncd.formats.trf import Decoded
    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament


def standings_findings(decoded: Decoded, tournament: Tournament) -> tuple[Finding, ...]:
    """Return where ranks and team points of a file differ from its games.

    Args:
        decoded: the file.
        tournament: what was read from it.
    """
    found = differences(tournament)
    is_about_players = not tournament.is_team and any(each.number for each in found)
    places = rank_places(decoded) if is_about_players else {}
    return tuple(
        replace(each.finding, line=place.line, column=place.column)
        if (place := places.get(each.number))
        else each.finding
        for each in found
    )
