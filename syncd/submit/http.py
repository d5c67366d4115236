"""A portal that takes reports by HTTP POST.

One call is one request: no retry, no redirect, no second address. What failed decides
what may be done next. Before the request began, nothing can have arrived; from then
on, silence means "unknown" and the same bytes go again under the same key.

How a portal wants to be asked is configuration, for the Wertungsportal has published
no way to submit by program yet.

Source: draft-ietf-httpapi-idempotency-key-header-07 section 2 (the key);
DSB_DWZ_TournamentReport 2.5, documentation 1.1 (a file sent again keeps its fileUUID).
"""

from __future__ import annotations

import re
import ssl
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final, Literal

import httpx

from syncd.bilingual import Text
from syncd.errors import ConfigError, OutcomeUnknownError, UnreachableError
from syncd.submit.answer import Answer, http_date, retry_after_s
from syncd.submit.answers import to_receipt
from syncd.submit.deadline import Deadline

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from syncd.submit.portal import Package, Receipt

MOST_ANSWER_BYTES: Final = 65_536
_MOST_PORT: Final = 65_535

# Raised before the first byte of the request leaves (LocalProtocolError: h11 refuses
# to write it), so nothing can have arrived.
_NOT_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.LocalProtocolError,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
_FRAMING: Final = frozenset({"content-length", "transfer-encoding"})
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""Source: RFC 9110 section 5.6.2, token."""


@dataclass(slots=True, eq=False)
class HttpPortal:
    """A portal behind an HTTP address.

    Attributes:
        name: name of the portal in the configuration.
        url: address that takes the POST, http or https.
        timeout_s: seconds for the whole send, above 0.
        idempotency_header: name of the header that carries the fileUUID.
        quoted_key: whether the key is written as an RFC 8941 string, in quotes.
        headers: further headers, for instance `Authorization`.
        verify: True for the usual certificate authorities, or a file with one's own.
        proxy: address of an HTTP proxy, None for a direct connection.
        transport: replaces the network, for tests.
        now: gives the aware time that a `Retry-After` date is counted from; None
            counts from the portal's own `Date`, so that no clock has to agree.

    Raises:
        ConfigError: an address, a header or the certificate file cannot be used.
    """

    name: str
    _: KW_ONLY
    url: str = field(repr=False)
    timeout_s: float = 30.0
    idempotency_header: str = "Idempotency-Key"
    quoted_key: bool = False
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    verify: Literal[True] | str | Path = True
    proxy: str | None = field(default=None, repr=False)
    transport: httpx.BaseTransport | None = None
    now: Callable[[], dt.datetime] | None = None
    _tls: ssl.SSLContext = field(init=False, repr=False)

    def __post_init__(self) -> None:
        problems = [
            *_address_problems(self.url),
            *(_address_problems(self.proxy) if self.proxy else ()),
            *_header_problems({**self.headers, self.idempotency_header: ""}),
        ]
        if problems:
            raise _unusable(self.name, problems)
        self._tls = _tls_context(self.name, self.verify)

    @property
    def host(self) -> str:
        """Host and port that take the reports."""
        return httpx.URL(self.url).netloc.decode("ascii")

    @property
    def can_ask(self) -> bool:
        """No address to ask at is known."""
        return False

    def ask(self, package: Package) -> Receipt | None:
        """Know nothing: the same bytes have to go again."""
        del package
        return None

    def send(self, package: Package) -> Receipt:
        """Send the bytes once; see `Portal.send` for the errors."""
        with Deadline(self.timeout_s) as deadline:
            try:
                answer = self._post(package, deadline)
            except _NOT_SENT as error:
                raise self._unreachable(error) from error
            except httpx.TransportError as error:
                raise self._unknown(error, deadline) from error
        return to_receipt(answer, package, portal=self.name)

    def _post(self, package: Package, deadline: Deadline) -> Answer:
        """Return the answer to the one request."""
        with (
            self._client() as client,
            client.stream(
                "POST",
                self.url,
                content=package.data,
                headers=self._headers(package),
                extensions={"trace": deadline.trace},
            ) as response,
        ):
            return Answer(
                status=response.status_code,
                body=_read_body(response),
                retry_after_s=self._retry_after_s(response.headers),
                location=response.headers.get("Location", ""),
            )

    def _retry_after_s(self, headers: httpx.Headers) -> float | None:
        now = self.now() if self.now else http_date(headers.get("Date", ""))
        return retry_after_s(headers.get("Retry-After", ""), now)

    def _client(self) -> httpx.Client:
        """Return a client for one request; the environment must not steer it."""
        return httpx.Client(
            verify=self._tls,
            timeout=self.timeout_s,
            follow_redirects=False,
            trust_env=False,
            proxy=self.proxy,
            transport=self.transport,
        )

    def _headers(self, package: Package) -> httpx.Headers:
        """Return all headers; the configuration cannot change type or key."""
        key = f'"{package.file_uuid}"' if self.quoted_key else package.file_uuid
        headers = httpx.Headers({"Accept": "application/json", "User-Agent": "syncd"})
        headers.update(self.headers)
        headers.update(
            {
                "Accept-Encoding": "identity",  # so the size cap is the real size
                "Content-Type": "application/xml",
                self.idempotency_header: key,
            }
        )
        return headers

    def _unreachable(self, error: httpx.TransportError) -> UnreachableError:
        why = _why(error)
        text = Text(
            f"{self.name} could not be reached ({why}); nothing was sent. The report "
            "is kept and sent later.",
            f"{self.name} war nicht erreichbar ({why}); es wurde nichts gesendet. Der "
            "Bericht bleibt erhalten und wird später gesendet.",
        )
        return UnreachableError(text)

    def _unknown(
        self, error: httpx.TransportError, deadline: Deadline
    ) -> OutcomeUnknownError:
        late = f"{self.timeout_s:g} s"
        why = late if deadline.has_passed else _why(error)
        text = Text(
            f"{self.name} gave no complete answer ({why}), so it may or may not have "
            "the report. The same file will be sent again under the same fileUUID.",
            f"{self.name} hat nicht vollständig geantwortet ({why}); ob der Bericht "
            "angekommen ist, ist ungewiss. Dieselbe Datei wird mit derselben fileUUID "
            "noch einmal gesendet.",
        )
        return OutcomeUnknownError(text, may_have_arrived=True)


def _read_body(response: httpx.Response) -> bytes:
    """Return the body up to the cap; a cut body counts only with an error status.

    A refusal is clear from its status line, a receipt is worth nothing in half.
    """
    body = bytearray()
    try:
        for chunk in response.iter_raw():
            body += chunk
            if len(body) >= MOST_ANSWER_BYTES:
                break
    except httpx.TransportError:
        if response.is_success:
            raise
    return bytes(body[:MOST_ANSWER_BYTES])


def _why(error: httpx.TransportError) -> str:
    """Return the technical cause in a few words."""
    return str(error)[:200] or type(error).__name__


def _address_problems(address: str) -> list[Text]:
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


def _header_problems(headers: Mapping[str, str]) -> list[Text]:
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


def _tls_context(name: str, verify: Literal[True] | str | Path) -> ssl.SSLContext:
    """Return the certificate check; there is no way to switch it off."""
    if verify is True:
        return httpx.create_ssl_context(trust_env=False)
    try:
        return ssl.create_default_context(cafile=verify)
    except OSError as error:
        problem = Text(
            f"The certificate file {verify} cannot be read: {error}.",
            f"Die Zertifikatsdatei {verify} ist nicht lesbar: {error}.",
        )
        raise _unusable(name, [problem]) from error


def _unusable(name: str, problems: list[Text]) -> ConfigError:
    return ConfigError(
        Text(
            f"Portal “{name}” cannot be used as configured: "
            + " ".join(problem.en for problem in problems),
            f"Das Portal „{name}“ ist so nicht nutzbar: "
            + " ".join(problem.de for problem in problems),
        ),
        problems,
    )
