"""What people choose about the standings of a stored tournament."""

from __future__ import annotations
