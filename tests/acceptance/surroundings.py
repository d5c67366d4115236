"""What an installation meets outside besides the portal: post, and a folder.

Sources are named after their way out: the reports of `paper` go into a folder, those of
`post` to a rating officer by mail, those of `asking` to the portal by a way that asks
first what became of a report whose outcome is unknown.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import TYPE_CHECKING

from aiosmtpd.controller import Controller
from installation import CONFIG
from tcp_broker import free_port

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
name = "answering"
kind = "http"
url = "{portal_url}"
status_url = "{portal_url}/{{file_uuid}}"
timeout_s = 1
"""


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
        config: settings of an installation that meets all this; the portal that most
            scenes use stands last, so that a scene can add to its settings.
    """

    mailbox: Mailbox
    config: str


@contextmanager
def surroundings(portal_url: str) -> Iterator[Surroundings]:
    """Run everything outside.

    Args:
        portal_url: address of the portal.
    """
    mailbox = Mailbox()
    post = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    post.start()
    try:
        portals = _PORTALS.format(mail_port=post.port, portal_url=portal_url)
        ways = {"paper": "upload", "post": "officer", "asking": "answering"}
        sources = "".join(
            _SOURCE.format(name=name, portal=way) for name, way in ways.items()
        )
        begin, middle, end = CONFIG.partition("[[portals]]")
        # Braces are filled in a second time, by whoever writes the file.
        more = (sources + portals).replace("{", "{{").replace("}", "}}")
        yield Surroundings(mailbox, begin + more + middle + end)
    finally:
        post.stop()
