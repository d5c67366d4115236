"""What a file is, told by its first bytes and never by its name."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from syncd.formats.lists.csv_rows import encoding_of, header_cells
from syncd.formats.lists.dsb import CLUB_COLUMNS, MEMBER_COLUMNS

HEAD_BYTES: Final = 4096
"""So many first bytes are enough to tell what a file is."""

_MARK: Final = b"\xef\xbb\xbf"
_XML_LIST: Final = re.compile(rb"<playerslist[\s>/]")
_HTML: Final = re.compile(rb"(?i)<(?:!doctype\s+html|html|head|body)[\s>]")


class Content(StrEnum):
    """What the first bytes say."""

    ZIP = "zip"
    MEMBERS = "dsb-members"
    CLUBS = "dsb-clubs"
    FIDE_XML = "fide-xml"
    FIDE_TEXT = "fide-text"
    HTML = "html"
    UNKNOWN = "unknown"


def content_of(head: bytes) -> Content:
    """Return what a file is.

    Args:
        head: its first bytes, `HEAD_BYTES` are enough.
    """
    if head.startswith(b"PK\x03\x04"):
        return Content.ZIP
    plain = head.removeprefix(_MARK).lstrip()
    if plain.startswith(b"<"):
        return _markup(plain)
    line = plain.splitlines()[0] if plain else b""
    if line.startswith(b"ID Number"):
        return Content.FIDE_TEXT
    return _csv(line)


def _markup(plain: bytes) -> Content:
    if _HTML.search(plain):
        return Content.HTML
    return Content.FIDE_XML if _XML_LIST.search(plain) else Content.UNKNOWN


def _csv(line: bytes) -> Content:
    cells = header_cells(line.decode(encoding_of(line), errors="replace")) or []
    if {*MEMBER_COLUMNS["name"]} & {*cells}:
        return Content.MEMBERS
    return Content.CLUBS if {*CLUB_COLUMNS["name"]} & {*cells} else Content.UNKNOWN
