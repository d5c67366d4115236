"""Schema migrations (Alembic); `upgrade` brings a store to the newest schema."""

from __future__ import annotations
