"""The daemon: composes monitors, broker, workers and the sweep, and stops in order."""

from __future__ import annotations
