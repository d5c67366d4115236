"""Downloading a list into a file of its own, completely or not at all.

The request asks only for what is newer than what is known. A redirect may lead to
another host only where both addresses are https, and never from https to http. What is
larger than the cap, takes longer than its time, or calls itself a web page is refused.
The file lies in the state directory under a name of ours and is gone when the caller
is done with it.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import httpx

from syncd.bilingual import Text
from syncd.errors import ConfigError, RejectedError, StoreError, UnreachableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from pathlib import Path

    from syncd.errors import RemoteError

MOST_REDIRECTS: Final = 5
_MOST_HEADER_LETTERS: Final = 500
_NOT_MODIFIED: Final = 304
_TRY_LATER: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_LOGIN: Final = frozenset({401, 403, 407})


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What a download may cost.

    Attributes:
        size_bytes: FIDE's packed list has 50 MB, unpacked 835 MB.
        time_s: seconds for the whole download.
        silence_s: seconds without a byte.
    """

    size_bytes: int = 2 * 1024**3
    time_s: float = 1800.0
    silence_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Known:
    """What the server said of the list that is there already; may be empty."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """A complete download.

    Attributes:
        stream: the file, open for reading.
        known: what to say of it next time.
    """

    stream: BufferedReader
    known: Known


DEFAULT_LIMITS: Final = FetchLimits()
NOTHING_KNOWN: Final = Known()


@contextmanager
def downloaded(
    url: str,
    folder: Path,
    known: Known = NOTHING_KNOWN,
    limits: FetchLimits = DEFAULT_LIMITS,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Download | None]:
    """Download a file; it is deleted at the end.

    Args:
        url: http or https.
        folder: existing folder for the file.
        known: of the list that is there already.
        limits: what is refused.
        progress: told of bytes received.

    Yields:
        The download; None if the server has nothing newer.

    Raises:
        ConfigError: no address that could be asked.
        RemoteError: no answer, or one that is no list.
        StoreError: the file cannot be written.
    """
    _refuse_bad_address(url)
    with _file_in(folder) as file:
        try:
            answer = _Fetch(limits, file, progress).get(httpx.URL(url), known)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            raise _unreachable(url, error) from error
        except OSError as error:
            raise _not_written(error) from error
        if answer is None:
            yield None
            return
        file.seek(0)
        yield Download(file, answer)


@contextmanager
def _file_in(folder: Path) -> Iterator[BufferedReader]:
    try:
        file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed below
    except OSError as error:
        raise _not_written(error) from error
    with file:
        yield file  # type: ignore[misc] # BufferedRandom, which can do more


class _Fetch:
    """One download with all its redirects."""

    def __init__(
        self,
        limits: FetchLimits,
        file: BufferedReader,
        progress: Callable[[int], None],
    ) -> None:
        self.limits = limits
        self.file = file
        self.progress = progress
        self.deadline = time.monotonic() + limits.time_s

    def get(self, url: httpx.URL, known: Known) -> Known | None:
        """Write the body into the file; return what to say of it next time."""
        with httpx.Client(
            timeout=self.limits.silence_s, follow_redirects=False, trust_env=False
        ) as client:
            for _ in range(MOST_REDIRECTS + 1):
                with client.stream("GET", url, headers=_headers(known)) as response:
                    if not response.has_redirect_location:
                        return self._take(response)
                    url = _redirected(url, response)
        raise RejectedError(_TOO_MANY)

    def _take(self, response: httpx.Response) -> Known | None:
        if response.status_code == _NOT_MODIFIED:
            return None
        _refuse_answer(response)
        if int(response.headers.get("Content-Length") or 0) > self.limits.size_bytes:
            raise RejectedError(_TOO_LARGE)
        size = 0
        for chunk in response.iter_raw():
            size += len(chunk)
            if size > self.limits.size_bytes:
                raise RejectedError(_TOO_LARGE)
            if time.monotonic() > self.deadline:
                raise UnreachableError(_TOO_SLOW)
            self.file.write(chunk)
            self.progress(len(chunk))
        if not size:
            raise RejectedError(_EMPTY)
        return Known(
            _repeatable(response, "ETag"), _repeatable(response, "Last-Modified")
        )


def _repeatable(response: httpx.Response, name: str) -> str:
    """Return a header that can be said again as it came, else nothing."""
    value: str = response.headers.get(name, "")
    is_plain = value.isascii() and value.isprintable()
    return value if is_plain and len(value) <= _MOST_HEADER_LETTERS else ""


def _headers(known: Known) -> dict[str, str]:
    headers = {
        "User-Agent": "syncd",
        "Accept-Encoding": "identity",  # so that the size cap is the real size
    }
    if known.etag and known.etag.isascii():  # older versions kept others too
        headers["If-None-Match"] = known.etag
    if known.last_modified:
        headers["If-Modified-Since"] = known.last_modified
    return headers


def _redirected(url: httpx.URL, response: httpx.Response) -> httpx.URL:
    """Return where a redirect leads.

    Raises:
        RejectedError: to an address that a list must not come from.
    """
    try:
        target = url.join(response.headers["Location"])
    except httpx.InvalidURL as error:
        raise RejectedError(_astray(url), status=response.status_code) from error
    schemes = (url.scheme, target.scheme)
    same_host = url.host == target.host and schemes in {
        ("http", "http"), ("http", "https"),
    }  # fmt: skip
    if schemes != ("https", "https") and not same_host:
        raise RejectedError(_astray(url), status=response.status_code)
    return target


def _refuse_answer(response: httpx.Response) -> None:
    """Refuse whatever is no file.

    Raises:
        RemoteError: an error status, a web page, or a packed transfer.
    """
    status = response.status_code
    if status in _TRY_LATER:
        raise UnreachableError(_status(response), status=status)
    if status != httpx.codes.OK:
        raise RejectedError(_status(response), status=status)
    content_type = response.headers.get("Content-Type", "").partition(";")[0]
    if content_type.strip().lower() in {"text/html", "application/xhtml+xml"}:
        raise RejectedError(_web_page(response), status=status)
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise RejectedError(_ENCODED, status=status)


def _refuse_bad_address(url: str) -> None:
    try:
        address = httpx.URL(url)
        is_web = address.scheme in {"http", "https"} and bool(address.host)
        address.host.encode("idna")
    except (httpx.InvalidURL, UnicodeError):
        is_web = False
    if not is_web:
        raise ConfigError(
            Text(
                "The address of a list must look like https://example.org/list.zip.",
                "Die Adresse einer Liste muss aussehen wie "
                "https://example.org/liste.zip.",
            )
        )


def _unreachable(url: str, error: Exception) -> RemoteError:
    host, why = httpx.URL(url).host, str(error)[:200] or type(error).__name__
    return UnreachableError(
        Text(
            f"The list could not be downloaded from {host} ({why}). The old one stays "
            "in force; try again later.",
            f"Die Liste ließ sich nicht von {host} laden ({why}). Die alte bleibt "
            "gültig; bitte später noch einmal versuchen.",
        )
    )


def _not_written(error: OSError) -> StoreError:
    return StoreError(
        Text(
            f"The download cannot be stored: {error.strerror}",
            f"Der Download kann nicht gespeichert werden: {error.strerror}",
        )
    )


def _status(response: httpx.Response) -> Text:
    host, status = response.url.host, response.status_code
    if status in _LOGIN:
        return Text(
            f"{host} wants a login for this list ({status}). Download it with a "
            "browser and import the file.",
            f"{host} verlangt für diese Liste eine Anmeldung ({status}). Bitte mit dem "
            "Browser herunterladen und die Datei importieren.",
        )
    return Text(
        f"{host} answers {status} instead of the list. Has its address changed?",
        f"{host} antwortet {status} statt mit der Liste. Hat sich die Adresse "
        "geändert?",
    )


def _web_page(response: httpx.Response) -> Text:
    host = response.url.host
    return Text(
        f"{host} answers with a web page instead of the list, perhaps with a login. "
        "Download the list with a browser and import the file.",
        f"{host} antwortet mit einer Webseite statt mit der Liste, vielleicht mit "
        "einer Anmeldung. Bitte die Liste mit dem Browser herunterladen und die Datei "
        "importieren.",
    )


def _astray(url: httpx.URL) -> Text:
    return Text(
        f"{url.host} leads on to an address that a list must not come from (another "
        "host without https, or from https to http).",
        f"{url.host} leitet auf eine Adresse weiter, von der keine Liste kommen darf "
        "(anderer Rechner ohne https oder von https zu http).",
    )


_TOO_MANY: Final = Text(
    "The address of the list leads on and on to other addresses.",
    "Die Adresse der Liste leitet immer weiter zu anderen Adressen.",
)
_TOO_LARGE: Final = Text(
    "The download is larger than any list; it was broken off.",
    "Der Download ist größer als jede Liste; er wurde abgebrochen.",
)
_TOO_SLOW: Final = Text(
    "The download took too long and was broken off; the old list stays in force.",
    "Der Download hat zu lange gedauert und wurde abgebrochen; die alte Liste bleibt "
    "gültig.",
)
_EMPTY: Final = Text(
    "The download is empty; the old list stays in force.",
    "Der Download ist leer; die alte Liste bleibt gültig.",
)
_ENCODED: Final = Text(
    "The server sends the list in an encoding that it was not asked for.",
    "Der Server schickt die Liste in einer Kodierung, um die nicht gebeten wurde.",
)
