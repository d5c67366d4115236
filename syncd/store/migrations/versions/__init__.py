"""One module per schema version, oldest first."""

from __future__ import annotations
