"""A portal that takes reports by HTTP.

One call is one request, on a connection of its own or, within `connected`, on the one
that stands: no retry, no redirect, no second address; only what a portal turned away
for want of a login goes once more with a new one. What failed decides what may be done
next. Before the request began, nothing can have arrived; from then on,
silence means "unknown" and the same bytes go again under the same key.

How a portal wants to be asked is configuration, for the Wertungsportal has published
no way to submit by program yet.

Source: draft-ietf-httpapi-idempotency-key-header-07 section 2 (the key);
DSB_DWZ_TournamentReport 2.5, documentation 1.1 (a file sent again keeps its fileUUID).
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final, Literal

import httpx

from syncd.bilingual import Text
from syncd.errors import (
    ConfigError,
    OutcomeUnknownError,
    RemoteError,
    UnreachableError,
)
from syncd.settings_answers import AnswerSettings
from syncd.submit.answer import Answer
from syncd.submit.http_request import Form, to_letter, to_question
from syncd.submit.kept_client import ONE_CONNECTION, KeptClient
from syncd.submit.own_secrets import cut_from, in_address, in_headers, in_values, kept
from syncd.submit.recognise import to_configured_receipt, to_status
from syncd.wire.allowance import Allowance, out_of_time
from syncd.wire.causes import cause_of
from syncd.wire.deadline import Deadline
from syncd.wire.misconfigured import unusable
from syncd.wire.retry_after import http_date, retry_after_s
from syncd.wire.sendable import address_problems, header_problems
from syncd.wire.tls import (
    hint,
    may_have_got_through,
    tls_context,
    tls_fault,
)

if TYPE_CHECKING:
    import datetime as dt
    import ssl
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from syncd.submit.http_request import Letter
    from syncd.submit.portal import Package, Receipt

MOST_ANSWER_BYTES: Final = 65_536
_NO_LOGIN: Final = 401

# Raised before the first byte of the request leaves (LocalProtocolError: h11 refuses
# to write it), so nothing can have arrived.
NOT_SENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.LocalProtocolError,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
)


@dataclass(slots=True, eq=False)
class HttpPortal:
    """A portal behind an HTTP address.

    Attributes:
        name: name of the portal in the configuration.
        url: address that takes reports, http or https; may hold placeholders.
        method: POST or PUT.
        form: how a report is packed: headers, key, raw body or form.
        timeout_s: seconds for one whole request, above 0.
        longest_s: seconds for a send with everything: logins and the second request.
        allowance: what is left of them; shared with the login.
        answers: what answers mean.
        status_url: address that says what became of a report, empty if there is none.
        status_answers: what its answers mean.
        test_url: address that takes reports and rates none, empty if there is none.
        login: headers that log in, the same for every request.
        authorise: gives further headers that log in, for one request; may raise
            RemoteError.
        on_unauthorised: told of a status 401, once; the request, which such a portal
            has not looked at, then goes once more.
        verify: True for the usual certificate authorities, or a file with one's own.
        client_cert: our certificate for portals that want one.
        client_key: its key.
        transport: replaces the network, for tests.
        now: gives the aware time that a `Retry-After` date is counted from; None
            counts from the portal's own `Date`, so that no clock has to agree.

    Raises:
        ConfigError: an address, a header or a certificate cannot be used.
    """

    name: str
    _: KW_ONLY
    url: str = field(repr=False)
    method: Literal["POST", "PUT"] = "POST"
    form: Form = field(default=Form(), repr=False)
    timeout_s: float = 30.0
    longest_s: float = 60.0
    allowance: Allowance = field(default_factory=Allowance, repr=False)
    answers: AnswerSettings = field(default=AnswerSettings(), repr=False)
    status_url: str = field(default="", repr=False)
    status_answers: AnswerSettings = field(default=AnswerSettings(), repr=False)
    test_url: str = field(default="", repr=False)
    login: Mapping[str, str] = field(default_factory=dict, repr=False)
    authorise: Callable[[], Mapping[str, str]] | None = field(default=None, repr=False)
    on_unauthorised: Callable[[], None] | None = field(default=None, repr=False)
    verify: Literal[True] | str | Path = True
    client_cert: Path | None = None
    client_key: Path | None = None
    transport: httpx.BaseTransport | None = None
    now: Callable[[], dt.datetime] | None = None
    _tls: ssl.SSLContext = field(init=False, repr=False)
    _kept: KeptClient | None = field(init=False, default=None, repr=False)
    _shown: set[str] = field(default_factory=set, init=False, repr=False)

    def __post_init__(self) -> None:
        addresses = (self.status_url, self.test_url)
        key = {self.form.idempotency_header: ""}
        problems = [
            *address_problems(self.url),
            *(fault for item in addresses if item for fault in address_problems(item)),
            *header_problems({**self.form.headers, **self.login, **key}),
        ]
        if problems:
            raise unusable(self.name, problems)
        self._tls = tls_context(
            self.name, self.verify, self.client_cert, self.client_key
        )

    @property
    def host(self) -> str:
        """Host and port that take the reports."""
        return httpx.URL(self.url).netloc.decode("ascii")

    @property
    def can_ask(self) -> bool:
        """Whether an address to ask at is known."""
        return bool(self.status_url)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Keep the connection from one request to the next, within the block."""
        self._kept = kept = KeptClient(self._client)
        try:
            yield
        finally:
            self._kept = None
            kept.close()

    def ask(self, package: Package) -> Receipt | None:
        """Ask what became of a report; see `Portal.ask` for the errors."""
        letter = to_question(self.name, self.status_url, self.form, package)
        try:
            with kept(self._secrets):
                answer = self._exchange(letter)
                found = to_status(
                    answer, package, self.status_answers, portal=self.name
                )
            return found and cut_from(found, self._secrets())
        except OutcomeUnknownError as error:  # of the question, which changes nothing
            raise _not_asked(error) from error
        except RemoteError as error:
            error.may_have_arrived = True  # else nobody would ask
            raise

    def send(self, package: Package) -> Receipt:
        """Send the bytes once; see `Portal.send` for the errors."""
        return self._hand_in(self.url, package)

    def test(self, package: Package) -> Receipt:
        """Send a test report to the test address; see `Testable.test`."""
        if not self.test_url:
            raise ConfigError(_no_test(self.name))
        return self._hand_in(self.test_url, package)

    def _hand_in(self, url: str, package: Package) -> Receipt:
        letter = to_letter(self.name, self.method, url, self.form, package)
        with kept(self._secrets):
            answer = self._exchange(letter)
            receipt = to_configured_receipt(
                answer, package, self.answers, portal=self.name
            )
        return cut_from(receipt, self._secrets())

    def _secrets(self) -> set[str]:
        """Return what no message may show of what was sent."""
        addresses = (self.url, self.status_url, self.test_url)
        configured = (*self.form.headers.values(), *self.form.fields.values())
        return in_values(configured).union(self._shown, *map(in_address, addresses))

    def _exchange(self, letter: Letter) -> Answer:
        """Return the answer, the second one if the first was for want of a login."""
        self.allowance.start(self.longest_s)
        answer = self._request(letter)
        if answer.status == _NO_LOGIN and self.on_unauthorised is not None:
            self.on_unauthorised()
            answer = self._request(letter)
        return answer

    def _request(self, letter: Letter) -> Answer:
        """Return the answer to one request.

        Raises:
            UnreachableError: nothing was sent, or TLS stood in the way.
            OutcomeUnknownError: the request left, no answer came.
        """
        headers = httpx.Headers(letter.headers)
        headers.update(self._login())
        limit_s = min(self.timeout_s, self.allowance.left_s)
        if limit_s <= 0:  # nothing has arrived: at most, a login was refused
            raise UnreachableError(out_of_time(self.name))
        with Deadline(limit_s) as deadline:
            try:
                return self._answer(letter, headers, deadline, limit_s)
            except (*NOT_SENT, httpx.InvalidURL) as error:
                raise self._unreachable(error) from error
            except httpx.TransportError as error:
                raise self._unknown(error, deadline) from error

    def _login(self) -> Mapping[str, str]:
        """Return the headers that log in, now."""
        fetched = self.authorise() if self.authorise is not None else {}
        if header_problems(fetched):
            raise UnreachableError(_strange_token(self.name))
        login = {**self.login, **fetched}
        self._shown |= in_headers(login)
        return login

    def _answer(
        self,
        letter: Letter,
        headers: httpx.Headers,
        deadline: Deadline,
        limit_s: float,
    ) -> Answer:
        """Return the answer to the one request."""
        with (
            self._lent(deadline) as client,
            client.stream(
                letter.method,
                letter.url,
                content=letter.content,
                data=letter.fields,
                files=letter.files,
                headers=headers,
                timeout=limit_s,
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

    def _lent(self, deadline: Deadline) -> AbstractContextManager[httpx.Client]:
        return self._client() if self._kept is None else self._kept.lend(deadline)

    def _client(self) -> httpx.Client:
        """Return a client with one connection; the environment must not steer it."""
        return httpx.Client(
            verify=self._tls,
            timeout=self.timeout_s,
            limits=ONE_CONNECTION,
            follow_redirects=False,
            trust_env=False,
            transport=self.transport,
        )

    def _unreachable(self, error: Exception) -> UnreachableError:
        fault = tls_fault(error)
        why = Text(cause_of(error), cause_of(error)) if fault is None else hint(fault)
        text = Text(
            f"{self.name} could not be reached ({why.en}); nothing was sent. The "
            "report is kept and sent later.",
            f"{self.name} war nicht erreichbar ({why.de}); es wurde nichts gesendet. "
            "Der Bericht bleibt erhalten und wird später gesendet.",
        )
        return UnreachableError(text)

    def _unknown(self, error: httpx.TransportError, deadline: Deadline) -> RemoteError:
        """Return the error for a request that left and got no whole answer."""
        fault = None if deadline.has_passed else tls_fault(error)
        if fault is not None and not may_have_got_through(fault):
            return self._unreachable(error)
        if fault is not None:
            return self._broken_tls(fault)
        late = f"{self.timeout_s:g} s"
        why = late if deadline.has_passed else cause_of(error)
        text = Text(
            f"{self.name} gave no complete answer ({why}), so it may or may not have "
            "the report. The same file will be sent again under the same fileUUID.",
            f"{self.name} hat nicht vollständig geantwortet ({why}); ob der Bericht "
            "angekommen ist, ist ungewiss. Dieselbe Datei wird mit derselben fileUUID "
            "noch einmal gesendet.",
        )
        return OutcomeUnknownError(text, may_have_arrived=True)

    def _broken_tls(self, fault: ssl.SSLError) -> UnreachableError:
        why = hint(fault)
        text = Text(
            f"{self.name} could not be reached safely ({why.en}). The report is kept "
            "and the same file is sent later.",
            f"{self.name} war nicht sicher erreichbar ({why.de}). Der Bericht bleibt "
            "erhalten, und dieselbe Datei wird später gesendet.",
        )
        return UnreachableError(text, may_have_arrived=True)


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


def _not_asked(error: OutcomeUnknownError) -> UnreachableError:
    text = Text(
        f"What became of the report could not be asked: {error.text.en}",
        f"Was aus dem Bericht wurde, war nicht zu erfragen: {error.text.de}",
    )
    return UnreachableError(text, may_have_arrived=True)


def _strange_token(name: str) -> Text:
    return Text(
        f"{name}: the login cannot be sent, since it has characters that no header may "
        "have; nothing was sent. Please check the credentials and the token server.",
        f"{name}: Die Anmeldung ist nicht sendbar, weil sie Zeichen enthält, die in "
        "keinen Header gehören; es wurde nichts gesendet. Bitte die Zugangsdaten und "
        "den Token-Server prüfen.",
    )


def _no_test(name: str) -> Text:
    return Text(
        f"Portal {name} has no test_url. A test report is never sent to the address "
        "that takes real ones; please ask the portal for a test address.",
        f"Das Portal {name} hat keine test_url. Ein Testbericht geht nie an die "
        "Adresse für echte Berichte; bitte beim Portal eine Testadresse erfragen.",
    )
