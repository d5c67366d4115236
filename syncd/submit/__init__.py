"""Submission: how a report leaves for a portal; each call sends exactly once."""

from __future__ import annotations
