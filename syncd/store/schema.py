"""The schema's version: upgrading a store and checking that it fits the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from syncd.bilingual import Text
from syncd.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from syncd.store.engine import Store

_LOCK_KEY = 0x73796E6364
"""Number of the PostgreSQL advisory lock that serialises upgrades ("syncd")."""


def upgrade(store: Store) -> str:
    """Bring the schema to the newest version and return that version.

    Two processes may do this at once: the second waits and finds nothing to do.
    """
    with store.engine.begin() as connection:
        if not store.is_sqlite:
            connection.execute(
                text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY}
            )
        command.upgrade(_config(connection), "head")
        return _version(connection) or ""


def check_schema(store: Store) -> None:
    """Refuse a store whose schema is not the one this program was made for.

    Raises:
        StoreError: it is older or newer; the text says what to run.
    """
    with store.read_engine.connect() as connection:
        present = _version(connection)
        wanted = newest_version()
    if present != wanted:
        raise StoreError(
            Text(
                f"The store has schema {present or 'none'}, this program needs "
                f"{wanted}. Run: syncd db upgrade",
                f"Die Datenbank hat das Schema {present or 'keins'}, dieses Programm "
                f"braucht {wanted}. Bitte ausführen: syncd db upgrade",
            )
        )


def newest_version() -> str:
    """Return the schema version this program was made for."""
    return ScriptDirectory(str(_folder())).get_current_head() or ""


def _version(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_folder()))
    config.attributes["connection"] = connection
    return config


def _folder() -> Path:
    return Path(__file__).parent / "migrations"
