"""Another syncd as peer: it takes pushes by HTTP.

The same bytes again are the same export there, so a repeated push does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import format_datetime
from typing import TYPE_CHECKING, Final

from syncd.submit.own_secrets import in_address, in_headers, kept
from syncd.submit.peers.reached import ReachedPeer
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
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
        return Receipt(already_there=reply.status == _THERE, status=reply.status)
