"""Standings: points and tie-breaks, all pure."""

from __future__ import annotations
