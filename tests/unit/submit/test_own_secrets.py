"""A server that shows us our own secrets shows them to nobody else."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import httpx
import pytest

from syncd.errors import RemoteError
from syncd.settings_portals import AuthSettings
from syncd.submit.http import HttpPortal
from syncd.submit.http_request import Form
from syncd.submit.own_secrets import in_mail, without
from syncd.submit.portal import Package
from syncd.wire.login import login_headers

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a5b"
PACKAGE = Package(FILE, "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02", b"<report/>")
PASSWORD = "ge/heim+2026"  # noqa: S105 - invented
LOGINS = {
    "basic": AuthSettings(kind="basic", user="joe", password=PASSWORD),
    "bearer": AuthSettings(kind="bearer", token=PASSWORD),
    "header": AuthSettings(kind="header", header="X-Key", token=PASSWORD),
}
ECHOES: dict[str, Callable[[httpx.Request], str]] = {
    "plain": lambda asked: " ".join(asked.headers.values()),
    "JSON": lambda asked: json.dumps({"message": dict(asked.headers.items())}),
    "PHP": lambda asked: json.dumps({"error": str(asked.headers)}).replace("/", "\\/"),
    "decoded": lambda asked: " ".join(
        base64.b64decode(one.partition(" ")[2] + "==").decode("utf-8", "replace")
        for name, one in asked.headers.items()
        if name == "authorization"
    ),
    "cut off": lambda asked: "x" * 1_985 + str(asked.headers.get("authorization")),
}


@pytest.mark.parametrize("status", [201, 401, 403, 404, 422, 500, 503])
@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("kind", LOGINS)
def test_what_a_portal_echoes_holds_no_secret(
    kind: str, echo: str, status: int
) -> None:
    def answer(asked: httpx.Request) -> httpx.Response:
        body = ECHOES[echo](asked).encode()
        return httpx.Response(status, stream=httpx.ByteStream(body))

    login = login_headers(LOGINS[kind])
    portal = HttpPortal(
        "nu", url="https://portal.example/r?key=abcdefgh1234", login=login,
        form=Form(headers={"X-Extra": "quite-secret-key"}),
        transport=httpx.MockTransport(answer),
    )  # fmt: skip
    with pytest.raises(RemoteError) as raised:
        portal.send(PACKAGE)
    shown = raised.value.text.en + raised.value.text.de + raised.value.said
    for secret in (*login.values(), PASSWORD, "quite-secret-key"):
        for form in (secret, base64.b64encode(secret.encode()).decode()):
            assert form not in shown
            assert form.replace("/", "\\/") not in shown
    assert "ge/heim" not in shown


def test_a_receipt_holds_no_secret() -> None:
    def answer(asked: httpx.Request) -> httpx.Response:
        told = {"status": "accepted", "fileUUID": FILE, "receipt": PASSWORD}
        body = json.dumps(told | {"asked": str(asked.headers)}).encode()
        return httpx.Response(201, stream=httpx.ByteStream(body))

    portal = HttpPortal(
        "nu", url="https://portal.example/r", login=login_headers(LOGINS["bearer"]),
        transport=httpx.MockTransport(answer),
    )  # fmt: skip
    receipt = portal.send(PACKAGE)
    assert receipt.number == "***"
    assert PASSWORD.encode() not in receipt.answer


def test_what_a_mail_server_decodes_is_cut() -> None:
    plain = base64.b64encode(b"\0joe\0" + PASSWORD.encode()).decode()
    said = f"535 no: AUTH PLAIN {plain} joe {PASSWORD}"
    assert without(said, in_mail("joe", PASSWORD)) == "535 no: AUTH PLAIN *** joe ***"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a word", "*** word"), ("a day at last", "*** day at last"), ("", "")],
)
def test_a_short_secret_is_cut_where_it_stands_alone(text: str, expected: str) -> None:
    assert without(text, {"a"}) == expected
