"""The domain: frozen values, checked when they are made; no I/O of any kind."""

from __future__ import annotations
