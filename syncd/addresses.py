"""Web addresses: which can be used at all, and which may see a secret."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def is_web_address(address: str) -> bool:
    """Return whether this is a whole http or https address."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # reading them checks them
    except ValueError:
        return False
    is_written = not any(letter.isspace() for letter in address)
    return parts.scheme in {"http", "https"} and bool(host) and is_written


def may_carry_secrets(address: str) -> bool:
    """Return whether a token or password may travel to this address.

    Only where it is encrypted, or where it does not leave this machine.
    """
    if not is_web_address(address):
        return False
    parts = urlsplit(address)
    return parts.scheme == "https" or _is_loopback(parts.hostname or "")


def holds_login(address: str) -> bool:
    """Return whether a user or password stands in the address itself."""
    return is_web_address(address) and "@" in urlsplit(address).netloc


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
