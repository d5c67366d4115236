"""Makes stores quick for tests that are not about how a store begins or is kept.

Three things cost most of what a store in a test costs, and prove the same each time:
the migrations, one after the other, of a new SQLite file; waiting until the disk has
written; and compiling the statements. So a new file gets what the migrations have made
once in this process; nobody waits, for nobody cuts the power of a test; and what one
store has compiled serves the next. Processes that a test starts do as in real life, and
the tests of the migrations call `with_migrations`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect

from syncd.store import engine, schema

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from alembic.config import Config
    from sqlalchemy import Engine


@contextmanager
def quick_stores(migrated: Path) -> Iterator[None]:
    """Make stores quick meanwhile.

    Args:
        migrated: a SQLite file on which the migrations have run.
    """
    with closing(sqlite3.connect(migrated)) as connection:
        made = [line for line in connection.iterdump() if line not in _TRANSACTION]

    def upgrade(config: Config, revision: str) -> None:
        connection = config.attributes["connection"]
        if connection.dialect.name != "sqlite" or inspect(connection).get_table_names():
            command.upgrade(config, revision)
            return
        for statement in made:
            connection.exec_driver_sql(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "command", SimpleNamespace(upgrade=upgrade))
        patch.setattr(engine, "_prepare_sqlite", _prepare_without_waiting)
        patch.setattr(engine, "create_engine", _Compiled())
        yield


def with_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the migrations make every new store in one test."""
    monkeypatch.setattr(schema, "command", command)


_TRANSACTION = ("BEGIN TRANSACTION;", "COMMIT;")
_prepare = engine._prepare_sqlite


def _prepare_without_waiting(connection: Any, record: object) -> None:  # noqa: ANN401 - DBAPI
    _prepare(connection, record)
    connection.execute("PRAGMA synchronous=OFF")


class _Compiled:
    """Makes engines; those of SQLite share what is compiled, as those of one store do.

    A process has one store, and compiles each statement once. Tests make a store each.
    """

    def __init__(self) -> None:
        self._model = create_engine("sqlite://", query_cache_size=5_000)
        self._model.connect().close()  # the dialect knows its database from now on
        self._model.dispose()

    def __call__(self, url: str, **options: Any) -> Engine:  # noqa: ANN401 - as it is
        made = create_engine(url, **options)
        if made.name == self._model.name:
            made.dialect = self._model.dialect
            made._compiled_cache = self._model._compiled_cache
        return made
