"""What happened to a send, for the journal (pure)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import sending

if TYPE_CHECKING:
    from syncd.store.sending import Ending, Sending


def sent_text(claimed: Sending, ending: Ending) -> Text:
    """Return what happened without the portal's words, which may name persons."""
    status = f", HTTP {ending.status}" if ending.status else ""
    uuid = claimed.submission.file_uuid
    en, de = _KINDS[claimed.kind]
    return Text(
        f"Report {uuid}, try {claimed.attempt} ({en}): {ending.outcome}{status}.",
        f"Bericht {uuid}, Versuch {claimed.attempt} ({de}): "
        f"{_IN_GERMAN[ending.outcome]}{status}.",
    )


_KINDS: Final = {sending.SEND: ("send", "Sendung"), sending.ASK: ("question", "Frage")}
_IN_GERMAN: Final = {
    "accepted": "angenommen",
    "differs": "weicht ab",
    "later": "später noch einmal",
    "pending": "noch nicht entschieden",
    "rejected": "abgelehnt",
    "unknown": "Ausgang unbekannt",
}
