"""What bad clients, bad networks and a bad disk do to the HTTP interface."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import socket
import time
import zipfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from web_server import WebServer

from syncd.bilingual import Text
from syncd.errors import StoreError
from syncd.web import draining, served
from syncd.web import server as web_server_module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path
) -> Iterator[WebServer]:
    with (
        pytest.MonkeyPatch.context() as patch,
        WebServer(tmp_path_factory.mktemp("web"), migrated_sqlite) as running,
    ):
        patch.setattr(draining, "LINGER_S", 0.3)
        patch.setattr(web_server_module, "HEADERS_S", 0.5)
        yield running


@pytest.fixture(autouse=True)
def _nothing_is_stored(server: WebServer) -> Iterator[None]:
    """Whatever came, nothing of it is left, and the server goes on."""
    before = server.count()
    yield
    assert server.count() == before
    again = httpx.get(server.client.base_url.join("feed"), trust_env=False)
    assert again.status_code == 401
    left = [path.name for path in server.settings.state_directory.iterdir()]
    assert [name for name in left if not name.startswith("web.db")] == []


@contextmanager
def connection(server: WebServer) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as opened:
        yield opened


def head(server: WebServer, *lines: str) -> bytes:
    login = f"Authorization: {server.login()['Authorization']}"
    top = ("POST /api/v1/exports HTTP/1.1", "Host: x", "X-Filename: x.trf", login)
    return "\r\n".join([*top, *lines, "", ""]).encode()


def answer_on(opened: socket.socket) -> tuple[int, dict[str, Any]]:
    """Read an answer to its end: status and document; 0 if there is none."""
    received = b""
    try:
        while piece := opened.recv(65536):
            received += piece
    except OSError:  # closed while we were sending
        pass
    top, _, body = received.partition(b"\r\n\r\n")
    if not top:
        return 0, {}
    return int(top.split()[1]), json.loads(body)


def zipped(*entries: tuple[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return data.getvalue()


LOGIN = b"<!DOCTYPE html><html><form><input type='password'></form></html>"
CUT_FORM = (
    b'--b\r\nContent-Disposition: form-data; name="f"; filename="x.trf"\r\n\r\n012 cut'
)
BOMB = zipped(("bomb.trf", b"0" * 5_000_000))


@pytest.mark.parametrize(
    ("data", "name", "headers", "status", "code"),
    [
        (LOGIN, "a.trf", {}, 422, "login_page"),
        (b"<html><body>no</body></html>", "a.trf", {}, 422, "web_page"),
        (b"012 X", "a.trf", {"Content_Type": "text/html"}, 422, "web_page"),
        (b"%PDF-1.7", "a.pdf", {"Content_Type": "application/pdf"}, 415,
         "foreign_type"),
        (gzip.compress(b"012 X\n", mtime=0), "a.trf", {}, 415, "packed"),
        (gzip.compress(b"012 X\n", mtime=0), "a.trf", {"Content_Encoding": "gzip"}, 415,
         "packed"),
        (bz2.compress(b"012 X\n"), "a.trf", {}, 415, "packed"),
        (lzma.compress(b"012 X\n"), "a.trf", {}, 415, "packed"),
        (b'{"exports": []}', "a.json", {}, 422, "listing"),
        (b"https://a.example/x.trf\n", "a.txt", {}, 422, "listing"),
        (b"", "a.trf", {}, 422, "empty"),
        (b" \r\n", "a.trf", {}, 422, "empty"),
        (b"012 X\n", "", {}, 400, "nameless"),
        (b"012 X\n", "a.part", {}, 422, "refused"),
        (b"012 X\n", ".hidden", {}, 422, "refused"),
        (b"0" * 100_001, "a.trf", {}, 413, "too_large"),
        (b"0" * 400_001, "a.trf", {}, 413, "too_large"),
        (BOMB, "a.zip", {}, 413, "too_large"),
        (b"PK\x03\x04broken", "a.zip", {}, 422, "broken_archive"),
        (zipped(), "a.zip", {}, 422, "nothing_taken"),
        (zipped(("read.me", b"x")), "a.zip", {}, 422, "nothing_taken"),
        (zipped(("../../x.trf", b"012 X\n")), "a.zip", {}, 422, "refused"),
        (zipped(("C:\\x.trf", b"012 X\n")), "a.zip", {}, 422, "refused"),
        (zipped(("a.zip", zipped(("x.trf", b"012 X\n")))), "a.zip", {}, 422, "refused"),
        (zipped(*((f"{n}.trf", b"012 X\n") for n in range(21))), "a.zip", {}, 422,
         "refused"),
        (b"x", "", {"Content_Type": "multipart/form-data"}, 422, "form"),
        (b"--b\r\nbroken", "", {"Content_Type": "multipart/form-data; boundary=b"},
         422, "form"),
        (CUT_FORM, "", {"Content_Type": "multipart/form-data; boundary=b"}, 422,
         "form"),
        (b"--b--\r\n", "", {"Content_Type": "multipart/form-data; boundary=b"}, 422,
         "nothing_taken"),
        (b"--b\r\nA: b\r\n\r\n\r\n" * 60 + b"--b--\r\n", "",
         {"Content_Type": "multipart/form-data; boundary=b"}, 422, "form"),
    ],
)  # fmt: skip
def test_what_is_no_export_is_refused_with_the_reason(
    server: WebServer,
    data: bytes,
    name: str,
    headers: dict[str, str],
    status: int,
    code: str,
) -> None:
    answer = server.push(data, name, **headers)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (status, code)
    assert said["text"]["en"] != said["text"]["de"]


def test_an_endless_body_is_told_so_and_cut_off(server: WebServer) -> None:
    piece = b"8000\r\n" + b"0" * 0x8000 + b"\r\n"
    sent = 0
    with connection(server) as opened:
        opened.sendall(head(server, "Transfer-Encoding: chunked"))
        opened.settimeout(0.05)
        top = b""
        while not top:
            try:
                sent += opened.send(piece)
                top = opened.recv(65536)
            except TimeoutError:
                continue
        assert top.startswith(b"HTTP/1.1 413")
        opened.settimeout(20)
        with pytest.raises(ConnectionError):
            sent += send_for_ever(opened, piece)
    assert sent > len(piece)


def send_for_ever(opened: socket.socket, piece: bytes) -> int:
    while True:
        opened.sendall(piece)


def test_a_large_body_reads_why_it_is_refused(server: WebServer) -> None:
    """The whole of it is sent before the client looks for an answer."""
    with connection(server) as opened:
        opened.sendall(head(server, "Content-Length: 3000000") + b"0" * 3_000_000)
        assert answer_on(opened)[1]["code"] == "too_large"


def test_a_slow_body_is_not_waited_for(server: WebServer) -> None:
    with connection(server) as opened:
        opened.sendall(head(server, "Content-Length: 10") + b"012 ")
        status, said = answer_on(opened)
    assert (status, said["code"]) == (408, "too_slow")


@pytest.mark.parametrize("lines", [(), ("POST /api/v1/exports HTTP/1.1", "Host: x")])
def test_who_does_not_come_to_the_point_is_disconnected(
    server: WebServer, lines: tuple[str, ...]
) -> None:
    """Nothing, or a request whose lines drip in for ever."""
    with connection(server) as opened:
        opened.sendall("".join(f"{line}\r\n" for line in lines).encode())
        opened.settimeout(0.1)
        end_s = time.monotonic() + 20
        while time.monotonic() < end_s:
            try:
                if lines:
                    opened.sendall(b"X: y\r\n")
                if not opened.recv(10):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    pytest.fail("still connected")


@pytest.mark.parametrize(
    ("lines", "body", "status"),
    [
        (("Content-Length: 100",), b"012 cut off", 0),
        (("Transfer-Encoding: chunked",), b"5\r\n012 X", 0),
        (("Transfer-Encoding: chunked",), b"zz\r\n012 X", 400),
        (("Content-Length: x",), b"012 X", 400),
        (("Content-Length: -5",), b"012 X", 400),
        (("Content-Length: 5", "Content-Length: 6"), b"012 X", 400),
    ],
)
def test_what_is_cut_off_or_contradicts_itself_is_not_stored(
    server: WebServer, lines: tuple[str, ...], body: bytes, status: int
) -> None:
    with connection(server) as opened:
        opened.sendall(head(server, *lines) + body)
        opened.shutdown(socket.SHUT_WR)
        found, said = answer_on(opened)
    assert found == status
    assert not status or said["code"] == "bad_request"


def test_endless_lines_of_a_request_are_cut_off(server: WebServer) -> None:
    with connection(server) as opened:
        with suppress(ConnectionError):
            opened.sendall(head(server, "X: " + "y" * 3_000_000))
        assert answer_on(opened)[0] in {0, 400}  # told, if it still listens


def test_what_is_no_http_gets_json_too(server: WebServer) -> None:
    with connection(server) as opened:
        opened.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert answer_on(opened)[1]["code"] == "bad_request"


def test_a_store_that_cannot_write_says_when_to_come_back(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError(Text("The disk is full.", "Der Datenträger ist voll."))

    with monkeypatch.context() as patch:
        patch.setattr("syncd.web.handover.receive_pushed", full)
        answer = server.push(b"012 X\n", "x.trf")
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json()["text"]["en"] == "The disk is full."


def test_a_full_disk_says_when_to_come_back(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for place in ("syncd.web.body._copied", "syncd.web.handover._peek"):
        with monkeypatch.context() as patch:
            patch.setattr(place, full)
            answer = server.push(b"012 X\n", "x.trf")
        assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
        assert "Retry-After" in answer.headers


def test_a_fault_of_ours_says_nothing_of_itself(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "Secret Player"
        raise ValueError(message)

    with monkeypatch.context() as patch:
        patch.setattr("syncd.web.handover.receive_pushed", broken)
        answer = server.push(b"012 X\n", "x.trf")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "Secret" not in answer.text


def test_one_token_does_not_take_all_turns(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "MOST_AT_ONCE", 0)
    answer = server.push(b"012 X\n", "x.trf")
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    assert "Retry-After" in answer.headers


def test_nothing_of_a_request_is_logged(
    server: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    server.client.get(
        "exports/7?token=hidden", headers={"Authorization": "Bearer hidden"}
    )
    server.push(LOGIN, "Hidden Player.trf")
    said = [
        record.getMessage() + str(vars(record))
        for record in caplog.records
        if record.name.startswith(("syncd", "uvicorn"))
    ]
    assert said
    assert not [line for line in said if "idden" in line]
