"""Where values come from, undoing, and proof that the store follows the inbox."""

from __future__ import annotations
