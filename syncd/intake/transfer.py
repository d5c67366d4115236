"""One download into a file, completely or not at all, with all its redirects.

A redirect may lead to another host only where both addresses are https, never from
https to http, and never with a login or certificate of ours: once another server is
asked, nothing that logs in travels any more. What is larger than allowed or takes
longer than its time is broken off, whether the server hangs, drips or never ends.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

import httpx

from syncd.bilingual import Text
from syncd.errors import RejectedError, StoreError, UnreachableError
from syncd.wire.causes import cause_of
from syncd.wire.deadline import Deadline
from syncd.wire.retry_after import http_date, retry_after_s
from syncd.wire.tls import hint, tls_fault, usual_authorities

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, Mapping
    from io import BufferedReader
    from pathlib import Path

    from syncd.errors import RemoteError

MOST_REDIRECTS: Final = 5
_MOST_HEADER_LETTERS: Final = 500
_NOT_MODIFIED: Final = 304
_TRY_LATER: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_LOGIN: Final = frozenset({401, 403, 407})
_GOOD: Final = {"GET": frozenset({200}), "PROPFIND": frozenset({207})}
_PAGES: Final = frozenset({"text/html", "application/xhtml+xml"})
_SHORTEST_S: Final = 0.001


class Fault(Enum):
    """Why a download is no use."""

    NO_ANSWER = auto()
    SLOW = auto()
    BUSY = auto()
    STATUS = auto()
    LOGIN = auto()
    LARGE = auto()
    PAGE = auto()
    EMPTY = auto()
    ENCODED = auto()
    ASTRAY = auto()
    ON_AND_ON = auto()


class Trouble(NamedTuple):
    """What a message about a download can name.

    Attributes:
        fault: what went wrong.
        host: who was asked.
        status: of the answer, 0 without one.
        why: the cause in technical words, empty where the fault says it all.
    """

    fault: Fault
    host: str
    status: int = 0
    why: Text = Text("", "")


_MAY_PASS: Final = frozenset({Fault.NO_ANSWER, Fault.SLOW, Fault.BUSY})
"""Faults that say nothing of the file: worth another try."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the server said of what is there already; may be empty."""

    etag: str = ""
    last_modified: str = ""


NOTHING_KNOWN: Final = Known()


@dataclass(frozen=True, slots=True)
class Way:
    """How a server is asked.

    Attributes:
        words: says in plain words what went wrong.
        size_limit: most bytes of a body that begins like this.
        silence_s: seconds without a byte.
        takes_pages: whether web pages are handed over, else they are refused.
        login: headers that log in, for the host that is asked first.
        tls: certificates for that host.
        bare_tls: certificates for any other host, without one of ours.
    """

    words: Callable[[Trouble], Text]
    size_limit: Callable[[bytes], int]
    silence_s: float = 30.0
    takes_pages: bool = False
    login: Mapping[str, str] = field(default_factory=dict, repr=False)
    tls: ssl.SSLContext = field(default_factory=usual_authorities, repr=False)
    bare_tls: ssl.SSLContext = field(default_factory=usual_authorities, repr=False)


@dataclass(frozen=True, slots=True)
class Answered:
    """A body that lies in the file, and what was said of it.

    Attributes:
        url: where it came from in the end.
        known: what to say of it next time.
        content_type: in lower case, without parameters.
        disposition: header `Content-Disposition`, which may name the file.
    """

    url: str
    known: Known
    content_type: str = ""
    disposition: str = ""


@contextmanager
def file_in(folder: Path) -> Iterator[BufferedReader]:
    """Give a file without a name that is gone afterwards.

    Raises:
        StoreError: it cannot be made.
    """
    try:
        file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed below
    except OSError as error:
        raise _not_written(error) from error
    with file:
        yield file  # type: ignore[misc] # BufferedRandom, which can do more


