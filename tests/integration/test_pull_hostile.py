"""Servers that answer a download with anything but an export, and how they are left."""

from __future__ import annotations

import datetime as dt
import io
import json
import ssl
import zipfile
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING

import pytest
import trustme
from pull_server import Page, PullServer, Reply, World

from syncd.errors import ConfigError, UnreachableError
from syncd.pipeline.pulling.pull import pull_by_hand

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path

ONE = b"012 One\r\n"
HTML = {"Content-Type": "text/html; charset=utf-8"}
PAUSE = dt.timedelta(minutes=61)
"""Between two pulls of the world; taken back, a pull follows at once."""
LOGIN = b"<html><form><input type='password' name='pw'></form></html>"


@pytest.fixture
def server() -> Iterator[PullServer]:
    with PullServer({}) as running:
        yield running


@pytest.fixture
def world(tmp_path: Path, migrated_sqlite: Path) -> Iterator[World]:
    made = World(tmp_path, migrated_sqlite)
    with closing(made.store):
        yield made


def bomb() -> bytes:
    """A real bomb: 30 MB in 30 kB."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.trf", bytes(30_000_000))
    return data.getvalue()


def endless(connection: socket.socket, stopping: Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not stopping.is_set():
        connection.sendall(b"x" * 65_536)


def dripping(connection: socket.socket, stopping: Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not stopping.wait(0.02):
        connection.sendall(b"x")


def dripping_head(connection: socket.socket, stopping: Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while not stopping.wait(0.02):
        connection.sendall(b"X: y\r\n")


def silent(_: socket.socket, stopping: Event) -> None:
    stopping.wait(30)


def cut(connection: socket.socket, _: Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n012")
    connection.close()


def cut_chunks(connection: socket.socket, _: Event) -> None:
    connection.sendall(
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n012\r\n"
    )
    connection.close()


def rubbish(connection: socket.socket, _: Event) -> None:
    connection.sendall(b"\x00\x01 nonsense\r\n\r\n")
    connection.close()


REFUSED: list[tuple[Page, str]] = [
    (Reply(ONE, 404), "answers 404"),
    (Reply(b"", 204), "answers 204"),
    (Reply(ONE, 206), "answers 206"),
    (Reply(b"", 304), "answers 304"),
    (Reply(ONE, 401), "another login"),
    (Reply(ONE, 403), "another login"),
    (Reply(b""), "empty"),
    (Reply(LOGIN, headers=HTML), "asks for a password"),
    (Reply(LOGIN), "asks for a password"),
    (Reply(b"<html>Error</html>", headers=HTML), "web page"),
    (Reply(ONE, headers=HTML), "web page"),
    (Reply(b"%PDF-1.7", headers={"Content-Type": "application/pdf"}), "picture"),
    (Reply(ONE, headers={"Content-Encoding": "gzip"}), "encoding"),
    (Reply(b"{}"), "no feed"),
    (Reply(b"x" * 3000), "more than 1 MB"),
    (Reply(b"x", length=50_000_000), "larger than"),
    (Reply(b"PK\x03\x04 broken"), "broken or incomplete"),
    (Reply(bomb()), "far larger"),
    (endless, "larger than"),
    (Reply(b"", 302, {"Location": "http://localhost:9/x"}), "leads on to"),
    (Reply(b"", 302, {"Location": "file:///etc/passwd"}), "leads on to"),
    (Reply(b"", 302, {"Location": "/a.trf"}), "on and on"),
    (Reply(b"", 302), "answers 302"),
]
LATER: list[tuple[Page, str]] = [
    (Reply(b"", 500), "busy"),
    (Reply(b"", 503, {"Retry-After": "7"}), "busy"),
    (Reply(b"", 429), "busy"),
    (cut, "no complete answer"),
    (cut_chunks, "no complete answer"),
    (rubbish, "no complete answer"),
    (dripping, "longer than timeout_s"),
    (dripping_head, "longer than timeout_s"),
    (silent, "longer than timeout_s"),
]


@pytest.mark.parametrize(("page", "words"), REFUSED)
def test_what_is_no_export_is_refused_in_plain_words(
    server: PullServer, world: World, page: Page, words: str
) -> None:
    server.pages["/a.trf"] = page
    world.configure(
        north={"url": server.url("/a.trf?key=hidden"), "max_size_bytes": 1000}
    )
    server.pages["/a.trf?key=hidden"] = page
    pulled = world.pull()
    assert (pulled.taken, pulled.error) == (0, None)
    (item,) = pulled.troubles
    assert words in item.trouble.en
    assert item.trouble.en != item.trouble.de
    assert item.place == server.url("/a.trf")
    (event,) = world.events("pull.refused")
    assert event == f"north, {item.place}: {item.trouble.en}"
    assert world.contact().trouble.en == event
    assert world.contact().success_utc is None
    assert world.arrivals() == []


@pytest.mark.parametrize(("page", "words"), LATER)
def test_what_may_pass_is_tried_again(
    server: PullServer, world: World, page: Page, words: str
) -> None:
    server.pages["/a.trf"] = page
    world.configure(north={"url": server.url("/a.trf"), "timeout_s": 0.3})
    pulled = world.pull()
    assert isinstance(pulled.error, UnreachableError)
    assert words in pulled.troubles[0].trouble.en
    assert world.arrivals() == []
    server.pages["/a.trf"] = ONE
    world.configure(north={"url": server.url("/a.trf"), "timeout_s": 30})
    assert world.pull(is_forced=True).troubles == ()
    assert world.contact().success_utc == world.now


def test_nobody_listens(world: World) -> None:
    with PullServer({}) as gone:
        url = gone.url("/a.trf")
    world.configure(north={"url": url})
    assert "no complete answer" in world.refused().en
    assert world.contact().contact_utc is None


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (Reply(LOGIN, headers=HTML), "asks for a password"),
        (b"https://a.example/x.trf", "another list or page"),
        (b'{"exports": []}', "another list or page"),
        (Reply(b"", 404), "404"),
        (cut, "no complete answer"),
        (dripping, "longer than timeout_s"),
    ],
)
def test_one_bad_file_stops_no_other(
    server: PullServer, world: World, page: Page, words: str
) -> None:
    server.pages |= {
        "/x/": b"<html><a href='bad.trf'>x</a><a href='good.trf'>x</a></html>",
        "/x/bad.trf": page,
        "/x/good.trf": ONE,
    }
    world.configure(north={"url": server.url("/x/"), "timeout_s": 2})
    pulled = world.pull()
    assert pulled.taken == 1
    assert words in pulled.troubles[0].trouble.en


def test_one_bad_address_stops_no_other(server: PullServer, world: World) -> None:
    server.pages |= {"/slow": dripping, "/good.trf": ONE}
    urls = [server.url("/slow"), server.url("/good.trf")]
    world.configure(north={"url": urls, "timeout_s": 1})
    assert world.pull().taken == 1


def test_one_source_waits_for_no_other(server: PullServer, world: World) -> None:
    """The first one is answered only once the second one has been asked."""
    asked = Event()

    def waiting(connection: socket.socket, _: Event) -> None:
        asked.wait(20)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n012")

    def quick(connection: socket.socket, _: Event) -> None:
        asked.set()
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n013")

    server.pages |= {"/a.trf": waiting, "/b.trf": quick}
    world.configure(
        north={"url": server.url("/a.trf"), "timeout_s": 15},
        south={"url": server.url("/b.trf")},
    )
    done = pull_by_hand(world.context(), [], world.clock)
    assert [(item.source, item.taken) for item in done] == [("north", 1), ("south", 1)]


def test_a_server_that_falls_silent_is_left_after_three_files(
    server: PullServer, world: World
) -> None:
    lines = "\n".join(server.url(f"/{number}.trf") for number in range(9))
    server.pages = {f"/{number}.trf": cut for number in range(9)}
    server.pages["/list"] = lines.encode()
    world.configure(north={"url": server.url("/list")})
    assert len(world.pull().troubles) == 3
    assert len(server.paths()) == 4


def test_a_host_in_trouble_is_spared_after_three_pulls(
    server: PullServer, world: World
) -> None:
    server.pages["/a.trf"] = Reply(b"", 500)
    world.configure(north={"url": server.url("/a.trf")})
    for _ in range(3):
        world.pull()
    server.asked.clear()
    world.now -= PAUSE
    spared = world.pull()
    assert isinstance(spared.error, UnreachableError)
    assert "asked again from" in spared.error.text.en
    assert server.paths() == []
    assert world.pull(is_forced=True).troubles  # by hand it is asked
    assert server.paths() == ["/a.trf"]
    server.pages["/a.trf"] = ONE
    world.now += 2 * PAUSE
    assert world.pull().taken == 1
    assert world.pull().error is None


def test_one_file_that_fails_does_not_make_its_host_look_ill(
    server: PullServer, world: World
) -> None:
    server.pages |= {
        "/x/": b"<html><a href='good.trf'>x</a><a href='bad.trf'>x</a></html>",
        "/x/good.trf": ONE,
    }
    world.configure(north={"url": server.url("/x/")})
    for page in [Reply(b"", 500)] * 3 + [Reply(b"", 403)] * 3:
        server.pages["/x/bad.trf"] = page
        world.pull()
        world.now -= PAUSE
        assert len(server.paths()) == 3


def test_what_was_refused_is_fetched_again_by_hand(
    server: PullServer, world: World
) -> None:
    server.pages["/a.trf"] = Reply(b"012 " * 500, headers={"ETag": '"1"'})
    world.configure(north={"url": server.url("/a.trf"), "max_size_bytes": 1000})
    assert "more than 1 MB" in world.refused().en
    world.configure(north={"url": server.url("/a.trf"), "max_size_bytes": 5000})
    assert "more than 1 MB" in world.refused().en  # not fetched: it has not changed
    assert world.pull(is_forced=True).taken == 1


def test_a_login_in_one_address_is_not_for_the_other(
    server: PullServer, world: World
) -> None:
    with PullServer({"/b.trf": ONE}) as other:
        server.pages["/list"] = other.url("/b.trf").encode()
        first = server.url("/list").replace("://", "://user:secret@")
        world.configure(north={"url": [first, other.url("/b.trf")], "elsewhere": True})
        world.pull()
        assert len(other.asked) == 2
        assert all("authorization" not in one.headers for one in other.asked)
    assert "authorization" in server.asked[0].headers


def test_who_asks_for_time_gets_it_at_once(server: PullServer, world: World) -> None:
    server.pages["/a.trf"] = Reply(b"", 503, {"Retry-After": "7200"})
    world.configure(north={"url": server.url("/a.trf")})
    world.pull()
    server.asked.clear()
    world.pull()  # an hour later
    assert server.paths() == []


def test_a_wrong_login_spares_the_host_for_this_source_only(
    server: PullServer, world: World
) -> None:
    server.pages |= {"/a.trf": Reply(b"", 401), "/b.trf": ONE}
    world.configure(
        north={"url": server.url("/a.trf")}, south={"url": server.url("/b.trf")}
    )
    for _ in range(3):
        world.pull()
    server.asked.clear()
    world.now -= PAUSE
    assert world.pull("north").error is not None
    assert world.pull("south").taken == 1
    assert server.paths() == ["/b.trf"]


AUTHS = [
    (
        {"kind": "basic", "user": "u", "password": "pä"},
        ("authorization", "Basic dTpww6Q="),
    ),
    ({"kind": "bearer", "token": "t0"}, ("authorization", "Bearer t0")),
    ({"kind": "header", "header": "X-Key", "token": "t1"}, ("x-key", "t1")),
]


@pytest.mark.parametrize(("auth", "header"), AUTHS)
def test_a_login_goes_to_its_server_and_nowhere_else(
    server: PullServer, world: World, auth: dict[str, str], header: tuple[str, str]
) -> None:
    name, value = header
    with PullServer({"/b.trf": ONE, "/c.trf": ONE}) as other:
        server.pages |= {
            "/list": f"{server.url('/a.trf')}\n{other.url('/b.trf')}\n"
            f"{server.url('/moved')}".encode(),
            "/a.trf": ONE,
            "/moved": Reply(b"", 302, {"Location": other.url("/c.trf")}),
        }
        world.configure(
            north={"url": server.url("/list"), "auth": auth, "elsewhere": True}
        )
        assert world.pull().taken == 3
        assert [one.headers.get(name) for one in server.asked] == [value] * 3
        assert [one.path for one in other.asked] == ["/b.trf", "/c.trf"]
        assert all(name not in one.headers for one in other.asked)


def test_a_login_does_not_come_back_over_another_server(
    server: PullServer, world: World
) -> None:
    """Who is led away and back could be led to any address of the first server."""
    with PullServer({}) as other:
        server.pages |= {
            "/a.trf": Reply(b"", 302, {"Location": other.url("/x")}),
            "/delete?all": ONE,
        }
        other.pages["/x"] = Reply(b"", 302, {"Location": server.url("/delete?all")})
        world.configure(
            north={
                "url": server.url("/a.trf"),
                "auth": {"kind": "bearer", "token": "t"},
            }
        )
        world.pull()
    assert ["authorization" in one.headers for one in server.asked] == [True, False]


def test_a_login_in_the_address_becomes_a_header(
    server: PullServer, world: World
) -> None:
    server.pages |= {"/x/": b"<html><a href=a.trf>x</a></html>", "/x/a.trf": ONE}
    url = server.url("/x/").replace("://", "://user:p%40ss@")
    world.configure(north={"url": url})
    assert world.pull().taken == 1
    assert {one.headers["authorization"] for one in server.asked} == {
        "Basic dXNlcjpwQHNz"
    }
    server.pages.clear()
    place = world.pull().troubles[0].place
    assert place == server.url("/x/")


class Authority:
    """A certificate authority, with a certificate for this machine and one for us."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        leaf = self.authority.issue_cert("127.0.0.1")
        self.server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        leaf.configure_cert(self.server)
        self.ca_file = folder / "ca.pem"
        self.authority.cert_pem.write_to_path(self.ca_file)
        ours = self.authority.issue_cert("syncd.example")
        self.cert, self.key = folder / "cert.pem", folder / "key.pem"
        self.cert.write_bytes(b"".join(one.bytes() for one in ours.cert_chain_pems))
        self.key.write_bytes(ours.private_key_pem.bytes())

    def wants_ours(self) -> ssl.SSLContext:
        self.server.verify_mode = ssl.CERT_REQUIRED
        self.authority.configure_trust(self.server)
        return self.server


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def test_a_certificate_of_an_own_authority(world: World, authority: Authority) -> None:
    with PullServer({"/a.trf": ONE}, authority.server) as server:
        world.configure(north={"url": server.url("/a.trf")})
        said = world.refused().en
        assert "its certificate is not trusted here" in said
        assert "ca_file" in said
        world.configure(
            north={"url": server.url("/a.trf"), "ca_file": authority.ca_file}
        )
        assert world.pull().taken == 1


