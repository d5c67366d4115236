"""What every conversation by HTTP has in common: deadline, login, TLS, waiting."""

from __future__ import annotations
