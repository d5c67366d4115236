"""Entity tags: whoever has something already is told so in one line.

Source: RFC 9110 section 8.8.3 (ETag) and 13.1.2 (If-None-Match).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fastapi import Response

if TYPE_CHECKING:
    from fastapi import Request

_TAG: Final = re.compile(r'(?:W/)?("[^"]*")')
_CACHING: Final = "private, no-cache"
"""Kept by nobody on the way, and by nobody without asking again."""


def quoted(tag: str) -> str:
    """Return a tag as the header has it."""
    return f'"{tag}"'


def is_known(request: Request, tag: str) -> bool:
    """Return whether the client says that it has this.

    A server between us that packs answers marks our tags as weak; they still say
    the same.
    """
    stated = request.headers.get("If-None-Match", "")
    return stated.strip() == "*" or quoted(tag) in _TAG.findall(stated)


def not_modified(tag: str) -> Response:
    """Return that nothing has changed."""
    return Response(status_code=304, headers=tag_headers(tag))


def tag_headers(tag: str) -> dict[str, str]:
    """Return the headers of an answer that has a tag."""
    return {"ETag": quoted(tag), "Cache-Control": _CACHING, "Vary": "Authorization"}
