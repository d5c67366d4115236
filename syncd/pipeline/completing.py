"""Completing a tournament from the store's lists, when its report is built."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.model.tournament import Tournament
from syncd.rating.candidates import Candidates, wanted_of
from syncd.rating.completion import Completed, Said, as_it_is, complete
from syncd.rating.confirmed import Confirmed
from syncd.rating.dates import proposed_dates
from syncd.rating.personkey import name_key
from syncd.store import decisions, outbox
from syncd.store.candidates import load_candidates

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Entrant
    from syncd.store.engine import Store

Complete = Callable[[Tournament, Confirmed], Completed]
"""Completes a tournament, given what people have confirmed of it."""

_REPORTED: Final = frozenset(
    {outbox.QUEUED, outbox.SENDING, outbox.UNKNOWN, outbox.ACCEPTED}
)


def completer(
    store: Store, tournament_id: int | None = None, values: Mapping[str, str] = {}
) -> Complete:
    """Return what completes a tournament from the lists in the store.

    Args:
        store: the open store.
        tournament_id: row id, None for a tournament that only a file holds.
        values: the newest decisions of the tournament.
    """
    return partial(_completed, store, tournament_id, values)


def no_lists(tournament: Tournament, confirmed: Confirmed) -> Completed:
    """Complete nothing, where there is no store."""
    del confirmed
    return as_it_is(tournament)


def _completed(
    store: Store,
    tournament_id: int | None,
    values: Mapping[str, str],
    tournament: Tournament,
    confirmed: Confirmed,
) -> Completed:
    _, end = proposed_dates(tournament, confirmed)
    month = f"{end:%Y-%m}" if end else ""
    links = _links(values, tournament)
    with store.read() as session:
        wanted = wanted_of(tournament.entrants, links.values())
        found = load_candidates(session, wanted, month)
        submissions = (
            outbox.load_submissions(session, tournament_id) if tournament_id else []
        )
    reported = None
    if any(item.state in _REPORTED for item in submissions):
        reported = json.loads(values.get(decisions.COMPLETED) or "{}")
    if found == Candidates() and not links and not reported:
        return as_it_is(tournament)
    return complete(tournament, found, Said(links, reported))


def link_value(entrant: Entrant, dsb_id: str) -> dict[str, str | int]:
    """Return how a link is kept: with the name, so that it never meets another."""
    return {"dsb_id": dsb_id, "name": name_key(entrant.surname, entrant.forename)}


def _links(values: Mapping[str, str], tournament: Tournament) -> dict[int, str]:
    """Return the links whose players still have the same number and name."""
    stored = json.loads(values.get(decisions.LINKS) or "{}")
    return {
        entrant.id: link["dsb_id"]
        for entrant in tournament.entrants
        if (link := stored.get(str(entrant.id)))
        and link == link_value(entrant, link["dsb_id"])
    }
