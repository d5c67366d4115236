"""From a queued report to its receipt."""

from __future__ import annotations
