"""The pure parts of downloads: kinds, links, names, archives, as tables."""

from __future__ import annotations

import datetime as dt
import io
import stat
import zipfile
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import DecodeError
from syncd.formats.zipped import ArchiveLimits
from syncd.intake.filename import decode_name
from syncd.intake.pull import listings, reasons
from syncd.intake.pull.kinds import Kind, kind_of
from syncd.intake.pull.links import Link, is_below, is_safe_step, is_same_server, joined
from syncd.intake.pull.naming import (
    MOST_BYTES,
    DistinctNames,
    clean_name,
    name_in_disposition,
)
from syncd.intake.pull.unpack import Entry, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.settings_pull import PullKind

PAGE: Final = "https://a.example/x/"
LIMITS: Final = ArchiveLimits(entries=5, size_bytes=1_000_000)


@pytest.mark.parametrize(
    ("content_type", "head", "kind"),
    [
        ("", b"012 Open\n", Kind.FILE),
        ("text/plain", b"\xef\xbb\xbf012 Open\n", Kind.FILE),
        ("application/octet-stream", b"<?xml version='1.0'?><DSB/>", Kind.FILE),
        ("application/x-unheard-of", b"012", Kind.FILE),
        ("text/html", b"012 Open\n", Kind.INDEX),
        ("text/plain", b"\n<!DOCTYPE HTML>\n<html>", Kind.INDEX),
        ("", b"<?xml version='1.0'?><html xmlns='x'>", Kind.INDEX),
        ("application/json", b"x", Kind.FEED),
        ("application/feed+json", b"x", Kind.FEED),
        ("text/plain", b' {"exports": []}', Kind.FEED),
        ("text/plain", b"[]", Kind.FEED),
        ("text/plain", b"https://a.example/x\n# and\n\nHTTP://b/y", Kind.LIST),
        ("text/plain", b"https://a.example/x\nand more", Kind.FILE),
        ("text/plain", b"PK\x03\x04rest", Kind.ZIP),
        ("text/plain", b"PK\x05\x06rest", Kind.ZIP),
    ],
)
def test_auto_decides_by_type_and_first_bytes(
    content_type: str, head: bytes, kind: Kind
) -> None:
    assert kind_of("auto", content_type, head) is kind


def test_a_long_list_may_be_cut_in_its_last_line() -> None:
    head = (b"https://a.example/x.trf\n" * 400)[:4095] + b"h"
    assert kind_of("auto", "", head) is Kind.LIST


@pytest.mark.parametrize(
    ("wanted", "content_type", "head", "words"),
    [
        ("file", "text/html", b"x", "web page"),
        ("zip", "", b"<html>", "web page"),
        ("file", "", b"PK\x03\x04", 'kind "zip"'),
        ("file", "application/json", b"{}", 'kind "feed"'),
        ("zip", "", b"012", 'kind "file"'),
        ("index", "", b"012", 'kind "file"'),
        ("auto", "image/png", b"\x89PNG", "picture"),
        ("file", "application/pdf", b"%PDF", "picture"),
        ("auto", "video/mp4", b"x", "picture"),
    ],
)
def test_something_else_than_wanted_is_refused(
    wanted: PullKind, content_type: str, head: bytes, words: str
) -> None:
    with pytest.raises(DecodeError, match=words):
        kind_of(wanted, content_type, head)


@pytest.mark.parametrize(
    ("reference", "url"),
    [
        ("a.trf", "https://a.example/x/a.trf"),
        ("/y/a.trf#top", "https://a.example/y/a.trf"),
        ("//b.example/a.trf", "https://b.example/a.trf"),
        ("https://user:pw@b.example/a?b=c", "https://b.example/a?b=c"),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("mailto:a@b.example", ""),
        ("https://[broken", ""),
        ("https://a.example:99999/x", ""),
        ("a" * 3000, ""),
        ("https://xn--a.example/x.trf", ""),
        ("https://a.example\x00/x.trf", ""),
        ("https://" + "a" * 70 + ".example/", ""),
        ("a b.trf", "https://a.example/x/a%20b.trf"),
        ("Köln.trf", "https://a.example/x/Köln.trf"),
        ("  ", ""),
    ],
)
def test_links_are_joined_and_carry_no_login(reference: str, url: str) -> None:
    assert joined(PAGE, reference) == url


