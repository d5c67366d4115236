"""Rating: when a tournament is finished and what its DWZ report says."""

from __future__ import annotations
