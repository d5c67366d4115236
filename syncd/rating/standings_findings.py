"""What a TRF states of its standings and the games do not give, with the line.

A file is held against its own games and its own list of tie-breaks. People may have
chosen another order for the tournament; a rank of the file that is right by that is
nothing to tell of.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.formats.trf import rank_places
from syncd.standings.check import differences
from syncd.standings.choices import Choices, options_of, shown_of, wish_of
from syncd.standings.chosen import choose
from syncd.standings.standings import ranks_teams
from syncd.standings.table import shown_places

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def unlike_chosen(
    findings: Sequence[Finding], tournament: Tournament, choices: Choices
) -> tuple[Finding, ...]:
    """Return findings without those on ranks that are right as people have chosen.

    Args:
        findings: what was noticed in the tournament's files.
        tournament: as it stands, with the ranks that they state.
        choices: what people have chosen about its standings.
    """
    found = {each.finding.text: each.number for each in differences(tournament)}
    if choices == Choices() or found.keys().isdisjoint(one.text for one in findings):
        return tuple(findings)
    right = _chosen_ranks(tournament, choices)
    return tuple(one for one in findings if found.get(one.text, 0) not in right)


def _chosen_ranks(tournament: Tournament, choices: Choices) -> frozenset[int]:
    """Return the numbers whose rank in the file is their place as chosen."""
    made = choose(tournament, wish_of(choices), options_of(choices)).standings
    places = shown_places(made, tournament, shown_of(choices))
    stated = (
        {team.number: team.rank for team in tournament.teams}
        if ranks_teams(tournament)
        else {one.id: one.rank for one in tournament.entrants}
    )
    many = Counter(one.place for one in places)
    return frozenset(
        one.number
        for one in places
        if (stated.get(one.number) or 0)
        in range(one.place, one.place + many[one.place])
    )
