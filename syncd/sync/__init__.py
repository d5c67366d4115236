"""Sync: identity of tournaments, differences and merging, all pure."""

from __future__ import annotations
