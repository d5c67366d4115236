"""A tournament as a flat mapping from places to values, and back, exactly.

What equals the model's default is no fact: an absent place is an empty value. So facts
can be compared, sent and merged one by one, and "nothing there" looks the same whether
a player is missing or only his club.

Both cells of a game are one fact, so that no merge ever tears them apart. Orders are
derived (players by number, teams by number, matches by round) and a fact only where a
file has another one; the length of a list is a fact only where its end is empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.model.tournament import Tournament
from syncd.sync.apply import apply
from syncd.sync.decompose import all_cells, cell_facts, own_facts, player_facts
from syncd.sync.places import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.sync.places import Place


def facts_of(t: Tournament) -> dict[Place, object]:
    """Return every fact of a tournament: first its own, then players, then rounds."""
    facts = dict(own_facts(t))
    for entrant in t.entrants:
        facts.update(player_facts(entrant))
    facts.update(cell_facts(t.pairings, all_cells(t.pairings)))
    return facts


def tournament_of(facts: Mapping[Place, object]) -> Tournament:
    """Return the tournament of which these are the facts.

    Facts that contradict each other (two games of a player in one round) end in a
    tournament too, always the same: the later place counts.
    """
    return apply([Change(place, None, facts[place]) for place in facts], _NOTHING)


_NOTHING: Final = Tournament("")
