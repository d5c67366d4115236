"""A connection that is kept from one send to the next, and what must not follow."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import UUID

import httpx
import pytest
from scripted_server import Scripted, answer

from syncd.errors import OutcomeUnknownError, RejectedError, UnreachableError
from syncd.submit.http import HttpPortal
from syncd.submit.kept_client import KeptClient
from syncd.submit.portal import Connecting, Package
from syncd.wire.deadline import Deadline

if TYPE_CHECKING:
    import socket
    from threading import Event

FILE = str(UUID(int=1, version=4))
DATA = f"<report><fileUUID>{FILE}</fileUUID></report>".encode()
PACKAGE = Package(FILE, "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02", DATA)
RECEIPT = json.dumps({"status": "accepted", "fileUUID": FILE}).encode()
YES = answer("200 OK", RECEIPT)


class Answers:
    """Gives each connection its answers in turn.

    Args:
        connections: what each connection answers to one request after the other; on
            None it hangs up.
        is_short: whether it hangs up after the last answer without being asked.
    """

    def __init__(
        self, *connections: list[bytes | None], is_short: bool = False
    ) -> None:
        self._left = list(connections)
        self._is_short = is_short
        self.requests: list[list[bytes]] = []

    def __call__(self, client: socket.socket, _: Event) -> None:
        self.requests.append([b""])
        script = self._left.pop(0)
        for number, said in enumerate(script):
            if number and not self._read(client):
                return
            if said is None:
                return
            client.sendall(said)
        if not self._is_short:
            with suppress(OSError):
                client.recv(1)  # until the other side closes

    def _read(self, client: socket.socket) -> bool:
        request = b""
        while not request.endswith(DATA):
            chunk = client.recv(65_536)
            if not chunk:
                return False
            request += chunk
        self.requests[-1].append(request)
        return True

    @property
    def counts(self) -> list[int]:
        """Requests per connection."""
        return [len(one) for one in self.requests]


def portal_at(server: Scripted, timeout_s: float = 5.0) -> HttpPortal:
    return HttpPortal("nu", url=server.url, timeout_s=timeout_s)


def test_a_connection_is_kept_within_the_block_only() -> None:
    answers = Answers([YES, YES, YES], [YES])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        assert isinstance(portal, Connecting)
        with portal.connected():
            for _ in range(3):
                assert portal.send(PACKAGE).status == 200
        portal.send(PACKAGE)
    assert answers.counts == [3, 1]


@pytest.mark.parametrize(
    "said",
    [answer("200 OK", RECEIPT, "Connection: close"), YES.replace(b"1.1", b"1.0")],
)
def test_a_server_that_wants_no_second_request_gets_none(said: bytes) -> None:
    answers = Answers([said, None], [said, None], [said, None])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        with portal.connected():
            for _ in range(3):
                portal.send(PACKAGE)
    assert answers.counts == [1, 1, 1]


def test_a_connection_closed_meanwhile_is_replaced_before_anything_is_sent() -> None:
    answers = Answers([YES], [YES], is_short=True)
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        with portal.connected():
            portal.send(PACKAGE)
            time.sleep(0.1)
            assert portal.send(PACKAGE).status == 200
    assert answers.counts == [1, 1]


def test_a_server_that_hangs_up_on_a_request_leaves_it_unknown_once() -> None:
    answers = Answers([YES, None], [YES], [YES])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        with portal.connected():
            portal.send(PACKAGE)
            with pytest.raises(OutcomeUnknownError) as caught:
                portal.send(PACKAGE)
            portal.send(PACKAGE)
            portal.send(PACKAGE)
    assert caught.value.may_have_arrived
    assert answers.counts == [2, 1, 1], "after trouble no connection is used twice"


def test_the_deadline_also_cuts_a_kept_connection() -> None:
    answers = Answers([YES, b"HTTP/1.1 200 OK\r\n"])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server, timeout_s=0.4)
        with portal.connected():
            portal.send(PACKAGE)
            with pytest.raises(OutcomeUnknownError) as caught:
                portal.send(PACKAGE)
    assert "0.4 s" in caught.value.text.en
    assert caught.value.may_have_arrived


def test_a_refusal_does_not_cost_the_connection() -> None:
    answers = Answers([answer("422 No", b"no"), YES])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        with portal.connected():
            with pytest.raises(RejectedError):
                portal.send(PACKAGE)
            portal.send(PACKAGE)
    assert answers.counts == [2]


def test_cookies_do_not_go_from_one_report_to_the_next() -> None:
    answers = Answers([answer("200 OK", RECEIPT, "Set-Cookie: who=first"), YES])
    with Scripted(answers, end=DATA) as server:
        portal = portal_at(server)
        with portal.connected():
            portal.send(PACKAGE)
            portal.send(PACKAGE)
    assert b"cookie" not in answers.requests[0][1].lower()


def test_a_host_that_is_gone_has_got_nothing() -> None:
    with Scripted(Answers([YES, None]), end=DATA) as server:
        portal = portal_at(server)
    with portal.connected(), pytest.raises(UnreachableError) as caught:
        portal.send(PACKAGE)
    assert not caught.value.may_have_arrived


def test_what_is_lent_is_not_lent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200))
    kept = KeptClient(lambda: httpx.Client(transport=transport))
    with kept.lend(Deadline(60.0)) as first, kept.lend(Deadline(60.0)) as meanwhile:
        assert first is not meanwhile
    assert meanwhile.is_closed
    with kept.lend(Deadline(60.0)) as again:
        assert again is first
    monkeypatch.setattr("syncd.submit.kept_client.os.getpid", lambda: 1)
    with kept.lend(Deadline(60.0)) as child:
        assert child is not first
    kept.close()
    assert not first.is_closed, "it belongs to the parent"
    monkeypatch.undo()
    kept.close()
    assert first.is_closed
