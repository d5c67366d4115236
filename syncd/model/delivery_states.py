"""The states of a file on its way to a peer, and which may follow which.

One table for everybody, as for reports (`syncd.model.submission_states`). A delivery is
simpler: a file that arrives twice is the same file, so an outcome that nobody knows is
no state of its own; the same bytes go again.
"""

from __future__ import annotations

from typing import Final

QUEUED: Final = "queued"
"""Due now or at the time of its next try."""
SENDING: Final = "sending"
"""A worker holds it."""
DELIVERED: Final = "delivered"
"""The peer has it."""
REFUSED: Final = "refused"
"""The peer said no; the same file is not offered again by itself."""
BLOCKED: Final = "blocked"
"""No file: its form cannot hold this tournament."""
GIVEN_UP: Final = "given_up"
"""It has ended too many workers."""
SUPERSEDED: Final = "superseded"
"""A newer state of the tournament took its place."""
UNCHANGED: Final = "unchanged"
"""Nothing to send: the peer has all of this already."""

TRANSITIONS: Final = {
    QUEUED: {SENDING, SUPERSEDED},
    SENDING: {SENDING, QUEUED, DELIVERED, REFUSED, GIVEN_UP, SUPERSEDED},
    DELIVERED: set[str](),
    REFUSED: {QUEUED, SUPERSEDED},
    BLOCKED: {SUPERSEDED},
    GIVEN_UP: {QUEUED, SUPERSEDED},
    SUPERSEDED: {DELIVERED},
    UNCHANGED: set[str](),
}
"""From state to the states that may follow; anything else is a fault of ours.

What was superseded can still turn out to be delivered: the answer came after the
worker's lease had run out.
"""

SENDABLE: Final = (QUEUED, SENDING)
"""On its way."""
STUCK: Final = (REFUSED, BLOCKED, GIVEN_UP)
"""A person has to do something."""
WAITING: Final = (*SENDABLE, *STUCK)
"""The peer lacks what it is to get."""

GERMAN: Final = {
    QUEUED: "zum Senden bereit",
    SENDING: "wird gesendet",
    DELIVERED: "angekommen",
    REFUSED: "abgewiesen",
    BLOCKED: "nicht darstellbar",
    GIVEN_UP: "aufgegeben",
    SUPERSEDED: "überholt",
    UNCHANGED: "unverändert",
}
"""What people call the states in German; in English they are called as in here."""
