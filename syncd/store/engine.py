"""Engines and transactions, tuned per database.

SQLite: WAL, every write transaction starts with BEGIN IMMEDIATE. With a deferred
BEGIN, read-then-write transactions of two processes fail or lose updates; with
IMMEDIATE they queue. Readers use a second engine and never block. PostgreSQL: rows
that decide are locked by the callers (`locking`); readers use REPEATABLE READ.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
)
from sqlmodel import Session

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import ConfigError, DuplicateError, StoreError
from syncd.store.events import write_events
from syncd.store.trouble import LOCKED, is_trouble, trouble_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

__all__ = ["Session", "Store"]

BUSY_TIMEOUT_MS = 30_000
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


class Store:
    """The database behind one URL; open it once per process.

    Args:
        url: SQLAlchemy URL, `sqlite:///…` or `postgresql://…`.
        alone: keep what SQLite shares between processes in memory. On a full disk
            its file cannot be made; nobody else can use the store meanwhile.

    Raises:
        ConfigError: the URL cannot be understood or names another database.
    """

    def __init__(self, url: str, *, alone: bool = False) -> None:
        self.url = _checked_url(url)
        self._is_alone = alone
        self.is_sqlite = self.url.startswith("sqlite")
        self.engine = self._create(writes=True)
        self.read_engine = self._read_engine()
        self._turn = Lock()

    def _create(self, *, writes: bool) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url, pool_pre_ping=True)
        engine = (
            create_engine(self.url, creator=partial(_connect_alone, self.url))
            if self._is_alone
            else create_engine(self.url)
        )
        event.listen(engine, "connect", _prepare_sqlite)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        event.listen(engine, "begin", _Begin(begin))
        return engine

    def _read_engine(self) -> Engine:
        """Return an engine on which several queries see one and the same state."""
        if self.is_sqlite:
            return self._create(writes=False)
        return self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def write(self, step: str = "") -> Iterator[Session]:
        """Run one write transaction: commit at the end, roll back on any error.

        Args:
            step: what is committed; one of `syncd.failpoints.COMMITS`, or empty for
                a write that nothing else follows from.

        Raises:
            DuplicateError: a unique key was violated; somebody else was first.
            StoreError: the database is locked, full or gone; try again later.
        """
        with (
            translated(),
            self._own_turn(),
            Session(self.engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session
            write_events(session)
            failpoints.reach(f"{step}:before")
        failpoints.reach(f"{step}:after")

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """Let the threads of this process write to SQLite one after the other.

        SQLite lets only one write anyway, but whoever waits there sleeps and looks
        again; here the next one goes on at once. Other processes still wait there.
        """
        if not self.is_sqlite:
            yield
        elif self._turn.acquire(timeout=BUSY_TIMEOUT_MS / 1000):
            try:
                yield
            finally:
                self._turn.release()
        else:
            raise StoreError(LOCKED)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Run one read-only transaction on a consistent state.

        Raises:
            StoreError: the database is gone.
        """
        with translated(), Session(self.read_engine) as session:
            yield session

    def forget_connections(self) -> None:
        """Drop inherited connections after a fork, without closing the parent's."""
        self._turn = Lock()  # a thread of the parent may have held it
        for engine in {self.engine, self.read_engine}:
            engine.dispose(close=False)

    def close(self) -> None:
        """Close all connections."""
        for engine in {self.engine, self.read_engine}:
            engine.dispose()


class _Begin:
    """Starts a transaction with a fixed statement."""

    def __init__(self, statement: str) -> None:
        self.statement = statement

    def __call__(self, connection: Connection) -> None:
        connection.exec_driver_sql(self.statement)


def _connect_alone(url: str) -> sqlite3.Connection:
    """Return a connection that shares nothing with other processes.

    Source: sqlite.org/vfs.html, "unix-excl".
    """
    path = quote(make_url(url).database or "")
    return sqlite3.connect(
        f"file:{path}?vfs=unix-excl", uri=True, check_same_thread=False
    )


def _prepare_sqlite(connection: Any, record: object) -> None:  # noqa: ANN401 - DBAPI
    """Set the pragmas of one new SQLite connection."""
    del record
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextmanager
def translated() -> Iterator[None]:
    """Turn the driver's errors into ours, in this one place."""
    try:
        yield
    except IntegrityError as exc:
        if "unique" not in str(exc.orig).lower():
            raise StoreError(
                Text(
                    f"The database refused a row: {type(exc.orig).__name__}",
                    f"Die Datenbank lehnt einen Eintrag ab: {type(exc.orig).__name__}",
                )
            ) from exc
        raise DuplicateError(
            Text("The row exists already.", "Den Eintrag gibt es schon.")
        ) from exc
    except OperationalError as exc:
        raise StoreError(trouble_text(exc.orig)) from exc
    except SQLAlchemyError as exc:
        raise StoreError(_refusal(exc)) from exc


def _refusal(exc: SQLAlchemyError) -> Text:
    """Say what the database refused; a bare DatabaseError means a damaged file."""
    if isinstance(exc, DBAPIError) and is_trouble(exc.orig):
        return trouble_text(exc.orig)
    if type(exc) is DatabaseError:
        return Text(
            f"The database is damaged: {exc.orig}. Stop syncd and put a backup in its "
            "place.",
            f"Die Datenbank ist beschädigt: {exc.orig}. Bitte syncd anhalten und eine "
            "Sicherung einspielen.",
        )
    return Text(
        f"The database refused: {type(exc).__name__}",
        f"Die Datenbank hat abgelehnt: {type(exc).__name__}",
    )


def _checked_url(url: str) -> str:
    """Return the URL with the driver we ship.

    Raises:
        ConfigError: neither SQLite nor PostgreSQL.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as exc:
        raise ConfigError(_url_text()) from exc
    driver = _DRIVERS.get(parsed.get_backend_name())
    if driver is None:
        raise ConfigError(_url_text())
    return parsed.set(drivername=driver).render_as_string(hide_password=False)


def _url_text() -> Text:
    return Text(
        "store.url must be sqlite:///path/to/file or postgresql://user@host/database.",
        "store.url muss sqlite:///pfad/datei oder postgresql://nutzer@host/datenbank "
        "sein.",
    )
