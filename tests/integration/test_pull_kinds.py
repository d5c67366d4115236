"""Downloading exports of every kind from a real server on loopback."""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
import re
import zipfile
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from pull_server import NOW, PullServer, Reply, World

from syncd.errors import StoreError
from syncd.store.leases import claim_lease

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ONE, TWO = b"012 One\r\n", b"012 Two\r\n"
STAMPED = "Open__29-11-2026__10-00-00.trf"


@pytest.fixture
def server() -> Iterator[PullServer]:
    with PullServer({}) as running:
        yield running


@pytest.fixture
def world(tmp_path: Path, migrated_sqlite: Path) -> Iterator[World]:
    made = World(tmp_path, migrated_sqlite)
    with closing(made.store):
        yield made


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def folder_listing(*files: tuple[str, str]) -> bytes:
    items = "".join(
        f"<D:response><D:href>{href}</D:href><D:propstat><D:prop>"
        f"<D:getetag>{etag}</D:getetag>"
        "<D:getlastmodified>Sun, 29 Nov 2026 10:00:00 GMT</D:getlastmodified>"
        "</D:prop></D:propstat></D:response>"
        for href, etag in files
    )
    top = (
        "<D:response><D:href>/dav/</D:href><D:propstat><D:prop><D:resourcetype>"
        "<D:collection/></D:resourcetype></D:prop></D:propstat></D:response>"
    )
    return f'<D:multistatus xmlns:D="DAV:">{top}{items}</D:multistatus>'.encode()


INDEX = b"""<!DOCTYPE html><html><h1>Index of /x/</h1><a href="../">..</a>
<a href="?C=N;O=D">Name</a><a href="a.trf">a.trf</a><A HREF='b.xml'>b</A>
<a href="logo.png">logo</a><a href="sub/c.txt">c</a></html>"""


def test_each_kind_is_told_by_its_answer(server: PullServer, world: World) -> None:
    """One address of each kind, all `auto`."""
    server.pages |= {
        "/one.trf": ONE,
        "/list.txt": f"# mine\n{server.url('/l.trf')}\n\n".encode(),
        "/l.trf": b"012 L\n",
        "/x/": Reply(INDEX, headers={"Content-Type": "text/html"}),
        "/x/a.trf": b"012 A\n",
        "/x/b.xml": b"<x/>",
        "/x/sub/c.txt": b"012 C\n",
        "/feed": json.dumps({"exports": [{"url": "/f", "name": "f.trf"}]}).encode(),
        "/f": b"012 F\n",
        "/all.zip": zipped(**{"z.trf": b"012 Z\n", "read.me": b"x"}),
    }
    paths = ("/one.trf", "/list.txt", "/x/", "/feed", "/all.zip")
    world.configure(north={"url": [server.url(path) for path in paths]})
    pulled = world.pull()
    assert (pulled.taken, pulled.troubles, pulled.error) == (7, (), None)
    assert world.names() == [
        "one.trf", "l.trf", "a.trf", "b.xml", "c.txt", "f.trf", "z.trf",
    ]  # fmt: skip
    assert world.arrivals()[0] == ("one.trf", ONE)
    assert world.contact().success_utc == world.now
    assert not world.contact().is_troubled
    again = world.pull()
    assert (again.taken, again.unchanged) == (0, 7)


def test_a_webdav_folder_costs_one_request_while_nothing_changes(
    server: PullServer, world: World
) -> None:
    def refuse(status: int) -> Reply:
        return Reply(b"no", status)

    server.pages["/dav/"] = refuse(405)
    world.configure(north={"url": server.url("/dav/"), "kind": "webdav"})
    assert "405" in world.refused().en
    server.pages |= {
        "/dav/": Reply(folder_listing(("/dav/a.trf", '"1"'), ("/dav/x.png", "")), 207),
        "/dav/a.trf": Reply(ONE, headers={"ETag": '"1"'}),
    }
    server.asked.clear()
    assert world.pull().taken == 1
    assert [(one.method, one.path) for one in server.asked] == [
        ("PROPFIND", "/dav/"), ("GET", "/dav/a.trf"),
    ]  # fmt: skip
    assert server.asked[0].headers["depth"] == "1"
    assert world.stamps() == [dt.datetime(2026, 11, 29, 10, tzinfo=dt.UTC)]
    server.asked.clear()
    assert world.pull().unchanged == 1
    assert server.paths() == ["/dav/"]


def test_a_folder_that_cannot_be_read_like_a_file_is_listed(
    server: PullServer, world: World
) -> None:
    listing = folder_listing(("/dav/a.trf", '"1"')).decode()
    reply = f"HTTP/1.1 207 Multi\r\nContent-Length: {len(listing)}\r\n\r\n{listing}"

    def serve(connection: object, _: object) -> None:
        is_first = len(server.asked) == 1
        text = "HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n" if is_first else reply
        connection.sendall(text.encode())  # type: ignore[attr-defined]

    server.pages |= {"/dav/": serve, "/dav/a.trf": ONE}
    world.configure(north={"url": server.url("/dav/")})
    assert world.pull().taken == 1


