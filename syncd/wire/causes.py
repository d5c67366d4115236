"""Why a request failed, in a few technical words that hold no secret. Pure."""

from __future__ import annotations

import httpx


def cause_of(error: Exception) -> str:
    """Return the technical cause in a few words; h11 quotes headers, thus secrets."""
    if isinstance(error, httpx.LocalProtocolError):
        return type(error).__name__
    return str(error)[:200] or type(error).__name__
