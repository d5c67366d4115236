"""The store: SQL is the only truth; everything else may crash at any line."""

from __future__ import annotations
