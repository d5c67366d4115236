"""E-mail as portal: the report goes to the rating officer, as most do today.

A message belongs to the mail server once it has said yes to the final dot. Before the
dot nothing can have arrived, after it silence means "unknown", and the same message
goes again: it has the same Message-ID and the same bytes. All recipients get it in one
go or nobody does: as soon as one of them is refused, the text is not sent, so nobody
gets it twice because somebody else had to wait.

Addresses and passwords appear in no message, log or receipt, whatever a server says.

Source: RFC 5321 sections 4.2 (replies) and 4.5.3.2 (who owns a message when), RFC 3207
(STARTTLS), RFC 4954 (login).
"""

from __future__ import annotations

import ipaddress
import re
import smtplib
import socket
import ssl
from contextlib import closing, contextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final

from syncd import failpoints
from syncd.bilingual import Text
from syncd.errors import (
    BadReceiptError,
    OutcomeUnknownError,
    RejectedError,
    UnreachableError,
)
from syncd.submit.answer_text import reason_in
from syncd.submit.letter import compose
from syncd.submit.own_secrets import cut_from, in_mail, kept
from syncd.submit.portal import Receipt
from syncd.submit.smtp_client import StandingSMTP
from syncd.wire.deadline import Deadline
from syncd.wire.misconfigured import unreadable, unusable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.settings_portals import MailSettings
    from syncd.submit.portal import Package

_Reply = tuple[int, bytes]

_GO_ON: Final = 354
_NO_LOGIN: Final = frozenset({530, 534, 535, 538})
"""Source: RFC 4954 section 6; says nothing about the report."""
_TOO_LARGE: Final = 552
_MOST_RECEIPT_CHARACTERS: Final = 200

_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*"
)
"""Source: RFC 5322 section 3.4.1, dot-atom; nothing in it can end a header."""
_IN_WORDS: Final = re.compile(r"[^\s<>()\[\],;:\"]+@[^\s<>()\[\],;:\"]+")
_HOST: Final = re.compile(r"[A-Za-z0-9._-]+|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f.]*")


