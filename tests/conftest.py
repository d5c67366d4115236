"""Fixtures that several kinds of tests share: stores on both databases, one clock."""

from __future__ import annotations

import datetime as dt
import gc
import os
import shutil
import sys
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from postgres_server import running_postgres
from quick_stores import quick_stores
from sqlalchemy import text

from syncd.store.engine import Store
from syncd.store.schema import upgrade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from postgres_server import PostgresServer

# Python looks for cycles whenever so many objects more have come up. With its own 700
# that takes an eighth of the time; the program does the same (workers/__main__.py).
gc.set_threshold(20_000)

# Whatever the machine's habit: the program is compiled once, not by each process that a
# test starts.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

for name, examples, is_repeated in (("usual", 40, True), ("long", 1000, False)):
    # The usual check draws the same examples each time, the long run always others. How
    # fast a machine draws them says nothing of a law.
    settings.register_profile(
        name, max_examples=examples, derandomize=is_repeated, deadline=None,
        suppress_health_check=[HealthCheck.too_slow], print_blob=True,
    )  # fmt: skip
settings.load_profile("usual")

ONE_IN = 8
"""Of the use cases on PostgreSQL so many are in the usual run, always the same ones."""
AT_THE_SAME_TIME = (b"_schedules.py", b"_workers.py", b"_hosts.py", b"_together.py")
"""Files about what several do at once: the database decides, so all of it is usual."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most use cases on PostgreSQL to the long run; on SQLite all are usual.

    What the database itself does differently (locks, leases, claims, plans, the schema)
    is tested by the files of the store, which all run on both.
    """
    for item in items:
        name = item.nodeid.encode()
        is_use_case = b"test_store_pipeline" in name and b"postgresql" in name
        is_usual = any(word in name for word in AT_THE_SAME_TIME)
        if is_use_case and not is_usual and crc32(name) % ONE_IN:
            item.add_marker(pytest.mark.full)


def pytest_collection_finish() -> None:
    """Let Python never look for cycles among all the tests, which stay for good."""
    gc.collect()
    gc.freeze()


EMPTIED = """
do $$
declare name text;
begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables
        where schemaname = 'public' and tablename <> 'alembic_version'
    loop
        execute format('delete from %I', name);
    end loop;
    perform setval(format('%I', sequencename)::regclass, 1, false)
        from pg_sequences where last_value is not null;
end $$
"""
"""Empties every table and lets keys start at 1 again.

In one call, without the foreign keys looking. `truncate` makes new files for every
table and index, which takes the server ten times as long.
"""

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def now() -> dt.datetime:
    return NOW


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A real PostgreSQL server."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_server: PostgresServer) -> Callable[[str], str]:
    """Call it with a name to get a fresh database's URL."""
    return postgres_server.fresh


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Callable[[str], str]) -> str:
    """The URL of a database with the newest schema, shared by the session."""
    url = postgres("migrated")
    store = Store(url)
    upgrade(store)
    store.close()
    return url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with the newest schema, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "syncd.db"
    store = Store(f"sqlite:///{file}")
    upgrade(store)
    store.close()
    return file


@pytest.fixture(scope="session", autouse=True)
def stores_are_quick(migrated_sqlite: Path) -> Iterator[None]:
    """Nobody runs the migrations again, or waits for the disk, without need."""
    with quick_stores(migrated_sqlite):
        yield


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store with the newest schema, on each database."""
    if request.param == "sqlite":
        file = tmp_path / "syncd.db"
        shutil.copyfile(request.getfixturevalue("migrated_sqlite"), file)
        made = Store(f"sqlite:///{file}")
    else:
        made = Store(request.getfixturevalue("migrated_postgres"))
        with made.engine.begin() as connection:
            connection.execute(text(EMPTIED))
    yield made
    made.close()
