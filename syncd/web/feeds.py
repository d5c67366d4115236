"""`/api/v1/feed` and `/api/v1/tournaments/…`: what other installations fetch.

The feed is one that syncd itself reads (`intake.pull.listings`): one syncd pulls from
another by its address alone. Addresses in it are relative, so they hold behind a server
that has put a path before ours.
"""

from __future__ import annotations

import re
from email.utils import format_datetime
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.intake.pull.links import MOST_LINKS
from syncd.model.web_access import Access
from syncd.pipeline.sharing import Shape, load_offers, load_stored, written
from syncd.store import reports, restricted, shared
from syncd.store.rows import sha256_hex
from syncd.web import problems
from syncd.web.auth import reader
from syncd.web.problems import RequestError, said
from syncd.web.tags import is_known, not_modified, quoted, tag_headers

if TYPE_CHECKING:
    from syncd.pipeline.sharing import Offer
    from syncd.web.served import Served

router = APIRouter()
_READ: Final = ["GET", "HEAD"]
_FILE: Final = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(trf|json)")
_TYPES: Final = {"trf": "text/plain; charset=utf-8", "json": "application/json"}
Reader = Annotated[Access, Depends(reader)]


@router.api_route("/feed", methods=_READ)
def feed(request: Request, access: Reader) -> Response:
    """List the tournaments, those that changed last first; as many as syncd reads."""
    served: Served = request.app.state.served
    with served.context.store.read() as session:
        found = shared.list_shared(session, access.source, MOST_LINKS)
        settings = served.context.settings
        offers = load_offers(session, settings, found, contacts=access.contacts)
    entries, missing = [], []
    for offer in offers:
        why = served.why_unwritable(offer.shared.snapshot_sha256)
        if why is None:
            entries.append(_entry(offer))
        else:
            missing.append({"uuid": offer.shared.uuid, "text": said(why)})
    document = {"exports": entries, "not_writable": missing}
    answer = JSONResponse(document)
    tag = sha256_hex(bytes(answer.body))[:32]
    if is_known(request, tag):
        return not_modified(tag)
    answer.headers.update(tag_headers(tag))
    return answer


def _entry(offer: Offer) -> dict[str, Any]:
    item = offer.shared
    return {
        "url": f"tournaments/{item.uuid}.trf",
        "name": offer.file_name,
        "etag": quoted(offer.tag("trf")),
        "updated": item.changed_utc.isoformat(),
        "uuid": item.uuid,
        "revision": item.number,
    }


@router.api_route("/tournaments/{file}", methods=_READ)
def tournament(request: Request, file: str, access: Reader) -> Response:
    """Give all of a tournament, as TRF with its passport or as JSON."""
    named = _FILE.fullmatch(file)
    if named is None:
        raise problems.not_found()
    shape: Shape = "trf" if named[2] == "trf" else "json"
    served: Served = request.app.state.served
    with served.context.store.read() as session:
        item = shared.find_shared(session, named[1])
        if item is None:
            raise problems.not_found()
        settings = served.context.settings
        (offer,) = load_offers(session, settings, [item], contacts=access.contacts)
        tag = offer.tag(shape)
        if is_known(request, tag):
            return not_modified(tag)
        stored = load_stored(session, offer)
    try:
        data = written(stored, offer, shape)
    except EncodeError as error:
        why = _unwritable(error.text)
        served.note_unwritable(item.snapshot_sha256, why)
        raise RequestError(409, "not_writable", why) from error
    headers = {
        **tag_headers(tag),
        "Last-Modified": format_datetime(item.changed_utc, usegmt=True),
    }
    if shape == "trf":
        headers["Content-Disposition"] = _attachment(offer.file_name)
    return Response(data, headers=headers, media_type=_TYPES[shape])


def _attachment(name: str) -> str:
    """Return a name as a header has it, whatever letters it holds (RFC 6266)."""
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}"


@router.api_route("/tournaments/{uuid}/report.xml", methods=_READ)
def report(request: Request, uuid: str, access: Reader) -> Response:
    """Give the bytes of the newest report that a portal has or will get."""
    del access  # that somebody may read is all that counts
    served: Served = request.app.state.served
    with served.context.store.read() as session:
        shadows = served.context.settings.shadow_portals
        found = shared.find_newest_report(session, uuid, shadows)
        if found is None:
            raise RequestError(404, "no_report", _NO_REPORT)
        report_id, sha256 = found
        if restricted.is_restricted(session, report_id):
            raise RequestError(410, "report_restricted", restricted.RESTRICTED_TEXT)
        if is_known(request, sha256):
            return not_modified(sha256)
        data = reports.load_report(session, report_id)
    return Response(data, headers=tag_headers(sha256), media_type="application/xml")


def _unwritable(why: Text) -> Text:
    return Text(
        f"{why.en} As JSON it is complete: .json instead of .trf.",
        f"{why.de} Als JSON ist es vollständig: .json statt .trf.",
    )


_NO_REPORT: Final = Text(
    "There is no such tournament, or no report of it is on its way to a portal.",
    "Ein solches Turnier gibt es nicht, oder kein Bericht davon ist auf dem Weg zu "
    "einem Portal.",
)