def test_what_has_not_changed_costs_nothing(server: PullServer, world: World) -> None:
    server.pages["/a.trf"] = Reply(
        ONE, headers={"ETag": '"7"', "Last-Modified": "Sun, 29 Nov 2026 09:00:00 GMT"}
    )
    world.configure(north={"url": server.url("/a.trf")})
    assert world.pull().taken == 1
    assert "if-none-match" not in server.asked[0].headers
    assert world.pull().unchanged == 1
    asked = server.asked[1].headers
    assert asked["if-none-match"] == '"7"'
    assert asked["if-modified-since"] == "Sun, 29 Nov 2026 09:00:00 GMT"
    assert len(world.arrivals()) == 1


def test_a_server_without_marks_is_read_again_and_nothing_arrives_twice(
    server: PullServer, world: World
) -> None:
    server.pages["/a.trf"] = ONE
    world.configure(north={"url": server.url("/a.trf")})
    assert [world.pull().taken for _ in range(3)] == [1, 0, 0]


def test_what_was_taken_back_arrives_anew(server: PullServer, world: World) -> None:
    """A, B, A counts as three: each was fetched anew."""
    world.configure(north={"url": server.url("/a.trf")})
    for content in (ONE, TWO, ONE):
        server.pages["/a.trf"] = content
        assert world.pull().taken == 1
    assert [data for _, data in world.arrivals()] == [ONE, TWO, ONE]
    stamps = world.stamps()
    assert stamps == sorted(set(stamps))


def test_the_name_tells_the_time_and_the_server_only_the_first_time(
    server: PullServer, world: World
) -> None:
    old = {"Last-Modified": "Sat, 28 Nov 2026 09:00:00 GMT"}
    server.pages |= {f"/{STAMPED}": Reply(ONE, headers=old), "/a": Reply(ONE, 200, old)}
    world.configure(north={"url": [server.url(f"/{STAMPED}"), server.url("/a")]})
    world.pull()
    named, stated = world.stamps()
    assert named == dt.datetime(2026, 11, 29, 9, tzinfo=dt.UTC)  # 10:00 in Berlin
    assert stated == dt.datetime(2026, 11, 28, 9, tzinfo=dt.UTC)
    older = {"Last-Modified": "Fri, 27 Nov 2026 09:00:00 GMT"}
    server.pages["/a"] = Reply(TWO, 200, older)
    world.pull()
    assert world.stamps()[2] == world.now


def test_a_time_of_tomorrow_does_not_make_later_exports_old(
    server: PullServer, world: World
) -> None:
    ahead = {"Last-Modified": "Sun, 29 Nov 2099 09:00:00 GMT"}
    server.pages["/a.trf"] = Reply(ONE, headers=ahead)
    world.configure(north={"url": server.url("/a.trf")})
    world.pull()
    assert world.stamps() == [world.now]
    assert world.now > NOW


def test_a_feed_says_by_hash_what_is_there_already(
    server: PullServer, world: World
) -> None:
    sha256 = hashlib.sha256(ONE).hexdigest()
    entry = {"url": "one", "name": STAMPED, "sha256": sha256}
    server.pages |= {
        "/v1/feed": Reply(json.dumps([entry]).encode()),
        "/v1/one": ONE,
    }
    world.configure(north={"url": server.url("/v1/feed"), "kind": "feed"})
    assert world.pull().taken == 1
    assert server.paths() == ["/v1/feed", "/v1/one"]
    assert world.pull().unchanged == 1
    assert server.paths() == ["/v1/feed"]
    server.pages["/v1/feed"] = Reply(
        json.dumps([{**entry, "sha256": "0" * 64}]).encode(), headers={"ETag": '"2"'}
    )
    assert "sha256" in world.refused().en
    assert world.pull().troubles  # its mark is not kept, so it is asked again
    assert server.paths() == ["/v1/feed", "/v1/one"] * 2


def test_a_feed_that_was_read_is_asked_by_its_mark(
    server: PullServer, world: World
) -> None:
    server.pages |= {
        "/feed": Reply(b'{"exports": ["/a.trf"]}', headers={"ETag": '"1"'}),
        "/a.trf": ONE,
    }
    world.configure(north={"url": server.url("/feed")})
    world.pull()
    server.asked.clear()
    assert world.pull().error is None
    assert server.paths() == ["/feed"]


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        (f'attachment; filename="{STAMPED}"', STAMPED),
        ("attachment; filename*=UTF-8''K%C3%B6ln.trf", "Köln.trf"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ("attachment", ""),
        ("rubbish; =", ""),
    ],
)
def test_the_server_names_the_file(
    server: PullServer, world: World, disposition: str, name: str
) -> None:
    server.pages["/index.php?id=5"] = Reply(
        ONE, headers={"Content-Disposition": disposition}
    )
    world.configure(north={"url": server.url("/index.php?id=5")})
    world.pull()
    (found,) = world.names()
    if name:
        assert found == name
    else:  # a script is no name, and another query is another tournament
        assert re.fullmatch("export-[0-9a-f]{8}", found)


