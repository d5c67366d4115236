"""One report for HTTP portals in tests, and what came of sending it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from scripted_server import answer

from syncd.errors import RemoteError
from syncd.submit.portal import Package

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from threading import Event

    from syncd.submit.http import HttpPortal

FILE = str(UUID(int=1, version=4))
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
DATA = (
    f"<report><header><fileUUID>{FILE}</fileUUID></header><tournament>"
    f"<tournamentUUID>{TOURNAMENT}</tournamentUUID></tournament></report>"
).encode()
PACKAGE = Package(
    FILE, TOURNAMENT, DATA, {"label": "Grüße\r\nX: y", "organiser_vkz": "Z9901"}
)
RECEIPT = json.dumps({"status": "accepted", "fileUUID": FILE}).encode()
CREATED = answer("201 Created", RECEIPT)
END = b"\r\n\r\n"


def head_of(request: bytes) -> list[str]:
    return request.partition(END)[0].decode("latin-1").split("\r\n")


def failed(portal: HttpPortal, ask: bool = False) -> RemoteError:  # noqa: FBT001, FBT002
    with pytest.raises(RemoteError) as caught:
        (portal.ask if ask else portal.send)(PACKAGE)
    return caught.value


def in_turn(*answers: bytes) -> Callable[[socket.socket, Event], None]:
    """Give these answers one after the other, the last one for ever."""
    left = list(answers)

    def behave(client: socket.socket, _: Event) -> None:
        client.sendall(left.pop(0) if len(left) > 1 else left[0])

    return behave
