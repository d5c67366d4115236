"""The links that a text, a page, a feed or a folder holds. Pure.

Each is read as it comes, since every server writes its own: what is no link to an
export is passed over, and only what is no listing at all is refused.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import TYPE_CHECKING, Any, Final

from lxml import etree

from syncd.errors import DecodeError
from syncd.intake.pull import reasons
from syncd.intake.pull.links import (
    MOST_LINKS,
    MOST_LISTING_BYTES,
    Link,
    joined,
    names_export,
)
from syncd.wire.retry_after import http_date

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.bilingual import Text

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_LISTS: Final = ("exports", "files", "items")
_ADDRESSES: Final = ("url", "href", "link")
_NAMES: Final = ("name", "filename", "title")
_TIMES: Final = ("changed", "modified", "updated", "date")
_LONGEST_NAME: Final = 1000


def links_in_text(body: bytes, base: str) -> list[Link]:
    """Return the addresses of a text, one per line; `#` begins a remark.

    Raises:
        DecodeError: it is too large.
    """
    _refuse_large(body)
    lines = body.decode("utf-8-sig", "replace").splitlines()
    named = (line.strip() for line in lines)
    return _once(Link(joined(base, line)) for line in named if line and line[0] != "#")


def links_in_page(body: bytes, base: str) -> list[Link]:
    """Return what a web page links to that looks like an export.

    Raises:
        DecodeError: there is no such link, perhaps since it is a login.
    """
    _refuse_large(body)
    root = _page(body)
    anchors = [] if root is None else root.iter("a")
    addresses = (joined(base, anchor.get("href") or "") for anchor in anchors)
    found = _once(Link(url) for url in addresses if url and names_export(url))
    if not found:
        raise DecodeError(_no_export(root))
    return found


def no_file(body: bytes) -> Text:
    """Return what to say of a web page that came instead of an export."""
    return _no_export(_page(body[:MOST_LISTING_BYTES]))


def _no_export(root: etree._Element | None) -> Text:
    fields = [] if root is None else root.iter("input")
    kinds = {(field.get("type") or "").lower() for field in fields}
    return reasons.LOGIN_PAGE if "password" in kinds else reasons.WEB_PAGE


def links_in_feed(body: bytes, base: str) -> list[Link]:
    """Return the exports of a JSON feed.

    Its shape is `{"exports": [{"url", "name", "sha256", "etag", "changed"}]}`. All but
    the address may be missing, an entry may be the address alone, and the list may
    stand by itself or be called `files` or `items`.

    Raises:
        DecodeError: it is no JSON, or has no list.
    """
    _refuse_large(body)
    try:
        document = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise DecodeError(reasons.NO_FEED) from error
    if isinstance(document, dict):
        lists = (document.get(name) for name in _LISTS)
        document = next((item for item in lists if isinstance(item, list)), None)
    if not isinstance(document, list):
        raise DecodeError(reasons.NO_FEED)
    return _once(_of_feed(item, base) for item in document)


def links_in_folder(body: bytes, base: str) -> list[Link]:
    """Return the exports in a WebDAV folder.

    Source: RFC 4918 section 9.1 (PROPFIND) and 13 (multistatus).

    Raises:
        DecodeError: it is no list of a folder.
    """
    _refuse_large(body)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DecodeError(reasons.NO_FOLDER) from error
    if root.tag != "{DAV:}multistatus":
        raise DecodeError(reasons.NO_FOLDER)
    found = (_of_folder(item, base) for item in root.iter("{DAV:}response"))
    return _once(link for link in found if link.url and names_export(link.url))


def _refuse_large(body: bytes) -> None:
    if len(body) > MOST_LISTING_BYTES:
        raise DecodeError(reasons.LARGE_LISTING)


def _once(links: Iterable[Link]) -> list[Link]:
    """Return each address once, in the order it stands there.

    Raises:
        DecodeError: there are far too many.
    """
    found: dict[str, Link] = {}
    for link in links:
        if link.url:
            found.setdefault(link.url, link)
        if len(found) > MOST_LINKS:
            raise DecodeError(reasons.LARGE_LISTING)
    return list(found.values())


def _page(body: bytes) -> etree._Element | None:
    parser = etree.HTMLParser(
        no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _of_feed(item: object, base: str) -> Link:
    if isinstance(item, str):
        return Link(joined(base, item))
    if not isinstance(item, dict):
        return Link("")
    sha256 = _word(item, ("sha256",)).lower()
    return Link(
        url=joined(base, _word(item, _ADDRESSES)),
        name=_word(item, _NAMES)[:_LONGEST_NAME],
        sha256=sha256 if _SHA256.fullmatch(sha256) else "",
        changed_utc=_moment(_word(item, _TIMES)),
        etag=_word(item, ("etag",)),
    )


def _word(item: dict[str, Any], names: Iterable[str]) -> str:
    """Return the first of these values that is a text."""
    values = (item.get(name) for name in names)
    return next((value for value in values if isinstance(value, str)), "")


def _moment(text: str) -> dt.datetime | None:
    """Return an aware moment in ISO 8601 or as in HTTP; one without a zone is UTC."""
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        return http_date(text)
    try:
        aware = found if found.tzinfo else found.replace(tzinfo=dt.UTC)
        return aware.astimezone(dt.UTC)
    except OverflowError:  # at the ends of the calendar
        return None


def _of_folder(item: etree._Element, base: str) -> Link:
    if next(item.iter("{DAV:}collection"), None) is not None:
        return Link("")
    return Link(
        url=joined(base, _text(item, "href")),
        changed_utc=http_date(_text(item, "getlastmodified")),
        etag=_text(item, "getetag"),
    )


def _text(item: etree._Element, name: str) -> str:
    found = next(_elements(item, name), None)
    return "" if found is None else (found.text or "").strip()


def _elements(item: etree._Element, name: str) -> Iterator[etree._Element]:
    return item.iter(f"{{DAV:}}{name}")