def test_our_certificate_is_for_its_server_only(
    world: World, authority: Authority
) -> None:
    pull = {
        "ca_file": authority.ca_file, "client_cert": authority.cert,
        "client_key": authority.key,
    }  # fmt: skip
    with PullServer({"/a.trf": ONE, "/b.trf": ONE}, authority.wants_ours()) as server:
        world.configure(north={"url": server.url("/a.trf"), **pull})
        assert world.pull().taken == 1
        (folder := authority.ca_file.parent / "other").mkdir()
        other = Authority(folder)
        with PullServer({}, other.server) as first:
            target = {"Location": server.url("/b.trf")}
            first.pages["/moved"] = Reply(b"", 302, target)
            both = other.ca_file.read_bytes() + authority.ca_file.read_bytes()
            (bundle := authority.ca_file.parent / "both.pem").write_bytes(both)
            world.configure(
                north={"url": first.url("/moved"), **pull, "ca_file": bundle}
            )
            assert world.pull().taken == 0


def test_a_certificate_that_cannot_be_read_is_a_fault_of_the_settings(
    world: World, authority: Authority
) -> None:
    url = "https://127.0.0.1:9/a.trf"
    world.configure(north={"url": url, "ca_file": authority.ca_file.parent / "gone"})
    with pytest.raises(ConfigError, match="Source “north” cannot be used"):
        world.pull()
    assert world.contact().is_troubled


