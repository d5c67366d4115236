"""Teams, their rosters and matches, and who was at home."""

from __future__ import annotations
