"""The states of a report on its way to a portal, and which may follow which.

One table for everybody: the outbox refuses what is not in it, the documentation and
`syncd why` are tested against it.
"""

from __future__ import annotations

from typing import Final

DRAFTED: Final = "drafted"
"""Built; a person has to approve it."""
WAITING: Final = "waiting"
"""Built under `auto`; leaves by itself when its window opens."""
APPROVED: Final = "approved"
"""A person approved it; leaves when its window opens."""
QUEUED: Final = "queued"
"""Due now or at the time of its next try."""
SENDING: Final = "sending"
"""A worker holds it; the attempt is committed."""
UNKNOWN: Final = "unknown"
"""It left, and no usable answer came: the portal may have it."""
ACCEPTED: Final = "accepted"
"""The portal has it."""
RATED: Final = "rated"
"""Read back from the portal: rated as it was sent."""
DIFFERS: Final = "differs"
"""Read back from the portal, or compared in shadow mode: not what was built."""
REJECTED: Final = "rejected"
"""The portal refused it."""
SUPERSEDED: Final = "superseded"
"""A newer report took its place before any portal had it."""
HELD: Final = "held"
"""A person stopped it with a reason."""
DEAD: Final = "dead"
"""Given up after a configured time, or because it killed its worker."""

TRANSITIONS: Final = {
    DRAFTED: {APPROVED, HELD, SUPERSEDED},
    WAITING: {APPROVED, QUEUED, HELD, SUPERSEDED},
    APPROVED: {QUEUED, ACCEPTED, HELD, SUPERSEDED},
    QUEUED: {SENDING, ACCEPTED, HELD, SUPERSEDED, DEAD},
    SENDING: {QUEUED, SENDING, UNKNOWN, ACCEPTED, DIFFERS, REJECTED, DEAD},
    UNKNOWN: {SENDING, ACCEPTED, DEAD},
    ACCEPTED: {RATED, DIFFERS},
    RATED: {DIFFERS},
    DIFFERS: {RATED},
    REJECTED: {APPROVED, QUEUED, ACCEPTED, SUPERSEDED},
    SUPERSEDED: {ACCEPTED},
    HELD: {DRAFTED, WAITING, APPROVED, QUEUED, SUPERSEDED},
    DEAD: {APPROVED, QUEUED, ACCEPTED, SUPERSEDED},
}
"""From state to the states that may follow; anything else is a fault of ours.

A report that was superseded, or approved anew after a refusal, can still turn out to be
accepted: the answer to an earlier send came after the worker's lease had run out.
"""

SENDABLE: Final = (QUEUED, SENDING, UNKNOWN)
"""On its way: no portal has said yes or no."""
STAGED: Final = (WAITING, APPROVED)
"""Free to leave as soon as the window opens."""
AT_PORTAL: Final = (ACCEPTED, RATED, DIFFERS)
"""The portal has it."""

GERMAN: Final = {
    DRAFTED: "Entwurf",
    WAITING: "wartet",
    APPROVED: "freigegeben",
    QUEUED: "zum Senden bereit",
    SENDING: "wird gesendet",
    UNKNOWN: "ungewiss",
    ACCEPTED: "angenommen",
    RATED: "ausgewertet",
    DIFFERS: "weicht ab",
    REJECTED: "abgelehnt",
    SUPERSEDED: "überholt",
    HELD: "angehalten",
    DEAD: "aufgegeben",
}
"""What people call the states in German; in English they are called as in here."""
