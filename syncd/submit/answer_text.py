"""What a portal says in its own words, as plain text for people. Pure.

Markup is cut off, because an error page may echo the report and with it the players'
data, and whatever no terminal or database can take becomes a blank.
"""

from __future__ import annotations

import json
import re
from typing import Final

MOST_REASON_CHARACTERS: Final = 2_000
_REASON_KEYS: Final = ("rule", "message", "title", "detail", "error", "errors", "path")
_REASON_DEPTH: Final = 5

# A lone tag ("<surname> is empty") is a word of the portal; two tags are an echo.
_ECHO: Final = re.compile(r"<[?!]|&lt;|<[^<>]*>[^<]*<", re.DOTALL)


def reason_in(body: bytes) -> str:
    """Return what the portal says in its own words, as one line of plain text.

    Args:
        body: JSON with `message`, `detail` or `errors`, or plain text.

    Returns:
        At most 2,000 printable characters, no markup, empty if nothing is left.
    """
    return plain(_told(to_json(body)) or body.decode("utf-8", "replace"))


def plain(told: str) -> str:
    """Return a text as one line without the markup that it may end in.

    Returns:
        At most 2,000 printable characters.
    """
    echo = _ECHO.search(told)
    return one_line(told[: echo.start()] if echo else told)[:MOST_REASON_CHARACTERS]


def _told(value: object, depth: int = _REASON_DEPTH) -> str:
    """Return the sentences of a JSON error, however the portal nests them."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth:
        return "; ".join(filter(None, (_told(item, depth - 1) for item in value)))
    if isinstance(value, dict) and depth:
        known = (value[key] for key in _REASON_KEYS if key in value)
        return ": ".join(filter(None, (_told(item, depth - 1) for item in known)))
    return ""


def one_line(text: str) -> str:
    """Return the text as one line that every database and terminal can take."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())


def to_json(body: bytes) -> object:
    """Return the JSON document, None if it is none."""
    try:
        document: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return document
