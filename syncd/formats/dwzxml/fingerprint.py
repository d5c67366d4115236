"""What makes two reports the same: their payload, to the last value.

The hash is taken over a canonical JSON form and not over XML, so that a change of
layout in the writer never looks like a correction. Header and UUIDs stay outside: they
name a file and a tournament, they do not describe them. The order of players and games
counts as it is given; whoever builds a payload lists both in a fixed order.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import (
        Payload,
        ReportGame,
        ReportPlayer,
        ReportTournament,
    )

_FORM: Final = "dwz-payload-1"


def payload_sha256(payload: Payload) -> str:
    """Return the SHA-256 of what is rated: tournament, players and games.

    Empty fields are left out, so that a field which a later version adds changes the
    hash only of the reports that use it.

    Returns:
        64 lower-case hexadecimal digits.
    """
    form = {
        "form": _FORM,
        "tournament": _filled(payload.tournament),
        "players": [_filled(player) for player in payload.players],
        "games": [_filled(game) for game in payload.games],
    }
    text = json.dumps(form, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def tournament_key(payload: Payload) -> str:
    """Return a key that a tournament keeps when its results are corrected.

    It is made of what a correction rarely touches, start day and folded name. Whoever
    knows tournaments by a better key should use that.
    """
    tournament = payload.tournament
    name = " ".join(tournament.label.casefold().split())
    return f"{tournament.start.isoformat()} {name}"


def _filled(
    part: ReportTournament | ReportPlayer | ReportGame,
) -> dict[str, str | int]:
    """Return the fields that hold something, days as text."""
    filled: dict[str, str | int] = {}
    for field in fields(part):
        value: object = getattr(part, field.name)
        if isinstance(value, dt.date):
            filled[field.name] = value.isoformat()
        elif isinstance(value, (str, int)) and value != "":
            filled[field.name] = value
    return filled
