"""From a peer's settings to the way that leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.submit.exchange import Exchange
from syncd.submit.peers.folder import FolderPeer
from syncd.submit.peers.push import PushPeer
from syncd.submit.peers.reached import Server
from syncd.submit.peers.webdav import WebdavPeer
from syncd.wire.login import login_headers, login_in_address
from syncd.wire.misconfigured import PEER, unusable
from syncd.wire.sendable import address_problems, header_problems
from syncd.wire.tls import tls_context

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.settings import PeerSettings
    from syncd.submit.peers.peer import Peer


def check_peers(peers: Iterable[PeerSettings]) -> None:
    """Make sure that all peers can be reached as configured.

    Raises:
        ConfigError: one cannot.
    """
    for peer in peers:
        open_peer(peer)


def open_peer(settings: PeerSettings) -> Peer:
    """Return the way to a peer.

    Args:
        settings: the peer's section.

    Raises:
        ConfigError: it cannot be used as configured.
    """
    if settings.folder is not None:
        return FolderPeer(settings.name, settings.folder)
    login = login_headers(settings.auth) or login_headers(
        login_in_address(settings.url)
    )
    problems = [*address_problems(settings.url), *header_problems(login)]
    if problems:
        raise unusable(settings.name, problems, PEER)
    tls = tls_context(
        settings.name, settings.ca_file or True,
        settings.client_cert, settings.client_key, kind=PEER,
    )  # fmt: skip
    exchange = Exchange(settings.name, settings.timeout_s, tls)
    server = Server(settings.name, settings.url, exchange, login)
    return WebdavPeer(server) if settings.kind == "webdav" else PushPeer(server)
