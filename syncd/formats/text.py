"""Bytes to lines and back, without losing a byte.

A byte order mark, the encoding and every line end are remembered, so joining what was
split gives the same bytes again. Lines end at CR LF, CR or LF only: `str.splitlines`
would also cut at form feeds, NEL and other characters that occur inside names.

Line ends and encodings are those that exports of real programs have.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import EncodeError

UTF_8_MARK: Final = b"\xef\xbb\xbf"

ENCODINGS: Final = {
    "utf-8": (b"", "utf-8"),
    "utf-8-sig": (UTF_8_MARK, "utf-8"),
    "latin-1": (b"", "latin-1"),
    "latin-1-sig": (UTF_8_MARK, "latin-1"),
}
"""Encoding name -> byte order mark and Python codec. The last one is a file that says
UTF-8 and is not: two exports glued together."""

_LINE_END: Final = re.compile(r"(\r\n|\r|\n)")


class Line(NamedTuple):
    """One line of a file.

    Attributes:
        text: the characters without the line end.
        end: the line end: CR LF, CR, LF, or empty at the end of the file.
    """

    text: str
    end: str = ""


class Lines(NamedTuple):
    """A whole file as text.

    Attributes:
        encoding: a key of `ENCODINGS`.
        lines: in the order of the file.
    """

    encoding: str
    lines: tuple[Line, ...]


def split_lines(data: bytes) -> Lines:
    """Return the lines of a file; defined for any bytes."""
    mark = UTF_8_MARK if data.startswith(UTF_8_MARK) else b""
    text, codec = _decode_characters(data[len(mark) :])
    parts = _LINE_END.split(text)
    lines = list(map(Line._make, zip(parts[::2], [*parts[1::2], ""], strict=True)))
    if lines[-1] == ("", ""):  # what follows the last line end is not a line
        lines.pop()
    return Lines(f"{codec}-sig" if mark else codec, tuple(lines))


def join_lines(encoding: str, lines: tuple[Line, ...]) -> bytes:
    """Return the bytes of a file.

    Args:
        encoding: a key of `ENCODINGS`.
        lines: in the order of the file.

    Raises:
        EncodeError: a changed line holds a character that the encoding lacks.
    """
    mark, codec = ENCODINGS[encoding]
    text = "".join([part for line in lines for part in line])
    try:
        return mark + text.encode(codec)
    except UnicodeEncodeError as error:
        raise _no_such_character(error, encoding) from error


def _decode_characters(data: bytes) -> tuple[str, str]:
    """Return text and codec: UTF-8 if it is valid, else one character per byte."""
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _no_such_character(error: UnicodeEncodeError, encoding: str) -> EncodeError:
    text, start = str(error.object), error.start
    letter = text[start : error.end][:20]
    before = _LINE_END.split(text[:start])
    return EncodeError(
        Text(
            en=f"The file is written in {encoding}, which has no character {letter!r}. "
            "Use another spelling or convert the file to UTF-8.",
            de=f"Die Datei ist in {encoding} geschrieben; das Zeichen {letter!r} gibt "
            "es dort nicht. Andere Schreibweise wählen oder nach UTF-8 umwandeln.",
        ),
        line=len(before) // 2 + 1,
        column=len(before[-1]) + 1,
        value=letter,
    )
