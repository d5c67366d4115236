"""The HTTP interface on a real socket, in a thread of this process."""

from __future__ import annotations

import datetime as dt
import shutil
import socket
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Self

import httpx
from sqlmodel import col, select

from syncd.model import web_access
from syncd.model.web_access import NewAccess
from syncd.pipeline.arrivals.process import process_next
from syncd.pipeline.context import Context
from syncd.settings import Settings
from syncd.store import inbox
from syncd.store.access import save_access
from syncd.store.engine import Store
from syncd.store.tables import ArrivalRow
from syncd.submit.ways import open_portal
from syncd.wake import NullWake
from syncd.web.app import make_app
from syncd.web.served import Served
from syncd.web.server import make_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
SETTINGS = {
    "rating": {"installation": "bezirk"},
    "portals": [{"name": "dwz", "kind": "directory", "folder": "out"}],
    "web": {"max_archive_bytes": 400_000, "timeout_s": 2, "max_files": 20},
    "sources": [
        {"name": "north", "push": True, "max_size_bytes": 100_000},
        {"name": "south", "push": True},
        {"name": "closed", "folder": "inbox"},
    ],
}


class WebServer:
    """A server with a store, as a context manager.

    Args:
        folder: for the store and files on their way.
        migrated: an empty store to copy.
    """

    def __init__(self, folder: Path, migrated: Path) -> None:
        self.now = NOW
        self.store = Store(f"sqlite:///{shutil.copyfile(migrated, folder / 'web.db')}")
        self.settings = Settings.model_validate({**SETTINGS, "state_directory": folder})
        self.context = Context(
            store=self.store, settings=self.settings, wake=NullWake(), owner="web",
            new_uuid=self._new_uuid, jitter=lambda: 1.0, open_portal=open_portal,
        )  # fmt: skip
        self._uuids = 0
        assert self.settings.web is not None
        self.served = Served(self.context, self.settings.web, lambda: self.now)
        self._app = make_app(self.served)
        self._asked: list[tuple[str, int]] = []
        self._server = make_server(self._listening, self.settings.web)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = Thread(target=self._server.run, args=([self._socket],))
        self._tokens: dict[NewAccess, str] = {}
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}/api/v1/", trust_env=False
        )

    def _new_uuid(self) -> str:
        self._uuids += 1
        return f"00000000-0000-4000-8000-{self._uuids:012}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()
        self.store.close()

    def token(self, scope: str = "push", source: str = "north", **more: object) -> str:
        """Return a token, made once for each use."""
        new = NewAccess("test", web_access.Scope(scope), source, **more)  # type: ignore[arg-type]
        if new not in self._tokens:
            secret = f"{len(self._tokens):0>43}"
            with self.store.write() as session:
                self._tokens[new] = save_access(session, new, secret, NOW)
        return self._tokens[new]

    def login(self, scope: str = "push", source: str = "north") -> dict[str, str]:
        """Return the header of a request."""
        return {"Authorization": f"Bearer {self.token(scope, source)}"}

    def push(
        self, data: bytes, name: str = "", source: str = "north", **headers: str
    ) -> httpx.Response:
        """Hand something in, a second after the last time."""
        self.now += dt.timedelta(seconds=1)
        named = {"X-Filename": name} if name else {}
        more = {key.replace("_", "-"): value for key, value in headers.items()}
        return self.client.post(
            "exports", content=data,
            headers={**self.login(source=source), **named, **more},
        )  # fmt: skip

    def read(
        self, path: str, source: str = "", method: str = "GET", **headers: str
    ) -> httpx.Response:
        """Fetch something."""
        more = {key.replace("_", "-"): value for key, value in headers.items()}
        login = self.login("read", source)
        return self.client.request(method, path, headers={**login, **more})

    @contextmanager
    def asked(self) -> Iterator[list[tuple[str, int]]]:
        """Give the path and status of what is asked meanwhile."""
        self._asked.clear()
        yield self._asked

    async def _listening(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._asked.append((scope["path"], message["status"]))
            await send(message)

        await self._app(scope, receive, note)

    def process(self) -> None:
        """Work on everything that has come in."""
        with self.store.read() as session:
            due = inbox.due_arrivals(session, self.now, 100)
        for number in due:
            process_next(self.context, number, self.now)

    def names(self) -> list[str]:
        """Return the names of all that is stored."""
        with self.store.read() as session:
            query = select(ArrivalRow.name).order_by(col(ArrivalRow.id))
            return list(session.exec(query))

    def count(self) -> int:
        """Return how many exports are stored."""
        return len(self.names())