class Transfer:
    """One download with all its redirects.

    Args:
        way: how servers are asked.
        time_s: seconds for all of it.
        progress: told of bytes received.
    """

    def __init__(
        self, way: Way, time_s: float, progress: Callable[[int], None]
    ) -> None:
        self._way = way
        self._progress = progress
        self._until_s = time.monotonic() + time_s

    def fetch(
        self,
        url: str,
        file: BufferedReader,
        known: Known = NOTHING_KNOWN,
        method: str = "GET",
    ) -> Answered | None:
        """Write a body into a file and go to its beginning.

        Args:
            url: http or https.
            file: empty.
            known: of what is there already.
            method: GET, or PROPFIND for the list of a folder.

        Returns:
            None if the server has nothing newer.

        Raises:
            RemoteError: no answer, or one that is no use.
            StoreError: the file cannot be written.
        """
        asked = _Asked(httpx.URL(url), method, known)
        try:
            answer = self._follow(asked, file)
            file.seek(0)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise self._no_answer(asked.url.host, error) from error
        except OSError as error:
            raise _not_written(error) from error
        return answer

    def _follow(self, asked: _Asked, file: BufferedReader) -> Answered | None:
        url, is_first = asked.url, True
        for _ in range(MOST_REDIRECTS + 1):
            taken = self._ask(asked._replace(url=url), file, is_first=is_first)
            if not isinstance(taken, httpx.URL):
                return taken
            is_first = is_first and _is_same_origin(asked.url, taken)
            url = taken
        raise self._fault(Fault.ON_AND_ON, url.host)

    def _ask(
        self, asked: _Asked, file: BufferedReader, *, is_first: bool
    ) -> Answered | httpx.URL | None:
        """Return the answer to one request, or where it redirects to."""
        way, host = self._way, asked.url.host
        headers = _headers(asked) | (dict(way.login) if is_first else {})
        left_s = self._until_s - time.monotonic()
        if left_s <= 0:
            raise self._fault(Fault.SLOW, host)
        with Deadline(max(left_s, _SHORTEST_S)) as deadline:
            try:
                with (
                    self._client(way.tls if is_first else way.bare_tls) as client,
                    client.stream(
                        asked.method, asked.url, headers=headers,
                        extensions={"trace": deadline.trace},
                    ) as response,
                ):  # fmt: skip
                    if response.has_redirect_location:
                        return self._redirected(asked.url, response)
                    taken = self._take(asked, response, file)
            except httpx.TransportError as error:
                if deadline.has_passed:
                    raise self._fault(Fault.SLOW, host) from error
                raise
            if deadline.has_passed:  # a body without a length only looks complete
                raise self._fault(Fault.SLOW, host)
        return taken

    def _client(self, tls: ssl.SSLContext) -> httpx.Client:
        """Return a client of its own, which has no cookie and no environment."""
        return httpx.Client(
            verify=tls, timeout=self._way.silence_s, follow_redirects=False,
            trust_env=False,
        )  # fmt: skip

    def _take(
        self, asked: _Asked, response: httpx.Response, file: BufferedReader
    ) -> Answered | None:
        if response.status_code == _NOT_MODIFIED and asked.known != NOTHING_KNOWN:
            return None
        self._refuse_answer(asked.method, response)
        stated = int(response.headers.get("Content-Length") or 0)
        size, limit = 0, None
        for chunk in response.iter_raw():
            limit = self._way.size_limit(chunk) if limit is None else limit
            size += len(chunk)
            if max(size, stated) > limit:
                raise self._fault(Fault.LARGE, response.url.host)
            file.write(chunk)
            self._progress(len(chunk))
        if not size:
            raise self._fault(Fault.EMPTY, response.url.host)
        return _answered(response)

    def _redirected(self, url: httpx.URL, response: httpx.Response) -> httpx.URL:
        """Return where a redirect leads, unless it must not lead there."""
        status = response.status_code
        try:
            target = url.join(response.headers["Location"])
        except httpx.InvalidURL as error:
            raise self._fault(Fault.ASTRAY, url.host, status) from error
        schemes = (url.scheme, target.scheme)
        same_host = url.host == target.host and schemes in {
            ("http", "http"), ("http", "https"),
        }  # fmt: skip
        if schemes != ("https", "https") and not same_host:
            raise self._fault(Fault.ASTRAY, url.host, status)
        return target

    def _refuse_answer(self, method: str, response: httpx.Response) -> None:
        """Refuse whatever is no file."""
        status, host = response.status_code, response.url.host
        if status in _TRY_LATER:
            now = http_date(response.headers.get("Date", ""))
            wait_s = retry_after_s(response.headers.get("Retry-After", ""), now)
            raise self._fault(Fault.BUSY, host, status, wait_s)
        if status not in _GOOD[method]:
            fault = Fault.LOGIN if status in _LOGIN else Fault.STATUS
            raise self._fault(fault, host, status)
        if _content_type(response) in _PAGES and not self._way.takes_pages:
            raise self._fault(Fault.PAGE, host, status)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise self._fault(Fault.ENCODED, host, status)

    def _fault(
        self, fault: Fault, host: str, status: int = 0, wait_s: float | None = None
    ) -> RemoteError:
        text = self._way.words(Trouble(fault, host, status))
        if fault in _MAY_PASS:
            return UnreachableError(text, status=status or None, retry_after_s=wait_s)
        is_access = fault is Fault.LOGIN
        return RejectedError(text, status=status or None, is_access=is_access)

    def _no_answer(self, host: str, error: Exception) -> RemoteError:
        fault = tls_fault(error)
        why = Text(cause_of(error), cause_of(error)) if fault is None else hint(fault)
        return UnreachableError(
            self._way.words(Trouble(Fault.NO_ANSWER, host, why=why))
        )


