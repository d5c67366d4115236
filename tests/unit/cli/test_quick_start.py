"""What every command waits for before it begins."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("alembic", "celery", "fastapi", "httpx", "lxml", "sqlalchemy", "watchdog")
LOADED = f"import sys, syncd.cli; print(*set({HEAVY!r}) & set(sys.modules))"


def test_commands_load_what_is_heavy_when_they_need_it() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == []
