"""From a tournament to the bytes of a TRF, with everything named that is lost."""

from __future__ import annotations
