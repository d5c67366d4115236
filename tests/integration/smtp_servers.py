"""Mail servers on the loopback address: a real one, and one that plays a script."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, BinaryIO, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.trf import decode, to_tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.report import ReportOptions, build_payload
from syncd.rating.reportfile import to_report
from syncd.submit.portal import Package

if TYPE_CHECKING:
    import datetime as dt
    import ssl

    from aiosmtpd.smtp import SMTP, Envelope, Session

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
EXPORT = Path(__file__).parents[1] / "data" / "clm" / "E02_clm.trf"
USER, PASSWORD = "office", "open sesame"


def package(now: dt.datetime) -> Package:
    """Return the report of a real export."""
    tournament = to_tournament(decode(EXPORT.read_bytes())).tournament
    payload = build_payload(tournament, Confirmed(), ReportOptions()).payload
    assert payload is not None
    report = to_report(
        payload, tournament_uuid=TOURNAMENT, file_uuid=FILE, sender="Bezirk", now=now
    )
    return Package(FILE, TOURNAMENT, encode_report(report))


@dataclass
class Mailbox:
    """Keeps what arrives, and says what it is told to say.

    Attributes:
        refused: recipient -> reply to it.
        said: reply to the message.
    """

    refused: dict[str, str] = field(default_factory=dict)
    said: str = "250 2.0.0 Ok: queued as 4F1A2B"
    received: list[tuple[str, tuple[str, ...], bytes]] = field(default_factory=list)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's own signature
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        del server, session, rcpt_options
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd's own name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        del server, session
        if self.said.startswith("2"):
            assert isinstance(envelope.content, bytes)
            assert envelope.mail_from is not None
            to = tuple(envelope.rcpt_tos)
            self.received.append((envelope.mail_from, to, envelope.content))
        return self.said

    @property
    def letters(self) -> list[bytes]:
        """What arrived."""
        return [content for _, _, content in self.received]


class MailServer:
    """A real mail server, as a context manager.

    Args:
        mailbox: takes the messages.
        starttls: certificate that it offers and insists on, if any.
        tls: certificate of a server that speaks TLS from the start, if any.
        login: whether it wants user and password.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        *,
        starttls: ssl.SSLContext | None = None,
        tls: ssl.SSLContext | None = None,
        login: bool = False,
    ) -> None:
        self._server = Controller(
            mailbox,
            hostname="127.0.0.1",
            port=free_port(),
            ssl_context=tls,
            tls_context=starttls,
            require_starttls=starttls is not None,
            authenticator=_authenticate if login else None,
            auth_required=login,
            auth_require_tls=starttls is not None,
        )

    @property
    def port(self) -> int:
        return self._server.port

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()


def _authenticate(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
) -> AuthResult:
    del server, session, envelope, mechanism
    assert isinstance(data, LoginPassword)
    given = data.login.decode(), data.password.decode()
    return AuthResult(success=given == (USER, PASSWORD), handled=False)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


STALL = "stall"
DROP = "drop"
_BODY = "."


class ScriptedMailServer:
    """A mail server that answers by a script, and then as usual.

    Args:
        replies: first word of a command (`banner`, `DATA`, `.` …) -> reply, or STALL or
            DROP.
    """

    def __init__(self, replies: dict[str, str]) -> None:
        self.texts: list[bytes] = []
        self._replies = replies
        self._stopping = Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve)

    @property
    def port(self) -> int:
        port: int = self._socket.getsockname()[1]
        return port

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while not self._stopping.is_set():
                connection, _ = self._socket.accept()
                with suppress(OSError, EOFError), connection:
                    self._talk(connection)

    def _talk(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as lines:
            self._answer(connection, "banner", "220 ready")
            for line in lines:
                verb = line.split()[0].decode().upper()
                self._answer(connection, verb, _USUAL.get(verb, "250 ok"))
                if verb == "DATA" and "DATA" not in self._replies:
                    self.texts.append(self._text(lines))
                    self._answer(connection, _BODY, "250 queued")

    def _text(self, lines: BinaryIO) -> bytes:
        found = b""
        while not found.endswith(b"\r\n.\r\n"):
            line = lines.readline()
            found += line
            if not line:
                raise EOFError
        return found

    def _answer(self, connection: socket.socket, verb: str, usual: str) -> None:
        reply = self._replies.get(verb, usual)
        if reply == DROP:
            raise EOFError
        if reply == STALL:
            self._stopping.wait()
            raise EOFError
        connection.sendall(f"{reply}\r\n".encode())


_USUAL = {"DATA": "354 go on"}
