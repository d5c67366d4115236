"""Downloading exports: what an address leads to becomes arrivals."""

from __future__ import annotations
