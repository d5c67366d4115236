from __future__ import annotations

import io
import zipfile

import pytest

from syncd.errors import DecodeError
from syncd.formats.lists.archive import opened_list, packed_lists
from syncd.formats.lists.kinds import Content, content_of
from syncd.formats.zipped import ArchiveLimits

MEMBERS = b'ID,ZPS,Mitgliedsnummer,"Name,Vorname",Geburtsjahr\r\n'
CLUBS = b"ZPS,LV,Verband,Vereinname\r\n"


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def contents(data: bytes, limits: ArchiveLimits = ArchiveLimits()) -> list[Content]:  # noqa: B008
    return [item.content for item in packed_lists(io.BytesIO(data), limits)]


def test_lists_are_told_by_content_not_by_name() -> None:
    files = {"a.txt": MEMBERS, "b": CLUBS, "README.txt": b"Hallo", "c": b"\xff\xd8"}
    wanted = [Content.MEMBERS, Content.CLUBS, Content.UNKNOWN, Content.UNKNOWN]
    assert wanted == contents(zipped(files))


def test_a_list_is_read_out_of_its_archive() -> None:
    data = zipped({"a": MEMBERS * 1000, "b": CLUBS})
    with opened_list(io.BytesIO(data), "a") as stream:
        assert MEMBERS == stream.readline(500)
        assert len(MEMBERS) * 999 == len(stream.read(10**6))


@pytest.mark.parametrize(
    ("files", "word"),
    [
        ({"bomb": bytes(5_000_000)}, "larger"),
        ({str(i): b"x" for i in range(40)}, "more files"),
        ({"../etc/passwd": b"x"}, "folders"),
        ({"a/b": b"x"}, "folders"),
        ({"C:\\x": b"x"}, "folders"),
        ({"inner": zipped({"a": b"x"})}, "another archive"),
    ],
)
def test_what_no_download_holds_is_refused(files: dict[str, bytes], word: str) -> None:
    with pytest.raises(DecodeError, match=word):
        contents(zipped(files))


def test_the_size_of_all_files_together_counts() -> None:
    data = zipped({"a": b"x" * 600, "b": b"y" * 600}, zipfile.ZIP_STORED)
    with pytest.raises(DecodeError, match="larger"):
        contents(data, ArchiveLimits(size_bytes=1000))


def test_encrypted_and_unusual_archives_are_refused() -> None:
    data = bytearray(zipped({"a": b"hello"}))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(DecodeError, match="encrypted"):
        contents(bytes(data))
    with pytest.raises(DecodeError, match="unusual"):
        contents(zipped({"a": b"hello"}, zipfile.ZIP_LZMA))


def test_broken_archives_are_one_error_wherever_they_break() -> None:
    data = zipped({"a": bytes(range(256)) * 20})
    for end in range(0, len(data), 7):
        with pytest.raises(DecodeError):
            contents(data[:end])
    spoilt = data[:60] + bytes(20) + data[80:]
    with pytest.raises(DecodeError):
        unpacked(spoilt, "a")
    with pytest.raises(DecodeError):
        unpacked(data, "b")


def unpacked(data: bytes, name: str) -> int:
    with opened_list(io.BytesIO(data), name) as stream:
        return len(stream.read(10**6))


def test_faults_of_the_caller_are_not_taken_for_faults_of_the_archive() -> None:
    with pytest.raises(ValueError, match="mine"):
        fail_inside(zipped({"a": b"x"}))


def fail_inside(data: bytes) -> None:
    with opened_list(io.BytesIO(data), "a"):
        message = "mine"
        raise ValueError(message)


@pytest.mark.parametrize(
    ("head", "content"),
    [
        (b"PK\x03\x04rest", Content.ZIP),
        (b"\xef\xbb\xbf" + MEMBERS, Content.MEMBERS),
        (MEMBERS.replace(b'"Name,Vorname"', b"Spielername"), Content.MEMBERS),
        (b"\r\n <!DOCTYPE html><title>Login</title>", Content.HTML),
        (b"<HTML>", Content.HTML),
        (b'<?xml version="1.0"?>\n<playerslist>', Content.FIDE_XML),
        (b"<playerslistings>", Content.UNKNOWN),
        (b"ID Number      Name", Content.FIDE_TEXT),
        (b"", Content.UNKNOWN),
        (b'"', Content.UNKNOWN),
        (b"\n", Content.UNKNOWN),
    ],
)
def test_contents(head: bytes, content: Content) -> None:
    assert content is content_of(head)
