"""HttpPortal against servers that mislead, never end or pretend to be others."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import socket
import ssl
import subprocess
import time
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from scripted_server import Behaviour, Scripted, answer

from syncd.demo.portal_sim import PortalSim
from syncd.errors import (
    BadReceiptError,
    OutcomeUnknownError,
    RejectedError,
    RemoteError,
    Retry,
    UnreachableError,
)
from syncd.submit.http import MOST_ANSWER_BYTES, HttpPortal
from syncd.submit.portal import Package
from syncd.wire.deadline import Deadline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from threading import Event

FILE = str(UUID(int=1, version=4))
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
SURNAME = "Geheimrat"
DATA = (
    f"<report><header><fileUUID>{FILE}</fileUUID></header><tournament>"
    f"<tournamentUUID>{TOURNAMENT}</tournamentUUID></tournament>"
    f"<surname>{SURNAME}</surname></report>"
).encode()
PACKAGE = Package(FILE, TOURNAMENT, DATA)
RECEIPT = json.dumps(
    {"status": "accepted", "fileUUID": FILE, "tournamentUUID": TOURNAMENT}
).encode()
HOUR_S = 3_600.0


def simulator(folder: Path, faults: str, stall_s: float = 0.2) -> PortalSim:
    return PortalSim(
        folder / "portal.db", faults=faults, stall_s=stall_s, validate=lambda _: ()
    )


def scripted(behaviour: Behaviour, context: ssl.SSLContext | None = None) -> Scripted:
    return Scripted(behaviour, end=DATA, context=context)


def failed_send(portal: HttpPortal) -> RemoteError:
    """Send, expect an error and check what holds for every error."""
    with pytest.raises(RemoteError) as caught:
        portal.send(PACKAGE)
    for wording in caught.value.text:
        assert "nu" in wording
        assert SURNAME not in wording
    return caught.value


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_carries_nothing_on(tmp_path: Path, status: int) -> None:
    with simulator(tmp_path, "none") as target:
        redirect = answer(f"{status} Elsewhere", b"", f"Location: {target.url}")
        with scripted(redirect) as server:
            error = failed_send(HttpPortal("nu", url=server.url))
        assert target.ledger.requests() == []
    assert isinstance(error, BadReceiptError)
    assert error.status == status
    assert target.url in error.text.en
    assert len(server.requests) == 1


def endless(head: bytes) -> Callable[[socket.socket, Event], None]:
    def behave(client: socket.socket, stopping: Event) -> None:
        client.sendall(head)
        while not stopping.is_set():
            client.sendall(b"x" * 4_096)

    return behave


def test_an_endless_answer_is_cut_off_at_the_cap() -> None:
    with scripted(endless(b"HTTP/1.1 200 OK\r\n\r\n")) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, BadReceiptError)


def test_an_endless_refusal_is_a_refusal() -> None:
    with scripted(endless(b"HTTP/1.1 422 No\r\n\r\nno: ")) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, RejectedError)
    assert "The portal says: no: xxx" in error.text.en
    assert len(error.text.en) < 3_000


def test_a_receipt_of_just_the_cap_is_kept_whole() -> None:
    body = RECEIPT.ljust(MOST_ANSWER_BYTES)
    with scripted(answer("200 OK", body)) as server:
        assert HttpPortal("nu", url=server.url).send(PACKAGE).answer == body


def test_a_receipt_beyond_the_cap_is_no_receipt() -> None:
    body = b" " * MOST_ANSWER_BYTES + RECEIPT
    with scripted(answer("200 OK", body)) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, BadReceiptError)


def test_a_packed_answer_is_never_unpacked() -> None:
    packed = answer("200 OK", RECEIPT, "Content-Encoding: gzip")
    with scripted(packed) as server:
        assert HttpPortal("nu", url=server.url).send(PACKAGE).answer == RECEIPT


def test_a_refusal_is_clear_though_its_text_breaks_off() -> None:
    cut = answer("422 No", b'{"message": "P06"}').replace(b": 18", b": 999")
    with scripted(cut) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, RejectedError)
    assert error.text.en.endswith("P06")


def drip(head: bytes, drop: bytes) -> Callable[[socket.socket, Event], None]:
    def behave(client: socket.socket, stopping: Event) -> None:
        client.sendall(head)
        while not stopping.wait(0.02):
            client.sendall(drop)

    return behave


DRIPS = [
    pytest.param(drip(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n"), id="headers"),
    pytest.param(drip(b"", b"HTTP/1.1 102 Wait\r\n\r\n"), id="interim answers"),
    pytest.param(
        drip(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n", b" "), id="body"
    ),
    pytest.param(
        drip(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        id="chunks",
    ),
]


@pytest.mark.parametrize("behaviour", DRIPS)
def test_the_deadline_ends_every_kind_of_drip(behaviour: Behaviour) -> None:
    with scripted(behaviour) as server:
        error = failed_send(HttpPortal("nu", url=server.url, timeout_s=0.3))
    assert isinstance(error, OutcomeUnknownError)
    assert "0.3 s" in error.text.en
    assert error.may_have_arrived


class Connection:
    """What httpx shows a trace function of a new connection."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock

    def get_extra_info(self, info: str) -> object:
        return self._sock if info == "socket" else None