def test_an_archive_is_unpacked_and_remembered(
    server: PullServer, world: World
) -> None:
    def serve(etag: str, **files: bytes) -> None:
        server.pages["/all.zip"] = Reply(zipped(**files), headers={"ETag": etag})

    serve('"1"', **{"a.trf": ONE, "sub/b.trf": TWO, "A.trf": b"012 three"})
    world.configure(north={"url": server.url("/all.zip"), "kind": "zip"})
    assert world.pull().taken == 3
    assert world.names() == ["a.trf", "b.trf", "A (2).trf"]
    assert world.pull().unchanged == 1
    serve('"2"', **{"a.trf": ONE, "sub/b.trf": ONE})
    pulled = world.pull()
    assert (pulled.taken, pulled.unchanged) == (1, 1)
    assert world.arrivals()[-1] == ("b.trf", ONE)


def test_links_out_of_the_folder_are_refused_unless_they_are_meant(
    server: PullServer, world: World
) -> None:
    links = ("/y/a.trf", "../y/b.trf", "%2e%2e/y/c.trf", "d.trf")
    page = "".join(f'<a href="{link}">x</a>' for link in links)
    server.pages |= {
        "/x/": f"<html>{page}</html>".encode(),
        **{f"/{path}": ONE for path in ("y/a.trf", "y/b.trf", "x/%2e%2e/y/c.trf",
                                        "x/d.trf")},
    }  # fmt: skip
    world.configure(north={"url": server.url("/x/")})
    pulled = world.pull()
    assert pulled.taken == 1
    assert len(pulled.troubles) == 3
    assert all("elsewhere = true" in item.trouble.en for item in pulled.troubles)
    world.configure(north={"url": server.url("/x/"), "elsewhere": True})
    pulled = world.pull()
    assert (pulled.taken, pulled.troubles) == (3, ())


def test_a_pull_takes_so_many_files_and_says_so(
    server: PullServer, world: World
) -> None:
    lines = "\n".join(server.url(f"/{number}.trf") for number in range(5))
    server.pages |= {"/list": lines.encode()}
    server.pages |= {f"/{number}.trf": b"012 %d" % number for number in range(5)}
    world.configure(north={"url": server.url("/list"), "max_files": 3})
    pulled = world.pull()
    assert pulled.taken == 3
    assert "5 files" in pulled.troubles[0].trouble.en


def test_what_nothing_names_any_more_is_forgotten(
    server: PullServer, world: World
) -> None:
    server.pages |= {"/list": server.url("/gone.trf").encode()}
    world.configure(north={"url": server.url("/list")})
    assert "404" in world.refused().en
    assert world.contact().is_troubled
    server.pages |= {"/list": server.url("/a.trf").encode(), "/a.trf": ONE}
    pulled = world.pull()
    assert (pulled.taken, pulled.troubles) == (1, ())
    assert not world.contact().is_troubled


def test_a_trouble_is_an_event_once(server: PullServer, world: World) -> None:
    world.configure(north={"url": server.url("/a.trf?key=hidden")})
    for _ in range(3):
        assert "404" in world.refused().en
    (event,) = world.events("pull.refused")
    assert event.startswith(f"north, {server.url('/a.trf')}: 127.0.0.1 answers 404")
    assert "hidden" not in event
    server.pages["/a.trf?key=hidden"] = ONE
    assert world.pull().troubles == ()
    server.pages.clear()
    world.refused()
    assert len(world.events("pull.refused")) == 2


def test_what_is_on_its_way_or_no_export_is_passed_over(
    server: PullServer, world: World
) -> None:
    files = {".hidden.trf": ONE, "a (Konflikt).trf": ONE, "x.trf": TWO}
    server.pages["/all.zip"] = zipped(**files, **{"__MACOSX/._x.trf": ONE})
    world.configure(north={"url": server.url("/all.zip")})
    assert world.pull().troubles == ()
    assert "x.trf" in world.names()
    assert ".hidden.trf" not in world.names()


def test_one_source_is_pulled_by_one_at_a_time(
    server: PullServer, world: World
) -> None:
    server.pages["/a.trf"] = ONE
    world.configure(north={"url": server.url("/a.trf")})
    with world.store.write() as session:
        then = world.now + dt.timedelta(minutes=61)
        assert claim_lease(session, "pull.north", "other", then, 100)
    with pytest.raises(StoreError, match="at this moment"):
        world.pull()
    assert world.pull().taken == 1
