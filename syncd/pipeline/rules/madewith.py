"""What a report was made with, read from its own bytes.

Older versions did not remember it. Without it the configuration of today would correct
what portals have, so whatever of a report is not from its export was configured then.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from syncd.formats.dwzxml.loose_report import read_report
from syncd.formats.snapshot import decode_snapshot
from syncd.model import results
from syncd.pipeline.rules.policy import IS_PLACE_STATED
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.label import composed_label
from syncd.rating.outcomes import Status
from syncd.rating.reporttournament import HYBRID
from syncd.store import reports

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.engine import Session


def load_derived(
    context: Context,
    session: Session,
    tournament_id: int,
    policy: Policy,
) -> str:
    """Return what the newest report that may have left was made with, as JSON.

    Args:
        context: the outside world.
        session: an open session.
        tournament_id: row id of the tournament.
        policy: what is configured for the tournament now.

    Returns:
        Empty where no report made here has left.
    """
    shadows = context.settings.shadow_portals
    found = reports.load_newest_sent(session, tournament_id, shadows)
    if found is None:
        return ""
    report, snapshot = read_report(found[0]), decode_snapshot(found[1])
    return json.dumps(made_with(report.payload, snapshot, policy), sort_keys=True)


def made_with(payload: Payload, t: Tournament, policy: Policy) -> dict[str, Any]:
    """Return the values that a report was made with; what it leaves open is not there.

    Args:
        payload: what the report says.
        t: the tournament from which it was made.
        policy: what is configured now.
    """
    told = payload.tournament
    return {
        "age_class": told.age_class,
        "url": told.url,
        "notes": told.notes,
        "hybrid": told.type.endswith(HYBRID),
        **_label(told.label, t, policy),
        **_place(told.location, t),
        **_unplayed(payload, t),
    }


def _label(label: str, t: Tournament, policy: Policy) -> dict[str, str]:
    """Return nothing where the configuration of today gives the same name."""
    if label == (composed_label(policy.label_parts, t.name) or t.name.strip()):
        return {}
    text = "" if label == t.name.strip() else label
    return {"label": text, "league": "", "season": "", "group": ""}


def _place(location: str, t: Tournament) -> dict[str, Any]:
    """Tell a place that goes before the export's from one that stands in for it."""
    city = t.city.strip()
    if location == city:
        return {IS_PLACE_STATED: False}
    return {"location": location, IS_PLACE_STATED: bool(city)}


def _unplayed(payload: Payload, t: Tournament) -> dict[str, str]:
    """Return how games that were not played were treated, if there were any."""
    if any(
        _is_unplayed(game.white_points, game.black_points) for game in payload.games
    ):
        return {"unplayed": "list"}
    if any(game.white is None or game.black is None for game in payload.games):
        return {"unplayed": "list"}
    table = crosstable(t, Confirmed())
    has_any = table.having(Status.UNPLAYED) or any(
        results.STANDARD_POINTS_X10.get(bye.result) for bye in table.byes()
    )
    return {"unplayed": "omit"} if has_any else {}


def _is_unplayed(*points: str) -> bool:
    return not {"+", "-"}.isdisjoint(points)
