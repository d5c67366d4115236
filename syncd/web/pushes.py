"""`/api/v1/exports`: files are handed in, and what became of them is told.

An answer that says yes comes after the commit. Whoever gets none sends the same again
and is told the same number.
"""

from __future__ import annotations

import re
from functools import partial
from typing import IO, TYPE_CHECKING, Annotated, Any, Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from syncd.formats import zipped
from syncd.intake.transfer import file_in
from syncd.model.web_access import Access
from syncd.store import handed_in
from syncd.web import problems
from syncd.web.auth import pusher
from syncd.web.body import read_body
from syncd.web.form import MEDIA_TYPE
from syncd.web.handover import Body, hand_over, stated_name
from syncd.web.problems import said
from syncd.wire.retry_after import http_date

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.model.findings import Finding
    from syncd.settings import SourceSettings
    from syncd.store.handed_in import Story
    from syncd.web.handover import Handover
    from syncd.web.served import Served

router = APIRouter()
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_MOST_TAKEN_AT_ONCE: Final = 4
"""Each holds a whole export in memory."""


@router.post("/exports")
async def hand_in(
    request: Request, access: Annotated[Access, Depends(pusher)]
) -> JSONResponse:
    """Take the exports in the body of a request."""
    served: Served = request.app.state.served
    source = _open_source(served, access)
    with (
        served.turn(access.id),
        file_in(served.context.settings.state_directory) as file,
    ):
        stream: IO[bytes] = file
        most_bytes = _limit(request, served, source)
        await read_body(request, stream, most_bytes, served.web.timeout_s)
        take = partial(
            hand_over, served.context, served.web, source,
            _body(request, stream), served.clock(),
        )  # fmt: skip
        done = await to_thread.run_sync(take, limiter=_limiter(request))
    return _answer(done)


def _limiter(request: Request) -> CapacityLimiter:
    """Return what keeps the number of exports in memory small."""
    state = request.app.state
    if not hasattr(state, "limiter"):  # it belongs to the event loop that runs now
        state.limiter = CapacityLimiter(_MOST_TAKEN_AT_ONCE)
    limiter: CapacityLimiter = state.limiter
    return limiter


def _open_source(served: Served, access: Access) -> SourceSettings:
    """Return the source that a token hands in for.

    Raises:
        RequestError: it takes nothing (any more).
    """
    found = served.context.settings.source(access.source)
    if found is None or not found.push:
        raise problems.closed_source(access.source)
    return found


def _limit(
    request: Request, served: Served, source: SourceSettings
) -> Callable[[bytes], int]:
    """Return how long a body may be, by how it begins.

    Raises:
        RequestError: it says itself that it is too long for anything.
    """
    most, most_packed = source.max_size_bytes, served.web.max_archive_bytes
    is_form = request.headers.get("Content-Type", "").lower().startswith(MEDIA_TYPE)
    stated = request.headers.get("Content-Length", "")
    if stated.isdecimal() and int(stated) > max(most, most_packed):
        raise problems.too_large(max(most, most_packed))

    def limit(head: bytes) -> int:
        is_packed = is_form or zipped.SIGNATURE.startswith(head[:4])
        return most_packed if is_packed else most

    return limit


def _body(request: Request, file: IO[bytes]) -> Body:
    headers = request.headers
    return Body(
        file=file,
        content_type=headers.get("Content-Type", ""),
        name=stated_name(
            headers.get("X-Filename", ""), headers.get("Content-Disposition", "")
        ),
        changed_utc=http_date(headers.get("Last-Modified", "")),
    )


def _answer(done: Handover) -> JSONResponse:
    """Return 202 if anything is new, 200 if all of it was there."""
    is_news = any(item.is_new for item in done.taken)
    first = done.taken[0]
    document = {
        "id": first.id,
        "state": first.state,
        "exports": [
            {"id": one.id, "name": one.name, "state": one.state, "new": one.is_new}
            for one in done.taken
        ],
        "refused": [{"name": name, "text": said(why)} for name, why in done.refused],
    }
    # Relative, so that it holds behind a server that has put a path before ours.
    headers = {"Location": f"exports/{first.id}", "Cache-Control": "no-store"}
    return JSONResponse(document, 202 if is_news else 200, headers)


@router.api_route("/exports/{number}", methods=["GET", "HEAD"])
def tell(
    request: Request, number: str, access: Annotated[Access, Depends(pusher)]
) -> JSONResponse:
    """Tell what became of an export; only whoever handed it in may know."""
    served: Served = request.app.state.served
    if not _NUMBER.fullmatch(number):
        raise problems.not_found()
    with served.context.store.read() as session:
        story = handed_in.load_story(session, access.source, int(number))
    if story is None:
        raise problems.not_found()
    return JSONResponse(_shape(story), headers={"Cache-Control": "no-store"})


def _shape(story: Story) -> dict[str, Any]:
    finished = story.finished_utc
    return {
        "id": story.id,
        "name": story.name,
        "state": story.state,
        "text": said(story.note),
        "received": story.received_utc.isoformat(),
        "finished": finished.isoformat() if finished else None,
        "tournament": story.tournament_uuid or None,
        "findings": [_finding(item) for item in story.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "line": finding.line,
        "column": finding.column,
        "text": said(finding.text),
    }
