"""HttpPortal and certificates: theirs, ours, wrong ones and none at all."""

from __future__ import annotations

import json
import ssl
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import httpx
import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from scripted_server import Scripted, answer

from syncd.errors import ConfigError, RemoteError, UnreachableError
from syncd.submit.http import HttpPortal
from syncd.submit.portal import Package

if TYPE_CHECKING:
    from pathlib import Path

FILE = str(UUID(int=1, version=4))
DATA = b"<report/>"
PACKAGE = Package(FILE, str(UUID(int=2, version=4)), DATA)
RECEIPT = json.dumps({"status": "accepted", "fileUUID": FILE}).encode()
CREATED = answer("201 Created", RECEIPT)


class Pair(NamedTuple):
    """A certificate in a folder, with the authority that vouches for it."""

    authority: trustme.CA
    leaf: trustme.LeafCert
    ca_file: Path
    cert: Path
    key: Path


def make_pair(folder: Path, *names: str) -> Pair:
    authority = trustme.CA()
    leaf = authority.issue_cert(*names)
    pair = Pair(
        authority, leaf, folder / "ca.pem", folder / "cert.pem", folder / "key.pem"
    )
    authority.cert_pem.write_to_path(pair.ca_file)
    pair.key.write_bytes(leaf.private_key_pem.bytes())
    pair.cert.write_bytes(b"".join(blob.bytes() for blob in leaf.cert_chain_pems))
    return pair


@pytest.fixture(scope="module")
def portal_pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("portal"), "127.0.0.1")


@pytest.fixture(scope="module")
def our_pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair(tmp_path_factory.mktemp("ours"), "syncd.example")


def server(portal: Pair, clients: Pair | None = None) -> Scripted:
    """Return a server that lets everybody in, or only who has a certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    portal.leaf.configure_cert(context)
    if clients is not None:
        context.verify_mode = ssl.CERT_REQUIRED
        clients.authority.configure_trust(context)
    return Scripted(CREATED, end=DATA, context=context)


def refused(portal: HttpPortal) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        portal.send(PACKAGE)
    return caught.value


def test_our_certificate_opens_the_door(portal_pair: Pair, our_pair: Pair) -> None:
    with server(portal_pair, clients=our_pair) as running:
        portal = HttpPortal(
            "nu", url=running.url, verify=portal_pair.ca_file,
            client_cert=our_pair.cert, client_key=our_pair.key,
        )  # fmt: skip
        assert portal.send(PACKAGE).status == 201


@pytest.mark.parametrize("has_one", [False, True])
def test_without_the_right_certificate_nothing_gets_in(
    portal_pair: Pair, our_pair: Pair, *, has_one: bool
) -> None:
    with server(portal_pair, clients=our_pair) as running:
        portal = HttpPortal(
            "nu", url=running.url, verify=portal_pair.ca_file,
            client_cert=portal_pair.cert if has_one else None,
            client_key=portal_pair.key if has_one else None,
        )  # fmt: skip
        error = refused(portal)
    assert running.requests == []
    assert type(error) is UnreachableError
    assert not error.may_have_arrived
    assert "client_cert" in error.text.en
    assert "client_cert" in error.text.de


def test_a_stranger_gets_no_report(portal_pair: Pair, our_pair: Pair) -> None:
    with server(portal_pair) as running:
        error = refused(HttpPortal("nu", url=running.url, verify=our_pair.ca_file))
    assert running.requests == []
    assert type(error) is UnreachableError
    assert not error.may_have_arrived
    for wording in error.text:
        assert "ca_file" in wording
    assert "nu could not be reached (its certificate is not trusted" in error.text.en


def test_a_certificate_of_another_name_is_a_strangers(tmp_path: Path) -> None:
    pair = make_pair(tmp_path, "other.example")
    with server(pair) as running:
        error = refused(HttpPortal("nu", url=running.url, verify=pair.ca_file))
    assert type(error) is UnreachableError
    assert "127.0.0.1" in error.text.en


def test_a_server_without_tls_is_named_as_such(portal_pair: Pair) -> None:
    with Scripted(CREATED, end=b"") as running:
        url = running.url.replace("http:", "https:")
        error = refused(HttpPortal("nu", url=url, verify=portal_pair.ca_file))
    assert type(error) is UnreachableError
    assert not error.may_have_arrived
    assert "encrypted" in error.text.en


def test_files_that_do_not_belong_together(portal_pair: Pair, our_pair: Pair) -> None:
    with pytest.raises(ConfigError, match=r"key\.pem"):
        HttpPortal(
            "nu", url="https://portal.example/",
            client_cert=portal_pair.cert, client_key=our_pair.key,
        )  # fmt: skip


def test_a_key_with_a_password_is_not_asked_for_on_the_terminal(
    tmp_path: Path, our_pair: Pair
) -> None:
    plain = serialization.load_pem_private_key(our_pair.key.read_bytes(), None)
    locked = tmp_path / "locked.pem"
    locked.write_bytes(
        plain.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"geheim"),
        )
    )
    with pytest.raises(ConfigError, match="password"):
        HttpPortal(
            "nu", url="https://portal.example/",
            client_cert=our_pair.cert, client_key=locked,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("reason", "has_passed"),
    [
        ("TLSV1_ALERT_INTERNAL_ERROR", True),
        ("DECRYPTION_FAILED_OR_BAD_RECORD_MAC", True),
        ("TLSV13_ALERT_CERTIFICATE_REQUIRED", False),
        ("TLSV1_ALERT_UNKNOWN_CA", False),
    ],
)
def test_a_fault_of_tls_is_never_an_unknown_outcome(
    reason: str, *, has_passed: bool
) -> None:
    def fail(_: httpx.Request) -> httpx.Response:
        fault = ssl.SSLError(1, reason)
        fault.reason = reason
        no_words = ""
        raise httpx.ReadError(no_words) from fault

    portal = HttpPortal(
        "nu", url="https://portal.example/", transport=httpx.MockTransport(fail)
    )
    error = refused(portal)
    assert type(error) is UnreachableError
    assert error.may_have_arrived is has_passed
