"""What people decide, and what they look at before."""

from __future__ import annotations