@dataclass(slots=True, eq=False)
class MailPortal:
    """A mail server that takes messages for the rating officer.

    Attributes:
        name: name of the portal in the configuration.
        mail: server, login and addresses.
        timeout_s: seconds for the whole send, above 0.
        ca_file: certificates to trust instead of the usual authorities.

    Raises:
        ConfigError: it cannot be used as configured.
    """

    name: str
    _: KW_ONLY
    mail: MailSettings = field(repr=False)
    timeout_s: float = 30.0
    ca_file: Path | None = None
    _tls: ssl.SSLContext = field(init=False, repr=False)

    def __post_init__(self) -> None:
        problems = [*_problems(self.mail)]
        try:
            self._tls = ssl.create_default_context(cafile=self.ca_file)
        except OSError as error:
            problems.append(unreadable(self.ca_file, error))
        if problems:
            raise unusable(self.name, problems)

    @property
    def host(self) -> str:
        """Host and port of the mail server."""
        return f"{self.mail.host}:{self.mail.port}"

    @property
    def can_ask(self) -> bool:
        """Nobody can ask a mail server what it has delivered."""
        return False

    def ask(self, package: Package) -> Receipt | None:
        """Know nothing: the same message has to go again."""
        del package
        return None

    def send(self, package: Package) -> Receipt:
        """Send the message once; see `Portal.send` for the errors."""
        mail = self.mail
        letter = compose(
            package, sender=mail.sender, to=_recipients(mail), language=mail.language
        )
        with (
            kept(self._secrets),
            Deadline(self.timeout_s) as deadline,
            self._let_in(deadline) as client,
        ):
            self._address(client, letter)
            self._write(client, letter)
            return cut_from(self._finish(client, deadline), self._secrets())

    def test(self, package: Package) -> Receipt:
        """Try server, login and addresses; no message is sent. See `Testable.test`."""
        del package
        with (
            kept(self._secrets),
            Deadline(self.timeout_s) as deadline,
            self._let_in(deadline) as client,
        ):
            self._address(client, b"")
            client.rset()
        return Receipt(already_there=False)

    def _secrets(self) -> set[str]:
        return in_mail(self.mail.user, self.mail.password)

    @contextmanager
    def _let_in(self, deadline: Deadline) -> Iterator[smtplib.SMTP]:
        """Give a connection that is logged in; whatever breaks it is one error."""
        try:
            with self._connected(deadline) as client:
                self._log_in(client)
                yield client
        except OSError as error:  # smtplib's and TLS's errors are of this kind
            raise self._unreachable(error, deadline) from error

    @contextmanager
    def _connected(self, deadline: Deadline) -> Iterator[smtplib.SMTP]:
        """Give a connection that the server has greeted, encrypted as configured."""
        address = self.mail.host, self.mail.port
        with socket.create_connection(address, self.timeout_s) as plain:
            deadline.watch(plain)
            connection = plain
            if self.mail.security == "tls":
                connection = self._tls.wrap_socket(plain, server_hostname=address[0])
            with closing(
                StandingSMTP(connection, address, _domain(self.mail))
            ) as client:
                client.ehlo_or_helo_if_needed()
                if self.mail.security == "starttls":
                    client.starttls(context=self._tls)
                    client.ehlo_or_helo_if_needed()
                yield client

    def _log_in(self, client: smtplib.SMTP) -> None:
        if not self.mail.user:
            return
        try:
            client.login(self.mail.user, self.mail.password)
        except smtplib.SMTPAuthenticationError as error:
            reply = error.smtp_code, _bytes(error.smtp_error)
            if _is_final(reply):
                raise self._no_login(reply) from error
            self._refuse(reply, _LOGIN)
            raise

    def _address(self, client: smtplib.SMTP, letter: bytes) -> None:
        """Name sender and recipients; whoever is refused stops the message."""
        size = [f"SIZE={len(letter)}"] if client.has_extn("size") else []
        self._refuse(client.mail(self.mail.sender, size), _SENDER)
        replies = [client.rcpt(address) for address in _recipients(self.mail)]
        for number, reply in enumerate(replies, start=1):
            if _is_final(reply):
                self._refuse(reply, _recipient(number, len(replies)))
        for number, reply in enumerate(replies, start=1):
            self._refuse(reply, _recipient(number, len(replies)))

    def _write(self, client: smtplib.SMTP, letter: bytes) -> None:
        """Send the text without the dot that ends it."""
        failpoints.reach("mail.before_data")
        reply = client.docmd("DATA")
        if reply[0] != _GO_ON:
            self._refuse(reply, _MESSAGE)
            raise self._not_now(reply, _MESSAGE)
        client.send(re.sub(rb"(?m)^\.", b"..", letter))
        failpoints.reach("mail.before_dot")

    def _finish(self, client: smtplib.SMTP, deadline: Deadline) -> Receipt:
        """Send the dot and return what the server says to it."""
        try:
            client.send(b".\r\n")
            reply = client.getreply()
        except OSError as error:
            raise self._unknown(error, deadline) from error
        failpoints.reach("mail.after_data")
        self._refuse(reply, _MESSAGE)
        if not _is_yes(reply):
            raise self._strange(reply)
        with suppress(OSError):
            client.putcmd("QUIT")
        words = _words(reply)[:_MOST_RECEIPT_CHARACTERS]
        return Receipt(already_there=False, number=words, answer=words.encode())

    def _refuse(self, reply: _Reply, what: Text) -> None:
        """Raise the error for a reply that says no."""
        code = reply[0]
        if code in _NO_LOGIN:
            raise self._no_login(reply)
        if _is_final(reply) and (what is not _SENDER or code == _TOO_LARGE):
            raise self._rejected(reply, what)
        if _is_no(reply):
            raise self._not_now(reply, what)

    def _unreachable(self, error: OSError, deadline: Deadline) -> UnreachableError:
        why = self._why(error, deadline)
        text = Text(
            f"{self.name}: the report could not be handed to the mail server ({why}); "
            "nothing was sent. The report is kept and sent later.",
            f"{self.name}: Der Bericht konnte dem Mailserver nicht übergeben werden "
            f"({why}); es wurde nichts gesendet. Der Bericht bleibt erhalten und wird "
            "später gesendet.",
        )
        return UnreachableError(text)

    def _unknown(self, error: OSError, deadline: Deadline) -> OutcomeUnknownError:
        why = self._why(error, deadline)
        text = Text(
            f"{self.name}: the mail server did not confirm the message ({why}), so it "
            "may or may not have been delivered. The same message will be sent again "
            "under the same Message-ID.",
            f"{self.name}: Der Mailserver hat die Nachricht nicht bestätigt ({why}); "
            "ob sie zugestellt wird, ist ungewiss. Dieselbe Nachricht wird mit "
            "derselben Message-ID noch einmal gesendet.",
        )
        return OutcomeUnknownError(text, may_have_arrived=True)

    def _strange(self, reply: _Reply) -> BadReceiptError:
        said = _said(reply)
        text = Text(
            f"{self.name}: the mail server's answer to the message is none that SMTP "
            f"knows. The same message will be sent again.{said.en}",
            f"{self.name}: Die Antwort des Mailservers auf die Nachricht kennt SMTP "
            f"nicht. Dieselbe Nachricht wird noch einmal gesendet.{said.de}",
        )
        return BadReceiptError(text, may_have_arrived=True)

    def _no_login(self, reply: _Reply) -> UnreachableError:
        said = _said(reply)
        text = Text(
            f"{self.name}: the mail server refused the login. Please check user and "
            f"password in the configuration; the report is kept and sent later."
            f"{said.en}",
            f"{self.name}: Der Mailserver hat die Anmeldung abgelehnt. Bitte user und "
            "password in der Konfiguration prüfen; der Bericht bleibt erhalten und "
            f"wird später gesendet.{said.de}",
        )
        return UnreachableError(text, is_access=True)

    def _not_now(self, reply: _Reply, what: Text) -> UnreachableError:
        said = _said(reply)
        text = Text(
            f"{self.name}: the mail server does not take {what.en} now; nobody got "
            f"anything, and the report is sent again later.{said.en}",
            f"{self.name}: Der Mailserver nimmt {what.de} gerade nicht an; niemand hat "
            "etwas bekommen, und der Bericht wird später noch einmal gesendet."
            f"{said.de}",
        )
        return UnreachableError(text)

    def _rejected(self, reply: _Reply, what: Text) -> RejectedError:
        said = _said(reply)
        text = Text(
            f"{self.name}: the mail server refused {what.en}; nobody got anything. "
            f"The report is not sent again by itself; please correct the cause."
            f"{said.en}",
            f"{self.name}: Der Mailserver hat {what.de} abgelehnt; niemand hat etwas "
            "bekommen. Von selbst wird der Bericht nicht noch einmal gesendet; bitte "
            f"die Ursache beheben.{said.de}",
        )
        return RejectedError(text)

    def _why(self, error: OSError, deadline: Deadline) -> str:
        """Return the technical cause in a few words."""
        if deadline.has_passed:
            return f"{self.timeout_s:g} s"
        if isinstance(error, smtplib.SMTPResponseException):
            return _words((error.smtp_code, _bytes(error.smtp_error)))
        return _masked(reason_in(str(error).encode())) or type(error).__name__


