"""What became of reports: read back, or compared."""

from __future__ import annotations
