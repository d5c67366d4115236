from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from syncd.errors import UnknownFormatError
from syncd.formats.registry import detect
from syncd.formats.snapshot import encode_snapshot
from syncd.model.tournament import Tournament

TRF = b"012 Open\n001    1 m    Muster,Max\n"
DWZ = b'<?xml version="1.0"?>\n<DSB_DWZ_TournamentReport xmlns="x"></a>'


def zipped(data: bytes) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr("a.trf", data)
    return memory.getvalue()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (TRF, "trf"),
        (b"\xef\xbb\xbf" + TRF, "trf"),
        (b"### comment\r012 Open\r", "trf"),
        (b"XXR 5\n001    1 m", "trf"),
        (b"012", "trf"),
        (TRF.replace(b"Muster", b"M\xfcnch\x00n"), "trf"),
        (DWZ, "dwz"),
        (b"\xef\xbb\xbf" + DWZ, "dwz"),
        (b"<d:DSB_DWZ_TournamentReport>", "dwz"),
        (
            b"<?xml version='1.0' encoding='ISO-8859-1'?>\n<dewis xmlns:dwz='x'>",
            "dewis",
        ),
        (encode_snapshot(Tournament(name="Open")), "json"),
    ],
)
def test_a_format_is_told_by_its_content(data: bytes, name: str) -> None:
    assert name == detect(data)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b" \r\n\0", "empty"),
        (b"<!DOCTYPE html><html>012 Login\n012 x\n", "web page"),
        (b"  <HTML><body>", "web page"),
        (zipped(TRF), "archive"),
        (gzip.compress(TRF, mtime=0), "archive"),
        (b"%PDF-1.7\n012 x\n", "document"),
        (b"\x89PNG\r\n\x1a\n", "document"),
        (TRF.decode().encode("utf-16"), "UTF-16"),
        (TRF.decode().encode("utf-16-le"), "UTF-16"),
        (TRF.decode().encode("utf-16-be"), "UTF-16"),
        (b"<?xml version='1.0'?><Tournament/>", "DSB_DWZ_TournamentReport"),
        (bytes(range(1, 256)), "binary"),
        (b"Dear all,\nhere are the results.\n", "neither"),
        (b"0123 x\n0011\n", "neither"),
        (DWZ + b"\n" + TRF, "several formats"),
    ],
)
def test_anything_else_is_named(data: bytes, word: str) -> None:
    with pytest.raises(UnknownFormatError) as caught:
        detect(data)
    assert word in caught.value.text.en
    assert caught.value.text.de != caught.value.text.en


def test_the_size_limit_is_an_argument() -> None:
    assert detect(TRF, most_bytes=len(TRF)) == "trf"
    with pytest.raises(UnknownFormatError, match="KiB"):
        detect(TRF, most_bytes=len(TRF) - 1)