def _recipients(mail: MailSettings) -> tuple[str, ...]:
    """Return everybody once."""
    return tuple({address.lower(): address for address in mail.to}.values())


def _domain(mail: MailSettings) -> str:
    return mail.sender.rpartition("@")[2]


def _is_yes(reply: _Reply) -> bool:
    return reply[0] // 100 == 2  # noqa: PLR2004 - RFC 5321 section 4.2.1


def _is_no(reply: _Reply) -> bool:
    return reply[0] // 100 in {4, 5}


def _is_final(reply: _Reply) -> bool:
    """Return whether a reply says no for good."""
    return reply[0] // 100 == 5 and reply[0] not in _NO_LOGIN  # noqa: PLR2004 - as above


def _words(reply: _Reply) -> str:
    """Return what the server says, without addresses."""
    return _masked(f"{reply[0]} {reason_in(reply[1])}".strip())


def _masked(text: str) -> str:
    return _IN_WORDS.sub("…", text)


def _said(reply: _Reply) -> Text:
    words = _words(reply)
    return Text(f" The server says: {words}", f" Der Server sagt: {words}")


def _bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words


def _recipient(number: int, total: int) -> Text:
    """Return which recipient is meant, without the address."""
    return Text(
        f"recipient {number} of {total} (setting mail.to)",
        f"Empfänger {number} von {total} (Einstellung mail.to)",
    )


_SENDER: Final = Text(
    "the sender (setting mail.sender)", "den Absender (Einstellung mail.sender)"
)
_LOGIN: Final = Text("the login", "die Anmeldung")
_MESSAGE: Final = Text("the message", "die Nachricht")


def _problems(mail: MailSettings) -> Iterator[Text]:
    """Yield what is wrong with the settings, without showing any of them."""
    if not all(map(_ADDRESS.fullmatch, (mail.sender, *mail.to))):
        yield Text(
            "sender and to must be plain addresses such as office@example.org.",
            "sender und to müssen reine Adressen sein wie buero@example.org.",
        )
    if not _HOST.fullmatch(mail.host):
        yield Text(
            "host must be the name of a mail server, without port.",
            "host muss der Name eines Mailservers sein, ohne Port.",
        )
    if mail.security == "none" and not _is_this_machine(mail.host):
        yield Text(
            'security = "none" is allowed for a mail server on this machine only.',
            'security = "none" ist nur für einen Mailserver auf diesem Rechner '
            "erlaubt.",
        )
    if not (mail.user + mail.password).isascii():
        yield Text(
            "user and password may only have plain ASCII characters.",
            "user und password dürfen nur einfache ASCII-Zeichen enthalten.",
        )


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
