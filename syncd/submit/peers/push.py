"""Another syncd as peer: it takes pushes by HTTP.

The same bytes again are the same export there, so a repeated push does no harm. Only an
answer that names the file says that it was taken: a login page in front of the server
answers with 200 as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.errors import RejectedError
from syncd.submit.own_secrets import in_address, in_headers, kept
from syncd.submit.peers.reached import ReachedPeer, said_in
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.errors import RemoteError
    from syncd.submit.exchange import Reply
    from syncd.submit.peers.peer import Parcel

PATH: Final = "api/v1/exports"
_THERE: Final = 200
_TAKEN: Final = frozenset({200, 201, 202})


@dataclass(frozen=True, slots=True)
class PushPeer(ReachedPeer):
    """A syncd that takes exports."""

    def deliver(self, parcel: Parcel) -> Receipt:
        """Push the file; see `Peer.deliver` for the errors."""
        server = self.server
        server.start()
        headers = {
            "Content-Type": "application/octet-stream",
            "X-Filename": parcel.name,
            # Orders the states of a tournament there, whenever they arrive.
            "Last-Modified": format_datetime(parcel.made_utc, usegmt=True),
            **server.login,
        }
        path = "" if server.url.rstrip("/").endswith(PATH) else PATH
        with kept(lambda: in_headers(server.login) | in_address(server.url)):
            reply = server.exchange.send_file(
                "POST", server.below(path), headers, parcel.data
            )
            if reply.status not in _TAKEN:
                raise server.refusal(reply)
            if not _is_taken(reply, parcel.name):
                raise self._not_taken(reply)
        return Receipt(already_there=reply.status == _THERE, status=reply.status)

    def _not_taken(self, reply: Reply) -> RemoteError:
        """Return what an answer means that has a good status and names no export."""
        if reply.is_page:
            return self.server.web_page(reply, "syncd")
        refused = _listed(reply, "refused")
        if not refused:
            return self.server.elsewhere(reply, _SAYS_NOTHING)
        said = said_in(refused[0].get("text")) or Text("", "")
        text = Text(
            f"{self.name} refused the file. It says: {said.en}",
            f"{self.name} hat die Datei abgelehnt. Er sagt: {said.de}",
        )
        return RejectedError(text, status=reply.status)


def _is_taken(reply: Reply, name: str) -> bool:
    """Return whether an answer names the file among those that were taken."""
    return any(one.get("name") == name for one in _listed(reply, "exports"))


def _listed(reply: Reply, key: str) -> list[dict[str, Any]]:
    """Return the objects that stand under a key of the answer, none if it is other."""
    document = reply.json()
    found = document.get(key) if isinstance(document, dict) else None
    items = found if isinstance(found, list) else []
    return [one for one in items if isinstance(one, dict)]


_SAYS_NOTHING: Final = Text(
    "the answer does not say that the file was taken, so it is none of a syncd",
    "die Antwort sagt nicht, dass die Datei angenommen wurde, stammt also von keinem "
    "syncd",
)
