"""The server: uvicorn with limits that it lacks, and a sign of life.

A connection that asks nothing is closed after a while, also while it drips the lines of
a request. Nothing is logged of a request: addresses hold tournaments, headers tokens.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from syncd.web import problems

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from syncd.settings_web import WebSettings

HEADERS_S: Final = 10.0
"""So long may the lines of a request take, the first ones after connecting too."""
MOST_HEADER_BYTES: Final = 64 * 1024
STOP_S: Final = 5
"""So long may requests go on that are under way when the server has to stop."""
PULSE_S: Final = 1
"""So often it says that it gets on."""


class ImpatientProtocol(H11Protocol):
    """HTTP/1.1 on one connection, which has to come to the point."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self.access_log = False  # whatever loggers there are
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait on only as long as these are not all lines of a request."""
        super().data_received(data)
        if self._is_asked():
            self._stop_waiting()
        else:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP as everything else is said, and close."""
        del msg
        answer = problems.refused(400).response()
        headers = [*answer.raw_headers, (b"connection", b"close")]
        with suppress(h11.LocalProtocolError):  # an answer is on its way already
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event))
        self.transport.close()

    def _is_asked(self) -> bool:
        if self.cycle is None:  # before the first request
            return False
        return not self.cycle.response_complete

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(HEADERS_S, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self._is_asked():
            self.transport.close()


def make_server(
    app: ASGIApp, web: WebSettings, beat: Callable[[], None] = lambda: None
) -> uvicorn.Server:
    """Return a server that is not started yet.

    Args:
        app: what answers.
        web: where and how to listen.
        beat: called again and again as long as the server gets on.
    """

    async def notify() -> None:
        beat()

    config = uvicorn.Config(
        app,
        host=web.endpoint.host,
        port=web.endpoint.port,
        interface="asgi3",
        http=ImpatientProtocol,
        ws="none",
        lifespan="off",
        loop="asyncio",
        callback_notify=notify,
        timeout_notify=PULSE_S,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=web.connections + 1,  # uvicorn counts the one that asks
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_graceful_shutdown=STOP_S,
        ssl_certfile=web.cert_file,
        ssl_keyfile=web.key_file,
    )
    return uvicorn.Server(config)
