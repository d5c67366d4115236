"""The report in an HTML form, as browsers and `multipart` portals send it. Pure.

Byte for byte: what the simulator keeps must be what was sent.

Source: RFC 7578 (multipart/form-data), RFC 2046 section 5.1.1 (boundaries).
"""

from __future__ import annotations

import re
from typing import Final

FILE_FIELD: Final = "file"
MOST_ENVELOPE_BYTES: Final = 65_536
"""What a form may hold beside the report."""

_BOUNDARY: Final = re.compile(r';\s*boundary="?([^";]{1,70})"?', re.IGNORECASE)
_NAME: Final = re.compile(rb'[;\s]name="([^"]{0,200})"', re.IGNORECASE)


def report_in(content_type: str, body: bytes) -> bytes:
    """Return the report in a body: all of it, or a form's field `file`.

    Args:
        content_type: header `Content-Type`.
        body: of the request.
    """
    if not content_type.lower().startswith("multipart/form-data"):
        return body
    return fields_in(content_type, body).get(FILE_FIELD, b"")


def fields_in(content_type: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form by their names, empty if it is none."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        return {}
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode("latin-1"))
    fields = {}
    for part in parts[1:-1]:
        head, _, value = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if name is not None:
            fields[name[1].decode("utf-8", "replace")] = value
    return fields
