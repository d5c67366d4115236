from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from dwzxml_samples import REPORT, TEXT, edited, line_of, swapped

from syncd.errors import (
    DecodeError,
    FormatError,
    InconsistentError,
    UnknownFormatError,
)
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.source import Limits

YEAR, ROUNDS = line_of("<dobYear>1971"), line_of("<rounds>")
GAME = line_of("NumberWhite>3</")


def test_reads_what_was_written() -> None:
    assert decode_report(TEXT.encode()) == REPORT


def test_optional_texts() -> None:
    report = edited(
        {"url": "https://example.org/?a=1&b=2", "notes": " x\n", "age_class": "U12"}
    )
    assert decode_report(encode_report(report)) == report


def test_uuids_in_capitals_come_out_small() -> None:
    data = swapped(
        (REPORT.tournament_uuid, REPORT.tournament_uuid.upper()),
        ("f0b7c1de", "F0B7C1DE"),
    )
    assert decode_report(data) == REPORT


def test_a_file_without_header() -> None:
    report = replace(REPORT, header=None)
    assert decode_report(encode_report(report)) == report


@pytest.mark.parametrize(
    ("written", "created"),
    [
        ("2026-09-14T16:05:00Z", dt.datetime(2026, 9, 14, 16, 5, tzinfo=dt.UTC)),
        ("2026-09-14T16:05:00", dt.datetime(2026, 9, 14, 16, 5, tzinfo=dt.UTC)),
        (
            "2026-09-14T16:05:00.1234567Z",
            dt.datetime(2026, 9, 14, 16, 5, 0, 123456, tzinfo=dt.UTC),
        ),
        (
            "2026-09-14T16:05:00-14:00",
            dt.datetime(2026, 9, 15, 6, 5, tzinfo=dt.UTC),
        ),
    ],
)
def test_moments(written: str, created: dt.datetime) -> None:
    header = decode_report(swapped(("2026-09-14T18:05:00+02:00", written))).header
    assert header is not None
    assert header.created == created
    assert header.created.tzinfo is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<rounds>3</rounds>", "<rounds> 3 </rounds>"),
        ("<rounds>3</rounds>", "<rounds>003</rounds>"),
        ("<surname>Fitz</surname>", "<surname>F<!-- -->itz</surname>"),
        ("<surname>Fitz</surname>", "<surname><![CDATA[Fitz]]></surname>"),
        ("<surname>Fitz</surname>", "<surname>&#70;itz</surname>"),
        ("</header>", "</header><?php ?>"),
        (' version="2.5"', ""),
    ],
)
def test_other_spellings_of_the_same(old: str, new: str) -> None:
    assert decode_report(swapped((old, new))) == REPORT


@pytest.mark.parametrize(
    ("data", "error", "line", "count"),
    [
        (b"", DecodeError, 1, 1),
        (b"012 TRF", DecodeError, 1, 1),
        (b"<html/>", UnknownFormatError, 1, 1),
        (swapped(("<dobYear>1971", "<dobYear>71")), DecodeError, YEAR, 1),
        (
            swapped(("<dobYear>1971", "<dobYear>71"), ("<rounds>3", "<rounds>0")),
            DecodeError,
            ROUNDS,
            2,
        ),
        (
            swapped(("NumberWhite>3</", "NumberWhite>9</")),
            InconsistentError,
            GAME,
            1,
        ),
    ],
)
def test_what_cannot_be_read(
    data: bytes, error: type[FormatError], line: int, count: int
) -> None:
    with pytest.raises(FormatError) as caught:
        decode_report(data)
    assert type(caught.value) is error
    assert caught.value.line == line
    assert len(caught.value.causes) == count
    assert caught.value.text == caught.value.causes[0]


def test_a_reference_beside_another_fault_is_no_mere_contradiction() -> None:
    data = swapped(("NumberWhite>3</", "NumberWhite>9</"), ("<vkz>Z9901", "<vkz>Z"))
    with pytest.raises(DecodeError) as caught:
        decode_report(data)
    assert caught.value.value == "Z"


def test_limits_are_arguments() -> None:
    with pytest.raises(DecodeError) as caught:
        decode_report(TEXT.encode(), limits=Limits(size_bytes=100))
    assert "100" in caught.value.text.en
