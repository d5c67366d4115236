"""HttpPortal against the simulator, plain servers and no server at all."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING
from uuid import UUID

import httpx
import pytest
from scripted_server import Behaviour, Scripted, answer

from syncd.demo.portal_faults import Fault
from syncd.demo.portal_ledger import Sends
from syncd.demo.portal_sim import PortalSim
from syncd.errors import (
    BadReceiptError,
    ConfigError,
    OutcomeUnknownError,
    RemoteError,
    Retry,
    UnreachableError,
)
from syncd.submit.http import HttpPortal
from syncd.submit.http_request import Form
from syncd.submit.portal import Package, Receipt

if TYPE_CHECKING:
    from pathlib import Path

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


def scripted(behaviour: Behaviour) -> Scripted:
    return Scripted(behaviour, end=DATA)


def failed_send(portal: HttpPortal) -> RemoteError:
    """Send, expect an error and check what holds for every error."""
    with pytest.raises(RemoteError) as caught:
        portal.send(PACKAGE)
    for wording in caught.value.text:
        assert "nu" in wording
        assert SURNAME not in wording
    return caught.value


# --- every fault of the simulator, then the second send ---


@pytest.mark.parametrize(
    ("fault", "kind", "status", "may_have_arrived"),
    [
        (Fault.TIMEOUT_BEFORE, OutcomeUnknownError, None, True),
        (Fault.TIMEOUT_AFTER, OutcomeUnknownError, None, True),
        (Fault.TOO_MANY, UnreachableError, 429, False),
        (Fault.ERROR_BEFORE, UnreachableError, 500, True),
        (Fault.ERROR_AFTER, UnreachableError, 500, True),
        (Fault.UNAVAILABLE, UnreachableError, 503, True),
        (Fault.CUT_BEFORE, OutcomeUnknownError, None, True),
        (Fault.CUT_AFTER, OutcomeUnknownError, None, True),
        (Fault.GARBAGE, BadReceiptError, 200, True),
        (Fault.TRUNCATED, OutcomeUnknownError, None, True),
        (Fault.HTML, BadReceiptError, 200, True),
    ],
)
def test_after_every_fault_the_second_send_is_accepted_once(
    tmp_path: Path,
    fault: Fault,
    kind: type[RemoteError],
    status: int | None,
    *,
    may_have_arrived: bool,
) -> None:
    with simulator(tmp_path, f"{fault}@1") as sim:
        portal = HttpPortal("nu", url=sim.url)
        error = failed_send(portal)
        receipt = portal.send(PACKAGE)
        sends = sim.ledger.sends_by_file_uuid()
        stored = sim.ledger.data(FILE)
    assert type(error) is kind
    assert error.status == status
    assert error.may_have_arrived is may_have_arrived
    assert receipt.already_there is fault.is_stored
    assert receipt.number == "SIM-000001"
    assert sends == {FILE: Sends(total=2, stored=1, has_identical_bytes=True)}
    assert stored == DATA


def test_a_slow_answer_within_the_time_is_an_answer(tmp_path: Path) -> None:
    with simulator(tmp_path, "slow") as sim:
        receipt = HttpPortal("nu", url=sim.url).send(PACKAGE)
    assert (receipt.already_there, receipt.number) == (False, "SIM-000001")


@pytest.mark.parametrize("fault", [Fault.SLOW, Fault.TIMEOUT_AFTER])
def test_the_deadline_ends_what_would_take_an_hour(
    tmp_path: Path, fault: Fault
) -> None:
    with simulator(tmp_path, f"{fault}@1", stall_s=HOUR_S) as sim:
        error = failed_send(HttpPortal("nu", url=sim.url, timeout_s=1.0))
        receipt = HttpPortal("nu", url=sim.url).send(PACKAGE)
    assert isinstance(error, OutcomeUnknownError)
    assert receipt.already_there


def test_retry_after_in_seconds(tmp_path: Path) -> None:
    with simulator(tmp_path, "429") as sim:
        assert failed_send(HttpPortal("nu", url=sim.url)).retry_after_s == 1


def test_retry_after_as_a_date_counts_from_the_portals_own_clock(
    tmp_path: Path,
) -> None:
    with simulator(tmp_path, "503") as sim:
        assert failed_send(HttpPortal("nu", url=sim.url)).retry_after_s == 2


# --- what is sent ---


def test_the_request_carries_the_frozen_bytes_under_their_key() -> None:
    with scripted(answer("201 Created", RECEIPT)) as server:
        receipt = HttpPortal("nu", url=server.url).send(PACKAGE)
    (request,) = server.requests
    head, _, body = request.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    assert receipt == Receipt(already_there=False, status=201, answer=RECEIPT)
    assert body == DATA
    assert lines[0] == b"post /reports http/1.1"
    assert b"content-type: application/xml" in lines
    assert b"accept-encoding: identity" in lines
    assert f"idempotency-key: {FILE}".encode() in lines


def test_key_and_headers_are_configuration() -> None:
    with scripted(answer("201 Created", RECEIPT)) as server:
        HttpPortal(
            "nu",
            url=server.url,
            form=Form(
                idempotency_header="X-File",
                quoted_key=True,
                headers={
                    "Authorization": "Bearer abc",
                    "Content-Type": "text/plain",
                    "x-file": "forged",
                    "Accept": "*/*",
                },
            ),
        ).send(PACKAGE)
    lines = server.requests[0].partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
    assert f'x-file: "{FILE}"'.encode() in lines
    assert b"authorization: bearer abc" in lines
    assert b"content-type: application/xml" in lines
    assert b"accept: */*" in lines
    assert not any(line.startswith(b"idempotency-key") for line in lines)
    assert not any(b"forged" in line or b"text/plain" in line for line in lines)


# --- nothing there at all ---


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/reports",
        "https://127.0.0.1:{port}/reports",
        "http://portal.invalid/reports",
    ],
)
def test_nobody_there_means_nothing_was_sent(url: str) -> None:
    error = failed_send(HttpPortal("nu", url=url.format(port=free_port())))
    assert isinstance(error, UnreachableError)
    assert error.retry is Retry.LATER
    assert not error.may_have_arrived
    assert error.retry_after_s is None


def test_a_server_without_tls_is_not_spoken_to(tmp_path: Path) -> None:
    with simulator(tmp_path, "none") as sim:
        url = sim.url.replace("http:", "https:")
        error = failed_send(HttpPortal("nu", url=url))
        assert sim.ledger.requests() == []
    assert isinstance(error, UnreachableError)
    assert not error.may_have_arrived


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (httpx.ConnectError, UnreachableError),
        (httpx.ConnectTimeout, UnreachableError),
        (httpx.PoolTimeout, UnreachableError),
        (httpx.LocalProtocolError, UnreachableError),
        (httpx.ReadTimeout, OutcomeUnknownError),
        (httpx.WriteTimeout, OutcomeUnknownError),
        (httpx.ReadError, OutcomeUnknownError),
        (httpx.WriteError, OutcomeUnknownError),
        (httpx.CloseError, OutcomeUnknownError),
        (httpx.RemoteProtocolError, OutcomeUnknownError),
    ],
)
def test_what_the_network_can_do(
    raised: type[httpx.TransportError], kind: type[RemoteError]
) -> None:
    no_words = ""

    def fail(_: httpx.Request) -> httpx.Response:
        raise raised(no_words)

    portal = HttpPortal(
        "nu", url="http://portal.example/", transport=httpx.MockTransport(fail)
    )
    error = failed_send(portal)
    assert type(error) is kind
    assert error.may_have_arrived is (kind is OutcomeUnknownError)
    assert raised.__name__ in error.text.en


# --- proxies ---


def test_the_environment_does_not_choose_a_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{free_port()}")
    with simulator(tmp_path, "none") as sim:
        assert not HttpPortal("nu", url=sim.url).send(PACKAGE).already_there


# --- configuration ---


@pytest.mark.parametrize(
    "url",
    [
        "",
        "//x",
        "portal.example/x",
        "ftp://portal.example/",
        "http://",
        "http://[::1",
        "http://portal.example:0/",
        "http://portal.example:65536/",
        f"http://{'a' * 70}.example/",
    ],
)
def test_an_address_that_cannot_be_used(url: str) -> None:
    with pytest.raises(ConfigError, match="https://"):
        HttpPortal("nu", url=url)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("", "x"),
        ("A B", "x"),
        ("A:", "x"),
        ("X", "a\r\nB: c"),
        ("X", "ü"),
        ("Content-Length", "3"),
        ("transfer-encoding", "chunked"),
    ],
)
def test_a_header_that_cannot_be_sent(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        HttpPortal(
            "nu", url="https://portal.example/", form=Form(headers={name: value})
        )
    assert len(caught.value.problems) == 1


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        HttpPortal("nu", url="", form=Form("no name", headers={"X": "\n"}))
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize("content", [None, b"no certificate"])
def test_a_certificate_file_that_cannot_be_used(
    tmp_path: Path, content: bytes | None
) -> None:
    file = tmp_path / "ca.pem"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"ca\.pem"):
        HttpPortal("nu", url="https://portal.example/", verify=file)


def test_secrets_do_not_show() -> None:
    portal = HttpPortal(
        "nu",
        url="https://me:geheim@portal.example/",
        form=Form(headers={"Authorization": "Bearer geheim"}),
        login={"Authorization": "Bearer geheim"},
    )
    assert "geheim" not in repr(portal)
