"""Names for the games that people confirmed before names were stored with them.

A number says who played only as long as no export gives it to somebody else. Where the
store has just numbers, the states on which a person decided tell who was meant; a
number that was not the same person in all of them confirms nothing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from syncd.formats.snapshot import decode_snapshot
from syncd.rating.confirmed import from_json, named, to_json
from syncd.store import decisions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.store.engine import Session


def load_named(session: Session, tournament_id: int) -> Mapping[str, str]:
    """Return the newest decision of each kind; confirmed games have their players."""
    values = decisions.load_decisions(session, tournament_id)
    confirmed = from_json(json.loads(values.get(decisions.CONFIRMED) or "{}"))
    if confirmed.persons or not confirmed.zero_zero | confirmed.double_forfeits:
        return values
    states = decisions.load_states(session, tournament_id, decisions.CONFIRMED)
    told = to_json(named(confirmed, *map(decode_snapshot, states)))
    return values | {decisions.CONFIRMED: json.dumps(told, ensure_ascii=False)}
