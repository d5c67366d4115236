"""What an answer is: decided by the settings, its type and its first bytes. Pure."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.errors import DecodeError
from syncd.formats import zipped
from syncd.intake.pull import reasons
from syncd.wire.webpage import is_page

if TYPE_CHECKING:
    from syncd.settings_pull import PullKind

HEAD_BYTES: Final = 4096
_MARK: Final = b"\xef\xbb\xbf"
_FOREIGN: Final = (
    "image/", "audio/", "video/", "font/", "application/pdf", "text/css",
    "text/javascript", "application/javascript",
)  # fmt: skip
"""Types that no export has, whatever the server's settings."""
_ADDRESS: Final = re.compile(rb"(?i)https?://\S+")


class Kind(StrEnum):
    """What lies behind an address."""

    FILE = "file"
    LIST = "list"
    INDEX = "index"
    FEED = "feed"
    WEBDAV = "webdav"
    ZIP = "zip"


def kind_of(wanted: PullKind, content_type: str, head: bytes) -> Kind:
    """Return what an answer to GET is.

    Args:
        wanted: kind in the settings.
        content_type: in lower case, without parameters.
        head: its first bytes, `HEAD_BYTES` are enough.

    Raises:
        DecodeError: it is something else than what is wanted, or nothing we can use.
    """
    found = _found(content_type, head)
    if wanted in {"auto", found}:
        return found
    if wanted == "list" and found is Kind.FILE:
        return Kind.LIST
    if wanted == "feed" and found is Kind.FILE:
        return Kind.FEED  # which says what is wrong with it
    if wanted == "file" and found in {Kind.LIST, Kind.FEED}:
        raise DecodeError(reasons.other_kind(wanted, found))
    raise DecodeError(
        reasons.WEB_PAGE if found is Kind.INDEX else reasons.other_kind(wanted, found)
    )


def is_archive(head: bytes) -> bool:
    """Return whether an answer is a zip archive."""
    return head.startswith((zipped.SIGNATURE, zipped.EMPTY))


def _found(content_type: str, head: bytes) -> Kind:
    if is_archive(head):
        return Kind.ZIP
    if is_page(content_type, head):
        return Kind.INDEX
    plain = head.removeprefix(_MARK).lstrip()
    if content_type.endswith("json") or plain.startswith((b"{", b"[")):
        return Kind.FEED
    if content_type.startswith(_FOREIGN):
        raise DecodeError(reasons.foreign(content_type))
    return Kind.LIST if _is_list(plain, len(head)) else Kind.FILE


def _is_list(plain: bytes, size: int) -> bool:
    """Return whether all lines are addresses or remarks; the last one may be cut."""
    lines = [line.strip() for line in plain.splitlines()]
    if size >= HEAD_BYTES and len(lines) > 1:
        lines = lines[:-1]
    named = [line for line in lines if line and not line.startswith(b"#")]
    return bool(named) and all(_ADDRESS.fullmatch(line) for line in named)
