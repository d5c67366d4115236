from __future__ import annotations

import pytest

from syncd.errors import EncodeError
from syncd.formats.text import Line, join_lines, split_lines

LINES = [
    (b"", []),
    (b"a", [("a", "")]),
    (b"a\n", [("a", "\n")]),
    (b"\n", [("", "\n")]),
    (b"a\r\nb\rc\nd", [("a", "\r\n"), ("b", "\r"), ("c", "\n"), ("d", "")]),
    (b"a\n\rb", [("a", "\n"), ("", "\r"), ("b", "")]),
    (b"a\x0bb\x0cc\x1cd\n", [("a\x0bb\x0cc\x1cd", "\n")]),
    ("a\u2028b\x85c\n".encode(), [("a\u2028b\x85c", "\n")]),
]


@pytest.mark.parametrize(("data", "lines"), LINES)
def test_lines_end_at_cr_and_lf_only(data: bytes, lines: list[tuple[str, str]]) -> None:
    split = split_lines(data)
    assert lines == list(split.lines)
    assert data == join_lines(*split)


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"Koeln", "utf-8", "Koeln"),
        ("Köln".encode(), "utf-8", "Köln"),
        ("Köln".encode("latin-1"), "latin-1", "Köln"),
        ("Köln".encode("utf-8-sig"), "utf-8-sig", "Köln"),
        (b"\xef\xbb\xbf" + "Köln".encode("latin-1"), "latin-1-sig", "Köln"),
    ],
)
def test_encoding_and_byte_order_mark_are_remembered(
    data: bytes, encoding: str, text: str
) -> None:
    split = split_lines(data)
    assert (encoding, (Line(text),)) == split
    assert data == join_lines(*split)


def test_a_letter_that_the_encoding_lacks_is_named_with_its_place() -> None:
    with pytest.raises(EncodeError) as caught:
        join_lines("latin-1", (Line("abc", "\r\n"), Line("Łódź", "\r\n")))
    error = caught.value
    assert (2, 1, "Ł") == (error.line, error.column, error.value)
    assert "latin-1" in error.text.de
