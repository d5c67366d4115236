"""syncd: unattended sync of Chess League Manager exports and retry-safe DWZ reports."""

from __future__ import annotations

__version__ = "0.1.0"
