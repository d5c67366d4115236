from __future__ import annotations

import pytest
from trf_lines import player

from syncd.formats.trf import decode, encode
from syncd.model.findings import Severity


@pytest.mark.parametrize(
    ("lines", "dialects"),
    [
        ([], ("trf06",)),
        ([player(1, "2 w 1")], ("trf06",)),
        ([player(1, "0000 - U")], ("trf16",)),
        (["142 5", "222 60"], ("trf06",)),  # CLM and Swiss-Manager write these
        (["162  W 1.0"], ("trf26",)),
        (["310   1 Team"], ("trf26",)),
        (["801  1 IND"], ("trf26",)),
        (["XXR 5", "XXC rank"], ("trf06", "trfx")),
        (["BBW  1.0", "BBL  0.0"], ("trf06", "trfbx")),
        (["022 https://lichess.org/swiss/x"], ("trf06", "lichess")),
        (["### Tournament Section  "], ("trf06", "clm")),
        (["XCC    1 SV"], ("trf06", "clm")),
        (["XCC    1 SV", "310   1 Team"], ("trf25", "clm")),
        (["DDD SSSS ATTT NNN"], ("trf06", "clm", "clm-a")),
        (["DDD SSSS sTTT NNN"], ("trf06",)),
        (["XCP a=1;;b=2;;"], ("trf06", "clm", "clm-b")),
        (
            ["### Tournament Section  ", "XCP a=1", "XCP b=2"],
            ("trf06", "clm", "clm-c"),
        ),
    ],
)
def test_dialects(lines: list[str], dialects: tuple[str, ...]) -> None:
    assert dialects == decode("\n".join(lines).encode()).dialects


def test_a_decoded_file_knows_its_format_and_its_lines() -> None:
    decoded = decode(b"012 Open\r\n??? unknown\r")
    assert ("trf", "utf-8") == (decoded.format, decoded.encoding)
    assert [("012 Open", "\r\n"), ("??? unknown", "\r")] == list(decoded.lines)
    assert () == decoded.findings
    assert b"012 Open\r\n??? unknown\r" == encode(decoded)


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_the_assumed_encoding_is_a_note_at_the_first_letter(encoding: str) -> None:
    decoded = decode("012 Open\n022 Köln\n".encode(encoding))
    (finding,) = decoded.findings
    assert ("trf.encoding", Severity.INFO) == (finding.code, finding.severity)
    assert (2, 6) == (finding.line, finding.column)
    assert encoding in finding.text.en
    assert (encoding != "utf-8") == ("Exporting as UTF-8" in finding.text.en)


def test_a_byte_order_mark_alone_has_no_place() -> None:
    (finding,) = decode(b"\xef\xbb\xbf012 Open").findings
    assert (0, 0) == (finding.line, finding.column)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", "In cp1252 it would be 'KÃ¶ln'"),
        ("latin-1", "In cp850 it would be 'K÷ln'"),
        ("cp850", "In cp1252 it would be 'K”ln'"),
    ],
)
def test_the_note_shows_how_the_word_would_read_otherwise(
    encoding: str, text: str
) -> None:
    (finding,) = decode("012 Open,Köln 1\n".encode(encoding)).findings
    assert (1, 11, "Köln") == (finding.line, finding.column, finding.value)
    assert text in finding.text.en
    assert "hieße" in finding.text.de


def test_two_joined_files_are_a_warning_at_the_first_odd_line() -> None:
    data = "012 Köln\n".encode() + "022 Mönch\n".encode("latin-1")
    (finding,) = decode(data).findings
    assert ("trf.mixed_encoding", Severity.WARNING) == (finding.code, finding.severity)
    assert (2, 6, "Mönch") == (finding.line, finding.column, finding.value)
    assert data == encode(decode(data))
