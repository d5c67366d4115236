"""The schema's version, on SQLite and PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import store_rows
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from quick_stores import with_migrations
from sqlalchemy import text
from sqlmodel import SQLModel, select

from syncd.errors import StoreError
from syncd.store import inbox, tables
from syncd.store.engine import Store
from syncd.store.schema import check_schema, newest_version, upgrade

if TYPE_CHECKING:
    from pathlib import Path


def set_version(store: Store, version: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(
            text("update alembic_version set version_num = :version"),
            {"version": version},
        )


@pytest.fixture
def bare(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store without tables, on each database."""
    with_migrations(monkeypatch)
    with store.engine.begin() as connection:
        SQLModel.metadata.drop_all(connection)
        connection.execute(text("drop table alembic_version"))
    return store


def test_the_migrations_make_what_the_tables_say(store: Store) -> None:
    with store.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, SQLModel.metadata) == []
    assert tables.SourceRow.metadata is SQLModel.metadata


def test_upgrading_again_keeps_everything(store: Store) -> None:
    with store.write() as session:
        inbox.save_source(session, "north", store_rows.NOW)

    assert upgrade(store) == newest_version()
    check_schema(store)
    with store.read() as session:
        assert session.exec(select(tables.SourceRow.name)).one() == "north"


def test_two_may_upgrade_at_once(bare: Store) -> None:
    others = [Store(bare.url) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(upgrade, others)) == [newest_version()] * 2
    for other in others:
        other.close()
    check_schema(bare)


def test_a_store_without_schema_says_how_to_make_one(bare: Store) -> None:
    with pytest.raises(StoreError, match=r"schema none.* Run: syncd db upgrade"):
        check_schema(bare)
    upgrade(bare)
    check_schema(bare)


def test_a_store_of_a_newer_program_is_not_touched(store: Store) -> None:
    set_version(store, "9999")
    for action in (upgrade, check_schema):
        with pytest.raises(StoreError, match=r"newer syncd.*update this one") as caught:
            action(store)
        assert "9999" in caught.value.text.de
    set_version(store, newest_version())


def test_a_store_of_an_older_program_says_how_to_upgrade_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("syncd.store.schema.newest_version", lambda: "9998")
    needed = f"schema {newest_version()}, this program needs 9998"
    with pytest.raises(StoreError, match=needed):
        check_schema(store)


def test_a_store_out_of_reach_is_a_store_error(tmp_path: Path) -> None:
    gone = Store(f"sqlite:///{tmp_path / 'missing' / 'x.db'}")
    for action in (upgrade, check_schema):
        with pytest.raises(StoreError, match="cannot be used now"):
            action(gone)
    gone.close()
