"""One question and its answer over HTTP, bounded in time and size.

For everything that is not the report itself: tokens, the reading interface, and files
for peers. No redirect is followed, so that no secret reaches an address nobody has
configured, and no setting of the environment counts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import httpx

from syncd.bilingual import Text
from syncd.errors import UnreachableError
from syncd.submit.http import NOT_SENT
from syncd.wire.allowance import Allowance, out_of_time
from syncd.wire.causes import cause_of
from syncd.wire.deadline import Deadline
from syncd.wire.retry_after import http_date, retry_after_s
from syncd.wire.tls import hint, tls_fault, usual_authorities
from syncd.wire.webpage import is_page, plain_type

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

_HEAD_BYTES: Final = 4096
MOST_BYTES: Final = 8 * 1024 * 1024
"""Longest answer that is read; a page of 1,000 tournaments has about one MiB."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server has answered.

    Attributes:
        status: HTTP status.
        body: the whole body.
        retry_after_s: seconds it asks to wait, None if it names none.
        etag: what the server calls this state of what was asked for, or empty.
        media_type: what the server calls the body, lower case, or empty.
    """

    status: int
    body: bytes = field(repr=False)
    retry_after_s: float | None = None
    etag: str = ""
    media_type: str = ""

    @property
    def is_page(self) -> bool:
        """Whether this is a web page, most often a login in front of the server."""
        return is_page(self.media_type, self.body[:_HEAD_BYTES])

    def json(self) -> object:
        """Return the body as JSON, None if it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A way to ask servers.

    Attributes:
        name: what is asked, for messages.
        timeout_s: seconds for one question and its whole answer, above 0.
        tls: certificates that are trusted; None = the usual authorities.
        transport: replaces the network, for tests.
        allowance: what all questions may take together, once it was started.
    """

    name: str
    timeout_s: float
    tls: ssl.SSLContext | None = None
    transport: httpx.BaseTransport | None = None
    allowance: Allowance = field(default_factory=Allowance)

    def get(
        self, url: str, parameters: Mapping[str, str], headers: Mapping[str, str]
    ) -> Reply:
        """Ask for something.

        Raises:
            UnreachableError: no whole answer came.
        """
        return self._exchanged("GET", url, headers, params=parameters)

    def post_form(self, url: str, form: Mapping[str, str]) -> Reply:
        """Send a form.

        Raises:
            UnreachableError: no whole answer came; `may_have_arrived` says whether the
                form can have arrived.
        """
        return self._exchanged("POST", url, {}, form=form)

    def send_file(
        self, method: str, url: str, headers: Mapping[str, str], data: bytes
    ) -> Reply:
        """Send a file.

        Raises:
            UnreachableError: no whole answer came; `may_have_arrived` says whether the
                file can have arrived.
        """
        return self._exchanged(method, url, headers, data=data)

    def _exchanged(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        *,
        params: Mapping[str, str] | None = None,
        form: Mapping[str, str] | None = None,
        data: bytes | None = None,
    ) -> Reply:
        own = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",  # so the size cap is the real size
            "User-Agent": "syncd",
        }
        limit_s = min(self.timeout_s, self.allowance.left_s)
        if limit_s <= 0:
            raise UnreachableError(out_of_time(self.name))
        with Deadline(limit_s) as deadline:
            try:
                with (
                    self._client(limit_s) as client,
                    client.stream(
                        method,
                        url,
                        params=params or None,
                        data=form,
                        content=data,
                        headers={**own, **headers},
                        extensions={"trace": deadline.trace},
                    ) as response,
                ):
                    return self._read(response)
            except (*NOT_SENT, httpx.InvalidURL) as error:
                raise self._unreachable(error, was_sent=False) from error
            except httpx.TransportError as error:
                raise self._unreachable(error, was_sent=True) from error

    def _read(self, response: httpx.Response) -> Reply:
        body = bytearray()
        for chunk in response.iter_raw():
            body += chunk
            if len(body) > MOST_BYTES:
                raise UnreachableError(_too_long(self.name), may_have_arrived=True)
        headers = response.headers
        now = http_date(headers.get("Date", ""))
        return Reply(
            response.status_code,
            bytes(body),
            retry_after_s(headers.get("Retry-After", ""), now),
            headers.get("ETag", ""),
            plain_type(headers.get("Content-Type", "")),
        )

    def _client(self, limit_s: float) -> httpx.Client:
        return httpx.Client(
            verify=self.tls or usual_authorities(),
            timeout=limit_s,
            follow_redirects=False,
            trust_env=False,
            transport=self.transport,
        )

    def _unreachable(self, error: Exception, *, was_sent: bool) -> UnreachableError:
        fault = tls_fault(error)
        why = Text(cause_of(error), cause_of(error)) if fault is None else hint(fault)
        text = Text(
            f"{self.name} gave no answer ({why.en}).",
            f"{self.name} hat nicht geantwortet ({why.de}).",
        )
        return UnreachableError(text, may_have_arrived=was_sent)


def _too_long(name: str) -> Text:
    return Text(
        f"The answer of {name} is too long and was not read.",
        f"Die Antwort von {name} ist zu lang und wurde nicht gelesen.",
    )
