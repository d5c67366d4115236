"""E-mail addresses and phone numbers never reach a portal, wherever they were typed.

CLM's own contact records are not taken into the model. But people also write contact
data into the tournament's name or place, and those texts are part of the report.

Source: docs/architecture.md, guarantees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.contact import holds_contact
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.elements import Payload


def contact_findings(payload: Payload) -> tuple[Finding, ...]:
    """Return an error for each text of the report that holds contact data."""
    return tuple(
        Finding("contact", Severity.ERROR, _text(place), path=place)
        for place, text in report_texts(payload)
        if holds_contact(text)
    )


def report_texts(payload: Payload) -> Iterator[tuple[str, str]]:
    """Yield every text that people wrote, after its place in the report."""
    tournament = payload.tournament
    yield "tournament/label", tournament.label
    yield "tournament/location", tournament.location
    yield "tournament/notes", tournament.notes
    for number, player in enumerate(payload.players, start=1):
        place = f"players/player[{number}]"
        yield f"{place}/surname", player.surname
        yield f"{place}/forename", player.forename
        yield f"{place}/club", player.club


def _text(place: str) -> Text:
    """Return the message; the contact data itself is not repeated."""
    return Text(
        f"{place} holds an e-mail address or a phone number. That must not leave: "
        "correct it in CLM and export again, or name it with `syncd confirm`.",
        f"{place} enthält eine E-Mail-Adresse oder Telefonnummer. Das darf nicht "
        "hinaus: in CLM berichtigen und neu exportieren oder mit `syncd confirm` "
        "angeben.",
    )
