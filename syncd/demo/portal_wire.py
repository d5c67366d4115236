"""How an answer of the portal simulator leaves: whole, or spoiled by a fault. Pure.

Every answer closes its connection: one connection carries one request, so a fault
never spills over into the next one.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from email.utils import format_datetime
from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from syncd.demo.portal_faults import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.demo.portal_desk import Reply

_JSON: Final = "application/json"
_XML: Final = "application/xml"
_HTML: Final = "text/html; charset=utf-8"
_LOGIN_PAGE: Final = b"<!DOCTYPE html><title>Login</title><h1>Please log in</h1>\n"
_NONSENSE: Final = b"\x00\xff<<<{]} all is well }["
_FAILED: Final = b'{"message": "internal error"}'
_BUSY: Final = b'{"message": "please come back later"}'


class Manner(Enum):
    """What the server does with the bytes of an answer."""

    WHOLE = "send them"
    DRIP = "send them one by one"
    BREAK_OFF = "send them and close, though more were announced"
    STALL = "send nothing and keep the connection"
    RESET = "send nothing and reset the connection"


@dataclass(frozen=True, slots=True)
class Wire:
    """What goes over the connection.

    Attributes:
        manner: how.
        status: HTTP status in `raw`, 0 if nothing is sent.
        raw: status line, headers and body.
    """

    manner: Manner
    status: int = 0
    raw: bytes = b""


UNANSWERED: Final = Wire(Manner.STALL)
"""The place of an answer that was never worked out."""


def to_wire(reply: Reply, *, now: dt.datetime, as_xml: bool = False) -> Wire:
    """Return an honest answer."""
    if as_xml:
        return _whole(reply.status, {"Content-Type": _XML}, reply.xml, now)
    return _whole(reply.status, {}, reply.json, now)


def to_spoiled_wire(fault: Fault, honest: Wire, *, now: dt.datetime) -> Wire:
    """Return what a fault makes of an answer.

    Args:
        fault: what goes wrong.
        honest: what would be sent; `UNANSWERED` where nobody looked at the report.
        now: aware UTC time, for a `Retry-After` that is a date.
    """
    if fault in _SILENT:
        return Wire(_SILENT[fault])
    if fault is Fault.SLOW:
        return replace(honest, manner=Manner.DRIP)
    if fault is Fault.TRUNCATED:
        rest = len(honest.raw.partition(b"\r\n\r\n")[2]) // 2
        return replace(honest, manner=Manner.BREAK_OFF, raw=honest.raw[:-rest])
    return _whole(*_instead(fault, now), now)


_SILENT: Final = {
    Fault.TIMEOUT_BEFORE: Manner.STALL,
    Fault.TIMEOUT_AFTER: Manner.STALL,
    Fault.CUT_BEFORE: Manner.RESET,
    Fault.CUT_AFTER: Manner.RESET,
}


def _instead(
    fault: Fault, now: dt.datetime
) -> tuple[HTTPStatus, Mapping[str, str], bytes]:
    """Return status, headers and body that replace the portal's own answer."""
    # A date has no fractions: two seconds, so that it still lies ahead when read.
    soon = format_datetime(now + dt.timedelta(seconds=2), usegmt=True)
    match fault:
        case Fault.TOO_MANY:
            return HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "1"}, _BUSY
        case Fault.UNAVAILABLE:
            return HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": soon}, _BUSY
        case Fault.HTML:
            return HTTPStatus.OK, {"Content-Type": _HTML}, _LOGIN_PAGE
        case Fault.GARBAGE:
            return HTTPStatus.OK, {}, _NONSENSE
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR, {}, _FAILED


def _whole(
    status: HTTPStatus, headers: Mapping[str, str], body: bytes, now: dt.datetime
) -> Wire:
    """Return a complete HTTP/1.1 answer."""
    fields = {
        "Date": format_datetime(now, usegmt=True),
        "Content-Type": _JSON,
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"HTTP/1.1 {status.value} {status.phrase}"]
    lines += [f"{name}: {value}" for name, value in fields.items()]
    raw = "\r\n".join([*lines, "", ""]).encode("ascii") + body
    return Wire(Manner.WHOLE, status, raw)
