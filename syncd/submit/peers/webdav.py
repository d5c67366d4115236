"""A folder on a WebDAV server as peer, for instance a cloud that a club uses.

What lies there is looked at first: the same bytes need no second upload, and a file of
somebody else is not overwritten. Between the look and the upload the server itself
guards against others, by the name that it has given to what was seen (ETag). Folders
are never made: a missing one is most often a mistyped address.

Source: RFC 4918 section 9.7 (PUT), RFC 9110 section 13.1 (If-Match, If-None-Match).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import RejectedError, UnreachableError
from syncd.submit.answer import NOT_FOUND
from syncd.submit.own_secrets import in_address, in_headers, kept
from syncd.submit.peers.reached import ReachedPeer
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.submit.exchange import Reply
    from syncd.submit.peers.peer import Parcel

_OK: Final = 200
_NOTHING_THERE: Final = frozenset({NOT_FOUND, 410})
_PLACED: Final = frozenset({200, 201, 204})
_NO_FOLDER: Final = 409


@dataclass(frozen=True, slots=True)
class WebdavPeer(ReachedPeer):
    """A folder on a WebDAV server; the address is that of the folder."""

    def deliver(self, parcel: Parcel) -> Receipt:
        """Upload the file; see `Peer.deliver` for the errors."""
        server = self.server
        server.start()
        with kept(lambda: in_headers(server.login) | in_address(server.url)):
            url = server.below(parcel.name)
            there = server.exchange.get(url, {}, server.login)
            if there.status == _OK and there.body == parcel.data:
                return Receipt(already_there=True, status=there.status)
            headers = {
                "Content-Type": "application/octet-stream",
                **self._condition(there, parcel),
                **server.login,
            }
            reply = server.exchange.send_file("PUT", url, headers, parcel.data)
            if reply.status == _NO_FOLDER:
                raise _no_folder(self.name, reply)
            if reply.status not in _PLACED:
                raise server.refusal(reply)
            # With 201 and 204 some servers send a page that says what was made.
            if reply.status == _OK and reply.is_page:
                raise server.web_page(reply, "WebDAV")
        return Receipt(already_there=False, status=reply.status)

    def _condition(self, there: Reply, parcel: Parcel) -> dict[str, str]:
        """Return under which condition the upload counts."""
        if there.status in _NOTHING_THERE:
            return {"If-None-Match": "*"}
        if there.status != _OK:
            raise self.server.refusal(there)
        if not parcel.replaces(there.body):
            if there.is_page:
                raise self.server.web_page(there, "WebDAV")
            raise _occupied(self.name, parcel.name)
        is_strong = there.etag and not there.etag.startswith("W/")
        return {"If-Match": there.etag} if is_strong else {}


def _occupied(name: str, file: str) -> RejectedError:
    return RejectedError(
        Text(
            f"{name}: {file} is a file of somebody else there, so it was not "
            "overwritten. Please move it away; then change anything in the peer's "
            "section, or wait for the next change of the tournament.",
            f"{name}: {file} ist dort eine fremde Datei und wurde nicht überschrieben. "
            "Bitte wegräumen; danach den Abschnitt des Partners ändern oder auf die "
            "nächste Änderung des Turniers warten.",
        )
    )


def _no_folder(name: str, reply: Reply) -> UnreachableError:
    return UnreachableError(
        Text(
            f"{name}: the folder of the address does not exist there (status "
            f"{reply.status}). Please make it, or check url; syncd makes no folders.",
            f"{name}: Den Ordner der Adresse gibt es dort nicht (Status "
            f"{reply.status}). Bitte anlegen oder url prüfen; syncd legt keine Ordner "
            "an.",
        ),
        status=reply.status,
        is_access=True,
    )
