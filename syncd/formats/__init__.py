"""Formats: bytes to lossless records to the model, and back."""

from __future__ import annotations
