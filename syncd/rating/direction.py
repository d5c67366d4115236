"""Signs that turn the direction of writing: nobody sees them, and all after them lies.

A name with one of them shows other letters than it holds. They are left out of reports,
as control characters are.

Source: Unicode Standard Annex #9, explicit directional formatting characters.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import (
        Payload,
        ReportPlayer,
        ReportTournament,
    )

_TURNS: Final = dict.fromkeys(
    map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


def straight(text: str) -> str:
    """Return the text without signs that turn its direction."""
    return text if text.isascii() else text.translate(_TURNS)


def straightened(payload: Payload) -> tuple[Payload, tuple[Finding, ...]]:
    """Return a payload without such signs, with a warning if there were any."""
    changed = replace(
        payload,
        tournament=_part(payload.tournament),
        players=tuple(map(_part, payload.players)),
    )
    if changed == payload:
        return payload, ()
    return changed, (Finding("report.direction", Severity.WARNING, _TURNED),)


_Part = TypeVar("_Part", "ReportPlayer", "ReportTournament")


def _part(part: _Part) -> _Part:
    values: dict[str, Any] = {
        field.name: straight(value)
        for field in fields(part)
        if isinstance(value := getattr(part, field.name), str)
    }
    return replace(part, **values)


_TURNED: Final = Text(
    "Names or facts of the tournament held invisible signs that turn the direction of "
    "writing. They are left out of the report: please look whether the names are "
    "right, and correct them in CLM.",
    "Namen oder Angaben des Turniers enthielten unsichtbare Zeichen, die die "
    "Schreibrichtung umkehren. Sie stehen nicht im Bericht: bitte prüfen, ob die Namen "
    "stimmen, und sie in CLM berichtigen.",
)