class _Asked(NamedTuple):
    """What is asked for."""

    url: httpx.URL
    method: str
    known: Known


def _is_same_origin(one: httpx.URL, other: httpx.URL) -> bool:
    """Return whether both lead to one server; from http to its https counts too."""
    if one.host != other.host:
        return False
    ports = (_port(one), _port(other))
    return ports[0] == ports[1] or (
        (one.scheme, other.scheme) == ("http", "https") and ports == (80, 443)
    )


def _port(url: httpx.URL) -> int:
    return url.port or {"http": 80, "https": 443}.get(url.scheme, 0)


def _answered(response: httpx.Response) -> Answered:
    return Answered(
        url=str(response.url),
        known=Known(
            _repeatable(response, "ETag"), _repeatable(response, "Last-Modified")
        ),
        content_type=_content_type(response),
        disposition=response.headers.get("Content-Disposition", ""),
    )


def _content_type(response: httpx.Response) -> str:
    value: str = response.headers.get("Content-Type", "")
    return value.partition(";")[0].strip().lower()


def _repeatable(response: httpx.Response, name: str) -> str:
    """Return a header that can be said again as it came, else nothing."""
    value: str = response.headers.get(name, "")
    is_plain = value.isascii() and value.isprintable()
    return value if is_plain and len(value) <= _MOST_HEADER_LETTERS else ""


def _headers(asked: _Asked) -> dict[str, str]:
    headers = {
        "User-Agent": "syncd",
        "Accept-Encoding": "identity",  # so that the size cap is the real size
    }
    known = asked.known
    if known.etag and known.etag.isascii():  # older versions kept others too
        headers["If-None-Match"] = known.etag
    if known.last_modified:
        headers["If-Modified-Since"] = known.last_modified
    if asked.method == "PROPFIND":
        headers["Depth"] = "1"
    return headers


def _not_written(error: OSError) -> StoreError:
    return StoreError(
        Text(
            f"The download cannot be stored: {error.strerror}",
            f"Der Download kann nicht gespeichert werden: {error.strerror}",
        )
    )
