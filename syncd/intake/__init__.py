"""Intake: how exports come in; events are hints, files on disk are facts."""

from __future__ import annotations
