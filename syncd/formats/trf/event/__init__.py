"""What a file says of the event as a whole: header, rounds, kind, pairing rules."""

from __future__ import annotations
