"""What the benchmarks of the outbox share: store, broker, worker, and a fast portal.

Everything is real but the portal: it runs in a process of its own, answers at once and
looks at nothing but the idempotency key, so that it is not the portal that is measured.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import os
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from urllib.request import urlopen

import redis
from sqlmodel import func, select

from syncd.broker import EmbeddedBroker, choose_broker
from syncd.settings import load_settings
from syncd.store import inbox
from syncd.store.engine import Store
from syncd.store.rows import row_id, sha256_hex
from syncd.store.schema import upgrade
from syncd.store.tables import ReportRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from syncd.settings import Settings

BENCH = Path(__file__).resolve().parent
CONFIG = """
state_directory = "state"
[store]
url = "{store_url}"
[broker]
url = "{broker_url}"
[workers]
processes = 0
submit_threads = {threads}
[daemon]
sweep_s = {sweep_s}
[retry]
base_s = {base_s}
cap_s = {cap_s}
[rating]
mode = "auto"
[[sources]]
name = "bench"
folder = "inbox"
[[portals]]
name = "fast"
kind = "http"
url = "http://127.0.0.1:{port}/reports"
connections = {threads}
timeout_s = 10
"""
REPORT_BYTES = 8000
STANDSTILL_S = 60.0


class World(NamedTuple):
    """A store with its configuration, and a broker.

    Attributes:
        settings: as the worker reads them.
        store: open.
        broker_url: where the broker listens.
    """

    settings: Settings
    store: Store
    broker_url: str

    def broker(self) -> redis.Redis:
        path = self.broker_url.removeprefix("redis+socket://").partition("?")[0]
        return redis.Redis(unix_socket_path=path)

    def states(self) -> dict[str, int]:
        with self.store.read() as session:
            counts = select(SubmissionRow.state, func.count()).group_by(
                SubmissionRow.state
            )
            return dict(session.exec(counts).all())


@contextmanager
def open_world(
    folder: Path, port: int, store_url: str, **values: float
) -> Iterator[World]:
    """Make configuration and store, and start the broker."""
    broker = EmbeddedBroker(choose_broker(None))
    broker_url = broker.start()
    usual = {"threads": 4, "sweep_s": 2, "base_s": 30, "cap_s": 3600}
    config = folder / "syncd.toml"
    config.write_text(
        CONFIG.format(
            store_url=store_url, broker_url=broker_url, port=port, **(usual | values)
        )
    )
    settings = load_settings(config)
    settings.state_directory.mkdir(exist_ok=True)
    store = Store(settings.store_url)
    try:
        upgrade(store)
        yield World(settings, store, broker_url)
    finally:
        store.close()
        broker.stop()


def fill_outbox(store: Store, count: int) -> list[int]:
    """Queue so many reports of so many tournaments; return the rows of the outbox."""
    now = dt.datetime.now(dt.UTC)
    with store.write() as session:
        source_id = inbox.save_source(session, "bench", now)
        tournaments = [_tournament(source_id, now) for _ in range(count)]
        session.add_all(tournaments)
        session.flush()
        reports = [_report(row_id(item.id), now) for item in tournaments]
        session.add_all(reports)
        session.flush()
        rows = [_submission(item, now) for item in reports]
        session.add_all(rows)
        session.flush()
        return [row_id(row.id) for row in rows]


def _tournament(source_id: int, now: dt.datetime) -> TournamentRow:
    one = str(uuid.uuid4())
    return TournamentRow(
        uuid=one, source_id=source_id, name=one, folded_name=one,
        start_key="2026-03-02", created_utc=now, changed_utc=now,
    )  # fmt: skip


def _report(tournament_id: int, now: dt.datetime) -> ReportRow:
    data = f"<fileUUID>{uuid.uuid4()}</fileUUID>".encode().ljust(REPORT_BYTES)
    return ReportRow(
        tournament_id=tournament_id, revision=1, file_uuid=data[10:46].decode(),
        payload_sha256=sha256_hex(data), sha256=sha256_hex(data), data=data,
        created_utc=now,
    )  # fmt: skip


def _submission(report: ReportRow, now: dt.datetime) -> SubmissionRow:
    return SubmissionRow(
        portal="fast", tournament_id=report.tournament_id, revision=1, kind="first",
        report_id=row_id(report.id), state="queued", created_utc=now, due_utc=now,
        queued_utc=now,
    )  # fmt: skip


@contextmanager
def process(
    command: list[str], log: Path, **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process for a while."""
    with log.open("ab") as output:
        child = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
        try:
            yield child
        finally:
            child.terminate()
            child.wait(60)


