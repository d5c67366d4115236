"""Players and their round cells: records 001 and national ratings."""

from __future__ import annotations
