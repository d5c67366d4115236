"""Lists of members and players, and what they add to tournaments."""

from __future__ import annotations
