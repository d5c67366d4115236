from __future__ import annotations

import pytest

from syncd.errors import DecodeError, EncodeError
from syncd.formats.text import Limits, Line, WindowsLine, join_lines, split_lines

LINES = [
    (b"", []),
    (b"a", [("a", "")]),
    (b"a\n", [("a", "\n")]),
    (b"\n", [("", "\n")]),
    (b"a\r\nb\rc\nd", [("a", "\r\n"), ("b", "\r"), ("c", "\n"), ("d", "")]),
    (b"a\rb\r", [("a", "\r"), ("b", "\r")]),
    (b"a\r\n\r\nb", [("a", "\r\n"), ("", "\r\n"), ("b", "")]),
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
        ("Köln „Open“".encode("cp1252"), "cp1252", "Köln „Open“"),
        ("Tomáš Žižek".encode("cp1252"), "cp1252", "Tomáš Žižek"),
        (b"1\x81\x8d\x8f\x90\x9d2\x80", "cp1252", "1\x81\x8d\x8f\x90\x9d2€"),
        ("Groß, Jürgen".encode("cp850"), "cp850", "Groß, Jürgen"),
        ("MÜLLER".encode("cp437"), "cp850", "MÜLLER"),
        ("Sørensen, Jörg".encode("cp850"), "cp850", "Sørensen, Jörg"),
        ("╞ Müller ╡".encode("cp437"), "cp437", "╞ Müller ╡"),
        ("Muñoz, É".encode("cp850"), "cp850", "Muñoz, É"),
        ("Muñoz, É".encode("cp437"), "cp850", "Muñoz, É"),
        ("Äpfel, Bo".encode("cp437"), "cp850", "Äpfel, Bo"),
        ("JÄGER".encode("cp850"), "cp850", "JÄGER"),
        ("Žagar, Marko".encode("cp1252"), "cp1252", "Žagar, Marko"),
        ("André, Žluva".encode("cp1252"), "cp1252", "André, Žluva"),
        (b"Gro\xe1", "latin-1", "Groá"),  # DOS has ß here: nothing proves it
        (b"M\x81ller, J\xf6rg", "cp1252", "M\x81ller, Jörg"),
        (b"\xef\xbb\xbf" + "Köln".encode("latin-1"), "latin-1-sig", "Köln"),
    ],
)
def test_encoding_and_byte_order_mark_are_remembered(
    data: bytes, encoding: str, text: str
) -> None:
    split = split_lines(data)
    assert (encoding, (Line(text),)) == split
    assert data == join_lines(*split)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_each_line_of_two_joined_files_is_read_in_its_own_way(mark: bytes) -> None:
    data = mark + "Köln\r\nabc\r".encode() + "Mönch\n\nŽ".encode("cp1252")
    split = split_lines(data)
    assert ["Köln", "abc", "Mönch", "", "Ž"] == [line.text for line in split.lines]
    assert [2, 4] == [
        number
        for number, line in enumerate(split.lines)
        if isinstance(line, WindowsLine)
    ]
    assert data == join_lines(*split)
    changed = split.lines[2]._replace(text="Łódź")
    with pytest.raises(EncodeError) as caught:
        join_lines(split.encoding, (*split.lines[:2], changed))
    assert (3, 1, "Ł") == (caught.value.line, caught.value.column, caught.value.value)


@pytest.mark.parametrize(
    ("data", "limits", "line", "column"),
    [
        (b"12345", Limits(size_bytes=4), 0, 0),
        (b"1\r2\n3\r\n4", Limits(lines=2), 3, 0),
        (b"1\n\n123456\n", Limits(line_chars=5), 3, 6),
    ],
)
def test_what_is_too_large_is_refused_with_its_place(
    data: bytes, limits: Limits, line: int, column: int
) -> None:
    with pytest.raises(DecodeError) as caught:
        split_lines(data, limits)
    assert (line, column) == (caught.value.line, caught.value.column)
    assert "nicht gelesen" in caught.value.text.de
    split_lines(data, Limits(size_bytes=12, lines=3, line_chars=6))


def test_a_letter_that_the_encoding_lacks_is_named_with_its_place() -> None:
    with pytest.raises(EncodeError) as caught:
        join_lines("latin-1", (Line("abc", "\r\n"), Line("Łódź", "\r\n")))
    error = caught.value
    assert (2, 1, "Ł") == (error.line, error.column, error.value)
    assert "latin-1" in error.text.de
