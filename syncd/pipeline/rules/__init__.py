"""Which rules hold for a tournament, and what a change of them means."""

from __future__ import annotations