@pytest.mark.parametrize(
    ("url", "below", "same"),
    [
        ("https://a.example/x/a.trf", True, True),
        ("https://a.example/x/y/a.trf", True, True),
        ("https://a.example/xa.trf", False, True),
        ("https://a.example/x/../y/a.trf", False, True),
        ("https://a.example/x/%2e%2E/y/a.trf", False, True),
        ("https://a.example/x/%252e%252e/y", False, True),
        ("https://a.example/x/..%5cy", False, True),
        ("https://a.example:443/x/a.trf", True, True),
        ("https://a.example:8443/x/a.trf", False, False),
        ("http://a.example/x/a.trf", False, False),
        ("https://b.example/x/a.trf", False, False),
    ],
)
def test_what_is_below_a_page(url: str, below: bool, same: bool) -> None:  # noqa: FBT001 - a table
    assert (is_below(url, PAGE), is_same_server(url, PAGE)) == (below, same)


@pytest.mark.parametrize(
    ("url", "page", "allow", "safe"),
    [
        ("https://b.example/", "http://a.example/", False, True),
        ("http://b.example/", "https://a.example/", True, False),
        ("http://b.example/", "http://a.example/", False, False),
        ("http://b.example/", "http://a.example/", True, True),
        ("http://127.0.0.1/", "http://127.0.0.1/", False, True),
        ("http://127.0.0.1/", "https://a.example/", True, False),
    ],
)
def test_no_link_gives_up_encryption(
    url: str,
    page: str,
    allow: bool,  # noqa: FBT001 - a table
    safe: bool,  # noqa: FBT001
) -> None:
    assert is_safe_step(url, page, allow_http=allow) is safe


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("Open__29-11-2026__10-00-00.trf", "Open__29-11-2026__10-00-00.trf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.trf", "boot.trf"),
        ("C:\\temp\\a.trf", "a.trf"),
        ("C:a.trf", "a.trf"),
        ("..", "export"),
        (".", "export"),
        ("", "export"),
        ("/", "export"),
        ("a.trf/", "a.trf"),
        (" . a.trf . ", ". a.trf"),
        ("a\nb\x00c\x1b[31m.trf", "a b_c_[31m.trf"),
        ("a\u202efrt.trf", "a_frt.trf"),
        ("a\udcffb.trf", "a_b.trf"),
        ("Ko\u0308ln.trf", "Köln.trf"),
        ("a \t  b.trf", "a b.trf"),
    ],
)
def test_names_are_only_names(stated: str, name: str) -> None:
    assert clean_name(stated) == name


def test_a_very_long_name_keeps_its_time() -> None:
    name = clean_name("Ö" * 5000 + "__29-11-2026__10-00-00.trf")
    assert len(name.encode()) <= MOST_BYTES
    stamped = decode_name(name)
    assert stamped is not None
    assert stamped.stamp == dt.datetime(2026, 11, 29, 10)


@given(st.text())
def test_every_name_is_printable_short_and_no_path(stated: str) -> None:
    name = clean_name(stated)
    assert 0 < len(name.encode("utf-8")) <= MOST_BYTES
    assert not {*"/\\"} & {*name}
    assert name not in {".", ".."}
    assert clean_name(name) == name


def test_names_that_differ_only_in_case_stay_apart() -> None:
    names = DistinctNames()
    given_names = [names.of(name) for name in ("a.trf", "A.trf", "a.trf", "A.TRF")]
    assert given_names == ["a.trf", "A (2).trf", "a.trf", "A (3).TRF"]


@given(st.text())
def test_no_disposition_breaks_anything(header: str) -> None:
    assert isinstance(name_in_disposition(header), str)


@pytest.mark.parametrize(
    "body",
    [
        b'{"exports": [{"url": "a", "name": "n", "sha256": "%s", "changed": '
        b'"2026-11-29T10:00:00Z"}]}' % (b"A" * 64),
        b'\xef\xbb\xbf[{"href": "a", "filename": "n", "sha256": "%s", "modified": '
        b'"2026-11-29T11:00:00+01:00", "more": {}}]' % (b"a" * 64),
        b'{"items": [{"link": "a", "title": "n", "sha256": "%s", "updated": '
        b'"Sun, 29 Nov 2026 10:00:00 GMT"}, {"url": "a"}, {"url": 5}, 7, null]}'
        % (b"a" * 64),
    ],
)
def test_feeds_are_read_as_they_come(body: bytes) -> None:
    changed = dt.datetime(2026, 11, 29, 10, tzinfo=dt.UTC)
    expected = Link(f"{PAGE}a", "n", "a" * 64, changed)
    assert listings.links_in_feed(body, PAGE) == [expected]


