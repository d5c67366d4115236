"""Reading the body of a request into a file, with limits that hold while it comes in.

Nothing is believed that the client says of its length. At no time is more of it in
memory than one piece of the transport.
"""

from __future__ import annotations

import asyncio
from typing import IO, TYPE_CHECKING, Final

from fastapi.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from syncd.web import problems

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import Request

HEAD_BYTES: Final = 4
"""So many tell an archive from a file."""


async def read_body(
    request: Request, file: IO[bytes], most_bytes: Callable[[bytes], int], time_s: float
) -> None:
    """Write a request's body into a file and go back to its beginning.

    Args:
        request: whose body it is.
        file: where it goes.
        most_bytes: how long it may be, given its first bytes (as many as have come).
        time_s: seconds for all of it.

    Raises:
        RequestError: it is too long, too slow, incomplete, or cannot be written.
    """
    try:
        async with asyncio.timeout(time_s):
            await _copied(request, file, most_bytes)
        file.seek(0)
    except TimeoutError as error:
        raise problems.too_slow(time_s) from error
    except ClientDisconnect as error:  # nobody hears that any more
        raise problems.refused(400) from error
    except OSError as error:
        raise problems.disk_failed() from error


async def _copied(
    request: Request, file: IO[bytes], most_bytes: Callable[[bytes], int]
) -> None:
    head, size_bytes = b"", 0
    async for piece in request.stream():
        head += piece[: HEAD_BYTES - len(head)]
        size_bytes += len(piece)
        limit = most_bytes(head)
        if size_bytes > limit:
            raise problems.too_large(limit)
        await run_in_threadpool(file.write, piece)
