"""What all peers behind an HTTP address have in common: login, TLS, what answers mean.

A status alone proves nothing where a web page comes with it: a login in front of the
server answers everything with 200. A file that is sent twice is the same file, so
whatever is doubtful is simply sent again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

from syncd.bilingual import Text
from syncd.errors import RejectedError, UnreachableError
from syncd.submit.answer import (
    CLIENT_ERRORS,
    COME_BACK,
    FORBIDDEN,
    NO_LOGIN,
    NOT_FOUND,
    REDIRECTS,
    SERVER_ERRORS,
)
from syncd.submit.answer_text import reason_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.errors import RemoteError
    from syncd.submit.exchange import Exchange, Reply

_NO_METHOD: Final = 405
_LOCKED: Final = frozenset({412, 423})
"""Somebody else is writing there at this moment."""
_ACCESS: Final = NO_LOGIN | {FORBIDDEN, NOT_FOUND, _NO_METHOD}


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is reached by HTTP.

    Attributes:
        name: name of the peer in the configuration.
        url: configured address.
        exchange: asks and sends.
        login: headers that log in.
    """

    name: str
    url: str = field(repr=False)
    exchange: Exchange
    login: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def host(self) -> str:
        """Host and port, as portals and sources name theirs."""
        return urlsplit(self.url).netloc.rpartition("@")[2].lower()

    def start(self) -> None:
        """Let all requests of one delivery together take as long as one may."""
        self.exchange.allowance.start(self.exchange.timeout_s)

    def below(self, path: str) -> str:
        """Return the address of something below the configured one.

        User and password in it travel as a header, never as part of the address.
        """
        parts = urlsplit(self.url)
        server = parts.netloc.rpartition("@")[2]
        folder = parts.path.rstrip("/")
        whole = f"{folder}/{path}" if path else folder
        return urlunsplit((parts.scheme, server, whole, parts.query, ""))

    def refusal(self, reply: Reply) -> RemoteError:
        """Return the error that an answer means which is no yes."""
        status = reply.status
        if status in _ACCESS or REDIRECTS <= status < CLIENT_ERRORS:
            return self._no_access(reply)
        is_later = status in COME_BACK or status in _LOCKED or status >= SERVER_ERRORS
        if is_later or status < REDIRECTS:
            return self._later(reply)
        text = Text(
            f"{self.name} refused the file (status {status}). {_said(reply).en}",
            f"{self.name} hat die Datei abgelehnt (Status {status}). {_said(reply).de}",
        )
        return RejectedError(_trimmed(text), status=status)

    def web_page(self, reply: Reply, wanted: str) -> UnreachableError:
        """Return what a web page in the place of an answer means.

        Args:
            reply: the page.
            wanted: what should have answered, in both languages the same word.
        """
        return self.elsewhere(
            reply, Text(f"a web page answered, no {wanted}",
                        f"eine Webseite hat geantwortet, kein {wanted}"),
        )  # fmt: skip

    def elsewhere(self, reply: Reply, what: Text) -> UnreachableError:
        """Return the error for an answer that is no one of what should be there."""
        text = Text(
            f"{self.name}: {what.en} (status {reply.status}), so the file counts as "
            "not delivered. Please check url and auth of this peer, and whether a "
            "login stands before the server; the file is kept and sent later.",
            f"{self.name}: {what.de} (Status {reply.status}), die Datei gilt also als "
            "nicht angekommen. Bitte url und auth dieses Partners prüfen, und ob vor "
            "dem Server eine Anmeldung liegt; die Datei bleibt erhalten und wird "
            "später gesendet.",
        )
        return UnreachableError(
            text, status=reply.status, retry_after_s=reply.retry_after_s,
            may_have_arrived=True, is_access=True,
        )  # fmt: skip

    def _no_access(self, reply: Reply) -> UnreachableError:
        said = _said(reply)
        text = Text(
            f"{self.name} did not let us in, or nothing takes files at this address "
            f"(status {reply.status}). Please check url and auth of this peer; the "
            f"file is kept and sent later. {said.en}",
            f"{self.name} hat uns nicht eingelassen, oder unter dieser Adresse nimmt "
            f"nichts Dateien an (Status {reply.status}). Bitte url und auth dieses "
            f"Partners prüfen; die Datei bleibt erhalten und wird später gesendet. "
            f"{said.de}",
        )
        return UnreachableError(
            _trimmed(text), status=reply.status, retry_after_s=reply.retry_after_s,
            is_access=True,
        )  # fmt: skip

    def _later(self, reply: Reply) -> UnreachableError:
        said = _said(reply)
        text = Text(
            f"{self.name} cannot take the file now (status {reply.status}); it is kept "
            f"and sent again later. {said.en}",
            f"{self.name} kann die Datei gerade nicht annehmen (Status "
            f"{reply.status}); sie bleibt erhalten und wird später noch einmal "
            f"gesendet. {said.de}",
        )
        return UnreachableError(
            _trimmed(text), status=reply.status, retry_after_s=reply.retry_after_s,
            may_have_arrived=True,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReachedPeer:
    """A peer behind an HTTP address, under the name that it has there.

    Attributes:
        server: what it is reached through.
    """

    server: Server

    @property
    def name(self) -> str:
        """Name of the peer in the configuration."""
        return self.server.name

    @property
    def host(self) -> str:
        """Host and port."""
        return self.server.host


def _said(reply: Reply) -> Text:
    """Return the server's own words; another syncd says them in both languages."""
    document = reply.json()
    found = said_in(document.get("text") if isinstance(document, dict) else None)
    if found is None:
        reason = reason_in(reply.body)
        found = Text(reason, reason)
    if not (found.en or found.de):
        return Text("", "")
    return Text(f"It says: {found.en}", f"Er sagt: {found.de}")


def said_in(text: object) -> Text | None:
    """Return a text of another syncd in both languages, None if it is none."""
    if not isinstance(text, dict):
        return None
    en, de = (reason_in(str(text.get(key, "")).encode()) for key in ("en", "de"))
    return Text(en, de)


def _trimmed(text: Text) -> Text:
    return Text(text.en.rstrip(), text.de.rstrip())