@pytest.mark.parametrize(
    ("entry", "link"),
    [
        ('"a"', Link(f"{PAGE}a")),
        ('{"url": "a", "etag": "\\"7\\""}', Link(f"{PAGE}a", etag='"7"')),
        ('{"url": "a", "etag": 7}', Link(f"{PAGE}a")),
        ('{"url": "a", "sha256": "short", "changed": "soon"}', Link(f"{PAGE}a")),
        ('{"url": "a", "changed": "0001-01-01T00:00:00+14:00"}', Link(f"{PAGE}a")),
    ],
)
def test_what_a_feed_says_wrong_is_as_good_as_not_said(entry: str, link: Link) -> None:
    assert listings.links_in_feed(f"[{entry}]".encode(), PAGE) == [link]


@pytest.mark.parametrize(
    ("read", "body", "reason"),
    [
        (listings.links_in_feed, b"{}", reasons.NO_FEED),
        (listings.links_in_feed, b"7", reasons.NO_FEED),
        (listings.links_in_feed, b"", reasons.NO_FEED),
        (listings.links_in_feed, b"[" * 100_000, reasons.NO_FEED),
        (listings.links_in_feed, b"[%s]" % (b"9" * 10_000), reasons.NO_FEED),
        (listings.links_in_feed, b"\xff\xfe", reasons.NO_FEED),
        (listings.links_in_feed, b"[%s]" % (b" " * 5_000_000), reasons.LARGE_LISTING),
        (listings.links_in_text, b"x" * 5_000_000, reasons.LARGE_LISTING),
        (listings.links_in_text, b"\n".join(b"a%d" % one for one in range(10_002)),
         reasons.LARGE_LISTING),
        (listings.links_in_page, b"", reasons.WEB_PAGE),
        (listings.links_in_page, b"\x00\xff", reasons.WEB_PAGE),
        (listings.links_in_page, b"<html><a href=x.html>x</a>", reasons.WEB_PAGE),
        (listings.links_in_page, b"<form><INPUT type=PassWord>", reasons.LOGIN_PAGE),
        (listings.links_in_page, b"<a>" * 50_000, reasons.WEB_PAGE),
        (listings.links_in_folder, b"<html/>", reasons.NO_FOLDER),
        (listings.links_in_folder, b"no xml", reasons.NO_FOLDER),
        (listings.links_in_folder, b"", reasons.NO_FOLDER),
    ],
)  # fmt: skip
def test_what_is_no_listing_is_refused(
    read: Callable[[bytes, str], list[Link]], body: bytes, reason: object
) -> None:
    with pytest.raises(DecodeError) as caught:
        read(body, PAGE)
    assert caught.value.text == reason


def test_entities_of_a_folder_listing_are_not_followed() -> None:
    body = b"""<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>
    <D:multistatus xmlns:D="DAV:"><D:response><D:href>/x/a.trf&e;</D:href>
    </D:response></D:multistatus>"""
    assert listings.links_in_folder(body, PAGE) == [Link(f"{PAGE}a.trf")]


@pytest.mark.parametrize(
    "read",
    [
        listings.links_in_text,
        listings.links_in_page,
        listings.links_in_feed,
        listings.links_in_folder,
    ],
)
@given(body=st.binary(max_size=300))
def test_any_bytes_are_links_or_one_error(
    read: Callable[[bytes, str], list[Link]], body: bytes
) -> None:
    try:
        assert all(link.url for link in read(body, PAGE))
    except DecodeError as error:
        assert error.text.en != error.text.de  # noqa: PT017 - or links


def packed(
    change: Callable[[zipfile.ZipInfo], None] | None = None,
    data: bytes = b"012 A\n",
    name: str = "a.trf",
) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo(name, (2026, 11, 29, 10, 0, 0))
        info.compress_type = zipfile.ZIP_DEFLATED
        if change is not None:
            change(info)
        archive.writestr(info, data)
    return stream


def taken(stream: io.BytesIO, most: int = 1000) -> list[Entry]:
    return list(unpacked(stream, LIMITS, most))


def test_an_entry_comes_with_its_time() -> None:
    changed = dt.datetime(2026, 11, 29, 10)
    assert taken(packed()) == [Entry("a.trf", b"012 A\n", changed=changed)]


def as_link(info: zipfile.ZipInfo) -> None:
    info.external_attr = (stat.S_IFLNK | 0o777) << 16


