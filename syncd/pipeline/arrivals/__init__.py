"""Taking files over into their tournaments."""

from __future__ import annotations
