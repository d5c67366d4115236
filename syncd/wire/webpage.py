"""Whether an answer is a web page, as a login in front of a server answers. Pure."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = b"\xef\xbb\xbf"
_PAGES: Final = frozenset({"text/html", "application/xhtml+xml"})
_HTML: Final = re.compile(rb"(?i)<(?:!doctype\s+html|html|head|body)[\s>]")


def plain_type(header: str) -> str:
    """Return the media type of a header `Content-Type`, lower case, nothing after."""
    return header.partition(";")[0].strip().lower()


def is_page(content_type: str, head: bytes) -> bool:
    """Return whether an answer is a web page, whatever it calls itself.

    Args:
        content_type: in lower case, without parameters.
        head: its first bytes.
    """
    plain = head.removeprefix(_MARK).lstrip()
    return content_type in _PAGES or (
        plain.startswith(b"<") and _HTML.search(plain) is not None
    )
