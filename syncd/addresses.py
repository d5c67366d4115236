"""Web addresses: which can be used at all, and which may see a secret."""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

_SERVER: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\[\]:/\s]*)(?::(\d{1,5}))?")
_MOST_PORT: Final = 65535
_CREDENTIALS: Final = re.compile(r"(?<=://)[^/]*@")
DATABASES: Final = frozenset({"sqlite", "postgresql"})
BROKERS: Final = frozenset({"redis", "rediss", "redis+socket", "filesystem"})


def is_web_address(address: str) -> bool:
    """Return whether this is a whole http or https address."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # reading them checks them
    except ValueError:
        return False
    is_written = not any(letter.isspace() for letter in address)
    return parts.scheme in {"http", "https"} and bool(host) and is_written


def is_database(address: str) -> bool:
    """Return whether this can be the address of a store: SQLite file or PostgreSQL."""
    scheme, _, rest = address.partition("://")
    kind = scheme.partition("+")[0]
    if kind == "sqlite":
        return rest.startswith("/") and rest not in {"/", "//"} and _is_line(rest)
    return kind in DATABASES and _names_server(rest)


def is_broker(address: str) -> bool:
    """Return whether this can be the address of a broker that syncd works with."""
    scheme, separator, rest = address.partition("://")
    if scheme not in BROKERS or not separator:
        return False
    is_path = scheme in {"redis+socket", "filesystem"}
    return _is_line(rest) and rest.startswith("/") if is_path else _names_server(rest)


def _names_server(rest: str) -> bool:
    """Return whether host and port can be; a password may hold any letter."""
    server = re.split(r"[/?]", rest.rpartition("@")[2], maxsplit=1)[0]
    found = _SERVER.fullmatch(server)
    return found is not None and 0 <= int(found[1] or 0) <= _MOST_PORT


def _is_line(text: str) -> bool:
    return text.isprintable()


def may_carry_secrets(address: str) -> bool:
    """Return whether a token or password may travel to this address.

    Only where it is encrypted, or where it does not leave this machine.
    """
    if not is_web_address(address):
        return False
    return urlsplit(address).scheme == "https" or is_loopback_address(address)


def is_loopback_address(address: str) -> bool:
    """Return whether a web address leads to this machine."""
    return _is_loopback(urlsplit(address).hostname or "")


def holds_login(address: str) -> bool:
    """Return whether a user or password stands in the address itself."""
    return is_web_address(address) and "@" in urlsplit(address).netloc


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_address(place: str) -> bool:
    """Return whether a place is an address and no file."""
    return "://" in place


def harmless_place(place: str) -> str:
    """Return an address without name, password and query, which may be secret."""
    if not is_address(place):
        return place
    return _CREDENTIALS.sub("", place).partition("?")[0]
