"""What a client still sends is read on for a moment after it was told no.

If a server closes while bytes come in, its answer is thrown away with them: the client
only sees a broken connection and never learns why. So the end of an answer waits until
the request has come in whole, or the client has gone, or time is up; the answer itself
is complete before that. An endless body ends then.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LINGER_S: Final = 2.0
_HEADERS: Final = frozenset({b"content-length", b"transfer-encoding"})
"""Without one of these a request has no body (RFC 9112, section 6.3)."""


class Draining:
    """Wraps an application.

    Args:
        app: what answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        has_body = scope["type"] == "http" and any(
            name in _HEADERS for name, _ in scope["headers"]
        )
        if not has_body:
            await self.app(scope, receive, send)
            return
        body = _Body(receive)
        await self.app(scope, body.receive, _Sender(body, send))


class _Body:
    """The body of a request, and whether all of it was read."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.is_over = False

    async def receive(self) -> Message:
        message = await self._receive()
        is_last = message["type"] != "http.request" or not message.get("more_body")
        self.is_over = self.is_over or is_last
        return message

    async def drain(self) -> None:
        """Read the rest for a while, and forget it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_S):
                while not self.is_over:
                    await self.receive()


class _Sender:
    """Sends an answer, its last message only when the request is over."""

    def __init__(self, body: _Body, send: Send) -> None:
        self._body = body
        self._send = send

    async def __call__(self, message: Message) -> None:
        if self._body.is_over:
            await self._send(message)
        elif message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (b"connection", b"close")]
            await self._send({**message, "headers": headers})
        elif message.get("more_body"):
            await self._send(message)
        else:
            await self._send({**message, "more_body": True})
            await self._body.drain()
            await self._send({"type": "http.response.body", "body": b""})