def test_a_connection_that_stands_too_late_is_cut_at_once() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, Deadline(0.0) as deadline:
        for _ in range(1000):
            if deadline.has_passed:
                break
            time.sleep(0.01)
        deadline.trace("http11.send_request_headers.started", {})
        deadline.trace("connection.start_tls.complete", {"return_value": None})
        event = "connection.connect_tcp.complete"
        deadline.trace(event, {"return_value": Connection(ours)})
        assert theirs.recv(1) == b""


def test_a_closed_connection_can_be_cut_without_harm() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, Deadline(HOUR_S) as deadline:
        event = "connection.connect_tcp.complete"
        deadline.trace(event, {"return_value": Connection(ours)})
        ours.close()
        deadline._pass()
    assert deadline.has_passed


def test_a_refusal_that_drips_is_a_refusal() -> None:
    head = b"HTTP/1.1 422 No\r\nContent-Length: 60000\r\n\r\nno"
    with scripted(drip(head, b" ")) as server:
        error = failed_send(HttpPortal("nu", url=server.url, timeout_s=0.3))
    assert isinstance(error, RejectedError)


@pytest.mark.parametrize("noise", [b"SSH-2.0-OpenSSH\r\n\r\n", b"\x00" * 99, b""])
def test_what_is_no_http_leaves_the_outcome_unknown(noise: bytes) -> None:
    with scripted(noise) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, OutcomeUnknownError)
    assert error.retry is Retry.SAME_BYTES


def test_a_retry_after_date_can_count_from_a_given_time() -> None:
    now = dt.datetime(2026, 11, 6, 8, 49, 37, tzinfo=dt.UTC)
    later = "Retry-After: Fri, 06 Nov 2026 08:51:17 GMT"
    with scripted(answer("503 Busy", b"", later)) as server:
        counted = failed_send(HttpPortal("nu", url=server.url, now=lambda: now))
        uncounted = failed_send(HttpPortal("nu", url=server.url))
    assert counted.retry_after_s == 100
    assert uncounted.retry_after_s is None


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Make a certificate for 127.0.0.1 that only its own file vouches for."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl, which makes the test certificate, is not installed")
    folder = tmp_path_factory.mktemp("tls")
    key, file = folder / "key.pem", folder / "cert.pem"
    options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    names = ["-subj", "/CN=portal", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = [
        openssl,
        *options.split(),
        *names,
        "-keyout",
        str(key),
        "-out",
        str(file),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return file, key


def tls_server(behaviour: Behaviour, certificate: tuple[Path, Path]) -> Scripted:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    return scripted(behaviour, context)


def test_ones_own_certificate_authority(certificate: tuple[Path, Path]) -> None:
    with tls_server(answer("201 Created", RECEIPT), certificate) as server:
        portal = HttpPortal("nu", url=server.url, verify=certificate[0])
        assert not portal.send(PACKAGE).already_there


def test_an_unknown_certificate_gets_no_report(certificate: tuple[Path, Path]) -> None:
    with tls_server(answer("201 Created", RECEIPT), certificate) as server:
        error = failed_send(HttpPortal("nu", url=server.url))
    assert isinstance(error, UnreachableError)
    assert "certificate" in error.text.en
    assert server.requests == []


@pytest.mark.parametrize("behaviour", DRIPS[::2])
def test_the_deadline_cuts_encrypted_connections(
    certificate: tuple[Path, Path], behaviour: Behaviour
) -> None:
    with tls_server(behaviour, certificate) as server:
        portal = HttpPortal("nu", url=server.url, verify=certificate[0], timeout_s=1.0)
        error = failed_send(portal)
    assert isinstance(error, OutcomeUnknownError)
