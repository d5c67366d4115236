"""A server on the loopback address with a page per path, which keeps what it is asked.

A page is bytes, a whole reply, or a function that gets the connection itself.
"""

from __future__ import annotations

import datetime as dt
import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Self

from sqlmodel import col, select

from syncd.pipeline.context import Context
from syncd.pipeline.pulling.pull import Pulled, pull_source
from syncd.settings import Settings
from syncd.store import inbox, pulls
from syncd.store.engine import Store
from syncd.store.tables import ArrivalRow, EventRow
from syncd.submit.ways import open_portal
from syncd.wake import NullWake

if TYPE_CHECKING:
    import ssl
    from pathlib import Path

    from syncd.bilingual import Text

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


@dataclass
class Reply:
    """One answer.

    Attributes:
        body: of the answer.
        status: of the answer.
        headers: beside the length.
        length: what is said of the length; None = the truth, negative = nothing.
    """

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None


Page = bytes | Reply | Callable[[socket.socket, Event], None]


@dataclass
class Asked:
    """One request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


class PullServer:
    """The server, as a context manager.

    Args:
        pages: by path and query; after a method and a blank, for this method only.
        tls: makes it speak TLS.
    """

    def __init__(
        self, pages: dict[str, Page], tls: ssl.SSLContext | None = None
    ) -> None:
        self.pages = pages
        self.asked: list[Asked] = []
        self.stopping = Event()
        self._tls = tls
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def handle_any(self) -> None:
                outer.answer(self)

            do_GET = do_PROPFIND = handle_any  # noqa: N815 - names of the base
            do_POST = do_PUT = handle_any  # noqa: N815 - likewise

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,))

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        scheme = "https" if self._tls else "http"
        return f"{scheme}://{host}:{self._server.server_port}{path}"

    def paths(self) -> list[str]:
        """Return what was asked for, and forget it."""
        found = [item.path for item in self.asked]
        self.asked.clear()
        return found

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        body = handler.rfile.read(int(headers.get("content-length", 0)))
        self.asked.append(Asked(handler.command, handler.path, headers, body))
        own = self.pages.get(f"{handler.command} {handler.path}")
        page = own or self.pages.get(handler.path, Reply(b"no such page", 404))
        with suppress(OSError):
            if callable(page):
                page(handler.connection, self.stopping)
                return
            reply = Reply(page) if isinstance(page, bytes) else page
            if _is_known(reply, headers):
                reply = Reply(status=304)
            _send(handler, reply)


def _is_known(reply: Reply, headers: dict[str, str]) -> bool:
    etag, since = reply.headers.get("ETag"), reply.headers.get("Last-Modified")
    if "if-none-match" in headers:
        return headers["if-none-match"] == etag
    return since is not None and headers.get("if-modified-since") == since


def _send(handler: BaseHTTPRequestHandler, reply: Reply) -> None:
    handler.send_response(reply.status)
    for name, value in reply.headers.items():
        handler.send_header(name, value)
    length = len(reply.body) if reply.length is None else reply.length
    if length >= 0:
        handler.send_header("Content-Length", str(length))
    handler.end_headers()
    handler.wfile.write(reply.body)
    handler.close_connection = True


class World:
    """A store, settings with sources to download, and a clock to turn."""

    def __init__(
        self, folder: Path, migrated: Path, **sources: dict[str, object]
    ) -> None:
        self.now = NOW
        self.folder = folder
        file = shutil.copyfile(migrated, folder / "syncd.db")
        self.store = Store(f"sqlite:///{file}")
        self.configure(**sources)

    def configure(self, **sources: dict[str, object]) -> None:
        listed = []
        for name, pull in sources.items():
            source = {key: pull.pop(key) for key in ("max_size_bytes",) if key in pull}
            listed.append({"name": name, "pull": pull, **source})
        self.settings = Settings.model_validate(
            {"sources": listed, "state_directory": self.folder}
        )

    def context(self) -> Context:
        return Context(
            store=self.store, settings=self.settings, wake=NullWake(), owner="test",
            new_uuid=lambda: "x", jitter=lambda: 1.0, open_portal=open_portal,
        )  # fmt: skip

    def clock(self) -> dt.datetime:
        return self.now

    def pull(self, name: str = "north", *, is_forced: bool = False) -> Pulled:
        """Pull one source, some minutes after the last time."""
        self.now += dt.timedelta(minutes=61)
        source = self.settings.source(name)
        assert source is not None
        return pull_source(
            self.context(), source, self.clock, lambda _: None, is_forced=is_forced
        )

    def refused(self, name: str = "north") -> Text:
        """Pull, and return why the one address of it is not taken."""
        pulled = self.pull(name)
        assert pulled.taken == 0
        (item,) = pulled.troubles
        return item.trouble

    def arrivals(self) -> list[tuple[str, bytes]]:
        with self.store.read() as session:
            rows = session.exec(select(ArrivalRow).order_by(col(ArrivalRow.id))).all()
            return [(row.name, inbox.load_bytes(session, row.sha256)) for row in rows]

    def names(self) -> list[str]:
        return [name for name, _ in self.arrivals()]

    def stamps(self) -> list[dt.datetime]:
        with self.store.read() as session:
            return list(
                session.exec(select(ArrivalRow.stamp_utc).order_by(col(ArrivalRow.id)))
            )

    def events(self, kind: str) -> list[str]:
        with self.store.read() as session:
            return list(
                session.exec(select(EventRow.text_en).where(EventRow.kind == kind))
            )

    def contact(self, name: str = "north") -> pulls.Contact:
        with self.store.read() as session:
            return pulls.load_contacts(session)[name]
