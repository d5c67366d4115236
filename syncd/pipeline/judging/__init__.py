"""From a tournament to its report: is it due, and what is made of it."""

from __future__ import annotations
