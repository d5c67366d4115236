"""Lines and their fields: numbers, dates, columns that have moved, places."""

from __future__ import annotations
