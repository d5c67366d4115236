"""The demonstration and the portal simulator that it and the tests use."""

from __future__ import annotations
