"""One export that a list, page, feed or folder names, and which of them count. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, unquote, urljoin, urlsplit, urlunsplit

from syncd.addresses import is_loopback_address, is_web_address
from syncd.wire.sendable import address_problems

if TYPE_CHECKING:
    import datetime as dt

MOST_LISTING_BYTES: Final = 4 * 1024 * 1024
"""A list of links is larger only if something is wrong."""
MOST_LINKS: Final = 10_000
ENDINGS: Final = (".trf", ".trfx", ".txt", ".xml", ".zip")
"""Of files that a page or folder links to."""
_PORTS: Final = {"http": 80, "https": 443}
_LONGEST_ADDRESS: Final = 2000


@dataclass(frozen=True, slots=True)
class Link:
    """One export that is named.

    Attributes:
        url: its whole address, without user and password.
        name: its name as stated there, not made harmless yet; may be empty.
        sha256: of its content, if stated, as 64 lower-case hex digits.
        changed_utc: when it last changed, if stated.
        etag: as the server would say it with the file, if stated.
    """

    url: str
    name: str = ""
    sha256: str = ""
    changed_utc: dt.datetime | None = None
    etag: str = ""


def joined(base: str, reference: str) -> str:
    """Return the whole address of a link, empty if it leads to nothing on the web.

    Args:
        base: address of the page it stands on.
        reference: as it stands there.
    """
    try:
        url = urljoin(base, reference.strip()).replace(" ", "%20")
        parts = urlsplit(url)
        is_usable = is_web_address(url) and not address_problems(url)
        if not reference.strip() or not is_usable or len(url) > _LONGEST_ADDRESS:
            return ""
    except ValueError:
        return ""
    server = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, server, parts.path, parts.query, ""))


def names_export(url: str) -> bool:
    """Return whether the path of an address ends like that of an export."""
    return unquote(urlsplit(url).path).lower().endswith(ENDINGS)


def is_same_server(url: str, other: str) -> bool:
    """Return whether two addresses lead to one server; https instead of http is one."""
    one, two = urlsplit(other), urlsplit(url)
    if one.hostname != two.hostname:
        return False
    if (one.scheme, two.scheme) == ("http", "https"):
        return (_port(one), _port(two)) == (80, 443)
    return (one.scheme, _port(one)) == (two.scheme, _port(two))


def is_below(url: str, page: str) -> bool:
    """Return whether an address lies on the server and in the folder of a page."""
    steps = unquote(unquote(urlsplit(url).path)).replace("\\", "/").split("/")
    if ".." in steps or not is_same_server(url, page):
        return False
    folder = unquote(urlsplit(page).path).rpartition("/")[0]
    return unquote(urlsplit(url).path).startswith(f"{folder}/")


def is_safe_step(url: str, page: str, *, allow_http: bool) -> bool:
    """Return whether a link may be followed at all: no encryption is given up."""
    if url.startswith("https:"):
        return True
    if page.startswith("https:"):
        return False
    return allow_http or is_loopback_address(url)


def _port(parts: SplitResult) -> int:
    return parts.port or _PORTS.get(parts.scheme, 0)
