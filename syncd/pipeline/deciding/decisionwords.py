"""What was decided, without what was said: events name no persons."""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text
from syncd.store import decisions


def what_was_decided(kind: str, value: str) -> Text:
    """Return the kind of a decision in words.

    Args:
        kind: of the decision, one of those in `syncd.store.decisions`.
        value: what it says; empty takes an earlier one back.
    """
    return _KINDS[kind] if value else _NO_MORE.get(kind, _KINDS[kind])


_NO_MORE: Final = {decisions.HOLD: Text("hold lifted", "Halt aufgehoben")}
"""What it means that a decision of such a kind says nothing any more."""
_KINDS: Final = {
    decisions.CONFIRMED: Text("facts confirmed", "Angaben bestätigt"),
    decisions.ACCEPTED: Text("reason to wait accepted", "Wartegrund akzeptiert"),
    decisions.NOT_QUIET: Text("no quiet period", "keine Ruhezeit"),
    decisions.DIFFERENCES: Text("differences accepted", "Abweichungen akzeptiert"),
    decisions.REMOVAL: Text("removal allowed", "Entfernen erlaubt"),
    decisions.HOLD: Text("hold", "Halt"),
    decisions.RELEASED: Text("released", "freigegeben"),
    decisions.ANOTHER_ONE: Text("another tournament", "anderes Turnier"),
    decisions.NO_TWIN: Text("another event", "andere Veranstaltung"),
    decisions.LINKS: Text("who a player is", "wer ein Spieler ist"),
    decisions.LINK: Text("source linked", "Quelle verknüpft"),
    decisions.NOT_LINKED: Text("source not linked", "Quelle nicht verknüpft"),
    decisions.RESOLVED: Text(
        "question between sources answered", "Frage zwischen Quellen beantwortet"
    ),
    decisions.LATE: Text("late report released", "späte Meldung freigegeben"),
    decisions.REVERT: Text("back to an earlier revision", "zurück zu früherem Stand"),
    decisions.POLICY: Text("rules of this tournament", "Regeln dieses Turniers"),
}
