"""Passing the merged tournaments on to other installations."""

from __future__ import annotations
