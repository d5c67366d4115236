"""What kind of team event the matches prove: teams seen as if they were players.

Source: as for `structure`; a match is a pairing of two teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.trf.event.kinds import kind_of_pairings
from syncd.model import results
from syncd.model.pairings import NO_COLOUR, Cells, Pairings
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Team, TeamMatch


def kind_of_matches(
    matches: Sequence[TeamMatch], teams: Sequence[Team], rounds: int
) -> Kind:
    """Return the kind that the matches prove.

    Args:
        matches: all that can be told.
        teams: with rosters; who has none plays nothing.
        rounds: rounds of all loops.
    """
    opponents = {team.number: [0] * rounds for team in teams if team.roster}
    for match in matches:
        for one, two in ((match.home, match.guest), (match.guest, match.home)):
            if opponents[one][match.round - 1]:
                return Kind.UNKNOWN  # two matches in one round
            opponents[one][match.round - 1] = two
    rows = {
        number: Cells(
            tuple(row),
            NO_COLOUR * rounds,
            "".join(results.DRAW if other else results.BLANK for other in row),
        )
        for number, row in opponents.items()
    }
    return kind_of_pairings(Pairings(rounds, rows))
