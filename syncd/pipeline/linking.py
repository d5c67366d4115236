"""Answering who a player is: a link from his start number to an id of the DSB."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import InconsistentError, NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.assess import assess, load_case
from syncd.pipeline.completing import Links
from syncd.pipeline.people import decide
from syncd.store import decisions

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context

DSB_ID: Final = re.compile(r"(?:NU|FI)?[0-9]{1,12}")
"""Shapes of ids that the DSB's systems have used (rule P12)."""


def link_player(
    context: Context, tournament_id: int, number: int, dsb_id: str, now: dt.datetime
) -> tuple[Text, ...]:
    """Say who a player of a tournament is.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        number: start number.
        dsb_id: id of the DSB; empty takes the link back.
        now: aware UTC time.

    Raises:
        FormatError: that is no id of the DSB.
        NotFoundError: no such tournament or player.
    """
    if dsb_id and not DSB_ID.fullmatch(dsb_id):
        raise InconsistentError(no_dsb_id(dsb_id))
    case = load_case(context, tournament_id)
    tournament = decode_snapshot(case.head.snapshot)
    entrant = next((one for one in tournament.entrants if one.id == number), None)
    if entrant is None:
        raise NotFoundError(_no_player(number))
    links = Links(case.decisions, tournament.entrants)
    said = (_said(number, dsb_id),)
    value = links.changed(number, dsb_id)
    decide(context, case.head, decisions.LINKS, value, said, now)
    assess(context, tournament_id, now)
    return said


def no_dsb_id(text: str) -> Text:
    """Return what is wrong with an id of the DSB."""
    return Text(
        f"{text} is no id of the DSB; it looks like NU4000001.",
        f"{text} ist keine ID des DSB; sie sieht aus wie NU4000001.",
    )


def _no_player(number: int) -> Text:
    return Text(
        f"The tournament has no player with the start number {number}.",
        f"Das Turnier hat keinen Spieler mit der Startnummer {number}.",
    )


def _said(number: int, dsb_id: str) -> Text:
    if not dsb_id:
        return Text(
            f"Player {number}: link removed.",
            f"Spieler {number}: Verknüpfung entfernt.",
        )
    return Text(f"Player {number} is {dsb_id}.", f"Spieler {number} ist {dsb_id}.")