def test_no_page_leads_from_https_to_http(world: World, authority: Authority) -> None:
    page = b"<html><a href='http://127.0.0.1:9/x/a.trf'>x</a></html>"
    with PullServer({"/x/": page}, authority.server) as server:
        world.configure(
            north={
                "url": server.url("/x/"), "ca_file": authority.ca_file,
                "elsewhere": True, "allow_http": True,
            }
        )  # fmt: skip
        assert "without encryption" in world.refused().en


def test_names_that_trick_are_made_harmless(server: PullServer, world: World) -> None:
    names = ["../../x.trf", "C:\\y.trf", "a\u202efrt.trf", "n" * 900 + ".trf", "A.trf",
             "a.trf"]  # fmt: skip
    entries = ", ".join(
        f'{{"url": "/{number}.trf", "name": {json.dumps(name)}}}'
        for number, name in enumerate(names)
    )
    server.pages["/feed"] = f'{{"exports": [{entries}]}}'.encode()
    server.pages |= {f"/{number}.trf": b"012 %d" % number for number in range(6)}
    world.configure(north={"url": server.url("/feed")})
    world.pull()
    found = world.names()
    assert found[:3] == ["x.trf", "y.trf", "a_frt.trf"]
    assert len(found[3]) <= 200
    assert found[4:] == ["A.trf", "a (2).trf"]