def submit_worker(
    world: World, log: Path
) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run one worker that sends, as `syncd run` starts it."""
    command = [sys.executable, "-P", "-m", "workers", "--name", "io"]
    command += ["--queues", "submit", "--pool", "threads"]
    return process(command, log, SYNCD_CONFIG=str(world.settings.file))


@contextmanager
def fast_portal(port: int) -> Iterator[None]:
    """Run the portal in a process of its own."""
    command = [sys.executable, str(BENCH / "outbox_world.py"), str(port)]
    with process(command, Path(os.devnull)):
        wait_until(lambda: sends(port) is not None)
        yield


def sends(port: int) -> tuple[int, int] | None:
    """Return requests and different keys; None while the portal is down."""
    with (
        suppress(OSError),
        urlopen(f"http://127.0.0.1:{port}/count", timeout=5) as said,
    ):
        counts = json.load(said)
        return counts[0], counts[1]
    return None


def wait_until(
    is_done: Callable[[], bool], limit_s: float = 600, every_s: float = 0.05
) -> None:
    end_s = time.monotonic() + limit_s
    while not is_done():
        if time.monotonic() > end_s:
            message = "it never happened"
            raise TimeoutError(message)
        time.sleep(every_s)


def rate_per_s(
    done: Callable[[], int], total: int, worker: subprocess.Popen[bytes]
) -> float:
    """Return how many per second were done, from the first seen to the last.

    Raises:
        TimeoutError: the worker has ended, or nothing more was done for a minute.
    """
    seen = _wait_for_more(done, 0, worker)
    first, began_s = seen, time.monotonic()
    while seen < total:
        seen = _wait_for_more(done, seen, worker)
    return (total - first) / (time.monotonic() - began_s)


def _wait_for_more(
    done: Callable[[], int], than: int, worker: subprocess.Popen[bytes]
) -> int:
    wait_until(
        lambda: done() > than or worker.poll() is not None,
        limit_s=STANDSTILL_S, every_s=0.02,
    )  # fmt: skip
    if worker.poll() is not None:
        message = f"the worker has ended with {worker.returncode}"
        raise TimeoutError(message)
    return done()


def resident_kib(pid: int) -> int:
    """Return the memory of a process that is resident now."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(item for item in status.splitlines() if item.startswith("VmRSS"))
    return int(line.split()[1])


class _Portal(asyncio.Protocol):
    """Speaks just enough HTTP/1.1: one answer per request, connections stay open."""

    requests = 0
    keys: ClassVar[set[bytes]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.data = b""

    def data_received(self, data: bytes) -> None:
        self.data += data
        while (end := self.data.find(b"\r\n\r\n")) >= 0:
            head = self.data[:end].lower()
            length = int(_header(head, b"content-length") or 0)
            if len(self.data) < end + 4 + length:
                return
            self.data = self.data[end + 4 + length :]
            self._answer(head)

    def _answer(self, head: bytes) -> None:
        cls = type(self)
        if head.startswith(b"get"):
            body = json.dumps([cls.requests, len(cls.keys)]).encode()
        else:
            key = _header(head, b"idempotency-key").strip(b'"')
            cls.requests += 1
            cls.keys.add(key)
            said = {"status": "accepted", "fileUUID": key.decode(), "receipt": "R"}
            body = json.dumps(said).encode()
        size = str(len(body)).encode()
        lines = [b"HTTP/1.1 200 OK", b"Content-Type: application/json",
                 b"Content-Length: " + size, b"", body]  # fmt: skip
        self.transport.write(b"\r\n".join(lines))  # type: ignore[attr-defined]


def _header(head: bytes, name: bytes) -> bytes:
    _, found, rest = head.partition(b"\r\n" + name + b":")
    return rest.partition(b"\r\n")[0].strip() if found else b""


async def _serve(port: int) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(_Portal, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
