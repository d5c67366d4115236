"""The schema's version: upgrading a store and checking that it fits the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.store.engine import translated

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from syncd.store.engine import Store

_LOCK_KEY = 0x73796E6364
"""Number of the PostgreSQL advisory lock that serialises upgrades ("syncd")."""


def upgrade(store: Store) -> str:
    """Bring the schema to the newest version and return that version.

    Two processes may do this at once: the second waits and finds nothing to do.

    Raises:
        StoreError: it cannot be reached, or a newer program has upgraded it.
    """
    with translated(), store.engine.begin() as connection:
        if not store.is_sqlite:
            connection.execute(
                text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY}
            )
        _refuse_newer(_version(connection))
        command.upgrade(_config(connection), "head")
        version = _version(connection) or ""
        failpoints.reach("start.upgraded:before")
    failpoints.reach("start.upgraded:after")
    return version


def check_schema(store: Store) -> None:
    """Refuse a store whose schema is not the one this program was made for.

    Raises:
        StoreError: it is older or newer, the text says what to do; or out of reach.
    """
    with translated(), store.read_engine.connect() as connection:
        present = _version(connection)
    _refuse_newer(present)
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


def _refuse_newer(present: str | None) -> None:
    scripts = ScriptDirectory(str(_folder())).walk_revisions()
    if present is None or present in {script.revision for script in scripts}:
        return
    raise StoreError(
        Text(
            f"The store has schema {present}, which this program does not know: a "
            "newer syncd has used it. Please update this one.",
            f"Die Datenbank hat das Schema {present}, das dieses Programm nicht kennt: "
            "ein neueres syncd hat sie benutzt. Bitte dieses aktualisieren.",
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