def as_lzma(info: zipfile.ZipInfo) -> None:
    info.compress_type = zipfile.ZIP_LZMA


def encrypted() -> io.BytesIO:
    """Set the flag of encryption in the entry and in the directory."""
    data = bytearray(packed().getvalue())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return io.BytesIO(bytes(data))


def broken_content() -> io.BytesIO:
    data = packed(data=b"012 " + bytes(range(200))).getvalue()
    return io.BytesIO(data.replace(bytes(range(60, 70)), bytes(10)))


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (packed(name="../a.trf"), reasons.OUTSIDE),
        (packed(name="/etc/a.trf"), reasons.OUTSIDE),
        (packed(name="x/..\\a.trf"), reasons.OUTSIDE),
        (packed(name="C:\\a.trf"), reasons.OUTSIDE),
        (packed(as_link, b"/etc/passwd"), reasons.NO_FILE),
        (packed(as_lzma), reasons.LOCKED),
        (encrypted(), reasons.LOCKED),
        (packed(name="b.zip"), reasons.NESTED),
        (packed(data=packed().getvalue()), reasons.NESTED),
        (packed(data=b"012 " * 500), reasons.too_large(1000)),
        (packed(data=b""), reasons.EMPTY_ENTRY),
        (broken_content(), reasons.BROKEN),
    ],
)
def test_an_entry_is_refused_alone(stream: io.BytesIO, reason: object) -> None:
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("good.trf", b"012 good")
    refused, good = taken(stream)
    assert (refused.refused, refused.data) == (reason, b"")
    assert (good.refused, good.data) == (None, b"012 good")


def many() -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(6):
            archive.writestr(f"{number}.trf", b"x")
    return stream


def crowded() -> io.BytesIO:
    """Return an archive with a directory that would take long to read."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(600):
            archive.writestr(f"{number}.trf", b"")
    return stream


def beyond_4_gb() -> io.BytesIO:
    return io.BytesIO(packed().getvalue()[:-22] + b"PK\x06\x07" + bytes(16)
                      + packed().getvalue()[-22:])  # fmt: skip


def bomb(size: int = 900_000) -> io.BytesIO:
    """A real bomb: far more bytes come out than went in."""
    return packed(data=b"0" * size, name="bomb.trf")


def lying() -> io.BytesIO:
    """Claim that the bomb unpacks to a few bytes."""
    data = bytearray(bomb().getvalue())
    at = data.index(b"PK\x01\x02") + 24
    data[at : at + 4] = (100).to_bytes(4, "little")
    return io.BytesIO(bytes(data))


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        (io.BytesIO(b"PK\x03\x04 and no archive"), reasons.BROKEN),
        (io.BytesIO(packed().getvalue()[:-30]), reasons.BROKEN),
        (many(), reasons.MANY_ENTRIES),
        (crowded(), reasons.MANY_ENTRIES),
        (beyond_4_gb(), reasons.MANY_ENTRIES),
        (bomb(), reasons.BOMB),
        (bomb(2_000_000), reasons.BOMB),
    ],
)
def test_an_archive_is_refused_as_a_whole(stream: io.BytesIO, reason: object) -> None:
    with pytest.raises(DecodeError) as caught:
        taken(stream)
    assert caught.value.text == reason


def test_a_bomb_that_lies_about_its_size_is_read_only_so_far() -> None:
    (entry,) = taken(lying())
    assert entry.refused in {reasons.BROKEN, reasons.too_large(1000)}
    assert entry.data == b""


def damaged(data: bytes, at: int, value: int) -> io.BytesIO:
    return io.BytesIO(data[:at] + bytes([value]) + data[at + 1 :])


def as_far_as_it_goes(stream: io.BytesIO) -> list[Entry]:
    try:
        return taken(stream)
    except DecodeError:
        return []


@pytest.mark.parametrize("value", [0, 1, 0x2F, 0x7F, 0xFF])
def test_no_damaged_byte_of_an_archive_breaks_anything(value: int) -> None:
    data = packed(data=b"012 " + bytes(range(60))).getvalue()
    for at in range(len(data)):
        for entry in as_far_as_it_goes(damaged(data, at, value)):
            assert entry.data or entry.refused is not None


@given(st.binary(max_size=200), st.integers(0, 200))
def test_no_inserted_bytes_break_anything(inserted: bytes, at: int) -> None:
    data = packed().getvalue()
    as_far_as_it_goes(io.BytesIO(data[:at] + inserted + data[at:]))
