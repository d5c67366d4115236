"""Which addresses and headers a request can have at all. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import httpx

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_PORT: Final = 65_535
_FRAMING: Final = frozenset({"content-length", "transfer-encoding"})
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""Source: RFC 9110 section 5.6.2, token."""


def address_problems(address: str) -> list[Text]:
    """Return what is wrong with an address, without showing a password in it."""
    if _is_address(address):
        return []
    return [
        Text(
            "An address must look like https://portal.example/reports.",
            "Eine Adresse muss aussehen wie https://portal.example/reports.",
        )
    ]


def _is_address(address: str) -> bool:
    """Return whether a request could be sent there at all."""
    try:
        url = httpx.URL(address)
        url.host.encode("idna")
    except (httpx.InvalidURL, UnicodeError):
        return False
    is_web = url.scheme in {"http", "https"} and bool(url.host)
    return is_web and (url.port is None or 0 < url.port <= _MOST_PORT)


def header_problems(headers: Mapping[str, str]) -> list[Text]:
    """Return what is wrong with header names and values; values can be secrets."""
    return [
        Text(
            f"The header “{name}” cannot be sent: plain characters only, no line "
            "breaks, and neither Content-Length nor Transfer-Encoding.",
            f"Der Header „{name}“ kann nicht gesendet werden: nur einfache Zeichen, "
            "keine Zeilenumbrüche, weder Content-Length noch Transfer-Encoding.",
        )
        for name, value in headers.items()
        if not _is_allowed(name, value)
    ]


def _is_allowed(name: str, value: str) -> bool:
    """Return whether a configured header is well-formed and not the framing's own."""
    is_name = _HEADER_NAME.fullmatch(name) and name.lower() not in _FRAMING
    return bool(is_name) and value.isascii() and value.isprintable()
