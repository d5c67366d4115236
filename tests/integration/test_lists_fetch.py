"""Downloading lists from a real server on loopback."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from scripted_server import Scripted, answer

from syncd.errors import ConfigError, RejectedError, RemoteError, UnreachableError
from syncd.intake.fetch import FetchLimits, downloaded
from syncd.intake.transfer import Known

if TYPE_CHECKING:
    import socket
    from pathlib import Path
    from threading import Event

    from scripted_server import Behaviour

SHORT = FetchLimits(size_bytes=1000, time_s=5, silence_s=5)


def fetch(
    url: str, folder: Path, known: Known | None = None, limits: FetchLimits = SHORT
) -> tuple[bytes, Known] | None:
    with downloaded(url, folder, known or Known(), limits) as download:
        if download is None:
            return None
        return download.stream.read(), download.known


def served(behaviour: Behaviour) -> Scripted:
    return Scripted(behaviour, end=b"\r\n\r\n")


def test_a_complete_download_with_what_to_say_next_time(tmp_path: Path) -> None:
    page = answer("200 OK", b"ID,ZPS", 'ETag: "7"', "Last-Modified: Mon")
    with served(page) as server:
        assert (b"ID,ZPS", Known('"7"', "Mon")) == fetch(server.url, tmp_path)
        assert b"if-none-match" not in server.requests[0].lower()
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("etag", ['ETag: "\xff"', f'ETag: "{"y" * 3000}"'])
def test_what_cannot_be_said_again_is_not_kept(tmp_path: Path, etag: str) -> None:
    with served(answer("200 OK", b"list", etag)) as server:
        assert (b"list", Known()) == fetch(server.url, tmp_path)


def test_what_an_older_version_kept_does_no_harm(tmp_path: Path) -> None:
    with served(answer("200 OK", b"list")) as server:
        assert (b"list", Known()) == fetch(server.url, tmp_path, Known('"\xff"'))


def test_nothing_newer_is_no_download(tmp_path: Path) -> None:
    with served(b"HTTP/1.1 304 Not Modified\r\n\r\n") as server:
        assert fetch(server.url, tmp_path, Known('"7"', "Mon")) is None
        request = server.requests[0].lower()
    assert b'if-none-match: "7"\r\n' in request
    assert b"if-modified-since: mon\r\n" in request


@pytest.mark.parametrize(
    ("reply", "error", "word"),
    [
        (answer("404 Not Found"), RejectedError, "404"),
        (answer("401 No"), RejectedError, "login"),
        (answer("503 Busy"), UnreachableError, "503"),
        (answer("200 OK"), RejectedError, "empty"),
        (answer("204 No Content"), RejectedError, "204"),
        (answer("200 OK", b"x", "Content-Type: text/html; charset=x"), RejectedError,
         "web page"),
        (answer("200 OK", b"x", "Content-Encoding: gzip"), RejectedError, "encoding"),
        (answer("200 OK", b"x" * 1001), RejectedError, "larger"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nID", UnreachableError, "later"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nID\r\n",
         UnreachableError, "later"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1001, RejectedError, "larger"),
        (b"rubbish", UnreachableError, "later"),
    ],
)  # fmt: skip
def test_what_is_no_list_is_refused_and_leaves_nothing(
    tmp_path: Path, reply: bytes, error: type[RemoteError], word: str
) -> None:
    def serve(client: socket.socket, _: Event) -> None:
        client.sendall(reply)

    with served(serve) as server, pytest.raises(error, match=word):
        fetch(server.url, tmp_path)
    assert [] == list(tmp_path.iterdir())


def test_a_server_that_trickles_is_left_in_the_end(tmp_path: Path) -> None:
    def trickle(client: socket.socket, stopping: Event) -> None:
        client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while not stopping.wait(0.05):
            client.sendall(b"x")

    limits = FetchLimits(time_s=0.3, silence_s=5)
    with served(trickle) as server, pytest.raises(UnreachableError, match="too long"):
        fetch(server.url, tmp_path, limits=limits)


def test_a_server_that_falls_silent_is_left(tmp_path: Path) -> None:
    def fall_silent(_: socket.socket, stopping: Event) -> None:
        stopping.wait(30)

    limits = FetchLimits(silence_s=0.2)
    with served(fall_silent) as server, pytest.raises(UnreachableError):
        fetch(server.url, tmp_path, limits=limits)


def moved(location: str) -> bytes:
    return answer("302 Found", b"", f"Location: {location}")


@pytest.mark.parametrize(
    "location",
    ["http://localhost:9/x", "ftp://127.0.0.1/x", "file:///etc/passwd",
     "//example.invalid/x"],
)  # fmt: skip
def test_redirects_do_not_lead_astray(tmp_path: Path, location: str) -> None:
    with (
        served(moved(location)) as server,
        pytest.raises(RejectedError, match="leads on"),
    ):
        fetch(server.url, tmp_path)


def test_redirects_on_the_same_host_are_followed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        target = stack.enter_context(served(answer("200 OK", b"list")))
        first = stack.enter_context(served(moved(target.url)))
        assert (b"list", Known()) == fetch(first.url, tmp_path)


@pytest.mark.parametrize("host", ["xn--a.example", "a" * 70 + ".example", "\xff\xff"])
def test_a_redirect_to_no_host_at_all_is_one_clear_error(
    tmp_path: Path, host: str
) -> None:
    with served(moved(f"https://{host}/")) as server, pytest.raises(RemoteError):
        fetch(server.url, tmp_path)


def test_redirects_come_to_an_end(tmp_path: Path) -> None:
    with served(moved("/reports")) as server:
        with pytest.raises(RejectedError, match="on and on"):
            fetch(server.url, tmp_path)
        assert 6 == len(server.requests)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://h/x", "http://", "x"])
def test_other_addresses_are_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigError):
        fetch(url, tmp_path)


def test_nobody_there_is_unreachable(tmp_path: Path) -> None:
    with pytest.raises(UnreachableError, match=r"127\.0\.0\.1"):
        fetch("http://127.0.0.1:9/list", tmp_path)
