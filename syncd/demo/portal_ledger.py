"""What reached the portal simulator, kept in SQLite so that it survives a hard kill.

Every request has its row before it is judged, so a kill leaves an unanswered request,
never a forgotten one. A report and the mark "stored" on its request are one
transaction. WAL with synchronous=NORMAL survives the death of the process, which is
what the simulator promises; it does not promise to survive a power cut.
"""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from syncd.bilingual import Text
from syncd.demo.portal_faults import Turn
from syncd.errors import ConfigError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator
    from pathlib import Path

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_utc TEXT NOT NULL,
    file_uuid TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    fault TEXT NOT NULL DEFAULT '',
    status INTEGER NOT NULL DEFAULT 0,
    stored INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS request_by_file_uuid ON request (file_uuid);
CREATE TABLE IF NOT EXISTS accepted (
    file_uuid TEXT PRIMARY KEY,
    tournament_uuid TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    receipt TEXT NOT NULL,
    data BLOB NOT NULL,
    at_utc TEXT NOT NULL,
    request_id INTEGER NOT NULL REFERENCES request (id)
);
"""


_SELECT_ACCEPTED: Final = (
    "SELECT file_uuid, tournament_uuid, sha256, receipt, at_utc, request_id"
    " FROM accepted"
)
_ACCEPTED_BY_UUID: Final = _SELECT_ACCEPTED + " WHERE file_uuid = ?"


class Request(NamedTuple):
    """One request that arrived.

    Attributes:
        id: number from 1 over the life of the ledger.
        at_utc: ISO 8601, UTC.
        file_uuid: empty if it could not be read.
        sha256: of the bytes that arrived.
        size_bytes: length of what was read of the body.
        fault: name of the fault it got, empty for none.
        status: HTTP status that was sent, 0 for no answer.
        stored: whether this request put the report into the ledger.
    """

    id: int
    at_utc: str
    file_uuid: str
    sha256: str
    size_bytes: int
    fault: str
    status: int
    stored: bool


class Accepted(NamedTuple):
    """One report that the portal took.

    Attributes:
        file_uuid: key.
        tournament_uuid: of the report.
        sha256: of the stored bytes.
        receipt: number handed out.
        at_utc: ISO 8601, UTC.
        request_id: the request that brought it.
    """

    file_uuid: str
    tournament_uuid: str
    sha256: str
    receipt: str
    at_utc: str
    request_id: int


class Sends(NamedTuple):
    """All requests of one fileUUID.

    Attributes:
        total: how many arrived.
        stored: how many of them put something into the ledger; never above 1.
        has_identical_bytes: whether every one carried the same bytes.
    """

    total: int
    stored: int
    has_identical_bytes: bool


@dataclass(frozen=True, slots=True)
class Delivery:
    """A report as it arrived.

    Attributes:
        file_uuid: as the XML states it, lower case; empty if unreadable.
        tournament_uuid: likewise.
        data: the bytes.
    """

    file_uuid: str
    tournament_uuid: str
    data: bytes

    @property
    def sha256(self) -> str:
        """Return the hash of the bytes in hex."""
        return hashlib.sha256(self.data).hexdigest()


class Ledger:
    """The ledger; safe for any number of threads, and processes that read along.

    Args:
        path: SQLite file, made if it is missing; its folder must exist.

    Raises:
        ConfigError: the file cannot be opened or is no SQLite database.
    """

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        try:
            self._sql = _connect(path)
        except sqlite3.Error as error:
            raise _unusable(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._sql.close()

    def log_request(self, delivery: Delivery, *, now: dt.datetime) -> Turn:
        """Note that a request arrived and return its place among all requests."""
        size_bytes = len(delivery.data)
        row = (now.isoformat(), delivery.file_uuid, delivery.sha256, size_bytes)
        with self._transaction() as sql:
            earlier_sends, report_number = self._history(delivery.file_uuid)
            number = sql.execute(
                "INSERT INTO request (at_utc, file_uuid, sha256, size_bytes)"
                " VALUES (?, ?, ?, ?) RETURNING id",
                row,
            ).fetchone()[0]
        return Turn(number, earlier_sends, report_number)

    def store(
        self, delivery: Delivery, *, now: dt.datetime, request_id: int
    ) -> Accepted:
        """Return the entry of this fileUUID, made now unless it is there already."""
        with self._transaction() as sql:
            number = sql.execute("SELECT COUNT(*) + 1 FROM accepted").fetchone()[0]
            made = sql.execute(
                "INSERT INTO accepted VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (file_uuid) DO NOTHING",
                (
                    delivery.file_uuid,
                    delivery.tournament_uuid,
                    delivery.sha256,
                    f"SIM-{number:06}",
                    delivery.data,
                    now.isoformat(),
                    request_id,
                ),
            ).rowcount
            sql.execute(
                "UPDATE request SET stored = ? WHERE id = ?", (made, request_id)
            )
            row = sql.execute(_ACCEPTED_BY_UUID, (delivery.file_uuid,)).fetchone()
        return Accepted(*row)

    def finish_request(self, request_id: int, *, fault: str, status: int) -> None:
        """Note what the request got as its answer."""
        with self._transaction() as sql:
            sql.execute(
                "UPDATE request SET fault = ?, status = ? WHERE id = ?",
                (fault, status, request_id),
            )

    def find(self, file_uuid: str) -> Accepted | None:
        """Return the entry of this fileUUID, None if the portal has no such report."""
        rows = self._rows(_ACCEPTED_BY_UUID, file_uuid)
        return Accepted(*rows[0]) if rows else None

    def accepted(self) -> list[Accepted]:
        """Return all reports that the portal took, in the order it took them."""
        rows = self._rows(_SELECT_ACCEPTED + " ORDER BY rowid")
        return [Accepted(*row) for row in rows]

    def data(self, file_uuid: str) -> bytes:
        """Return the stored bytes.

        Raises:
            KeyError: the portal has no such report.
        """
        rows = self._rows("SELECT data FROM accepted WHERE file_uuid = ?", file_uuid)
        if not rows:
            raise KeyError(file_uuid)
        return bytes(rows[0][0])

    def requests(self) -> list[Request]:
        """Return all requests in the order of arrival."""
        rows = self._rows(
            "SELECT id, at_utc, file_uuid, sha256, size_bytes, fault, status, stored"
            " FROM request ORDER BY id"
        )
        return [Request(*row)._replace(stored=bool(row[-1])) for row in rows]

    def sends_by_file_uuid(self) -> dict[str, Sends]:
        """Return per fileUUID how often it was sent and whether the bytes agree."""
        rows = self._rows(
            "SELECT file_uuid, COUNT(*), SUM(stored), COUNT(DISTINCT sha256) = 1"
            " FROM request WHERE file_uuid <> '' GROUP BY file_uuid ORDER BY MIN(id)"
        )
        return {
            file_uuid: Sends(total, stored, bool(identical))
            for file_uuid, total, stored, identical in rows
        }

    def _history(self, file_uuid: str) -> tuple[int, int]:
        """Return earlier sends of this fileUUID and how many fileUUIDs there are."""
        if not file_uuid:
            return 0, 0
        known, earlier = self._sql.execute(
            "SELECT COUNT(DISTINCT file_uuid), SUM(file_uuid = ?)"
            " FROM request WHERE file_uuid <> ''",
            (file_uuid,),
        ).fetchone()
        return earlier or 0, known if earlier else known + 1

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._sql.execute("BEGIN IMMEDIATE")
            try:
                yield self._sql
                self._sql.execute("COMMIT")
            except BaseException:
                if self._sql.in_transaction:  # a failed COMMIT may have ended it
                    self._sql.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._sql.execute(query, values).fetchall()


def _connect(path: Path) -> sqlite3.Connection:
    """Return a connection that transactions are begun on by hand."""
    sql = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        sql.execute("PRAGMA busy_timeout = 30000")
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("PRAGMA synchronous = NORMAL")
        sql.executescript(_SCHEMA)
    except BaseException:
        sql.close()
        raise
    return sql


def _unusable(path: Path, error: sqlite3.Error) -> ConfigError:
    text = Text(
        f"The ledger of the portal simulator cannot be kept in {path}: {error}. "
        "Please name a file in an existing folder that is new or an earlier ledger.",
        f"Das Journal des Portal-Simulators kann nicht in {path} geführt werden: "
        f"{error}. Bitte eine Datei in einem vorhandenen Ordner nennen, die neu oder "
        "ein früheres Journal ist.",
    )
    return ConfigError(text, [text])
