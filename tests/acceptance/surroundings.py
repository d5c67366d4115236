"""What an installation meets outside besides the portal: post, folders, log-ins.

Sources named after their way out: the reports of `paper` go into a folder, those of
`post` to a rating officer by mail, those of `secure` to the portal behind a log-in.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import TYPE_CHECKING

from aiosmtpd.controller import Controller
from fault_proxy import FaultProxy
from installation import CONFIG
from tcp_broker import free_port

from syncd.demo.token_server import TokenOffice, TokenServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from aiosmtpd.smtp import SMTP, Envelope, Session

_SOURCE = """
[[sources]]
name = "{name}"
folder = "{name}"
stable_s = 0.05
rescan_s = 0.5
portals = ["{portal}"]
"""
_PORTALS = """
[[portals]]
name = "upload"
kind = "directory"
folder = "reports"
timeout_s = 1
[[portals]]
name = "officer"
kind = "mail"
timeout_s = 2
[portals.mail]
host = "127.0.0.1"
port = {mail_port}
security = "none"
sender = "syncd@verein.example"
to = ["wertung@verband.example"]
[[portals]]
name = "gate"
kind = "http"
url = "{gate_url}"
timeout_s = 1
[portals.auth]
kind = "oauth2"
token_url = "{token_url}"
client_id = "verein"
client_secret = "geheim"
scope = "dsb_tournament"
most_tokens = 1000
"""
QUOTA = 1000


@dataclass
class Mailbox:
    """What the rating officer got."""

    letters: list[bytes] = field(default_factory=list)

    async def handle_DATA(  # noqa: N802 - aiosmtpd's own name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        del server, session
        assert isinstance(envelope.content, bytes)
        self.letters.append(envelope.content)
        return "250 2.0.0 Ok: queued"

    def about(self, file_uuid: str) -> list[bytes]:
        """Return the letters that are named after a report."""
        return [
            letter
            for letter in self.letters
            if file_uuid in (message_from_bytes(letter)["Message-ID"] or "")
        ]


@dataclass
class Surroundings:
    """Everything outside, running.

    Attributes:
        mailbox: of the rating officer.
        office: gives tokens.
        config: settings of an installation that meets all this.
    """

    mailbox: Mailbox
    office: TokenOffice
    config: str

    def refuse_tokens(self) -> None:
        """Give no new token until further notice."""
        self.office._most = 0

    def give_tokens(self) -> None:
        self.office._most = QUOTA


@contextmanager
def surroundings(portal: tuple[str, int]) -> Iterator[Surroundings]:
    """Run everything outside.

    Args:
        portal: host and port of the portal behind the log-in.
    """
    mailbox, office = Mailbox(), TokenOffice(most=QUOTA)
    with ExitStack() as stack:
        post = Controller(mailbox, hostname="127.0.0.1", port=free_port())
        post.start()
        stack.callback(post.stop)
        tokens = stack.enter_context(TokenServer(office))
        gate = stack.enter_context(FaultProxy(portal, gate=office.is_good))
        portals = _PORTALS.format(
            mail_port=post.port, gate_url=gate.url, token_url=tokens.token_url
        )
        ways = {"paper": "upload", "post": "officer", "secure": "gate"}
        sources = "".join(
            _SOURCE.format(name=name, portal=way) for name, way in ways.items()
        )
        begin, middle, end = CONFIG.partition("[[portals]]")
        yield Surroundings(mailbox, office, begin + sources + portals + middle + end)
